import { overdueRecord } from './overdue-record.ts'

/** The document types of the area. */
export const documents = {
  'overdue-record': overdueRecord,
} as const
