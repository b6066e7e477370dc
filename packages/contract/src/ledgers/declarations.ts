import { arrivalLedgerQuery } from './arrival-ledger-query.ts'
import { itemHistoryQuery } from './item-history-query.ts'

/** The read-only queries of the area. */
export const queries = {
  'arrival-ledger': arrivalLedgerQuery,
  'item-history': itemHistoryQuery,
} as const
