import { operationQuery } from '@kufang/contract/logs/operation-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { hasWordSql, searchTextSql } from '../platform/list/search-text.ts'
import { systemSession } from '../platform/session/session.ts'
import { companiesOfLogs } from './companies.ts'
import { operationScope } from './log-scope.ts'

const systemUserId = systemSession([], 'log').userId

const searched = (alias: string) =>
  ['action', 'subject_no', 'user_name'].map((name) => `${alias}.${name}`)

/** The entries of accounts with the pattern: accounts are few, their entries many. */
const isByAccount = (entry: string, pattern: string) =>
  `${entry}.user_id = any(user_ids_of_account(${pattern}, '${systemUserId}'))`

/** Write operations as a list; the changes of an operation are read by id. */
export const operationList = bindQuery(operationQuery, {
  // Users may change their names, but nobody changes an account. The system has none.
  from: 'audit_entry e left join app_user u on u.id = e.user_id',
  searchText: { of: ['subjectNo', 'userName', 'action'], columns: searched('e') },
  searchWord: ({ pattern, indexed }) =>
    indexed === null
      ? `search_form(e.subject_no) like ${pattern} or search_form(e.user_name) like ${pattern} or search_form(coalesce(u.account, 'system')) like ${pattern}`
      : `(e.company_code, e.id) in (
          select s.company_code, s.id from audit_entry s where ${hasWordSql(searchTextSql(searched('s')), indexed)}
            and (search_form(s.subject_no) like ${pattern} or search_form(s.user_name) like ${pattern})
          union all select s.company_code, s.id from audit_entry s where ${isByAccount('s', pattern)})`,
  columns: {
    id: filled('e.id'),
    companyCode: filled('e.company_code'),
    at: filled('e.at'),
    userName: filled('e.user_name'),
    account: {
      ...filled("coalesce(u.account, 'system')"),
      hasPattern: (pattern) => isByAccount('e', pattern),
    },
    subjectType: filled('e.subject_type'),
    subjectId: filled('e.subject_id'),
    subjectNo: filled('e.subject_no'),
    action: filled('e.action'),
    requestId: filled('e.request_id'),
    traceId: filled('e.trace_id'),
  },
  companies: companiesOfLogs,
  scope: (session, isDistributed) => operationScope(session, 1, isDistributed),
  isReport: true,
})
