import {
  compareQuantity,
  subtractQuantity,
  sumQuantities,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { isReleased } from '../delivery/public.ts'
import type { Transaction } from '../platform/database/database.ts'

// Imported goods at the gate (domain.md 1.2): none of them arrives before the clearance of its delivery note is released.

/** The customs clearance of a delivery note of imported goods. */
export interface NoteClearance {
  noteId: string
  noteNo: string
  /** Null if the note has none that counts. */
  id: string | null
  docNo: string
  state: string
  /** Of a clearance of what replaces rejected goods: the arrival these were of. */
  replacesArrivalNo: string | null
  /** Its lines: those of the note, what is cleared of each, and what of it has not arrived. */
  lines: readonly { noteLine: number; quantity: Quantity; openQuantity: Quantity }[]
  /** Arrivals and direct receipts of the note that stand. */
  arrivals: number
}

/**
 * The clearances of those of these delivery notes whose goods are imported; both are locked, the notes first as their own
 * acts do, so that a release counts until the arrival that relies on it is written. One statement.
 */
export async function lockClearances(
  tx: Transaction,
  companyCode: string,
  noteIds: readonly (string | null)[],
): Promise<NoteClearance[]> {
  return tx.query<NoteClearance>(
    `with note as materialized (
       select id, doc_no from delivery_note
       where company_code = $1 and id = any ($2::uuid[]) and is_imported order by id for update
     ), clearance as materialized (
       select c.id, c.doc_no, c.state, c.replaces_arrival_no, k.from_id as note_id
       from customs_clearance c
       join (select distinct k.from_id, k.to_id from note
         join document_link k on k.company_code = $1 and k.from_type = 'delivery-note' and k.from_id = note.id
           and k.to_type = 'customs-clearance' and k.is_live) k on k.to_id = c.id
       where c.company_code = $1 and c.state <> 'cancelled' order by c.id for update of c
     )
     select n.id as note_id, n.doc_no as note_no, c.id, coalesce(c.doc_no, '') as doc_no,
       coalesce(c.state, '') as state, c.replaces_arrival_no,
       coalesce((select json_agg(json_build_object('noteLine', l.line_no, 'quantity', trim_scale(cl.quantity)::text,
            'openQuantity', trim_scale(greatest(l.quantity - l.done_quantity - l.closed_quantity, 0))::text)
            order by l.line_no)
          from customs_clearance_line cl
          join delivery_note_line l on l.company_code = $1 and l.document_id = n.id and l.line_no = cl.source_line
          where cl.company_code = $1 and cl.document_id = c.id), '[]') as lines,
       (select count(distinct a.id)::int from document_link k
        join arrival a on a.company_code = $1 and a.id = k.to_id and a.state <> 'draft'
        where k.company_code = $1 and k.from_type = 'delivery-note' and k.from_id = n.id
          and k.to_type = 'arrival' and k.is_live)
       + (select count(distinct d.id)::int from document_link k
        join direct_receipt d on d.company_code = $1 and d.id = k.to_id and d.state not in ('draft', 'dispatched')
        where k.company_code = $1 and k.from_type = 'delivery-note' and k.from_id = n.id
          and k.to_type = 'direct-receipt' and k.is_live) as arrivals
     from note n left join clearance c on c.note_id = n.id order by n.doc_no, c.doc_no`,
    [companyCode, noteIds],
  )
}

/**
 * The clearance that holds these goods of a note back: one that is not released holds what it is about, and the rest of the
 * note comes. Undefined if they may arrive.
 * @param quantity all that is to arrive now of this line of the note
 */
export function heldBackBy(
  clearances: readonly NoteClearance[],
  noteId: string,
  noteLine: number,
  quantity: Quantity,
): NoteClearance | undefined {
  const waiting = clearances.filter((one) => one.noteId === noteId && !isReleased(one))
  const without = waiting.find(({ id }) => id === null)
  if (without !== undefined) return without
  const held = waiting.filter(({ lines }) => lines.some((line) => line.noteLine === noteLine))
  const [first] = held
  if (first === undefined) return undefined
  const own = held.flatMap(({ lines }) => lines.filter((line) => line.noteLine === noteLine))
  const free = subtractQuantity(
    firstOf(own).openQuantity,
    sumQuantities(own.map((line) => line.quantity)),
  )
  return compareQuantity(quantity, free) > 0 ? first : undefined
}
