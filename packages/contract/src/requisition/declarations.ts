import { requisition } from './requisition.ts'

/** The document types of the area. */
export const documents = {
  requisition,
} as const
