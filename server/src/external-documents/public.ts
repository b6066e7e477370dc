import type { Quantity } from '@kufang/kernel/quantity.ts'
import { orderPriceSql } from './order-price.ts'
import type { ReceiptObstacle } from './receipt-obstacle.ts'
import type { Queryable } from '../platform/database/database.ts'

export { synchroniseDue } from './synchronise-due.ts'
export {
  registerOrderWatcher,
  type ChangedOrderItem,
  type PostedOrderItem,
} from './order-changes.ts'
export { registerDemandWatcher, type ChangedDemand, type DemandName } from './demand-changes.ts'
export { withdrawGone, withdrawLines, type GoneLine } from './problem-documents.ts'
export { postedByItem } from './booked-by-order.ts'
export { orderRequests } from './order-request.ts'
export {
  matchOrderItems,
  matchOrderItemsOfAll,
  readOrderItems,
  type OrderItem,
} from './order-items.ts'
export { orderPriceSql } from './order-price.ts'
export { readDeliveriesOf, type DeliveryItem } from './outbound-deliveries.ts'
export { readMirrorAgain } from './read-again.ts'
export { readNumbers, synchroniseAll, type MirrorName } from './synchronise.ts'
export type { ReceiptObstacle } from './receipt-obstacle.ts'

/**
 * Prices per base unit by `order/item`, of orders in the company's currency (`orderPriceSql`). Lines without an order have none.
 */
export async function readOrderPrices(
  queryable: Queryable,
  companyCode: string,
  lines: readonly { purchaseOrderNo: string | null; purchaseOrderLine: number | null }[],
): Promise<Map<string, string>> {
  const wanted = lines.filter(
    (line) => line.purchaseOrderNo !== null && line.purchaseOrderLine !== null,
  )
  if (wanted.length === 0) return new Map()
  const rows = await queryable.query<{
    purchaseOrderNo: string
    purchaseOrderLine: number
    price: string
  }>(
    `select l.purchase_order_no, l.purchase_order_line, ${orderPriceSql} as price
     from unnest($2::text[], $3::int[]) as wanted (no, line)
     join purchase_order h on h.company_code = $1 and h.doc_no = wanted.no
     join purchase_order_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = wanted.line
     join company c on c.company_code = h.company_code and c.currency = h.currency
     where l.net_price is not null`,
    [
      companyCode,
      wanted.map((line) => line.purchaseOrderNo),
      wanted.map((line) => line.purchaseOrderLine),
    ],
  )
  return new Map(rows.map((row) => [`${row.purchaseOrderNo}/${row.purchaseOrderLine}`, row.price]))
}

/** What stands against receiving goods of an order item: it is deleted, blocked, not received into stock, or completed. */
export type OrderProblem = 'deleted' | 'blocked' | ReceiptObstacle | 'completed'

/**
 * The order items of these lines that are not to be received, by `order/item`; one statement.
 * @param permitted an obstacle that is none here: consumption on receipt, of goods that go straight to their user
 */
export async function readOrderProblems(
  queryable: Queryable,
  companyCode: string,
  lines: readonly { purchaseOrderNo: string | null; purchaseOrderLine: number | null }[],
  permitted: ReceiptObstacle | null = null,
): Promise<Map<string, OrderProblem>> {
  const rows = await queryable.query<{ no: string; line: number; problem: OrderProblem }>(
    `select wanted.no, wanted.line,
       case when l.is_deleted or h.state = 'deleted' then 'deleted'
         when l.is_blocked then 'blocked'
         else coalesce(nullif(l.receipt_obstacle, $4), 'completed') end as problem
     from unnest($2::text[], $3::int[]) as wanted (no, line)
     join purchase_order h on h.company_code = $1 and h.doc_no = wanted.no
     join purchase_order_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = wanted.line
     where l.is_deleted or l.is_blocked or h.state = 'deleted' or nullif(l.receipt_obstacle, $4) is not null or l.is_completed`,
    [
      companyCode,
      lines.map((line) => line.purchaseOrderNo),
      lines.map((line) => line.purchaseOrderLine),
      permitted,
    ],
  )
  return new Map(rows.map(({ no, line, problem }) => [`${no}/${line}`, problem]))
}

/** The order items of these lines whose goods the ERP consumes with the receipt, as `order/item`; one statement. */
export async function readConsumedItems(
  queryable: Queryable,
  companyCode: string,
  lines: readonly { purchaseOrderNo: string | null; purchaseOrderLine: number | null }[],
): Promise<ReadonlySet<string>> {
  const rows = await queryable.query<{ item: string }>(
    `select wanted.no || '/' || wanted.line as item
     from (select distinct no, line from unnest($2::text[], $3::int[]) as w (no, line)) as wanted
     join purchase_order h on h.company_code = $1 and h.doc_no = wanted.no
     join purchase_order_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = wanted.line
     where l.receipt_obstacle = 'consumed'`,
    [
      companyCode,
      lines.map((line) => line.purchaseOrderNo),
      lines.map((line) => line.purchaseOrderLine),
    ],
  )
  return new Set(rows.map(({ item }) => item))
}

/** An open item of an order of another company, for the company that supplies it. */
export interface InternalOrderItem {
  companyCode: string
  id: string
  lineNo: number
  materialNo: string
  plant: string
  storageLocation: string
  unit: string
  freeQuantity: Quantity
  /** The plant the order wants the goods from. */
  supplyingPlant: string
  /** As what the receiving plant values the goods; '' for none. */
  valuationType: string
}

/**
 * The open items of the internal order with this number in another company than this one, in their order. An order is
 * internal if it names a supplying plant (EKKO-RESWK); a supplier delivers the goods of the others.
 */
export async function readInternalOrder(
  queryable: Queryable,
  companyCode: string,
  orderNo: string,
): Promise<InternalOrderItem[]> {
  return queryable.query<InternalOrderItem>(
    `select h.company_code, h.id, l.line_no, l.material_no, coalesce(l.plant, '') as plant,
       coalesce(l.storage_location, '') as storage_location, l.unit, l.free_quantity, h.supplying_plant,
       coalesce(l.valuation_type, '') as valuation_type
     from purchase_order h join purchase_order_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code in (select c.company_code from company c where c.company_code <> $1) and h.doc_no = $2
       and h.state = 'synced' and not coalesce(l.is_deleted, false) and not coalesce(l.is_completed, false)
       and not coalesce(l.is_blocked, false) and h.supplying_plant <> ''
     order by h.company_code, l.line_no`,
    [companyCode, orderNo],
  )
}
