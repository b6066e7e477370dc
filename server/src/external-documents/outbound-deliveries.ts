import {
  readOutboundDeliveries,
  type OutboundDeliveryItem,
} from '../erp/mirrors/outbound-deliveries.ts'
import type { MirrorRequest, MirrorSource } from '../erp/mirrors/source.ts'
import type { Database, Queryable, Transaction } from '../platform/database/database.ts'
import { inBatches } from './in-batches.ts'

/** An item of a delivery as it was read last. */
export type DeliveryItem = Omit<OutboundDeliveryItem, 'shipTo'>

/**
 * The deliveries of a company with an item for one of these orders, all their items, in the order in which they are to be
 * issued.
 */
export function readDeliveriesOf(
  queryable: Queryable,
  companyCode: string,
  orderNos: readonly string[],
): Promise<DeliveryItem[]> {
  return queryable.query<DeliveryItem>(
    `select delivery_no, delivery_item, order_no, order_item, receiving_plant, material_no, plant, storage_location, batch,
       quantity, unit, movement_type, planned_date, is_blocked, is_issued
     from outbound_delivery_item
     where company_code = $1 and delivery_no in (select d.delivery_no from outbound_delivery_item d
       where d.company_code = $1 and d.order_no = any($2::text[]))
     order by planned_date nulls last, delivery_no, delivery_item`,
    [companyCode, orderNos],
  )
}

/** Reads deliveries of a company, and writes them in batches; returns their number. */
export async function mirrorDeliveries(
  database: Database,
  source: MirrorSource,
  request: MirrorRequest,
  companyCode: string,
): Promise<number> {
  const plants = await database.query<{ plant: string }>(
    'select plant from plant where company_code = $1',
    [companyCode],
  )
  const own = new Set(plants.map(({ plant }) => plant))
  const read = new Set<string>()
  let count = 0
  for await (const batch of inBatches(readOutboundDeliveries(source, request))) {
    const items = batch.flat().filter(({ plant }) => own.has(plant))
    for (const { deliveryNo } of items) read.add(deliveryNo)
    await database.transaction((tx) => storeDeliveries(tx, companyCode, items))
    count += batch.length
  }
  // What an order has no more was deleted in the ERP.
  if (request.numbers !== undefined)
    await database.query(
      `delete from outbound_delivery_item where company_code = $1 and order_no = any($2::text[])
         and delivery_no <> all($3::text[]) and not is_issued`,
      [companyCode, request.numbers, [...read]],
    )
  return count
}

/** Writes deliveries as the ERP has them; items that one has no more are removed. */
async function storeDeliveries(
  tx: Transaction,
  companyCode: string,
  items: readonly OutboundDeliveryItem[],
): Promise<void> {
  await tx.query(
    `insert into outbound_delivery_item as d (company_code, delivery_no, delivery_item, order_no, order_item, ship_to,
       receiving_plant, material_no, plant, storage_location, batch, quantity, unit, movement_type, planned_date, is_blocked,
       is_issued, synced_at)
     select $1, x."deliveryNo", x."deliveryItem", x."orderNo", x."orderItem", x."shipTo", x."receivingPlant", x."materialNo",
       x.plant, x."storageLocation", x.batch, x.quantity, x.unit, x."movementType", x."plannedDate", x."isBlocked",
       x."isIssued", now()
     from json_to_recordset($2::json) as x ("deliveryNo" text, "deliveryItem" integer, "orderNo" text, "orderItem" integer,
       "shipTo" text, "receivingPlant" text, "materialNo" text, plant text, "storageLocation" text, batch text,
       quantity numeric, unit text, "movementType" text, "plannedDate" date, "isBlocked" boolean, "isIssued" boolean)
     order by x."deliveryNo", x."deliveryItem"
     on conflict (company_code, delivery_no, delivery_item) do update set order_no = excluded.order_no,
       order_item = excluded.order_item, ship_to = excluded.ship_to, receiving_plant = excluded.receiving_plant,
       material_no = excluded.material_no, plant = excluded.plant, storage_location = excluded.storage_location,
       batch = excluded.batch, quantity = excluded.quantity, unit = excluded.unit, movement_type = excluded.movement_type,
       planned_date = excluded.planned_date, is_blocked = excluded.is_blocked, is_issued = excluded.is_issued,
       synced_at = excluded.synced_at`,
    [companyCode, JSON.stringify(items)],
  )
  await tx.query(
    `delete from outbound_delivery_item d where d.company_code = $1 and d.delivery_no = any($2::text[])
       and not exists (select from unnest($2::text[], $3::int[]) as seen (no, item)
         where seen.no = d.delivery_no and seen.item = d.delivery_item)`,
    [
      companyCode,
      items.map(({ deliveryNo }) => deliveryNo),
      items.map(({ deliveryItem }) => deliveryItem),
    ],
  )
}
