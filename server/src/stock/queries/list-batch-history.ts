import { batchData, clearedBatchData } from '@kufang/contract/stock/batch-change.ts'
import { batchHistoryQuery } from '@kufang/contract/stock/batch-history-query.ts'
import { bindQuery, filled } from '../../document/list/bind-query.ts'
import { toSnake } from '../../platform/database/case.ts'
import { createParameters } from '../parameters.ts'
import { scopeWithinCompanies } from './scope.ts'

/** Whether a line clears the field: SQL. */
const isCleared = (field: string): string => {
  const choices = Object.entries(clearedBatchData)
    .filter(([, fields]) => (fields as readonly string[]).includes(field))
    .map(([choice]) => choice)
  return `coalesce(l.cleared = any('{${choices.join()}}'), false)`
}

/** One row for each field of a line that was changed, and another one if that was taken back. */
const fieldRows = Object.entries(batchData)
  .map(
    ([field, given], index) =>
      `(${index}, '${field}', l.${toSnake(field)}::text, l.${toSnake(given)}::text, ${isCleared(field)})`,
  )
  .join(', ')

/** What batch changes have changed of one batch, whoever made them, for those who may see stock of it. */
export const batchHistoryList = bindQuery(batchHistoryQuery, {
  from: ({ materialNo, batch }, bind) => `(
    select h.company_code, h.id as document_id, h.doc_no, l.line_no, l.material_no, l.batch, f.position, f.field,
      e.kind, case e.kind when 'change' then f.before else f.after end as before,
      case e.kind when 'change' then f.after else f.before end as after,
      case e.kind when 'change' then h.reason else h.reversal_reason end as reason,
      (h.acts -> e.approved ->> 'at')::timestamptz as changed_at,
      h.acts -> e.requested ->> 'userName' as requested_by_name, h.acts -> e.approved ->> 'userName' as approved_by_name
    from batch_change_line l
      join batch_change h on h.company_code = l.company_code and h.id = l.document_id
      cross join lateral (values ${fieldRows}) as f (position, field, before, after, is_cleared)
      cross join lateral (values ('change', 'submit', 'approve'), ('reversal', 'requestReversal', 'approveReversal'))
        as e (kind, requested, approved)
    where l.material_no = ${bind(materialNo)} and l.batch = ${bind(batch)}
      and h.state in ('changed', 'reversalRequested', 'reversed')
      and (e.kind = 'change' or h.state = 'reversed')
      and (f.is_cleared or f.after <> '') and f.after is distinct from f.before
  ) c`,
  columns: {
    id: filled(`c.document_id || '/' || c.line_no || '/' || c.position || '/' || c.kind`),
    documentId: filled('c.document_id'),
    companyCode: filled('c.company_code'),
    changedAt: filled('c.changed_at'),
    documentNo: filled('c.doc_no'),
    field: filled('c.field'),
    before: 'c.before',
    after: 'c.after',
    kind: filled('c.kind'),
    reason: 'c.reason',
    requestedByName: 'c.requested_by_name',
    approvedByName: 'c.approved_by_name',
  },
  scope: ({ scope }) => {
    const parameters = createParameters()
    const sql = scopeWithinCompanies(scope, 'b', parameters)
    return {
      sql: `exists (select from stock_balance b where b.company_code = c.company_code and b.material_no = c.material_no
        and b.batch = c.batch and ${sql})`,
      values: parameters.values,
    }
  },
})
