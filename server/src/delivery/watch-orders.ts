import { sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { clock, systemDocuments } from '../document/public.ts'
import type { ChangedOrderItem } from '../external-documents/public.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'
import { raiseProblems } from './raise-problem.ts'

// An order that changes or ends in the ERP while goods of it are on their way: delivery notes with something open, and
// arrivals that are not received.

interface OpenWork {
  source: string
  docNo: string
  quantity: Quantity
  /** The ERP has the goods already. */
  isInErp: boolean
}

/** The open work on order items, by `order/item`; one statement. */
async function openWork(
  queryable: Queryable,
  companyCode: string,
  items: readonly ChangedOrderItem[],
): Promise<Map<string, OpenWork[]>> {
  const rows = await queryable.query<OpenWork>(
    `with note as (
       select h.doc_no || '/' || w.line as source, n.id, l.line_no, n.doc_no, n.state,
         greatest(l.quantity - l.done_quantity - l.closed_quantity, 0) as quantity
       from (select distinct no, line from unnest($2::text[], $3::int[]) as w (no, line)) as w
       join purchase_order h on h.company_code = $1 and h.doc_no = w.no
       join document_link k on k.company_code = $1 and k.from_type = 'purchase-order' and k.from_id = h.id
         and k.from_line = w.line and k.to_type = 'delivery-note' and k.is_live
       join delivery_note n on n.company_code = $1 and n.id = k.to_id
       join delivery_note_line l on l.company_code = $1 and l.document_id = n.id and l.line_no = k.to_line)
     select source, doc_no, quantity, false as is_in_erp from note
     where state in ('submitted', 'confirmed', 'partlyArrived') and quantity > 0
     union all
     select note.source, a.doc_no, l.quantity - l.done_quantity - l.closed_quantity,
       a.erp_state in ('posting', 'posted', 'partlyPosted', 'reversing')
     from note
     join document_link k on k.company_code = $1 and k.from_type = 'delivery-note' and k.from_id = note.id
       and k.from_line = note.line_no and k.to_type = 'arrival' and k.is_live
     join arrival a on a.company_code = $1 and a.id = k.to_id and a.state in ('arrived', 'partlyReceived')
     join arrival_line l on l.company_code = $1 and l.document_id = a.id and l.line_no = k.to_line
     where l.quantity - l.done_quantity - l.closed_quantity > 0
     order by 1, 2`,
    [companyCode, items.map(({ orderNo }) => orderNo), items.map(({ orderLine }) => orderLine)],
  )
  return Map.groupBy(rows, ({ source }) => source)
}

/** What of the open work the change concerns: a completed order still takes what the ERP has of it already. */
function concerned(
  { ended, isDelivered }: ChangedOrderItem,
  work: readonly OpenWork[],
): OpenWork[] {
  if (ended !== 'completed') return [...work]
  return isDelivered ? [] : work.filter(({ isInErp }) => !isInErp)
}

/** Raises problem documents for order items that changed or ended in the ERP under open work. */
export async function raiseOrderProblems(
  tx: Transaction,
  companyCode: string,
  items: readonly ChangedOrderItem[],
): Promise<void> {
  const work = await openWork(tx, companyCode, items)
  if (work.size === 0) return
  const problems = items.flatMap((item) => {
    const own = concerned(item, work.get(`${item.orderNo}/${item.orderLine}`) ?? [])
    if (own.length === 0) return []
    const { orderedBefore, orderedAfter, dueBefore, dueAfter, isPriceChanged } = item
    return {
      ended: item.ended !== null,
      orderNo: item.orderNo,
      orderLine: item.orderLine,
      quantity: sumQuantities(own.map(({ quantity }) => quantity)),
      concernedNos: [...new Set(own.map(({ docNo }) => docNo))],
      change: { orderedBefore, orderedAfter, dueBefore, dueAfter, isPriceChanged },
    }
  })
  const documents = systemDocuments(tx, systemSession([companyCode], newId()), clock())
  for (const [ended, own] of Map.groupBy(problems, (problem) => problem.ended))
    await raiseProblems(
      tx,
      documents,
      companyCode,
      ended ? 'orderEnded' : 'orderChanged',
      own.map(({ ended: _ended, ...problem }) => problem),
    )
}
