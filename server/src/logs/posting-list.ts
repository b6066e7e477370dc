import { postingQuery } from '@kufang/contract/logs/posting-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import type { ScopeCondition } from '../document/public.ts'
import type { Scope } from '../platform/session/session.ts'

/** The outbox as a list. */
export const postingList = bindQuery(postingQuery, {
  from: 'erp_posting p',
  searchText: {
    of: ['documentNo', 'postingKey', 'materialDocument', 'message'],
    columns: [
      'document_no',
      'material_document',
      'posting_key',
      'sap_message_en',
      'sap_message_zh',
    ].map((name) => `p.${name}`),
  },
  columns: {
    id: filled('p.id'),
    companyCode: filled('p.company_code'),
    documentType: filled('p.document_type'),
    documentId: filled('p.document_id'),
    documentNo: filled('p.document_no'),
    state: filled('p.state'),
    direction: filled('p.direction'),
    message: ({ language }) => (language === 'en' ? 'p.sap_message_en' : 'p.sap_message_zh'),
    sapCode: filled('p.sap_code'),
    attempts: filled('p.attempts'),
    postingDate: filled('p.posting_date'),
    materialDocument: filled('p.material_document'),
    materialDocumentYear: filled('p.material_document_year'),
    createdAt: filled('p.created_at'),
    updatedAt: filled('p.updated_at'),
    nextAttemptAt: 'p.next_attempt_at',
    postingKey: filled('p.posting_key'),
    closedReason: filled('p.closed_reason'),
  },
  scope: ({ scope }) => postingsWithinPlants(scope, 1),
})

/**
 * Postings with an item in the person's plants, as a condition on `erp_posting p` within the companies: lanes are
 * `company/plant/material`. Suppliers see none. `first` is the number of the first parameter.
 */
export function postingsWithinPlants({ plants, supplierNo }: Scope, first: number): ScopeCondition {
  if (supplierNo !== null) return { sql: 'false', values: [] }
  return plants === null
    ? { sql: 'true', values: [] }
    : {
        sql: `exists (select from unnest(p.material_plants) as lane where split_part(lane, '/', 2) = any($${first}::text[]))`,
        values: [plants],
      }
}

/** The postings a person may see, as a condition on `erp_posting p`; `first` is the number of its first parameter. */
export function postingScope(scope: Scope, first = 1): ScopeCondition {
  const plants = postingsWithinPlants(scope, first + 1)
  return {
    sql: `p.company_code = any($${first}::text[]) and ${plants.sql}`,
    values: [scope.companyCodes, ...plants.values],
  }
}
