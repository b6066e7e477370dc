import type { Quantity } from '@kufang/kernel/quantity.ts'
import { lineErpState } from '../../document/books/line-erp-state.ts'
import type { Queryable } from '../../platform/database/database.ts'

// What our own documents have posted of order items: arrivals of goods to be inspected, receipts of the others, also direct ones, less what
// was found missing of them, or rejected and returned, once that is posted.

/** As SQL: the line is posted, or being posted or reversed. */
export const isBooked = `${lineErpState('h', 'l')} in ('posting', 'posted', 'reversing')`

/** As SQL: the line is in the ERP's books. */
const isInBooks = `${lineErpState('h', 'l')} in ('posted', 'reversing')`

/** As SQL, the lines of these orders with `key`, `order/item`. Parameters: company, orders. */
const linesOfOrders = `
  select l.purchase_order_no || '/' || l.purchase_order_line as key, l.quantity, ${isBooked} as is_booked,
    ${isInBooks} as is_in_books, 'arrival' as type, h.id, h.doc_no
  from arrival_line l
  join arrival h on h.company_code = l.company_code and h.id = l.document_id
  where l.company_code = $1 and l.purchase_order_no = any($2) and l.needs_inspection
  union all
  select l.purchase_order_no || '/' || l.purchase_order_line, l.quantity - coalesce(l.reversed_quantity, 0), ${isBooked}, ${isInBooks},
    'goods-receipt', h.id, h.doc_no
  from goods_receipt_line l
  join goods_receipt h on h.company_code = l.company_code and h.id = l.document_id
  join arrival_line a on a.company_code = l.company_code and a.document_id = l.source_id and a.line_no = l.source_line
  where l.company_code = $1 and l.purchase_order_no = any($2) and not a.needs_inspection
  union all
  select l.purchase_order_no || '/' || l.purchase_order_line, l.quantity - coalesce(l.refused_quantity, 0), ${isBooked}, ${isInBooks},
    'direct-receipt', h.id,
    h.doc_no
  from direct_receipt_line l
  join direct_receipt h on h.company_code = l.company_code and h.id = l.document_id
  where l.company_code = $1 and l.purchase_order_no = any($2)
  union all
  -- Was missing: what another company of the group supplied counted as received in the ERP without us.
  select l.purchase_order_no || '/' || l.purchase_order_line, l.quantity, ${isBooked}, ${isInBooks}, 'linked-arrival', h.id, h.doc_no
  from linked_arrival_line l
  join linked_arrival h on h.company_code = l.company_code and h.id = l.document_id
  where l.company_code = $1 and l.purchase_order_no = any($2)
  union all
  select l.purchase_order_no || '/' || l.purchase_order_line, -l.quantity, ${isInBooks}, ${isInBooks}, 'arrival-shortage', h.id,
    h.doc_no
  from arrival_shortage_line l
  join arrival_shortage h on h.company_code = l.company_code and h.id = l.document_id
  where l.company_code = $1 and l.purchase_order_no = any($2)
  union all
  select l.purchase_order_no || '/' || l.purchase_order_line, -l.quantity, ${isInBooks}, ${isInBooks}, 'rejects-return', h.id,
    h.doc_no
  from rejects_return_line l
  join rejects_return h on h.company_code = l.company_code and h.id = l.document_id
  where l.company_code = $1 and l.purchase_order_no = any($2)`

/** The quantities posted or being posted, by `order/item`; one statement. */
export async function bookedByOrder(
  queryable: Queryable,
  companyCode: string,
  orderNos: readonly string[],
): Promise<Map<string, Quantity>> {
  const rows = await queryable.query<{ key: string; quantity: Quantity }>(
    `select key, sum(quantity) as quantity from (${linesOfOrders}) line where is_booked group by key`,
    [companyCode, orderNos],
  )
  return new Map(rows.map((row) => [row.key, row.quantity]))
}

/** What is in the ERP's books of an order item by our documents; quantities in the base unit. */
export interface PostedOfItem {
  quantity: Quantity
  /** Numbers of these documents. */
  docNos: string[]
  /** One of them is being posted or reversed, or was since the given time: the ERP may have counted it or not. */
  isMoving: boolean
}

/** What our documents have in the ERP's books, by `order/item`; one statement. */
export async function postedByItem(
  queryable: Queryable,
  companyCode: string,
  orderNos: readonly string[],
  since: Date,
): Promise<Map<string, PostedOfItem>> {
  const rows = await queryable.query<PostedOfItem & { key: string }>(
    `select key, sum(quantity) filter (where is_in_books) as quantity,
       array_agg(distinct doc_no order by doc_no) filter (where is_in_books) as doc_nos,
       bool_or(exists (select from erp_posting p where p.company_code = $1 and p.document_type = type
         and p.document_id = line.id and (p.settled_at is null or p.settled_at > $3))) as is_moving
     from (${linesOfOrders}) line group by key having bool_or(is_in_books)`,
    [companyCode, orderNos, since],
  )
  return new Map(rows.map(({ key, ...posted }) => [key, posted]))
}
/** What our own issues have withdrawn, without what the units refused or brought back, by `reservation/item`. */
export async function issuedByReservation(
  database: Queryable,
  companyCode: string,
  numbers: readonly string[],
): Promise<Map<string, Quantity>> {
  const rows = await database.query<{ key: string; quantity: Quantity }>(
    `select l.reservation_no || '/' || l.reservation_line as key, sum(l.quantity - coalesce(l.refused_quantity, 0) - coalesce(l.reversed_quantity, 0)) as quantity
     from goods_issue_line l
     join goods_issue h on h.company_code = l.company_code and h.id = l.document_id
     where l.company_code = $1 and l.reservation_no = any($2) and ${isBooked} group by 1`,
    [companyCode, numbers],
  )
  return new Map(rows.map((row) => [row.key, row.quantity]))
}

/** What request deliveries of these requests have handed over to delivery notes of the order, by `request/item`. */
export async function announcedOnOrder(
  database: Queryable,
  companyCode: string,
  numbers: readonly string[],
): Promise<Map<string, Quantity>> {
  const rows = await database.query<{ key: string; quantity: Quantity }>(
    `select r.doc_no || '/' || l.source_line as key, sum(l.quantity - l.closed_quantity) as quantity
     from purchase_request r
     join request_delivery_line l on l.company_code = r.company_code and l.source_id = r.id
     join request_delivery h on h.company_code = l.company_code and h.id = l.document_id and h.state = 'announced'
     where r.company_code = $1 and r.doc_no = any($2) group by 1`,
    [companyCode, [...new Set(numbers)]],
  )
  return new Map(rows.map((row) => [row.key, row.quantity]))
}
