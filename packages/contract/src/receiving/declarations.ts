import { arrival } from './arrival.ts'
import { consignmentClosing } from './consignment-closing.ts'
import { directReceipt } from './direct-receipt.ts'
import { goodsReceipt } from './goods-receipt.ts'
import { linkedArrival } from './linked-arrival.ts'
import { unannouncedArrival } from './unannounced-arrival.ts'

/** The document types of the area. */
export const documents = {
  arrival,
  'goods-receipt': goodsReceipt,
  'linked-arrival': linkedArrival,
  'unannounced-arrival': unannouncedArrival,
  'direct-receipt': directReceipt,
  'consignment-closing': consignmentClosing,
} as const
