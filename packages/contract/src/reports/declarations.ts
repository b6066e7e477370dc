import { periodCutOffQuery } from './period-cut-off-query.ts'
import { periodStockQuery } from './period-stock-query.ts'

/** The read-only queries of the area. */
export const queries = {
  'period-stock': periodStockQuery,
  'period-cut-off': periodCutOffQuery,
} as const
