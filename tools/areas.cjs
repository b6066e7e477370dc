/*
 * Who may need whom: area -> the areas it may import from. Every area may use the kernel, the
 * platform, the document service, the kit and identity's session; those know no area.
 * dependency-cruiser makes rules of this table (.dependency-cruiser.cjs), check-structure takes
 * the names of folders from it. On the server another area is entered through its public.ts only.
 */
const common = ['masters', 'external-documents', 'stock', 'system', 'attachments', 'messages']

/** @type {Record<string, string[]>} */
module.exports = {
  // What everything stands on.
  identity: [],
  masters: ['identity', 'system'],
  attachments: ['identity'],
  messages: ['identity'],
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
}
