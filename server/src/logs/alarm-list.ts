import { alarmQuery } from '@kufang/contract/logs/alarm-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { alarmScope } from './log-scope.ts'

/** Alarms as a list, including handled ones. */
export const alarmList = bindQuery(alarmQuery, {
  from: `erp_alarm a
    left join erp_posting p on p.company_code = a.company_code and p.id = a.posting_id
    left join app_user u on u.id = a.resolved_by`,
  columns: {
    id: filled('a.id'),
    companyCode: filled('a.company_code'),
    at: filled('a.at'),
    state: filled(`case when a.resolved_at is null then 'open' else 'resolved' end`),
    kind: filled('a.kind'),
    documentNo: filled('a.document_no'),
    // Of an alarm without a posting its proposal names the document.
    documentType: `coalesce(p.document_type, a.proposal ->> 'documentType')`,
    documentId: `coalesce(p.document_id, (a.proposal ->> 'documentId')::uuid)`,
    message: ({ language }) => (language === 'en' ? 'a.message_en' : 'a.message_zh'),
    interfaceCode: filled('a.interface_code'),
    resolvedAt: 'a.resolved_at',
    resolvedByName: 'u.user_name',
    resolution: filled('a.resolution'),
  },
  scope: (session) => alarmScope(session),
})
