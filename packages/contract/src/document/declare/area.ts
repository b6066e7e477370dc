/** The business areas (ARCHITECTURE.md): one folder of the same name on every level. */
export const areas = [
  'masters',
  'external-documents',
  'delivery',
  'acceptance',
  'receiving',
  'requisition',
  'issue',
  'stock',
  'reports',
  'system',
  'logs',
  'identity',
] as const

export type Area = (typeof areas)[number]
