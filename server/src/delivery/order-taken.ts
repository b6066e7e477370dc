import type { DeliverableOrder } from '@kufang/contract/external-documents/delivery-limit.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../platform/database/database.ts'

/** An order item with what was announced and arrived of it; quantities in the base unit. */
export interface OrderTaken extends DeliverableOrder {
  /** Announced by delivery notes, held by drafts of them, or received in the ERP without us. */
  announced: Quantity
  /** Arrived beyond what the delivery notes announced, drafts of arrivals included. */
  beyond: Quantity
}

/** What is taken of these order items, by `order/item`; one statement. */
export async function readOrderTaken(
  queryable: Queryable,
  companyCode: string,
  items: readonly { no: string; line: number }[],
): Promise<Map<string, OrderTaken>> {
  const rows = await queryable.query<OrderTaken & { source: string }>(
    `select h.doc_no || '/' || o.line_no as source, o.quantity,
       trim_scale(coalesce(o.over_delivery_percent, 0))::text as over_delivery_percent, coalesce(o.is_unlimited_over_delivery, false) as is_unlimited_over_delivery,
       o.done_quantity + o.held_quantity + coalesce(o.closed_quantity, 0) as announced,
       coalesce((select sum(greatest(n.done_quantity + n.held_quantity - n.quantity, 0))
         from document_link k
         join delivery_note_line n on n.company_code = $1 and n.document_id = k.to_id and n.line_no = k.to_line
         where k.company_code = $1 and k.from_type = 'purchase-order' and k.from_id = h.id and k.from_line = o.line_no
           and k.to_type = 'delivery-note' and k.is_live), 0) as beyond
     from (select distinct no, line from unnest($2::text[], $3::int[]) as w (no, line)) as wanted
     join purchase_order h on h.company_code = $1 and h.doc_no = wanted.no
     join purchase_order_line o on o.company_code = $1 and o.document_id = h.id and o.line_no = wanted.line`,
    [companyCode, items.map(({ no }) => no), items.map(({ line }) => line)],
  )
  return new Map(rows.map(({ source, ...taken }) => [source, taken]))
}
