import { holdsOnly, type AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { systemSession } from '../../platform/session/session.ts'
import { readParameter } from '../../system/public.ts'
import { actOf } from '../storage/act-of.ts'
import { effectsOf } from '../effects/effects.ts'
import { lapseSources } from '../storage/links.ts'
import { documentTable } from '../storage/table.ts'
import { takesShares } from './lapsed.ts'

/** A draft whose held quantities have lapsed, and the users to notify: its creator and its editors. */
export interface LapsedDraft {
  definition: AnyDocument
  companyCode: string
  id: string
  docNo: string
  userIds: string[]
  /** Days without change after which it lapsed. */
  days: number
}

/** Limits the drafts per transaction, because their predecessors stay locked until it ends. */
const togetherMax = 100

/**
 * Releases the quantities held by drafts that were unchanged for the configured number of days (0: never). The drafts
 * remain; when edited or acted upon they hold their quantities again, or are refused with the free quantity.
 * @param tell notifies the users of a draft, in the transaction in which it lapses
 * @returns the number of lapsed drafts
 */
export async function lapseForgottenDrafts(
  database: Database,
  tell: (tx: Transaction, draft: LapsedDraft) => Promise<void>,
  now: Date = new Date(),
): Promise<number> {
  const companies = await database.query<{ companyCode: string }>(
    'select company_code from company order by 1',
  )
  let count = 0
  for (const { companyCode } of companies) {
    const days = await readParameter(database, 'drafts.holdDays', { companyCode })
    if (days === 0) continue
    for (const definition of Object.values<AnyDocument>(documents)) {
      if (!takesShares(definition)) continue
      let lapsed: number
      do {
        lapsed = await lapseSome(database, definition, companyCode, days, now, tell)
        count += lapsed
      } while (lapsed === togetherMax)
    }
  }
  return count
}

async function lapseSome(
  database: Database,
  definition: AnyDocument,
  companyCode: string,
  days: number,
  now: Date,
  tell: (tx: Transaction, draft: LapsedDraft) => Promise<void>,
): Promise<number> {
  const { name } = definition
  // Only editable states lapse: goods already picked stay held.
  const states = definition.editable.filter((state) => holdsOnly(definition, state))
  if (states.length === 0) return 0
  return database.transaction(async (tx) => {
    const forgotten = await tx.query<{ id: string; docNo: string; userIds: string[] }>(
      `select h.id, h.doc_no, array(
         select h.created_by::text union select h.acts -> 'edit' ->> 'userId' where h.acts ? 'edit'
         union select other ->> 'userId' from jsonb_array_elements(h.acts -> 'edit' -> 'others') other) as user_ids
       from ${documentTable(definition).header} h
       where h.company_code = $1 and h.state = any($2) and h.updated_at < $3::timestamptz - make_interval(days => $4)
         and exists (select from document_link k
           where k.company_code = h.company_code and k.to_type = $5 and k.to_id = h.id and k.is_live and k.is_counted and k.is_held)
       order by h.id limit $6 for update of h skip locked`,
      [companyCode, states, now, days, name, togetherMax],
    )
    if (forgotten.length === 0) return 0
    const system = systemSession([companyCode], '')
    const ids = forgotten.map(({ id }) => id)
    await lapseSources(tx, actOf(system, { now }), companyCode, name, ids)
    await afterGivingBack(tx, name, { companyCode, ids, now })
    await writeAudit(
      tx,
      system,
      forgotten.map(({ id, docNo }) => ({
        companyCode,
        subjectType: name,
        subjectId: id,
        subjectNo: docNo,
        action: 'lapse',
        after: { days },
      })),
    )
    for (const draft of forgotten) await tell(tx, { definition, companyCode, days, ...draft })
    return forgotten.length
  })
}

/** What the predecessors of lapsed drafts do once they have got their quantities back. */
async function afterGivingBack(
  tx: Transaction,
  name: string,
  { companyCode, ids, now }: { companyCode: string; ids: readonly string[]; now: Date },
): Promise<void> {
  const { afterGivingBack: effect } = effectsOf(name)
  if (effect === undefined) return
  const rows = await tx.query<{ id: string }>(
    `select distinct from_id as id from document_link where company_code = $1 and to_type = $2 and to_id = any($3::uuid[])`,
    [companyCode, name, ids],
  )
  await effect({ tx, companyCode, sourceIds: rows.map(({ id }) => id), now })
}
