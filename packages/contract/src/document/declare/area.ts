/** Dependencies of almost every area with documents. */
const common = [
  'identity',
  'masters',
  'bins',
  'external-documents',
  'legacy-documents',
  'stock',
  'system',
  'attachments',
  'messages',
] as const

/**
 * The business areas (ARCHITECTURE.md), one folder of the same name on every level, each with the areas it may import
 * from, and whose documents and tables it may name. Every area may also use the kernel, the platform, the ledger, the document service, the kit and identity's session;
 * those do not depend on areas, but for the document service, which needs masters, bins and system. This is the only list: dependency-cruiser derives its rules from it
 * (.dependency-cruiser.cjs), and tools/check-structure.ts the names of folders and what names in strings are permitted. No
 * area needs itself over others. On the server, other areas are imported
 * only through their public.ts.
 */
export const areaNeeds = {
  // Foundations.
  identity: [],
  masters: ['identity', 'system'],
  attachments: ['identity'],
  messages: ['identity', 'system'],
  logs: ['identity', 'external-documents'],
  system: ['identity'],
  bulletins: ['identity', 'messages'],

  // Stock and its master data.
  bins: ['masters'],
  'external-documents': ['masters', 'system', 'legacy-documents'],
  'legacy-documents': ['masters', 'system', 'attachments'],
  stock: ['identity', 'masters', 'bins', 'external-documents'],
  'safe-stock': ['masters', 'external-documents', 'legacy-documents', 'stock', 'system'],
  'off-book': [...common],
  'zero-value': [...common],
  'month-end': [...common],

  // Inbound.
  delivery: [...common, 'safe-stock', 'requisition'],
  receiving: [...common, 'delivery', 'stocktake'],
  acceptance: [...common, 'delivery', 'receiving'],

  // Outbound.
  requisition: [...common, 'freeze'],
  issue: [...common, 'requisition', 'delivery', 'receiving'],
  distribution: [...common, 'requisition', 'issue'],

  // Internal, returns and disposal.
  stocktake: [...common],
  transfer: [...common, 'stocktake', 'safe-stock'],
  'stock-return': [...common, 'requisition', 'issue'],
  'supplier-return': [...common, 'receiving'],
  freeze: [...common],
  scrap: [...common, 'freeze'],
  'waste-disposal': [...common, 'scrap'],
  handover: [...common],
  overdue: [...common],
  'supplier-portal': [...common, 'delivery', 'acceptance', 'overdue'],
  invoices: [...common, 'receiving'],

  // Reports and views.
  amounts: [...common],
  ledgers: [...common, 'amounts', 'receiving'],
  reports: [...common, 'amounts', 'ledgers'],
  performance: [...common, 'reports', 'receiving'],
  boards: [...common, 'reports', 'performance'],
  preservation: [...common, 'freeze'],
} as const satisfies Record<string, readonly string[]>

export type Area = keyof typeof areaNeeds
