import type { DeliverableOrder } from '@kufang/contract/external-documents/delivery-limit.ts'
import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { readOrderItems } from '../external-documents/public.ts'
import type { Queryable } from '../platform/database/database.ts'

/** An order item with what was announced and arrived of it; quantities in the base unit. */
export interface OrderTaken extends DeliverableOrder {
  /** Announced by delivery notes, held by drafts of them, or received in the ERP without us. */
  announced: Quantity
  /** Arrived beyond what the delivery notes announced, drafts of arrivals included. */
  beyond: Quantity
}

/** What is taken of these order items, by `order/item`; two statements. */
export async function readOrderTaken(
  queryable: Queryable,
  companyCode: string,
  items: readonly { no: string; line: number }[],
): Promise<Map<string, OrderTaken>> {
  const orders = await readOrderItems(queryable, companyCode, items)
  const wanted = [...orders.values()]
  const rows = await queryable.query<{ source: string; beyond: Quantity }>(
    `select w.source, sum(greatest(n.done_quantity + n.held_quantity - n.quantity, 0)) as beyond
     from unnest($2::text[], $3::uuid[], $4::int[]) as w (source, id, line)
     join document_link k on k.company_code = $1 and k.from_type = 'purchase-order' and k.from_id = w.id
       and k.from_line = w.line and k.to_type = 'delivery-note' and k.is_live
     join delivery_note_line n on n.company_code = $1 and n.document_id = k.to_id and n.line_no = k.to_line
     group by 1`,
    [
      companyCode,
      [...orders.keys()],
      wanted.map(({ id }) => id),
      wanted.map(({ lineNo }) => lineNo),
    ],
  )
  const beyond = new Map(rows.map((row) => [row.source, row.beyond]))
  return new Map(
    [...orders].map(([source, order]) => [
      source,
      {
        quantity: order.quantity,
        overDeliveryPercent: order.overDeliveryPercent,
        isUnlimitedOverDelivery: order.isUnlimitedOverDelivery,
        announced: order.takenQuantity,
        beyond: beyond.get(source) ?? zeroQuantity,
      },
    ]),
  )
}
