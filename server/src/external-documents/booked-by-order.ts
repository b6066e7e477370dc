import type { Quantity } from '@kufang/kernel/quantity.ts'
import { inErpSql, issuedInErpSql, readHistory } from '../document/history/read-history.ts'
import type { Queryable } from '../platform/database/database.ts'

// What our own documents have posted of order items: arrivals of goods to be inspected, receipts of the others, also direct
// ones, less what was found missing of them, or rejected and returned, once that is posted.

/** As SQL: the histories of the items of these orders with `key`, `order/item`. Parameters: company, orders. */
const historiesOfOrders = `purchase_order o
  join item_history y on y.company_code = $1 and y.item_type = 'purchase-order' and y.item_id = o.id
    and y.book in ('posting', 'erp')
  where o.company_code = $1 and o.doc_no = any($2)`

const keySql = `o.doc_no || '/' || y.item_line`

/** The quantities posted or being posted, by `order/item`; one statement. */
export async function bookedByOrder(
  queryable: Queryable,
  companyCode: string,
  orderNos: readonly string[],
): Promise<Map<string, Quantity>> {
  const rows = await readHistory<{ key: string; quantity: Quantity }>(
    queryable,
    `select ${keySql} as key, sum(${inErpSql('y')}) as quantity from ${historiesOfOrders} group by 1`,
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
  const rows = await readHistory<PostedOfItem & { key: string }>(
    queryable,
    // Apart, because Citus keeps postings and histories on different machines.
    `with document as materialized (
       select ${keySql} as key, y.document_type, y.document_id, y.document_no,
         sum(${inErpSql('y')}) filter (where y.book = 'erp') as posted
       from ${historiesOfOrders} group by 1, y.document_type, y.document_id, y.document_no
     )
     select key, sum(posted) as quantity, array_agg(document_no order by document_no) filter (where posted <> 0) as doc_nos,
       bool_or(exists (select from erp_posting p where p.company_code = $1 and p.document_type = document.document_type
         and p.document_id = document.document_id and (p.settled_at is null or p.settled_at > $3))) as is_moving
     from document group by key having bool_or(posted <> 0)`,
    [companyCode, orderNos, since],
  )
  return new Map(rows.map(({ key, ...posted }) => [key, posted]))
}

/** What our own issues have withdrawn, without what the units refused or brought back, by `reservation/item`. */
export async function issuedByReservation(
  queryable: Queryable,
  companyCode: string,
  numbers: readonly string[],
): Promise<Map<string, Quantity>> {
  const rows = await readHistory<{ key: string; quantity: Quantity }>(
    queryable,
    `select o.doc_no || '/' || y.item_line as key, sum(${issuedInErpSql('y')}) as quantity
     from reservation o
     join item_history y on y.company_code = $1 and y.item_type = 'reservation' and y.item_id = o.id
       and y.event = 'issued' and y.book in ('posting', 'erp')
     where o.company_code = $1 and o.doc_no = any($2) group by 1`,
    [companyCode, numbers],
  )
  return new Map(rows.map((row) => [row.key, row.quantity]))
}

/** What request deliveries of these requests have handed over to delivery notes of the order, by `request/item`. */
export async function announcedByRequest(
  queryable: Queryable,
  companyCode: string,
  numbers: readonly string[],
): Promise<Map<string, Quantity>> {
  const rows = await readHistory<{ key: string; quantity: Quantity }>(
    queryable,
    `select r.doc_no || '/' || y.item_line as key, sum(y.quantity) as quantity
     from purchase_request r
     join item_history y on y.company_code = $1 and y.item_type = 'purchase-request' and y.item_id = r.id
       and y.event = 'announced'
     where r.company_code = $1 and r.doc_no = any($2) group by 1`,
    [companyCode, [...new Set(numbers)]],
  )
  return new Map(rows.map((row) => [row.key, row.quantity]))
}
