import type { JourneyLine } from '../document/journey/journey.ts'
import { demonstrationUnit } from './partners.ts'
import type { Stage } from './stage.ts'
import type { Beginning } from './stage-walker.ts'

// Where the stories of the demonstration begin; each story has its own ERP document or goods, by its index.

/** Orders of company 1010 whose items are all open, require inspection and can be split, by number. */
export async function findOrder({ database }: Stage, index: number): Promise<Beginning> {
  const [order] = await database.query<{ id: string; supplierNo: string }>(
    `select h.id, h.supplier_no
     from purchase_order h
       join purchase_order_line l on l.company_code = h.company_code and l.document_id = h.id
       join material m on m.material_no = l.material_no
     where h.company_code = '1010'
     group by h.id, h.doc_no, h.supplier_no
     having bool_and(not coalesce(l.is_deleted, false) and not coalesce(l.is_completed, false) and m.needs_inspection
       and coalesce(l.special_stock, '') = '') and min(l.quantity) > 3
     order by h.doc_no offset $1 limit 1`,
    [index],
  )
  if (order === undefined) throw new Error(`there is no order number ${index} for a story`)
  return { ...order, isHalved: true }
}

/** Open reservations of own stock of plant 1011: first those that can be split and belong to the demonstration unit. */
export async function findReservation(stage: Stage, index: number): Promise<Beginning> {
  const [reservation] = await stage.database.query<{ id: string }>(
    `select h.id
     from reservation h join reservation_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = '1010' and h.state = 'synced' and h.doc_no <> all ($4::text[])
     group by h.id, h.doc_no, h.cost_center
     having bool_and(l.plant = $2 and coalesce(l.special_stock, '') = '' and coalesce(l.is_movement_allowed, false) and not coalesce(l.is_deleted, false) and not coalesce(l.is_completed, false))
     order by (max(l.quantity) > 1) desc, (h.cost_center = $3) desc nulls last, h.doc_no offset $1 limit 1`,
    [index, demonstrationUnit.plant, demonstrationUnit.costCenter, deliveredNumbers(stage)],
  )
  if (reservation === undefined)
    throw new Error(`there is no reservation number ${index} for a story`)
  return { ...reservation, isHalved: false }
}

/** Reservations whose goods are delivered: each story has one of its own. */
export async function findDeliverable(stage: Stage, index: number): Promise<Beginning> {
  const number = deliveredNumbers(stage)[index]
  const [reservation] = await stage.database.query<{ id: string }>(
    `select id from reservation where company_code = '1010' and doc_no = $1`,
    [number],
  )
  if (reservation === undefined)
    throw new Error(`there is no reservation number ${index} of delivered goods for a story`)
  return { ...reservation, isHalved: false }
}

const deliveredNumbers = ({ company }: Stage): string[] =>
  company.reservations
    .filter(({ isDelivered }) => isDelivered)
    .map(({ reservationNo }) => reservationNo)

/** The purchase request with this number, of one storage location, of which nothing is ordered yet. */
export async function findRequestByNumber(
  { database }: Stage,
  requestNo: string,
): Promise<Beginning> {
  const [request] = await database.query<{ id: string; storageLocation: string }>(
    `select h.id, min(l.storage_location) as storage_location
     from purchase_request h join purchase_request_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = '1010' and h.doc_no = $1 group by h.id`,
    [requestNo],
  )
  if (request === undefined)
    throw new Error(`there is no purchase request ${requestNo} for a story`)
  return { ...request, isHalved: false }
}

/** The order with this number; half of each of its items is delivered, so that some is left for the people who try it. */
export async function findOrderByNumber(
  { database }: Stage,
  purchaseOrderNo: string,
): Promise<Beginning> {
  const [order] = await database.query<{ id: string; supplierNo: string }>(
    `select id, supplier_no from purchase_order where company_code = '1010' and doc_no = $1`,
    [purchaseOrderNo],
  )
  if (order === undefined) throw new Error(`there is no order ${purchaseOrderNo} for a story`)
  return { ...order, isHalved: true }
}

/** The reservation of special stock for the goods of an order: of its project, or of its supplier. */
export async function findSpecialReservation(
  { database }: Stage,
  purchaseOrderNo: string,
): Promise<Beginning> {
  const [reservation] = await database.query<{ id: string }>(
    `select r.document_id as id
     from reservation_line r
       join purchase_order_line l on l.company_code = r.company_code and l.material_no = r.material_no
         and l.storage_location = r.storage_location and l.special_stock = r.special_stock
         and l.special_stock_reference = r.special_stock_reference
       join purchase_order o on o.company_code = l.company_code and o.id = l.document_id
     where r.company_code = '1010' and o.doc_no = $1 and r.special_stock <> ''
     group by r.document_id order by count(*) desc, r.document_id limit 1`,
    [purchaseOrderNo],
  )
  if (reservation === undefined)
    throw new Error(`no reservation asks for the goods of order ${purchaseOrderNo}`)
  return { ...reservation, isHalved: false }
}

