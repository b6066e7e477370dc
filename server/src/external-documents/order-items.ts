import type { Quantity } from '@kufang/kernel/quantity.ts'
import { firstOf, itemAt } from '@kufang/kernel/present.ts'
import type { Queryable } from '../platform/database/database.ts'
import { orderPriceSql } from './order-price.ts'

/** An item of a mirrored purchase order, with what is left of it to be announced. */
export interface OrderItem {
  id: string
  orderNo: string
  lineNo: number
  supplierNo: string
  materialNo: string
  plant: string
  /** '' if the order names none. */
  storageLocation: string
  unit: string
  quantity: Quantity
  freeQuantity: Quantity
  /** Announced, held by drafts, or received in the ERP without us (`receivedOtherwise`). */
  takenQuantity: Quantity
  receivedOtherwise: Quantity
  overDeliveryPercent: string
  isUnlimitedOverDelivery: boolean
  underDeliveryPercent: string
  /** Per base unit (`orderPriceSql`); null if it has none, or in another currency than the company's. */
  price: string | null
}

/** These order items, by `order/item`; those that do not exist are missing. One statement. */
export async function readOrderItems(
  queryable: Queryable,
  companyCode: string,
  items: readonly { no: string; line: number }[],
): Promise<Map<string, OrderItem>> {
  const rows = await queryable.query<OrderItem>(
    `select h.id, h.doc_no as order_no, l.line_no, coalesce(h.supplier_no, '') as supplier_no, l.material_no,
       coalesce(l.plant, '') as plant, coalesce(l.storage_location, '') as storage_location, l.unit, l.quantity, l.free_quantity,
       l.done_quantity + l.held_quantity + coalesce(l.closed_quantity, 0) as taken_quantity,
       coalesce(l.closed_quantity, 0) as received_otherwise,
       trim_scale(coalesce(l.over_delivery_percent, 0))::text as over_delivery_percent,
       coalesce(l.is_unlimited_over_delivery, false) as is_unlimited_over_delivery,
       trim_scale(coalesce(l.under_delivery_percent, 0))::text as under_delivery_percent,
       case when h.currency = (select currency from company where company_code = $1) then ${orderPriceSql} end as price
     from (select distinct no, line from unnest($2::text[], $3::int[]) as w (no, line)) as wanted
     join purchase_order h on h.company_code = $1 and h.doc_no = wanted.no
     join purchase_order_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = wanted.line`,
    [companyCode, items.map(({ no }) => no), items.map(({ line }) => line)],
  )
  return new Map(rows.map((row) => [`${row.orderNo}/${row.lineNo}`, row]))
}

/** Goods of one supplier at one place, for which order items are looked for. */
export interface WantedGoods {
  supplierNo: string
  plant: string
  storageLocation: string
  lines: readonly { lineNo: number; materialNo: string; quantity: string }[]
}

/** An order item by its number. */
interface FittingItem {
  orderNo: string
  orderLine: number
}

/**
 * The open order item that fits the goods of each line best, by line number: of the same supplier, material and place, one
 * that has enough left before one that has less, then the one due first. One statement.
 */
export async function matchOrderItems(
  queryable: Queryable,
  companyCode: string,
  goods: WantedGoods,
): Promise<Map<number, FittingItem>> {
  return firstOf(await matchOrderItemsOfAll(queryable, companyCode, [goods]))
}

/** The same of the goods of several documents of a company, in their order; one statement. */
export async function matchOrderItemsOfAll(
  queryable: Queryable,
  companyCode: string,
  wanted: readonly WantedGoods[],
): Promise<Map<number, FittingItem>[]> {
  const found = wanted.map(() => new Map<number, FittingItem>())
  const lines = wanted.flatMap(({ lines: own, ...place }, position) =>
    own.map((line) => ({ ...line, ...place, position })),
  )
  if (lines.length === 0) return found
  const rows = await queryable.query<FittingItem & { position: number; lineNo: number }>(
    `select distinct on (w.position, w.line_no) w.position, w.line_no, h.doc_no as order_no, l.line_no as order_line
     from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::numeric[])
       as w (position, supplier_no, plant, storage_location, line_no, material_no, quantity)
     join purchase_order_line l on l.company_code = $1 and l.material_no = w.material_no and l.free_quantity > 0
       and l.plant = w.plant and coalesce(l.storage_location, '') in ('', w.storage_location)
       and not coalesce(l.is_deleted, false) and not coalesce(l.is_completed, false)
       and not coalesce(l.is_blocked, false) and l.receipt_obstacle is null
     join purchase_order h on h.company_code = $1 and h.id = l.document_id and h.supplier_no = w.supplier_no
       and h.state = 'synced'
     order by w.position, w.line_no, l.free_quantity < w.quantity, l.delivery_date, h.doc_no, l.line_no`,
    [
      companyCode,
      lines.map(({ position }) => position),
      lines.map(({ supplierNo }) => supplierNo),
      lines.map(({ plant }) => plant),
      lines.map(({ storageLocation }) => storageLocation),
      lines.map(({ lineNo }) => lineNo),
      lines.map(({ materialNo }) => materialNo),
      lines.map(({ quantity }) => quantity),
    ],
  )
  for (const { position, lineNo, ...item } of rows) itemAt(found, position).set(lineNo, item)
  return found
}
