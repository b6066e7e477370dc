import { arrivalLedgerQuery } from './arrival-ledger-query.ts'

/** The read-only queries of the area. */
export const queries = {
  'arrival-ledger': arrivalLedgerQuery,
} as const
