import {
  erpStatesInBooks,
  erpStatesToPost,
  type ErpState,
} from '@kufang/contract/document/erp-state.ts'
import type { DocumentPort, PostOptions, PostingReference } from '../document/act/effects.ts'
import { livePostings } from '../document/books/live-postings.ts'
import type { Transaction } from '../platform/database/database.ts'

// A shortage reaches the ERP after its arrival and never before it: at once if the arrival is posted, otherwise with the
// receipt that posts the arrival.

interface StandingShortage {
  id: string
  erpState: ErpState
  arrivalIds: string[]
}

/** The shortages that stand with these ids, or of these arrivals; one statement. */
async function standingShortages(
  tx: Transaction,
  companyCode: string,
  by: 'shortage' | 'arrival',
  ids: readonly string[],
): Promise<StandingShortage[]> {
  return tx.query<StandingShortage>(
    `select s.id, s.erp_state, array_agg(distinct a.from_id order by a.from_id) as arrival_ids
     from arrival_shortage s
     join document_link o on o.company_code = $1 and o.to_type = 'arrival-shortage' and o.to_id = s.id
     join document_link n on n.company_code = $1 and n.to_type = 'inspection-order' and n.to_id = o.from_id and n.to_line = o.from_line
     join document_link a on a.company_code = $1 and a.to_type = 'inspection-notice' and a.to_id = n.from_id and a.to_line = n.from_line
     where s.company_code = $1 and s.state <> 'reversed' and s.id in (
       select unnest($2::uuid[]) where $3 = 'shortage'
       union select k.to_id from document_link i
         join document_link q on q.company_code = $1 and q.from_type = 'inspection-notice' and q.from_id = i.to_id and q.to_type = 'inspection-order'
         join document_link k on k.company_code = $1 and k.from_type = 'inspection-order' and k.from_id = q.to_id and k.to_type = 'arrival-shortage'
         where $3 = 'arrival' and i.company_code = $1 and i.from_type = 'arrival' and i.from_id = any ($2::uuid[])
           and i.to_type = 'inspection-notice')
     group by s.id, s.erp_state order by s.id`,
    [companyCode, ids, by],
  )
}

/** Whether a posting of the document is still to be requested. */
const isToRequest = (erpState: ErpState): boolean =>
  erpState === 'reversed' || (erpState !== 'posting' && erpStatesToPost.includes(erpState))

interface Posting {
  tx: Transaction
  documents: DocumentPort
}

/** Posts a shortage behind its arrivals, which are posted first if they are not. */
export async function postWithArrivals(
  { tx, documents, document }: Posting & { document: { companyCode: string; id: string } },
  options: Pick<PostOptions, 'postingDate'>,
): Promise<void> {
  const { companyCode, id } = document
  const [own] = await standingShortages(tx, companyCode, 'shortage', [id])
  const arrivalIds = own?.arrivalIds ?? []
  for (const arrivalId of arrivalIds) {
    const { erpState } = await documents.loadHeader('arrival', companyCode, arrivalId)
    if (isToRequest(erpState)) await documents.post('arrival', companyCode, arrivalId, options)
  }
  await documents.post('arrival-shortage', companyCode, id, {
    dependsOn: livePostings(tx, companyCode, 'arrival', arrivalIds),
    ...options,
  })
}

/** Posts the shortages of arrivals whose postings were requested, as far as all arrivals of a shortage are. */
export async function postShortagesOf(
  { tx, documents }: Posting,
  companyCode: string,
  arrivalIds: readonly string[],
  options: Pick<PostOptions, 'postingDate'>,
): Promise<void> {
  const waiting = (await standingShortages(tx, companyCode, 'arrival', arrivalIds)).filter(
    ({ erpState }) => isToRequest(erpState),
  )
  for (const { id, arrivalIds: behind } of waiting) {
    const arrivals = await Promise.all(
      behind.map((arrivalId) => documents.loadHeader('arrival', companyCode, arrivalId)),
    )
    if (arrivals.some(({ erpState }) => !['posting', ...erpStatesInBooks].includes(erpState)))
      continue
    await documents.post('arrival-shortage', companyCode, id, {
      dependsOn: livePostings(tx, companyCode, 'arrival', behind),
      ...options,
    })
  }
}

/**
 * Reverses the postings of the shortages of an arrival whose own posting is reversed next: the ERP would lack their goods.
 */
export async function reverseShortagesOf(
  { tx, documents }: Posting,
  companyCode: string,
  arrivalId: string,
  options: { dependsOn: readonly PostingReference[]; postingDate?: PostOptions['postingDate'] },
): Promise<PostingReference[]> {
  const reversed: PostingReference[] = []
  for (const { id, erpState } of await standingShortages(tx, companyCode, 'arrival', [arrivalId]))
    if (erpState === 'posting' || erpStatesInBooks.includes(erpState))
      reversed.push(
        ...(await documents.reversePosting('arrival-shortage', companyCode, id, options)),
      )
  return reversed
}
