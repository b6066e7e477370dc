import { documentHandover } from './document-handover.ts'

/** The document types of the area. */
export const documents = {
  'document-handover': documentHandover,
} as const
