import { replenishmentRequest } from './replenishment-request.ts'
import { safeStockChange } from './safe-stock-change.ts'
import { safeStockPositionQuery } from './safe-stock-position-query.ts'
import { safeStockQuery } from './safe-stock-query.ts'

/** The document types of the area. */
export const documents = {
  'safe-stock-change': safeStockChange,
  'replenishment-request': replenishmentRequest,
} as const

/** The read-only queries of the area. */
export const queries = {
  'safe-stock': safeStockQuery,
  'safe-stock-position': safeStockPositionQuery,
} as const
