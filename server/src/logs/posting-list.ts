import type { ListRequest, ListResponse } from '@kufang/contract/document/api.ts'
import type { Database } from '../platform/database/database.ts'
import type { ListColumn } from '../platform/list/column-type.ts'
import { readList } from '../platform/list/read-list.ts'
import type { Scope, Session } from '../platform/session/session.ts'

const text = (name: string): ListColumn => ({ sql: `p.${name}`, kind: 'text', isNotNull: true })
const instant = (name: string): ListColumn => ({ sql: `p.${name}`, kind: 'instant' })

const columns = (language: 'zh' | 'en'): Record<string, ListColumn> => ({
  companyCode: text('company_code'),
  id: { sql: 'p.id', kind: 'text', type: 'uuid', isNotNull: true },
  documentType: text('document_type'),
  documentId: { sql: 'p.document_id', kind: 'text', type: 'uuid', isNotNull: true },
  documentNo: text('document_no'),
  step: { sql: 'p.step', kind: 'integer', isNotNull: true },
  direction: text('direction'),
  interfaceCode: text('interface_code'),
  postingKey: text('posting_key'),
  state: text('state'),
  postingDate: { sql: 'p.posting_date', kind: 'date', isNotNull: true },
  materialDocument: text('material_document'),
  materialDocumentYear: text('material_document_year'),
  sapCode: text('sap_code'),
  message: text(language === 'en' ? 'sap_message_en' : 'sap_message_zh'),
  transactionId: text('transaction_id'),
  attempts: { sql: 'p.attempts', kind: 'integer', isNotNull: true },
  isOutcomeOpen: { sql: 'p.is_outcome_open', kind: 'flag', isNotNull: true },
  nextAttemptAt: instant('next_attempt_at'),
  sentAt: instant('sent_at'),
  createdAt: { ...instant('created_at'), isNotNull: true },
  updatedAt: { ...instant('updated_at'), isNotNull: true },
  settledAt: instant('settled_at'),
  closedReason: text('closed_reason'),
})

/** What of the outbox a person may see: of their companies, and something of their plants (lanes are `company/plant/material`). */
export function postingScope(scope: Scope, first = 1): { sql: string; values: unknown[] } {
  const values: unknown[] = [scope.companyCodes]
  let sql = `p.company_code = any($${first}::text[])`
  if (scope.plants !== null) {
    values.push(scope.plants)
    sql += ` and exists (select from unnest(p.material_plants) as lane where split_part(lane, '/', 2) = any($${first + 1}::text[]))`
  }
  return { sql, values }
}

/** One block of the messages to the ERP, the latest first: their ids ascend in time. */
export function listPostings(
  database: Database,
  session: Session,
  request: ListRequest,
): Promise<ListResponse> {
  return readList(database, {
    from: 'erp_posting p',
    columns: columns(session.language),
    key: ['id'],
    search: ['documentNo', 'postingKey', 'materialDocument', 'message'],
    request,
    scope: postingScope(session.scope),
    defaultSort: [{ field: 'id', direction: 'desc' }],
    sizeMax: 500,
  })
}