/** Open sales orders of plant 1011, by number; each story takes half of one, so that the rest can be requested. */
export async function findSalesOrder({ database }: Stage, index: number): Promise<Beginning> {
  const [order] = await database.query<{ id: string }>(
    `select h.id
     from sales_order h join sales_order_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = '1010' and h.state = 'synced'
     group by h.id, h.doc_no
     having bool_and(l.plant = $2 and coalesce(l.storage_location, '') <> '' and not coalesce(l.is_deleted, false)
       and not coalesce(l.is_completed, false))
     order by h.doc_no offset $1 limit 1`,
    [index, demonstrationUnit.plant],
  )
  if (order === undefined) throw new Error(`there is no sales order number ${index} for a story`)
  return { ...order, isHalved: true }
}

/** Four materials in bins of one storage location that nobody holds; each story has its own, from the end of the list. */
export async function findStock({ database }: Stage, index: number): Promise<Beginning> {
  const perStory = 4
  const goods = await database.query<JourneyLine & { storageLocation: string; bin: string }>(
    `select storage_location, material_no, bin, nullif(batch, '') as batch, stock_category, quantity
     from stock_balance
     where company_code = '1010' and plant = $1 and place = 'stock' and book = 'ERP' and stock_category = 'UU'
       and special_stock = '' and reserved = 0 and frozen = 0 and quantity > 8
       -- A count that finds a whole lot too much would need a serial number for each piece of it.
       and material_no in (select material_no from material where not is_serial_managed)
       and storage_location = (select storage_location from stock_balance
         where company_code = '1010' and plant = $1 and place = 'stock' group by 1 order by count(*) desc, 1 limit 1)
     order by material_no desc, bin, batch offset $2 limit $3`,
    [demonstrationUnit.plant, index * perStory, perStory],
  )
  const [first] = goods
  if (first === undefined) throw new Error(`there is no stock number ${index} for a story`)
  return { id: '', storageLocation: first.storageLocation, bin: first.bin, goods, isHalved: false }
}

/**
 * Two pieces of up to two materials without batches and hazard class that company 1020 has ordered and plant 1011 has
 * free, with that order: the goods of a cross-company issue.
 */
export async function findOrderedPieces({ database }: Stage): Promise<Beginning> {
  const found = await database.query<{
    id: string
    lineNo: number
    receivingLocation: string
    materialNo: string
    storageLocation: string
    bin: string
  }>(
    // The stock of one company beside the order of another: on Citus they are on different machines.
    `with free as materialized (
       select material_no, storage_location, bin, quantity from stock_balance
       where company_code = '1010' and plant = $1 and place = 'stock' and book = 'ERP' and stock_category = 'UU'
         and special_stock = '' and batch = '' and quantity - reserved - frozen >= 2
     ), wanted as (
       select h.id, l.line_no, l.storage_location as receiving_location, l.material_no, b.storage_location, b.bin,
         row_number() over (partition by h.id, l.line_no order by b.quantity desc, b.bin) as choice
       from purchase_order h
         join purchase_order_line l on l.company_code = h.company_code and l.document_id = h.id
         join material m on m.material_no = l.material_no and m.hazard_class = '' and not m.is_batch_managed
         join free b on b.material_no = l.material_no
       where h.company_code = '1020' and h.state = 'synced' and l.free_quantity >= 2 and coalesce(l.special_stock, '') = ''
         and h.supplying_plant = $1
         and not coalesce(l.is_deleted, false) and not coalesce(l.is_completed, false)
     ), best as (
       select id, storage_location from wanted where choice = 1 group by 1, 2 order by count(*) desc, 1 limit 1
     )
     select w.id, w.line_no, w.receiving_location, w.material_no, w.storage_location, w.bin
     from wanted w join best using (id, storage_location) where w.choice = 1 order by w.line_no limit 2`,
    [demonstrationUnit.plant],
  )
  const [first] = found
  if (first === undefined) throw new Error('there is no free stock that company 1020 has ordered')
  return {
    id: '',
    storageLocation: first.storageLocation,
    bin: first.bin,
    goods: found.map(({ materialNo, bin }) => ({ materialNo, bin, quantity: '2' })),
    internalOrder: {
      id: first.id,
      items: found.map(({ lineNo }) => lineNo),
      storageLocation: first.receivingLocation,
    },
    isHalved: false,
  }
}

/**
 * Two batches of one storage location, in a bin each; each story has its own. Their data change, and their goods stay where
 * they are, so others may hold them.
 */
