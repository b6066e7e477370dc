import * as acceptance from './acceptance/declarations.ts'
import * as distribution from './distribution/declarations.ts'
import * as issue from './issue/declarations.ts'
import * as ledgers from './ledgers/declarations.ts'
import * as legacyDocuments from './legacy-documents/declarations.ts'
import * as logs from './logs/declarations.ts'
import * as performance from './performance/declarations.ts'
import * as reports from './reports/declarations.ts'
import * as requisition from './requisition/declarations.ts'
import * as safeStock from './safe-stock/declarations.ts'
import * as stock from './stock/declarations.ts'
import * as stocktake from './stocktake/declarations.ts'
import * as supplierPortal from './supplier-portal/declarations.ts'

/** All read-only queries other than document lists, by name. */
export const queries = {
  ...stock.queries,
  ...legacyDocuments.queries,
  ...reports.queries,
  ...performance.queries,
  ...issue.queries,
  ...requisition.queries,
  ...acceptance.queries,
  ...distribution.queries,
  ...stocktake.queries,
  ...safeStock.queries,
  ...ledgers.queries,
  ...supplierPortal.queries,
  ...logs.queries,
} as const

export type QueryName = keyof typeof queries
