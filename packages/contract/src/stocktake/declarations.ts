import { countAccuracyQuery } from './count-accuracy-query.ts'
import { stockAdjustment } from './stock-adjustment.ts'
import { stocktaking } from './stocktaking.ts'

/** The document types of the area. */
export const documents = {
  stocktaking,
  'stock-adjustment': stockAdjustment,
} as const

/** The read-only queries of the area. */
export const queries = {
  'count-accuracy': countAccuracyQuery,
} as const
