import { firstOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../platform/database/database.ts'
import { insertItems } from './posting-items.ts'
import type { PostingReference, PostingRequest } from './posting-model.ts'
import { lanesOf } from './posting-request.ts'

/**
 * Takes movements out of a posting that is certainly not in the ERP, for a posting of their own: it keeps its key, its
 * state and its other items. The caller has locked it.
 */
export async function narrowPosting(
  tx: Transaction,
  companyCode: string,
  postingId: string,
  without: ReadonlySet<string>,
): Promise<void> {
  const row = firstOf(
    await tx.query<{ payload: PostingRequest }>(
      `select payload from erp_posting where company_code = $1 and id = $2`,
      [companyCode, postingId],
    ),
  )
  const payload: PostingRequest = {
    ...row.payload,
    items: row.payload.items.filter(({ moveId }) => !without.has(moveId)),
  }
  if (payload.items.length === 0) throw new RangeError(`nothing is left of posting ${postingId}`)
  await tx.query(
    `with narrowed as (
       update erp_posting set payload = $3::jsonb, material_plants = $4::text[], updated_at = now()
       where company_code = $1 and id = $2)
     delete from erp_posting_item where company_code = $1 and posting_id = $2`,
    [companyCode, postingId, JSON.stringify(payload), lanesOf(payload)],
  )
  await insertItems(tx, companyCode, postingId, payload.items)
}

/** Whatever waits for these postings, which were narrowed, also waits for those that have their other items now. */
export async function waitAlso(
  tx: Transaction,
  companyCode: string,
  narrowed: readonly string[],
  more: readonly PostingReference[],
): Promise<void> {
  if (narrowed.length === 0 || more.length === 0) return
  await tx.query(
    `update erp_posting p set depends_on = p.depends_on || $3::uuid[],
       depends_on_companies = p.depends_on_companies || $4::text[], updated_at = now()
     where p.company_code = $1 and p.state in ('pending', 'rejected', 'dead') and p.depends_on && $2::uuid[]`,
    [
      companyCode,
      narrowed,
      more.map(({ postingId }) => postingId),
      more.map((one) => one.companyCode),
    ],
  )
}
