import type { Act } from '@kufang/contract/document/declare/define-document.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import { isZero, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { refreshSuccessorTodos } from './successor-todo.ts'
import type { DocumentHeader } from './document.ts'
import { documentTable } from './table.ts'

// The quantities of a document's lines used by successors: `held_quantity` by drafts, `done_quantity` by completed
// documents. With `progressStates`, the state of the document depends on what is done.

/** Amounts added to a line's quantities; negative if returned. */
export interface LineProgress {
  id: string
  line: number
  done: Quantity
  held: Quantity
}

/** A document whose state changed because of its successors. */
export interface DerivedState {
  type: string
  before: string
  header: Pick<
    DocumentHeader,
    'companyCode' | 'id' | 'docNo' | 'state' | 'erpState' | 'plant' | 'storageLocation'
  > & { supplierNo: string | null }
}

/**
 * Adds to held and done quantities of lines (summed per line first) and updates the states of their documents. Its
 * statements are sent with the next awaited ones.
 * @param by the actor; recorded as the act `progress` of documents whose state changes
 * @returns the documents whose state changed; the caller writes their audit entries and to-dos
 */
export async function changeProgress(
  tx: Transaction,
  by: Act,
  companyCode: string,
  type: string,
  changes: readonly LineProgress[],
): Promise<DerivedState[]> {
  const definition = definitionOf(type)
  const table = documentTable(definition)
  const ids = changes.map((change) => change.id)
  tx.write(
    `update ${table.line} l set done_quantity = l.done_quantity + x.done, held_quantity = l.held_quantity + x.held
     from (select id, line_no, sum(done) as done, sum(held) as held
       from unnest($2::uuid[], $3::int[], $4::numeric[], $5::numeric[]) as c(id, line_no, done, held) group by 1, 2) x
     where l.company_code = $1 and l.document_id = x.id and l.line_no = x.line_no and l.document_id = any($2::uuid[])`,
    [
      companyCode,
      ids,
      changes.map((change) => change.line),
      changes.map((change) => change.done),
      changes.map((change) => change.held),
    ],
  )
  const states = definition.progressStates
  if (!states || changes.every((change) => isZero(change.done))) {
    refreshSuccessorTodos(tx, by.userId, companyCode, definition, ids)
    return []
  }
  const supplierNo = 'supplierNo' in table.headerFields ? 'h.supplier_no' : 'null'
  const asked = tx.query<DerivedState['header'] & { before: string }>(
    `update ${table.header} h set state = p.state, version = h.version + 1, updated_at = now(),
       acts = case when p.state = $5 then h.acts - 'progress' else h.acts || $6::jsonb end
     from (select document_id, case when bool_and(progress in ('done', 'closed')) then $3 when bool_or(done_quantity > 0) then $4 else $5 end as state
       from ${table.line} where company_code = $1 and document_id = any($2::uuid[]) group by document_id) p
     where h.company_code = $1 and h.id = p.document_id and h.id = any($2::uuid[]) and h.state <> p.state and h.state in ($3, $4, $5)
     returning h.company_code, h.id, h.doc_no, old.state as before, h.state, h.erp_state, h.plant, h.storage_location, ${supplierNo} as supplier_no`,
    [
      companyCode,
      [...new Set(ids)],
      states.all,
      states.partial,
      states.none,
      JSON.stringify({ progress: by }),
    ],
  )
  // After the state change, in the same packet.
  refreshSuccessorTodos(tx, by.userId, companyCode, definition, ids)
  const changed = await asked
  return changed.map(({ before, ...header }) => ({ type, before, header }))
}
