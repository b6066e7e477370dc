import { periodStockQuery } from './period-stock-query.ts'

/** The read-only queries of the area. */
export const queries = {
  'period-stock': periodStockQuery,
} as const
