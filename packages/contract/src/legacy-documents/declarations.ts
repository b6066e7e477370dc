import { legacyDocumentQuery } from './legacy-document.ts'
import { legacyImportQuery } from './legacy-import.ts'

/** The read-only queries of the area. */
export const queries = {
  'legacy-document': legacyDocumentQuery,
  'legacy-import': legacyImportQuery,
} as const
