import { transferOrder } from './transfer-order.ts'
import { locationAdjustment } from './location-adjustment.ts'

/** The document types of the area. */
export const documents = {
  'transfer-order': transferOrder,
  'location-adjustment': locationAdjustment,
} as const
