import { deliveryNote } from './delivery-note.ts'
import { problemDocument } from './problem-document.ts'

/** The document types of the area. */
export const documents = {
  'delivery-note': deliveryNote,
  'problem-document': problemDocument,
} as const
