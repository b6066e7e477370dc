import { timelyStorageQuery } from './timely-storage-query.ts'

/** The read-only queries of the area. */
export const queries = {
  'timely-storage': timelyStorageQuery,
} as const
