/** What almost every area that handles documents may need. */
const common = [
  'masters',
  'external-documents',
  'stock',
  'system',
  'attachments',
  'messages',
] as const

/**
 * The business areas (ARCHITECTURE.md), one folder of the same name on every level, each with the areas it may import
 * from. Every area may also use the kernel, the platform, the document service, the kit and identity's session; those
 * know no area. This is the only list: dependency-cruiser makes rules of it (.dependency-cruiser.cjs), and
 * tools/check-structure.ts takes the names of folders from it. On the server another area is entered through its
 * public.ts only.
 */
export const areaNeeds = {
  // What everything stands on.
  identity: [],
  masters: ['identity', 'system'],
  attachments: ['identity'],
  messages: ['identity', 'system'],
  logs: ['identity'],
  system: ['identity'],
  bulletins: ['identity', 'messages'],

  // Stock and what is kept about it.
  bins: ['masters'],
  'external-documents': ['masters', 'stock'],
  stock: ['masters', 'bins'],
  'safe-stock': ['masters', 'stock'],
  'off-book': [...common],
  'zero-value': [...common],
  'month-end': [...common],

  // In.
  delivery: [...common],
  receiving: [...common, 'delivery'],
  acceptance: [...common, 'delivery', 'receiving'],

  // Out.
  requisition: [...common],
  issue: [...common, 'requisition'],
  distribution: [...common, 'requisition', 'issue'],

  // Within, back and away.
  transfer: [...common],
  stocktake: [...common],
  'stock-return': [...common, 'requisition', 'issue'],
  'supplier-return': [...common, 'receiving'],
  freeze: [...common],
  scrap: [...common, 'freeze'],
  'waste-disposal': [...common, 'scrap'],
  handover: [...common],
  overdue: [...common],
  invoices: [...common, 'receiving'],

  // Views over the rest.
  amounts: [...common],
  ledgers: [...common, 'amounts'],
  reports: [...common, 'amounts', 'ledgers'],
  performance: [...common, 'reports'],
  boards: [...common, 'reports', 'performance'],
} as const satisfies Record<string, readonly string[]>

export type Area = keyof typeof areaNeeds
