import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../platform/database/database.ts'
import { postedByItem } from './booked-by-order.ts'

// What changes in the ERP of an order item under announced deliveries is told to those who work on them, in the
// transaction that writes the mirror. Only items that were announced are compared.

/** An order item that changed in the ERP; quantities in the base unit. */
export interface ChangedOrderItem {
  orderNo: string
  orderLine: number
  orderedBefore: Quantity
  orderedAfter: Quantity
  dueBefore: LocalDate | null
  dueAfter: LocalDate | null
  isPriceChanged: boolean
  /** Plant and storage location; without the latter if the order names none. */
  placeBefore: string
  placeAfter: string
  /** Another plant, or another storage location than the one it named before. */
  isPlaceChanged: boolean
  /**
   * Deleted, completed or blocked since the last reading; null if it is open, was over before, or still is blocked.
   */
  ended: 'deleted' | 'completed' | 'blocked' | null
  /** It was over or blocked at the last reading, and is open again. */
  isReopened: boolean
  /** The ERP has received what we posted for it, up to its under-delivery tolerance: completed as it should be. */
  isDelivered: boolean
}

/** An order item of which documents of ours are in the ERP's books; quantities in the base unit. */
export interface PostedOrderItem {
  orderNo: string
  orderLine: number
  /** Our documents together. */
  posted: Quantity
  docNos: readonly string[]
  /** The ERP itself, less reversals and returns. */
  received: Quantity
}

/** Is told in the transaction that writes the orders. */
export interface OrderWatcher {
  changed: (
    tx: Transaction,
    companyCode: string,
    items: readonly ChangedOrderItem[],
  ) => Promise<void>
  /** Of all items of the orders read that we have posted, and nothing of which was on its way meanwhile. */
  read: (tx: Transaction, companyCode: string, items: readonly PostedOrderItem[]) => Promise<void>
  /** Contracts of the company were read. */
  contracts: (tx: Transaction, companyCode: string) => Promise<unknown>
}

let watcher: OrderWatcher | null = null

/** Registers who is told of changed order items; called once at startup. */
export function registerOrderWatcher(watch: OrderWatcher): void {
  watcher = watch
}

/** As SQL: plant and storage location of an order item. */
const placeOf = (item: string): string =>
  `concat_ws('/', ${item}.plant, nullif(${item}.storage_location, ''))`

/**
 * As SQL: whether an order item with its header `h` and line `l` is open, blocked for a time, or over. What is blocked may
 * be open again, or end for good.
 */
const standingSql = `case when h.state = 'deleted' or l.is_deleted then 'deleted'
  when h.state = 'completed' or l.is_completed then 'completed' when l.is_blocked then 'blocked' else 'open' end`

/** The announced items of orders before they are written again. */
export type ItemsBefore = readonly { id: string; lineNo: number }[]

/** Reads what is compared after the mirror is written; one statement. */
export async function itemsBefore(
  tx: Transaction,
  companyCode: string,
  orderNos: readonly string[],
): Promise<ItemsBefore> {
  if (watcher === null) return []
  return tx.query<{ id: string; lineNo: number }>(
    `select h.id, l.line_no, l.quantity, l.delivery_date, l.net_price, l.price_unit, ${placeOf('l')} as place,
       coalesce(l.storage_location, '') <> '' as is_place_named,
       ${standingSql} as standing
     from purchase_order h join purchase_order_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = $1 and h.doc_no = any ($2::text[]) and l.done_quantity > 0`,
    [companyCode, orderNos],
  )
}

/** Compares the items with what is written now, and tells who watches them of every difference. */
export async function tellChanges(
  tx: Transaction,
  companyCode: string,
  before: ItemsBefore,
): Promise<void> {
  if (watcher === null || before.length === 0) return
  const changed = await tx.query<ChangedOrderItem>(
    `select * from (
       select h.doc_no as order_no, l.line_no as order_line, o."quantity" as ordered_before, l.quantity as ordered_after,
         o."deliveryDate" as due_before, l.delivery_date as due_after,
         (o."netPrice", o."priceUnit") is distinct from (l.net_price, l.price_unit) as is_price_changed,
         o."place" as place_before, ${placeOf('l')} as place_after,
         o."place" <> ${placeOf('l')} and (o."isPlaceNamed" or not starts_with(${placeOf('l')}, o."place" || '/')) as is_place_changed,
         case when o."standing" in ('open', 'blocked') and ${standingSql} not in ('open', o."standing")
           then ${standingSql} end as ended,
         o."standing" <> 'open' and ${standingSql} = 'open' as is_reopened,
         coalesce(l.closed_quantity, 0) = 0 and coalesce(l.received_quantity, 0)
           >= l.quantity * (1 - coalesce(l.under_delivery_percent, 0) / 100) as is_delivered
       from json_to_recordset($2::json) as o ("id" uuid, "lineNo" integer, "quantity" numeric, "deliveryDate" date,
         "netPrice" numeric, "priceUnit" numeric, "place" text, "isPlaceNamed" boolean, "standing" text)
       join purchase_order h on h.company_code = $1 and h.id = o."id"
       join purchase_order_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = o."lineNo") c
     where ordered_after <> ordered_before or due_after is distinct from due_before or is_price_changed
       or is_place_changed or ended is not null or is_reopened
     order by order_no, order_line`,
    [companyCode, JSON.stringify(before)],
  )
  if (changed.length > 0) await watcher.changed(tx, companyCode, changed)
}

/** Compares what the ERP has received of orders with what we have posted, and tells who watches them; two statements. */
export async function tellReceived(
  tx: Transaction,
  companyCode: string,
  orderNos: readonly string[],
  readAt: Date,
): Promise<void> {
  if (watcher === null || orderNos.length === 0) return
  const posted = await postedByItem(tx, companyCode, orderNos, readAt)
  if (posted.size === 0) return
  const rows = await tx.query<{ orderNo: string; orderLine: number; received: Quantity }>(
    `select h.doc_no as order_no, l.line_no as order_line, l.received_quantity as received
     from purchase_order h join purchase_order_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = $1 and h.doc_no = any ($2::text[]) and l.received_quantity is not null
     order by h.doc_no, l.line_no`,
    [companyCode, orderNos],
  )
  const items = rows.flatMap((row) => {
    const own = posted.get(`${row.orderNo}/${row.orderLine}`)
    return own === undefined || own.isMoving
      ? []
      : [{ ...row, posted: own.quantity, docNos: own.docNos }]
  })
  if (items.length > 0) await watcher.read(tx, companyCode, items)
}

/** Tells who watches orders that contracts were read. */
export async function tellContracts(tx: Transaction, companyCode: string): Promise<void> {
  await watcher?.contracts(tx, companyCode)
}
