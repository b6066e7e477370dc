import { countAccuracyQuery } from './count-accuracy-query.ts'
import { stocktaking } from './stocktaking.ts'

/** The document types of the area. */
export const documents = {
  stocktaking,
} as const

/** The read-only queries of the area. */
export const queries = {
  'count-accuracy': countAccuracyQuery,
} as const
