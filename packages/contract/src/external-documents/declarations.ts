import { purchaseOrder } from './purchase-order.ts'
import { purchaseRequest } from './purchase-request.ts'
import { reservation } from './reservation.ts'
import { salesOrder } from './sales-order.ts'

/** The document types of the area. */
export const documents = {
  'purchase-order': purchaseOrder,
  'purchase-request': purchaseRequest,
  reservation,
  'sales-order': salesOrder,
} as const
