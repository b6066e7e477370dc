import { subjectsInScope, type ScopeCondition } from '../document/public.ts'
import type { Session } from '../platform/session/session.ts'
import { postingsWithinPlants } from './posting-list.ts'

/**
 * The entries of the operation log a person may see within his companies, as a condition on `audit_entry e`: those of
 * documents in his data scope, and his own. `first` is the number of the first parameter.
 */
export function operationScope(session: Session, first = 1, isDistributed = false): ScopeCondition {
  const columns = { companyCode: 'e.company_code', type: 'e.subject_type', id: 'e.subject_id' }
  const documents = subjectsInScope(session, columns, first + 1, isDistributed)
  return {
    sql: `(e.user_id = $${first}::uuid or ${documents.sql})`,
    values: [session.userId, ...documents.values],
  }
}

/**
 * The calls to the ERP a person may see within his companies, as a condition on `erp_call_log c`: whoever has some plants
 * only sees the calls of postings of these plants; the exchanges of the mirrors contain all plants. Suppliers see none.
 * `first` is the number of the first parameter.
 */
export function callScope({ scope }: Session, first = 1): ScopeCondition {
  if (scope.plants === null && scope.supplierNo === null) return { sql: 'true', values: [] }
  const postings = postingsWithinPlants(scope, first)
  return {
    sql: `exists (select from erp_posting p where p.company_code = c.company_code and p.id = c.posting_id and ${postings.sql})`,
    values: postings.values,
  }
}

/**
 * The alarms a person may see within his companies, as a condition on `erp_alarm a` and its `erp_posting p`: those of
 * postings of his plants, and all without a posting (an interface that does not answer, a document posted directly in the
 * ERP), because no plant is recorded with them. Suppliers see none. `first` is the number of the first parameter.
 */
export function alarmScope({ scope }: Session, first = 1): ScopeCondition {
  const postings = postingsWithinPlants(scope, first)
  if (scope.supplierNo !== null || postings.values.length === 0) return postings
  return { ...postings, sql: `(p.id is null or ${postings.sql})` }
}
