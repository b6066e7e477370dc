import { addAll } from '@kufang/kernel/add-all.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../platform/database/database.ts'
import { dateLiteral } from './client/odata-text.ts'
import { type MirrorSource, numberText, readRows, text } from './mirrors/source.ts'

/** A document that only one side has, or that has another key. */
export interface DocumentDifference {
  /**
   * `missing-in-erp`: posted according to us, but the ERP has no such document on that day; `missing-here`: the ERP has
   * a document with a key of ours that is not posted here; `other-key`: same number, another key.
   */
  kind: 'missing-in-erp' | 'missing-here' | 'other-key'
  materialDocument: string
  year: string
  postingKey: string
  documentNo: string
  postingId: string | null
}

export interface DocumentReconciliation {
  differences: DocumentDifference[]
  /** The number of matching documents of the day, and of ERP documents not created by us. */
  agreeing: number
  foreign: number
}

interface Ours {
  id: string
  materialDocument: string
  materialDocumentYear: string
  postingKey: string
  documentNo: string
  direction: 'post' | 'reverse'
  isClosedByHand: boolean
}

/** How far back a posting is held against the ERP; a night that is missed is made up for. */
const daysBack = 3

/**
 * The second check over the days that have ended since `daysBack`, and over the posting dates of what was posted since then.
 * @returns the differences with their day
 */
export async function reconcileRecentDocuments(
  queryable: Queryable,
  source: MirrorSource,
  { companyCode, keyField, today }: Omit<Comparison, 'day'> & { today: LocalDate },
): Promise<(DocumentDifference & { day: LocalDate })[]> {
  const rows = await queryable.query<{ day: LocalDate }>(
    `select distinct posting_date as day from erp_posting
     where company_code = $1 and state = 'posted' and settled_at >= now() - make_interval(days => $2::integer) and posting_date < $3::date
     union select day::date from generate_series($3::date - $2::integer, $3::date - 1, interval '1 day') as ended (day)
     order by day`,
    [companyCode, daysBack, today],
  )
  const found: (DocumentDifference & { day: LocalDate })[] = []
  for (const { day } of rows) {
    const { differences } = await reconcileDocuments(queryable, source, {
      companyCode,
      day,
      keyField,
    })
    addAll(
      found,
      differences.map((difference) => ({ ...difference, day })),
    )
  }
  return found
}

interface Comparison {
  companyCode: string
  day: LocalDate
  keyField: 'MaterialDocumentHeaderText' | 'ReferenceDocument'
}

/**
 * The second check: compares postings of a day with the ERP's documents of that day in both directions (spec sap.md
 * section 3.9). `keyField` is the interface's field for our key.
 */
export async function reconcileDocuments(
  queryable: Queryable,
  source: MirrorSource,
  request: Comparison,
): Promise<DocumentReconciliation> {
  const rows = await queryable.query<Ours>(
    `select id, material_document, material_document_year, posting_key, document_no, direction,
       closed_reason <> '' as is_closed_by_hand
     from erp_posting where company_code = $1 and posting_date = $2 and state = 'posted' and interface_code = 'material-document'`,
    [request.companyCode, request.day],
  )
  const ours = new Map(
    rows.map((row) => [`${numberText(row.materialDocument)}/${row.materialDocumentYear}`, row]),
  )
  const result: DocumentReconciliation = { differences: [], agreeing: 0, foreign: 0 }
  const theirs = readRows(
    source,
    'A_MaterialDocumentHeader',
    [`PostingDate eq ${dateLiteral(request.day)}`],
    {
      $select: `MaterialDocumentYear,MaterialDocument,${request.keyField}`,
      $orderby: 'MaterialDocumentYear,MaterialDocument',
    },
  )
  const orphans: DocumentDifference[] = []
  for await (const row of theirs) {
    const [materialDocument, year] = [text(row.MaterialDocument), text(row.MaterialDocumentYear)]
    const postingKey = text(row[request.keyField])
    const own = ours.get(`${numberText(materialDocument)}/${year}`)
    if (own === undefined) {
      orphans.push({
        kind: 'missing-here',
        materialDocument,
        year,
        postingKey,
        documentNo: '',
        postingId: null,
      })
      continue
    }
    ours.delete(`${numberText(materialDocument)}/${year}`)
    // A reversal may have the key of its original, and a number entered by a person has no key of ours.
    if (own.direction === 'post' && !own.isClosedByHand && own.postingKey !== postingKey)
      result.differences.push({ ...differenceOf('other-key', own), postingKey })
    else result.agreeing += 1
  }
  addAll(
    result.differences,
    [...ours.values()].map((own) => differenceOf('missing-in-erp', own)),
  )
  const known = await knownKeys(queryable, request.companyCode, orphans)
  for (const orphan of orphans)
    if (known.has(orphan.postingKey))
      result.differences.push({ ...orphan, documentNo: entryOf(known, orphan.postingKey) })
    else result.foreign += 1
  return result
}

/** Which of these keys we assigned, and to which document. */
async function knownKeys(
  queryable: Queryable,
  companyCode: string,
  orphans: readonly DocumentDifference[],
): Promise<Map<string, string>> {
  const rows = await queryable.query<{ postingKey: string; documentNo: string }>(
    `select posting_key, document_no from erp_posting where company_code = $1 and posting_key = any ($2::text[])`,
    [companyCode, orphans.map((orphan) => orphan.postingKey)],
  )
  return new Map(rows.map((row) => [row.postingKey, row.documentNo]))
}

function differenceOf(kind: DocumentDifference['kind'], own: Ours): DocumentDifference {
  return {
    kind,
    materialDocument: own.materialDocument,
    year: own.materialDocumentYear,
    postingKey: own.postingKey,
    documentNo: own.documentNo,
    postingId: own.id,
  }
}
