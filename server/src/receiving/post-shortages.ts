import {
  erpStatesInBooks,
  erpStatesToPost,
  type ErpState,
} from '@kufang/contract/document/erp-state.ts'
import type { DocumentPort, PostOptions, PostingReference } from '../document/act/effects.ts'
import { livePostings } from '../document/books/live-postings.ts'
import { lineErpState } from '../document/books/line-erp-state.ts'
import type { Transaction } from '../platform/database/database.ts'

// A shortage reaches the ERP after its arrival and never before it: at once if the arrival is posted, otherwise with the
// receipt that posts the arrival.

interface StandingShortage {
  id: string
  erpState: ErpState
  /** The lines of arrivals whose pieces are missing, as `id/line`. */
  arrived: string[]
  /** No receipt is left that would post one of these lines. */
  isDue: boolean
}

/** The shortages that stand with these ids, or of these lines of arrivals (`id/line`); one statement. */
async function standingShortages(
  tx: Transaction,
  companyCode: string,
  by: 'shortage' | 'arrival',
  keys: readonly string[],
): Promise<StandingShortage[]> {
  return tx.query<StandingShortage>(
    `select s.id, s.erp_state, array_agg(distinct a.from_id || '/' || a.from_line order by a.from_id || '/' || a.from_line) as arrived,
       bool_and(${lineErpState('h', 'l')} in ('posting', 'posted') or l.quantity <= l.closed_quantity) as is_due
     from arrival_shortage s
     join document_link o on o.company_code = $1 and o.to_type = 'arrival-shortage' and o.to_id = s.id
     join document_link n on n.company_code = $1 and n.to_type = 'inspection-order' and n.to_id = o.from_id and n.to_line = o.from_line
     join document_link a on a.company_code = $1 and a.to_type = 'inspection-notice' and a.to_id = n.from_id and a.to_line = n.from_line
     join arrival h on h.company_code = $1 and h.id = a.from_id
     join arrival_line l on l.company_code = $1 and l.document_id = a.from_id and l.line_no = a.from_line
     where s.company_code = $1 and s.state <> 'reversed' and s.id in (
       select unnest($2::uuid[]) where $3 = 'shortage'
       union select k.to_id from document_link i
         join document_link q on q.company_code = $1 and q.from_type = 'inspection-notice' and q.from_id = i.to_id
           and q.from_line = i.to_line and q.to_type = 'inspection-order'
         join document_link k on k.company_code = $1 and k.from_type = 'inspection-order' and k.from_id = q.to_id
           and k.from_line = q.to_line and k.to_type = 'arrival-shortage'
         where $3 = 'arrival' and i.company_code = $1 and i.from_type = 'arrival' and i.from_id = any ($2::uuid[])
           and i.from_id || '/' || i.from_line = any ($4) and i.to_type = 'inspection-notice')
     group by s.id, s.erp_state order by s.id`,
    [companyCode, keys.map((key) => key.split('/')[0]), by, keys],
  )
}

/** Whether pieces of any of these lines of arrivals (`id/line`) were found missing. */
async function isAnyLacking(
  tx: Transaction,
  companyCode: string,
  lines: readonly string[],
): Promise<boolean> {
  const ids = [...new Set(lines.map((line) => line.split('/')[0]!))]
  const found = await Promise.all(
    ids.map((id) =>
      tx.queryTogether<{ documentId: string; lineNo: number }>(
        `select document_id, line_no from arrival_line
         where company_code = $1 and document_id = any($2::uuid[]) and closed_quantity > 0`,
        [companyCode],
        id,
        (row) => row.documentId,
      ),
    ),
  )
  return found.flat().some(({ documentId, lineNo }) => lines.includes(`${documentId}/${lineNo}`))
}

/** Whether a posting of the document is still to be requested. */
const isToRequest = (erpState: ErpState): boolean =>
  erpState === 'reversed' || (erpState !== 'posting' && erpStatesToPost.includes(erpState))

interface Posting {
  tx: Transaction
  documents: DocumentPort
}

/** Posts a shortage behind its lines of arrivals, which are posted first if they are not. */
export async function postWithArrivals(
  posting: Posting & { document: { companyCode: string; id: string } },
  options: Pick<PostOptions, 'postingDate'>,
): Promise<void> {
  const { companyCode, id } = posting.document
  const [own] = await standingShortages(posting.tx, companyCode, 'shortage', [id])
  const behind = { type: 'arrival-shortage', id, arrived: own?.arrived ?? [] }
  await postBehindArrivals(posting, companyCode, behind, options)
}

/**
 * Posts a document behind these lines of arrivals (`id/line`), which are posted first as far as they are not.
 * @returns the requests for its own postings
 */
export async function postBehindArrivals(
  { tx, documents }: Posting,
  companyCode: string,
  { type, id, arrived }: { type: string; id: string; arrived: readonly string[] },
  options: Pick<PostOptions, 'postingDate'>,
): Promise<PostingReference[]> {
  for (const [arrivalId, keys] of Map.groupBy(arrived, (key) => key.split('/')[0]!)) {
    const { erpState } = await documents.loadHeader('arrival', companyCode, arrivalId)
    const lines = keys.map((key) => Number(key.split('/')[1]))
    if (isToRequest(erpState))
      await documents.post('arrival', companyCode, arrivalId, { ...options, lines })
  }
  return documents.post(type, companyCode, id, {
    dependsOn: livePostings(tx, companyCode, 'arrival', arrived),
    ...options,
  })
}

/**
 * Posts the shortages of lines of arrivals (`id/line`) that were requested, unless a receipt is still to post other lines
 * of the shortage.
 * @param posted the requests for the postings of these lines, which are awaited
 */
export async function postShortagesOf(
  posting: Posting,
  companyCode: string,
  lines: readonly string[],
  { posted, ...options }: Pick<PostOptions, 'postingDate'> & { posted: Promise<unknown> },
): Promise<void> {
  // Most lines lack nothing, which is asked together with the statements of the posting.
  const [isLacking] = await Promise.all([isAnyLacking(posting.tx, companyCode, lines), posted])
  if (!isLacking) return
  for (const one of await standingShortages(posting.tx, companyCode, 'arrival', lines))
    if (isToRequest(one.erpState) && one.isDue)
      await postBehindArrivals(posting, companyCode, { type: 'arrival-shortage', ...one }, options)
}

/**
 * Reverses the postings of the shortages of lines of arrivals (`id/line`) whose own posting is reversed next: the ERP
 * would lack their goods.
 */
export async function reverseShortagesOf(
  { tx, documents }: Posting,
  companyCode: string,
  lines: readonly string[],
  options: { dependsOn: readonly PostingReference[]; postingDate?: PostOptions['postingDate'] },
): Promise<PostingReference[]> {
  const reversed: PostingReference[] = []
  for (const { id, erpState } of await standingShortages(tx, companyCode, 'arrival', lines))
    if (erpState === 'posting' || erpStatesInBooks.includes(erpState))
      reversed.push(
        ...(await documents.reversePosting('arrival-shortage', companyCode, id, options)),
      )
  return reversed
}
