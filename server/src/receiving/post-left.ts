import {
  erpStatesInBooks,
  erpStatesToPost,
  type ErpState,
} from '@kufang/contract/document/erp-state.ts'
import type { DocumentPort, PostingReference } from '../document/effects/effects.ts'
import type { PostOptions } from '../document/effects/posting-options.ts'
import { livePostings } from '../document/books/live-postings.ts'
import { lineErpState } from '../document/public.ts'
import type { Transaction } from '../platform/database/database.ts'

// What an inspection found missing or destroyed leaves the goods of an arrival by a document of its own. It reaches the ERP
// after its arrival and never before it: at once if the arrival is posted, otherwise with the receipt that posts the arrival.

const tables = {
  'arrival-shortage': 'arrival_shortage',
  'sample-withdrawal': 'sample_withdrawal',
} as const

type LeavingType = keyof typeof tables
const leavingTypes = Object.keys(tables) as LeavingType[]

interface Leaving {
  type: LeavingType
  id: string
  erpState: ErpState
  /** The lines of arrivals whose pieces are gone, as `id/line`. */
  arrived: string[]
  /** No receipt is left that would post one of these lines, or what is released must precede the receipts. */
  isDue: boolean
}

/** As SQL: when a document of the type waits for no further receipt. */
const dueSql = (type: LeavingType): string => {
  const isPosted = `${lineErpState('h', 'l')} in ('posting', 'posted')`
  const areAllPosted = `bool_and(${isPosted} or l.quantity <= l.closed_quantity)`
  // A receipt may complete the order item, and the ERP refuses what is released out of GR blocked stock after it (06/077).
  return type === 'sample-withdrawal'
    ? `(${areAllPosted} or bool_or(l.stock_category = 'GRB' and ${isPosted}))`
    : areAllPosted
}

/** The documents of the type that stand with these ids, or about these lines of arrivals (`id/line`); one statement. */
async function standing(
  tx: Transaction,
  companyCode: string,
  type: LeavingType,
  by: 'own' | 'arrival',
  keys: readonly string[],
): Promise<Leaving[]> {
  const rows = await tx.query<Omit<Leaving, 'type'>>(
    `select s.id, s.erp_state, array_agg(distinct a.from_id || '/' || a.from_line order by a.from_id || '/' || a.from_line) as arrived,
       ${dueSql(type)} as is_due
     from ${tables[type]} s
     join document_link o on o.company_code = $1 and o.to_type = '${type}' and o.to_id = s.id
     join document_link n on n.company_code = $1 and n.to_type = 'inspection-order' and n.to_id = o.from_id and n.to_line = o.from_line
     join document_link a on a.company_code = $1 and a.to_type = 'inspection-notice' and a.to_id = n.from_id and a.to_line = n.from_line
     join arrival h on h.company_code = $1 and h.id = a.from_id
     join arrival_line l on l.company_code = $1 and l.document_id = a.from_id and l.line_no = a.from_line
     where s.company_code = $1 and s.state <> 'reversed' and s.id in (
       select unnest($2::uuid[]) where $3 = 'own'
       union select k.to_id from document_link i
         join document_link q on q.company_code = $1 and q.from_type = 'inspection-notice' and q.from_id = i.to_id
           and q.from_line = i.to_line and q.to_type = 'inspection-order'
         join document_link k on k.company_code = $1 and k.from_type = 'inspection-order' and k.from_id = q.to_id
           and k.from_line = q.to_line and k.to_type = '${type}'
         where $3 = 'arrival' and i.company_code = $1 and i.from_type = 'arrival' and i.from_id = any ($2::uuid[])
           and i.from_id || '/' || i.from_line = any ($4) and i.to_type = 'inspection-notice')
     group by s.id, s.erp_state order by s.id`,
    [companyCode, keys.map((key) => key.split('/')[0]), by, keys],
  )
  return rows.map((row) => ({ type, ...row }))
}

/** Whether pieces of any of these lines of arrivals (`id/line`) are not received any more, as they are missing or destroyed. */
export async function isAnyLacking(
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

/** Posts a document about missing or destroyed pieces behind its lines of arrivals, which are posted first if they are not. */
export async function postWithArrivals(
  posting: Posting & { document: { companyCode: string; id: string } },
  type: LeavingType,
  options: Pick<PostOptions, 'postingDate'>,
): Promise<void> {
  const { companyCode, id } = posting.document
  const [own] = await standing(posting.tx, companyCode, type, 'own', [id])
  const behind = { type, id, arrived: own?.arrived ?? [] }
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
 * Posts the documents about missing and destroyed pieces of lines of arrivals (`id/line`) that were requested, unless a
 * receipt is still to post other lines of them.
 * @param options `posted`: the requests for the postings of these lines, which are awaited; `isLacking`: whether pieces of
 * them are missing or destroyed, where it is asked already
 */
export async function postLeftOf(
  posting: Posting,
  companyCode: string,
  lines: readonly string[],
  {
    posted,
    isLacking: asked = isAnyLacking(posting.tx, companyCode, lines),
    ...options
  }: Pick<PostOptions, 'postingDate'> & {
    posted?: Promise<unknown>
    isLacking?: Promise<boolean>
  },
): Promise<void> {
  // Most lines lack nothing, which is asked together with the statements of the posting.
  const [isLacking] = await Promise.all([asked, posted])
  if (!isLacking) return
  for (const type of leavingTypes) await postDue(posting, companyCode, type, lines, options)
}

/**
 * Posts the samples of lines of arrivals (`id/line`) that were requested, before the receipt of what is left of them, which
 * may complete the order item.
 */
export const postSamplesOf = (
  posting: Posting,
  companyCode: string,
  lines: readonly string[],
  options: Pick<PostOptions, 'postingDate'>,
): Promise<void> => postDue(posting, companyCode, 'sample-withdrawal', lines, options)

async function postDue(
  posting: Posting,
  companyCode: string,
  type: LeavingType,
  lines: readonly string[],
  options: Pick<PostOptions, 'postingDate'>,
): Promise<void> {
  for (const one of await standing(posting.tx, companyCode, type, 'arrival', lines))
    if (isToRequest(one.erpState) && one.isDue)
      await postBehindArrivals(posting, companyCode, one, options)
}

/**
 * Reverses the postings of the documents about missing and destroyed pieces of lines of arrivals (`id/line`) whose own
 * posting is reversed next: the ERP would lack their goods.
 */
export async function reverseLeftOf(
  { tx, documents }: Posting,
  companyCode: string,
  lines: readonly string[],
  options: { dependsOn: readonly PostingReference[]; postingDate?: PostOptions['postingDate'] },
): Promise<PostingReference[]> {
  const reversed: PostingReference[] = []
  for (const type of leavingTypes)
    for (const { id, erpState } of await standing(tx, companyCode, type, 'arrival', lines))
      if (erpState === 'posting' || erpStatesInBooks.includes(erpState))
        reversed.push(...(await documents.reversePosting(type, companyCode, id, options)))
  return reversed
}
