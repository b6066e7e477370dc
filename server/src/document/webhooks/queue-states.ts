import { definitionOf } from '@kufang/contract/registry.ts'
import { writeAudit, type Actor, type AuditEntry } from '../../platform/audit/audit.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { numberOrDrawn } from '../../platform/database/drawn-number.ts'
import { isNamedOnly, knownReceivers, wants } from './receiver-cache.ts'

/** Wakes the senders shortly after the commit; one that misses it polls. */
export const deliveryChannel = 'kufang_webhook_delivery'

/** A state a document enters; `no` null is the number drawn in this transaction. */
export interface StateChange {
  companyCode: string
  type: string
  id: string
  no: string | null
  /** '' for a new document. Of ERP states `erpStateEvent`. */
  before: string
  after: string
}

/**
 * Writes audit entries of documents, and the states that documents enter with them into the outbox of webhooks: in the
 * same transaction and without a round trip. Where no receiver wants the state nothing is sent to the database.
 */
export async function auditDocuments(
  tx: Transaction,
  session: Actor,
  entries: readonly AuditEntry[],
): Promise<void> {
  await writeAudit(tx, session, entries)
  const receivers = knownReceivers(tx)
  if (receivers === undefined || receivers?.length === 0) return
  queueStates(tx, entries.flatMap(stateChangeOf))
}

/** Writes states that documents enter into the outbox of webhooks, as `auditDocuments` does. */
export function queueStates(tx: Transaction, changes: readonly StateChange[]): void {
  const receivers = knownReceivers(tx)
  if (receivers === undefined) return
  const wanted = changes.filter(
    (change) => receivers === null || receivers.some((receiver) => wants(receiver, change)),
  )
  if (wanted.length === 0) return
  tx.write(insertText, [
    wanted.map(({ companyCode }) => companyCode),
    wanted.map(({ type }) => type),
    wanted.map(({ id }) => id),
    wanted.map(({ no }) => no),
    wanted.map(({ before }) => before),
    wanted.map(({ after }) => after),
    wanted.map((change) => isNamedOnly(change)),
  ])
  tx.announce(deliveryChannel, '')
}

/** The table decides, not the memory of the process: a receiver that was switched off meanwhile gets nothing. */
const insertText = `insert into webhook_delivery (company_code, id, receiver_id, document_type, document_id, document_no, state_before, state_after)
  select c.company_code, uuidv7(), r.id, c.type, c.document_id, ${numberOrDrawn('c.document_no')}, c.state_before, c.state_after
  from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::boolean[]) with ordinality
    as c (company_code, type, document_id, document_no, state_before, state_after, is_named_only, position)
  join webhook_receiver r on r.is_on and (r.company_codes = '{}' or c.company_code = any(r.company_codes))
    and (r.documents = '{}'::jsonb and not c.is_named_only
      or r.documents -> c.type = '[]'::jsonb and c.state_after not like 'erp:%'
      or coalesce(r.documents -> c.type ? c.state_after, false))
  order by c.position, r.id`

/** The state an entry says its document has entered; acts that leave the state as it is have none. */
function stateChangeOf(entry: AuditEntry): StateChange[] {
  const { companyCode, subjectType: type, subjectId: id, subjectNo = '', action } = entry
  const stateIn = (value: unknown): string => {
    const state = (value as { state?: unknown } | null | undefined)?.state
    return typeof state === 'string' ? state : ''
  }
  const after = action === 'create' ? definitionOf(type).initial : stateIn(entry.after)
  const before = stateIn(entry.before)
  return after === '' || after === before
    ? []
    : [{ companyCode, type, id, no: subjectNo, before, after }]
}
