import { transferOrder } from './transfer-order.ts'

/** The document types of the area. */
export const documents = {
  'transfer-order': transferOrder,
} as const
