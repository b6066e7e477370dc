import { deliveryNote } from './delivery-note.ts'
import { problemDocument } from './problem-document.ts'
import { customsClearance } from './customs-clearance.ts'
import { requestDelivery } from './request-delivery.ts'

/** The document types of the area. */
export const documents = {
  'delivery-note': deliveryNote,
  'problem-document': problemDocument,
  'customs-clearance': customsClearance,
  'request-delivery': requestDelivery,
} as const
