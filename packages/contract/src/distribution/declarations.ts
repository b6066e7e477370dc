import { distributionBoardQuery } from './distribution-board-query.ts'
import { distributionOrder } from './distribution-order.ts'

/** The document types of the area. */
export const documents = {
  'distribution-order': distributionOrder,
} as const

/** The read-only queries of the area. */
export const queries = {
  'distribution-board': distributionBoardQuery,
} as const
