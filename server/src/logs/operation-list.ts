import { operationQuery } from '@kufang/contract/logs/operation-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { companiesOfLogs } from './companies.ts'
import { operationScope } from './log-scope.ts'

/** Write operations as a list; the changes of an operation are read by id. */
export const operationList = bindQuery(operationQuery, {
  // Users may change their names, but nobody changes an account. The system has none.
  from: 'audit_entry e left join app_user u on u.id = e.user_id',
  columns: {
    id: filled('e.id'),
    companyCode: filled('e.company_code'),
    at: filled('e.at'),
    userName: filled('e.user_name'),
    account: filled("coalesce(u.account, 'system')"),
    subjectType: filled('e.subject_type'),
    subjectId: filled('e.subject_id'),
    subjectNo: filled('e.subject_no'),
    action: filled('e.action'),
    requestId: filled('e.request_id'),
    traceId: filled('e.trace_id'),
  },
  companies: companiesOfLogs,
  scope: operationScope,
  isReport: true,
})
