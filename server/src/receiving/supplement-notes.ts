import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../platform/database/database.ts'

/** A delivery note that is the paper of goods which came before it, with its arrivals that stand. */
export interface SupplementNote {
  id: string
  docNo: string
  lines: { lineNo: number; quantity: Quantity; serialNumbers: readonly string[] }[]
  arrivals: { id: string; docNo: string; state: string; supplementOf: string | null }[]
}

/**
 * The delivery notes that are the papers of an arrival without papers, and stand; the latest first. The line numbers are
 * those of that arrival. One statement.
 */
export async function readSupplementNotes(
  queryable: Queryable,
  companyCode: string,
  docNo: string,
): Promise<SupplementNote[]> {
  return queryable.query<SupplementNote>(
    `select h.id, h.doc_no,
       (select json_agg(json_build_object('lineNo', l.supplement_of_line, 'quantity', trim_scale(l.quantity)::text,
          'serialNumbers', coalesce(l.serial_numbers, '{}')) order by l.line_no)
        from delivery_note_line l where l.company_code = $1 and l.document_id = h.id) as lines,
       coalesce((select json_agg(json_build_object('id', a.id, 'docNo', a.doc_no, 'state', a.state,
            'supplementOf', a.supplement_of) order by a.doc_no)
          from arrival a where a.company_code = $1 and a.id in (
            select k.to_id from document_link k
            where k.company_code = $1 and k.from_type = 'delivery-note' and k.from_id = h.id and k.to_type = 'arrival'
              and k.is_live)), '[]') as arrivals
     from delivery_note h
     where h.company_code = $1 and h.supplement_of = $2 and (h.state <> 'writtenOff' or exists (
       select from document_link k
       where k.company_code = $1 and k.from_type = 'delivery-note' and k.from_id = h.id and k.to_type = 'arrival' and k.is_live))
     order by h.created_at desc, h.doc_no desc`,
    [companyCode, docNo],
  )
}
