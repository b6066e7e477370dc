import { arrival } from './arrival.ts'
import { goodsReceipt } from './goods-receipt.ts'

/** The document types of the area. */
export const documents = {
  arrival,
  'goods-receipt': goodsReceipt,
} as const
