import type { Queryable } from '../platform/database/database.ts'

/** Lines of notices with a check of their crate, also one that is not confirmed: `notice/line`. */
export async function checkedLines(
  queryable: Queryable,
  companyCode: string,
  noticeIds: readonly string[],
): Promise<Set<string>> {
  const rows = await queryable.query<{ noticeId: string; noticeLine: number }>(
    `select distinct k.from_id as notice_id, k.from_line as notice_line from document_link k
     where k.company_code = $1 and k.from_type = 'inspection-notice' and k.from_id = any($2::uuid[])
       and k.to_type = 'packing-check' and k.is_live`,
    [companyCode, [...new Set(noticeIds)]],
  )
  return new Set(rows.map(({ noticeId, noticeLine }) => `${noticeId}/${noticeLine}`))
}

/** The confirmed check of each line of notices: its number by `notice/line`. */
export async function checkedBy(
  queryable: Queryable,
  companyCode: string,
  noticeIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queryable.query<{ noticeId: string; noticeLine: number; docNo: string }>(
    `select k.from_id as notice_id, k.from_line as notice_line, min(h.doc_no) as doc_no
     from document_link k
     join packing_check h on h.company_code = k.company_code and h.id = k.to_id
     where k.company_code = $1 and k.from_type = 'inspection-notice' and k.from_id = any($2::uuid[])
       and k.to_type = 'packing-check' and k.is_live and h.state <> 'draft'
     group by k.from_id, k.from_line`,
    [companyCode, [...new Set(noticeIds)]],
  )
  return new Map(
    rows.map(({ noticeId, noticeLine, docNo }) => [`${noticeId}/${noticeLine}`, docNo]),
  )
}

/** The documents that a confirmed check found with the goods of lines of notices: their names by `notice/line`. */
export async function foundDocuments(
  queryable: Queryable,
  companyCode: string,
  noticeIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await queryable.query<{ noticeId: string; noticeLine: number; names: string[] }>(
    `select l.source_id as notice_id, l.source_line as notice_line,
       coalesce(array_agg(l.item_name order by l.line_no) filter (where l.item_kind = 'document' and l.found_count > 0), '{}') as names
     from document_link k
     join packing_check h on h.company_code = k.company_code and h.id = k.to_id
     join packing_check_line l on l.company_code = k.company_code and l.document_id = k.to_id and l.line_no = k.to_line
     where k.company_code = $1 and k.from_type = 'inspection-notice' and k.from_id = any($2::uuid[])
       and k.to_type = 'packing-check' and k.is_live and h.state <> 'draft'
     group by l.source_id, l.source_line`,
    [companyCode, [...new Set(noticeIds)]],
  )
  return new Map(
    rows.map(({ noticeId, noticeLine, names }) => [`${noticeId}/${noticeLine}`, names]),
  )
}
