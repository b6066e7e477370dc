import { deliveryNote } from './delivery-note.ts'

/** The document types of the area. */
export const documents = {
  'delivery-note': deliveryNote,
} as const
