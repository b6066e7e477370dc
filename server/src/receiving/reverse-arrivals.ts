import type { DocumentPort, PostingReference } from '../document/effects/effects.ts'
import type { PostOptions } from '../document/effects/posting-options.ts'
import { postingsToReverse } from '../document/books/posting-parts.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { reverseLeftOf } from './post-left.ts'

// An arrival is posted by the documents that need its lines: receipts, and what disposes of rejected goods. When the posting
// of one of them is reversed, that of the arrival is reversed with it, except what others need.

/** As SQL, the lines of an arrival that posted documents disposing of rejected goods need. */
const linesOfRejects = (type: string, table: string) =>
  `select distinct a.from_line as line_no
   from document_link a
   join document_link n on n.company_code = $1 and n.from_type = 'inspection-notice' and n.from_id = a.to_id
     and n.from_line = a.to_line and n.to_type = 'inspection-order'
   join document_link o on o.company_code = $1 and o.from_type = 'inspection-order' and o.from_id = n.to_id
     and o.from_line = n.to_line and o.to_type = 'rejected-goods'
   join document_link r on r.company_code = $1 and r.from_type = 'rejected-goods' and r.from_id = o.to_id
     and r.from_line = o.to_line and r.to_type = '${type}' and r.is_live
   join ${table} h on h.company_code = $1 and h.id = r.to_id
   where a.company_code = $1 and a.from_type = 'arrival' and a.from_id = $2 and a.to_type = 'inspection-notice'
     and h.id <> $3 and h.erp_state in ('posting', 'posted', 'partlyPosted', 'failed')`

const linesOfReceipts = `select distinct k.from_line as line_no
   from document_link k join goods_receipt h on h.company_code = k.company_code and h.id = k.to_id
   where k.company_code = $1 and k.from_type = 'arrival' and k.from_id = $2 and k.to_type = 'goods-receipt' and k.is_live
     and h.id <> $3 and h.erp_state in ('posting', 'posted', 'partlyPosted', 'failed')`

const needing = [
  linesOfReceipts,
  linesOfRejects('rejects-return', 'rejects_return'),
  linesOfRejects('rejects-scrap', 'rejects_scrap'),
]

/** The lines of an arrival that posted documents other than this one need; a statement for each type of them. */
async function neededLines(
  queryable: Queryable,
  companyCode: string,
  arrivalId: string,
  exceptId: string,
): Promise<number[]> {
  const found = await Promise.all(
    needing.map((text) =>
      queryable.query<{ lineNo: number }>(text, [companyCode, arrivalId, exceptId]),
    ),
  )
  return [...new Set(found.flat().map(({ lineNo }) => lineNo))]
}

/**
 * Reverses the postings of lines of arrivals (`id/line`) that a document needed, and no other posted document needs, with
 * those of missing and destroyed pieces of these lines.
 * @param options `dependsOn`: the reversal of the document's own postings, which comes first
 */
export async function reverseUnneededArrivals(
  context: {
    tx: Transaction
    documents: DocumentPort
    document: { companyCode: string; id: string }
  },
  arrived: readonly string[],
  options: { dependsOn: readonly PostingReference[]; postingDate?: PostOptions['postingDate'] },
): Promise<void> {
  const { tx, documents, document } = context
  const { companyCode } = document
  const { dependsOn, ...date } = options
  const byArrival = Map.groupBy([...new Set(arrived)], (key) => key.split('/')[0]!)
  for (const id of [...byArrival.keys()].toSorted()) {
    await documents.loadHeader('arrival', companyCode, id)
    const unneeded = byArrival
      .get(id)!
      .map((key) => Number(key.split('/')[1]))
      .toSorted((one, other) => one - other)
    const needed = await neededLines(tx, companyCode, id, document.id)
    const part = await postingsToReverse(tx, 'arrival', { companyCode, id }, { unneeded, needed })
    if (part.postingIds.length === 0) continue
    const reversed = part.lineNos.map((lineNo) => `${id}/${lineNo}`)
    const left = await reverseLeftOf(context, companyCode, reversed, options)
    await documents.reversePosting('arrival', companyCode, id, {
      dependsOn: [...dependsOn, ...left],
      part,
      ...date,
    })
  }
}
