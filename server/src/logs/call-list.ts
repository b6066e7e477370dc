import { callQuery } from '@kufang/contract/logs/call-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { companiesOfLogs } from './companies.ts'
import { callScope } from './log-scope.ts'

/** Calls to the ERP as a list; request and response of a call are read by id. */
export const callList = bindQuery(callQuery, {
  from: 'erp_call_log c',
  searchText: {
    of: ['documentNo', 'postingKey', 'url', 'errorText'],
    columns: ['document_no', 'error_text', 'posting_key', 'url'].map((name) => `c.${name}`),
  },
  columns: {
    id: filled('c.id'),
    companyCode: filled('c.company_code'),
    at: filled('c.at'),
    interfaceCode: filled('c.interface_code'),
    operation: filled('c.operation'),
    postingKey: filled('c.posting_key'),
    documentNo: filled('c.document_no'),
    method: filled('c.method'),
    url: filled('c.url'),
    httpStatus: filled('c.http_status'),
    outcome: filled('c.outcome'),
    errorCode: filled('c.error_code'),
    errorText: filled('c.error_text'),
    durationMs: filled('c.duration_ms'),
    traceId: filled('c.trace_id'),
  },
  companies: companiesOfLogs,
  scope: (session) => callScope(session),
  isReport: true,
})
