import type { RecordVerdict } from '@kufang/contract/acceptance/record-verdict.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'

// What connects a record sheet with the decision of an inspection order: both are successors of a line of the notice.

/** What a sheet says of a line of goods; nothing once it is withdrawn. */
interface ToldVerdict {
  noticeId: string
  noticeLine: number
  recordNo: string | null
  recordVerdict: RecordVerdict | null
  recordFinding: string | null
  acceptableQuantity: Quantity | null
}

interface Telling {
  tx: Transaction
  documents: DocumentPort
  document: { companyCode: string }
}

/** Writes verdicts to the lines of the notices, and to those of the inspection orders that are not decided yet. */
export async function tellVerdicts(
  { tx, documents, document: { companyCode } }: Telling,
  verdicts: readonly ToldVerdict[],
): Promise<void> {
  const byNotice = Map.groupBy(verdicts, ({ noticeId }) => noticeId)
  for (const [id, own] of byNotice)
    await documents.change('inspection-notice', companyCode, id, {
      lines: own.map(({ noticeId: _notice, noticeLine: lineNo, ...said }) => ({ lineNo, ...said })),
    })
  const drafts = await tx.query<{
    id: string
    lineNo: number
    noticeId: string
    noticeLine: number
  }>(
    `select h.id, k.to_line as line_no, k.from_id as notice_id, k.from_line as notice_line
     from document_link k
     join inspection_order h on h.company_code = k.company_code and h.id = k.to_id
     where k.company_code = $1 and k.from_type = 'inspection-notice' and k.from_id = any($2::uuid[])
       and k.to_type = 'inspection-order' and k.is_live and h.state = 'draft'
     order by h.id, k.to_line`,
    [companyCode, [...byNotice.keys()]],
  )
  for (const [id, lines] of Map.groupBy(drafts, (line) => line.id)) {
    const changes = lines.flatMap(({ lineNo, noticeId, noticeLine }) => {
      const said = verdicts.find(
        (one) => one.noticeId === noticeId && one.noticeLine === noticeLine,
      )
      if (said === undefined) return []
      const { noticeId: _notice, noticeLine: _line, ...fields } = said
      return [{ lineNo, ...fields }]
    })
    if (changes.length > 0)
      await documents.change('inspection-order', companyCode, id, { lines: changes })
  }
}

/** The number of the latest standing decision made with this sheet; null if there is none. */
export async function decidedBy(
  queryable: Queryable,
  companyCode: string,
  noticeIds: readonly string[],
  recordNo: string,
): Promise<string | null> {
  const [found] = await queryable.query<{ docNo: string }>(
    `select h.doc_no
     from document_link k
     join inspection_order h on h.company_code = k.company_code and h.id = k.to_id
     join inspection_order_line l on l.company_code = k.company_code and l.document_id = k.to_id and l.line_no = k.to_line
     where k.company_code = $1 and k.from_type = 'inspection-notice' and k.from_id = any($2::uuid[])
       and k.to_type = 'inspection-order' and k.is_live and h.state <> 'draft' and l.record_no = $3
     order by h.created_at desc limit 1`,
    [companyCode, noticeIds, recordNo],
  )
  return found?.docNo ?? null
}

/** The lines of notices that a record sheet is about, also one that is not concluded: `notice/line`. */
export async function recordedLines(
  queryable: Queryable,
  companyCode: string,
  noticeIds: readonly string[],
): Promise<Set<string>> {
  const rows = await queryable.query<{ noticeId: string; noticeLine: number }>(
    `select distinct k.from_id as notice_id, k.from_line as notice_line from document_link k
     where k.company_code = $1 and k.from_type = 'inspection-notice' and k.from_id = any($2::uuid[])
       and k.to_type = 'inspection-record' and k.is_live`,
    [companyCode, [...new Set(noticeIds)]],
  )
  return new Set(rows.map(({ noticeId, noticeLine }) => `${noticeId}/${noticeLine}`))
}

/** Of how many pieces the concluded record sheets of lines of notices have values, by `notice/line`; one statement. */
export async function sampledPieces(
  queryable: Queryable,
  companyCode: string,
  noticeIds: readonly string[],
): Promise<Map<string, Quantity>> {
  const rows = await queryable.query<{ noticeId: string; noticeLine: number; samples: Quantity }>(
    `select k.from_id as notice_id, k.from_line as notice_line, max(l.samples)::numeric(18,3) as samples
     from document_link k
     join inspection_record h on h.company_code = k.company_code and h.id = k.to_id and h.state in ('passed', 'failed')
     join inspection_record_line l on l.company_code = k.company_code and l.document_id = k.to_id and l.line_no = k.to_line
     where k.company_code = $1 and k.from_type = 'inspection-notice' and k.from_id = any($2::uuid[])
       and k.to_type = 'inspection-record' and k.is_live and l.samples > 0
     group by 1, 2`,
    [companyCode, [...new Set(noticeIds)]],
  )
  return new Map(rows.map((row) => [`${row.noticeId}/${row.noticeLine}`, row.samples]))
}
