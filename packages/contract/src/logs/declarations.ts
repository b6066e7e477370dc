import { alarmQuery } from './alarm-query.ts'
import { callQuery } from './call-query.ts'
import { operationQuery } from './operation-query.ts'
import { postingQuery } from './posting-query.ts'

/** The read-only queries of the area. */
export const queries = {
  'erp-posting': postingQuery,
  'erp-call': callQuery,
  'erp-alarm': alarmQuery,
  operation: operationQuery,
} as const