export async function findBatches({ database }: Stage, index: number): Promise<Beginning> {
  const perStory = 2
  const goods = await database.query<JourneyLine & { storageLocation: string; bin: string }>(
    `with batches as (
       select distinct on (b.material_no, b.batch) b.storage_location, b.material_no, b.bin, b.batch, b.stock_category, b.quantity
       from stock_balance b join bin n on n.company_code = b.company_code and n.plant = b.plant
         and n.storage_location = b.storage_location and n.bin = b.bin and n.is_active and not n.is_frozen
       where b.company_code = '1010' and b.plant = $1 and b.place = 'stock' and b.book = 'ERP' and b.batch <> ''
         and b.special_stock = '' and b.stock_category = 'UU' and b.has_stock
       order by b.material_no, b.batch, b.bin
     )
     select storage_location, material_no, bin, batch, stock_category, quantity from batches
     where storage_location = (select storage_location from batches group by 1 order by count(*) desc, 1 limit 1)
     order by material_no, batch offset $2 limit $3`,
    [demonstrationUnit.plant, index * perStory, perStory],
  )
  const [first] = goods
  if (first === undefined) throw new Error(`there are no batches number ${index} for a story`)
  return { id: '', storageLocation: first.storageLocation, bin: first.bin, goods, isHalved: false }
}

export async function findStorageLocation({ database }: Stage): Promise<Beginning> {
  const [found] = await database.query<{ storageLocation: string }>(
    `select storage_location from storage_location where company_code = '1010' and plant = $1
     order by storage_location limit 1`,
    [demonstrationUnit.plant],
  )
  if (found === undefined)
    throw new Error(`plant ${demonstrationUnit.plant} has no storage location`)
  // One in which nothing lies, and that no goods are put into as long as others are free.
  const [empty] = await database.query<{ bin: string }>(
    `select x.bin from bin x
     left join stock_balance b on b.company_code = x.company_code and b.plant = x.plant
       and b.storage_location = x.storage_location and b.bin = x.bin and b.has_stock
     where x.company_code = '1010' and x.plant = $1 and x.storage_location = $2 and x.purpose = 'storage' and x.is_active
       and not x.is_frozen and x.hazard_class = '' and b.key_id is null
     order by x.bin desc limit 1`,
    [demonstrationUnit.plant, found.storageLocation],
  )
  return {
    id: '',
    storageLocation: found.storageLocation,
    ...(empty && { otherBin: empty.bin }),
    isHalved: false,
  }
}

/**
 * A few pieces of the two materials without batches and hazard class of which most is free, and a bin of another
 * storage location they may go to, for derived stories.
 */
export async function findPieces({ database }: Stage): Promise<Beginning> {
  const goods = await database.query<JourneyLine & { storageLocation: string; bin: string }>(
    `with free as (
       select storage_location, material_no, bin, quantity - reserved - frozen as free from stock_balance
       where company_code = '1010' and plant = $1 and place = 'stock' and book = 'ERP' and stock_category = 'UU'
         and special_stock = '' and batch = '' and quantity - reserved - frozen >= 4
         and material_no in (select material_no from material where hazard_class = '')
         -- What is being counted stays where it is.
         and not exists (select from stocktaking h join stocktaking_line l on l.company_code = h.company_code and l.document_id = h.id
           where h.company_code = '1010' and h.state in ('counting', 'differing') and h.plant = $1
             and h.storage_location = stock_balance.storage_location and l.bin = stock_balance.bin)
         -- Of a row one preservation task stands at a time.
         and not exists (select 1 as planned from preservation_task_line p where p.company_code = '1010'
           and p.material_no = stock_balance.material_no and p.bin = stock_balance.bin)
     )
     select storage_location, material_no, bin, '4' as quantity from free
     where storage_location = (select storage_location from free group by 1 order by count(*) desc, 1 limit 1)
     order by free desc, material_no, bin limit 2`,
    [demonstrationUnit.plant],
  )
  const [first] = goods
  if (first === undefined) throw new Error('there is no free stock for a story')
  const { storageLocation, bin } = first
  const [elsewhere] = await database.query<{ storageLocation: string; bin: string }>(
    `select storage_location, bin from bin
     where company_code = '1010' and plant = $1 and storage_location <> $2 and purpose = 'storage' and is_active
       and not is_frozen and hazard_class = ''
     order by storage_location, bin limit 1`,
    [demonstrationUnit.plant, storageLocation],
  )
  const [other] = await database.query<{ bin: string }>(
    `select bin from bin
     where company_code = '1010' and plant = $1 and storage_location = $2 and purpose = 'storage' and is_active
       and not is_frozen and hazard_class = '' and bin <> all($3)
       and bin not in (select l.bin from stocktaking_line l where l.company_code = '1010' and l.bin is not null)
     order by bin limit 1`,
    [demonstrationUnit.plant, storageLocation, goods.map((line) => line.bin)],
  )
  return {
    id: '',
    storageLocation,
    bin,
    ...(other && { otherBin: other.bin }),
    ...(elsewhere && { elsewhere }),
    goods,
    isHalved: false,
  }
}
