import { consignmentDrawnQuery } from './consignment-drawn-query.ts'

/** The read-only queries of the area. */
export const queries = {
  'consignment-drawn': consignmentDrawnQuery,
} as const
