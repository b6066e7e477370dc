import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { toBaseUnit } from '@kufang/kernel/unit-conversion.ts'
import { storeMirror } from '../../external-documents/store-mirror.ts'
import { materials, otherPlace, place as mainPlace } from './small-company.ts'
import type { World } from './world.ts'

// Test data for tests of the trade: a separate storage location, goods, and ERP documents for them.

export interface Place {
  companyCode: string
  plant: string
  storageLocation: string
}

export interface Goods {
  materialNo: string
  quantity: string
  [field: string]: unknown
}

let sequence = 0
let places = 0
const next = (prefix: string) => `${prefix}${String((sequence += 1)).padStart(6, '0')}`
const units: Record<string, { unit: string; materialGroup: string }> = {
  [materials.bolt]: { unit: 'EA', materialGroup: 'G1' },
  [materials.valve]: { unit: 'EA', materialGroup: 'G2' },
  [materials.resin]: { unit: 'KG', materialGroup: 'G3' },
  [materials.solvent]: { unit: 'KG', materialGroup: 'G3' },
}

/** Lines of goods, each of a different material (`createWorld` has a hundred bolts and valves). */
export const goods = (
  count: number,
  materialNo: string = materials.valve,
  quantity = '10',
): Goods[] =>
  Array.from({ length: count }, (_none, index) => ({
    materialNo: index === 0 ? materialNo : `${materialNo}-${index}`,
    quantity,
  }))

/** The second unit that `addSecondUnit` gives: kilograms, of which no piece has a round number. */
const second = { unit: 'KG', numerator: 107, denominator: 9, percent: 5 }

/** Gives the valves a second unit: they are counted in pieces and weighed. Before any of them is in stock. */
export async function addSecondUnit({ database }: World): Promise<void> {
  await database.query(
    `update material set second_unit = $1, second_numerator = $2, second_denominator = $3, second_deviation_percent = $4
     where material_no like $5 || '%'`,
    [second.unit, second.numerator, second.denominator, second.percent, materials.valve],
  )
}

/** From now on the valves are managed in batches. Before any of them is in stock. */
export async function addBatches({ database }: World): Promise<void> {
  await database.query(
    `update material set is_batch_managed = true where material_no like $1 || '%'`,
    [materials.valve],
  )
}

/** From now on each of the valves has a serial number. Before any of them is in stock. */
export async function addSerialNumbers({ database }: World): Promise<void> {
  await database.query(
    `update material set is_serial_managed = true where material_no like $1 || '%'`,
    [materials.valve],
  )
}

/** From now on the valves need no inspection. */
export async function exempt({ database }: World): Promise<void> {
  await database.query(
    `update material set needs_inspection = false where material_no like $1 || '%'`,
    [materials.valve],
  )
}

/** Goods in a batch of their own. */
export const batched = (line: Goods): Goods => ({ ...line, batch: next('B') })

/** Goods that stay their supplier's until they are used. */
export const consigned = (line: Goods): Goods => ({
  ...line,
  specialStock: 'K',
  specialStockReference: '100001',
})

/** Goods with the weight of such valves. */
export function weighed(line: Goods): Goods {
  const { numerator, denominator } = second
  const secondQuantity = toBaseUnit(line.quantity as Quantity, { numerator, denominator })
  return { ...line, secondQuantity }
}

/** A new storage location of the world's company with a bin for every purpose. */
export async function newPlace({ database, companyCode }: World): Promise<Place> {
  // Four characters, as in the ERP.
  const storageLocation = `Z${(places += 1).toString(36).toUpperCase().padStart(3, '0')}`
  const plant = companyCode === otherPlace.companyCode ? otherPlace.plant : mainPlace.plant
  const place = { companyCode, plant, storageLocation }
  await database.query(
    `insert into storage_location (company_code, plant, storage_location, name) values ($1, $2, $3, $3)`,
    [companyCode, plant, storageLocation],
  )
  await database.query(
    `insert into bin (company_code, plant, storage_location, bin, purpose, hazard_class)
     select $1, $2, $3, b.bin, b.purpose, b.hazard_class
     from (values ('R-01', 'receiving', ''), ('A-01', 'storage', ''), ('A-02', 'storage', ''), ('X-01', 'rejects', ''),
       ('H-01', 'storage', '3'), ('HR-01', 'receiving', '3')) as b(bin, purpose, hazard_class)`,
    [companyCode, plant, storageLocation],
  )
  return place
}

/** A mirrored ERP document for these goods. */
export function mirrorOf(
  world: World,
  name: string,
  place: Place,
  lines: readonly Goods[],
  header?: Readonly<Record<string, unknown>>,
): Promise<string> {
  if (name === 'purchase-order') return ordered(world, place, lines, header)
  if (name === 'reservation') return reserved(world, place, lines, header)
  if (name === 'sales-order') return sold(world, place, lines, header)
  if (name === 'purchase-request') return requested(world, place, lines, header)
  return mirror(
    world,
    name,
    name.replace('-', '_'),
    next('7'),
    header ?? {},
    lines.map((line, index) => mirrored(place, index + 1, line)),
  )
}

const unchanged = [
  'materialNo',
  'description',
  'materialGroup',
  'unit',
  'quantity',
  'closedQuantity',
  'plant',
  'storageLocation',
] as const

/** Simulates a change in the ERP: the synchronisation delivers the document in another state. */
export const mirrorBecomes = (
  world: World,
  name: string,
  id: string,
  state: 'completed' | 'deleted',
): Promise<void> => mirrorChanges(world, name, id, {}, state)

/** How many days ago the goods of `deliveryDatesPass` were due. */
export const daysLate = 10

/** The goods of the document were due ten days ago. */
export const deliveryDatesPass = (world: World, name: string, id: string): Promise<void> =>
  mirrorChanges(world, name, id, { deliveryDate: addDays(companyToday(), -daysLate) })

/** Simulates a change in the ERP: the synchronisation delivers the document with other values in its lines, or its header. */
export async function mirrorChanges(
  world: World,
  name: string,
  id: string,
  change: Readonly<Record<string, unknown>>,
  state: 'synced' | 'completed' | 'deleted' = 'synced',
  ofHeader: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { header, lines } = await world.read(name, id)
  await world.database.transaction((tx) =>
    storeMirror(tx, name, header.companyCode, [
      {
        companyCode: header.companyCode,
        docNo: header.docNo,
        documentDate: header.documentDate,
        state,
        header: ofHeader,
        lines: lines.map((line) => ({
          lineNo: line.lineNo,
          ...Object.fromEntries(unchanged.map((name) => [name, line[name]])),
          ...change,
        })),
      },
    ]),
  )
}

async function mirror(
  world: World,
  name: string,
  table: string,
  docNo: string,
  header: Record<string, unknown>,
  lines: (Record<string, unknown> & { lineNo: number })[],
  companyCode = '1010',
): Promise<string> {
  await world.database.transaction((tx) =>
    storeMirror(tx, name, companyCode, [
      { companyCode, docNo, documentDate: '2026-11-01', state: 'synced', header, lines },
    ]),
  )
  const [row] = await world.database.query<{ id: string }>(
    `select id from ${table} where doc_no = $1`,
    [docNo],
  )
  return row!.id
}

const mirrored = (place: Place, lineNo: number, { materialNo, quantity, ...more }: Goods) => ({
  lineNo,
  materialNo,
  description: materialNo,
  ...units[materialNo.replace(/-\d+$/, '')],
  quantity,
  closedQuantity: '0',
  plant: place.plant,
  storageLocation: place.storageLocation,
  deliveryDate: '2026-12-01',
  isCompleted: false,
  isDeleted: false,
  ...more,
})

/** A purchase order of supplier 100001, unless the header says otherwise; its lines are 1, 2, 3 …. */
export function ordered(
  world: World,
  place: Place,
  lines: readonly Goods[],
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const docNo = next('45')
  return mirror(
    world,
    'purchase-order',
    'purchase_order',
    docNo,
    { supplierNo: '100001', currency: 'CNY', ...header },
    lines.map((line, index) => ({
      purchaseOrderNo: docNo,
      purchaseOrderLine: index + 1,
      overDeliveryPercent: '0',
      isUnlimitedOverDelivery: false,
      netPrice: '12.50',
      priceUnit: '1',
      receivedQuantity: '0',
      ...mirrored(place, index + 1, line),
    })),
    place.companyCode,
  )
}

/** A purchase request of the head of unit U1, at 12.50 a piece, of which nothing is ordered. */
export function requested(
  world: World,
  place: Place,
  lines: readonly Goods[],
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return mirror(
    world,
    'purchase-request',
    'purchase_request',
    next('7'),
    { requestedByName: '张三', ...header },
    lines.map((line, index) => ({
      price: '12.50',
      priceUnit: '1',
      currency: 'CNY',
      orderedQuantity: '0',
      costCenter: 'CC100',
      ...mirrored(place, index + 1, line),
    })),
    place.companyCode,
  )
}

/** A sales order of customer 200001, unless the header says otherwise. */
export function sold(
  world: World,
  place: Place,
  lines: readonly Goods[],
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const docNo = next('5')
  return mirror(
    world,
    'sales-order',
    'sales_order',
    docNo,
    { customerNo: '200001', ...header },
    lines.map((line, index) => ({
      salesOrderNo: docNo,
      salesOrderLine: index + 1,
      confirmedQuantity: line.quantity,
      ...mirrored(place, index + 1, line),
    })),
  )
}

/**
 * An outbound delivery of goods of a place for a sales order, or for an order of another plant, in the ERP and as it was read
 * there; returns its number. Its items are 10, 20 …, for items 1, 2 … of the order unless the line says otherwise.
 */
export async function delivered(
  { database, erp }: World,
  { companyCode, plant, storageLocation }: Place,
  order: { no: string; receivingPlant?: string; movementType: '601' | '643' },
  lines: readonly Goods[],
): Promise<string> {
  const deliveryNo = next('80')
  const items = lines.map((line, index) => ({
    item: (index + 1) * 10,
    orderItem: index + 1,
    unit: units[line.materialNo.replace(/-\d+$/, '')]?.unit ?? 'EA',
    ...line,
  }))
  erp.deliveries.add(
    deliveryNo,
    items.map(({ item, materialNo, quantity, unit }) => ({
      DeliveryDocumentItem: String(item),
      Material: materialNo,
      Plant: plant,
      ActualDeliveredQtyInBaseUnit: quantity,
      BaseUnit: unit,
      GoodsMovementType: order.movementType,
    })),
  )
  await database.query(
    `insert into outbound_delivery_item (company_code, delivery_no, delivery_item, order_no, order_item, ship_to,
       receiving_plant, material_no, plant, storage_location, quantity, unit, movement_type, synced_at)
     select $1, $2, x.item, $3, x."orderItem", '200001', $4, x."materialNo", $5, $6, x.quantity, x.unit, $7, now()
     from json_to_recordset($8::json) as x (item integer, "orderItem" integer, "materialNo" text, quantity numeric, unit text)`,
    [
      companyCode,
      deliveryNo,
      order.no,
      order.receivingPlant ?? '',
      plant,
      storageLocation,
      order.movementType,
      JSON.stringify(items),
    ],
  )
  return deliveryNo
}

/** The movement type of a reservation by what it is charged to. */
const movementTypes: Readonly<Record<string, string>> = {
  costCenter: '201',
  wbsElement: '221',
  assetNo: '241',
  orderNo: '261',
  networkNo: '281',
}

/** A reservation charged to a cost centre, of the movement type of what it is charged to. */
export function reserved(
  world: World,
  place: Place,
  lines: readonly Goods[],
  header: Record<string, unknown> = { costCenter: 'CC100' },
): Promise<string> {
  const docNo = next('8')
  const charged = Object.keys(movementTypes).find((name) => header[name])
  return mirror(
    world,
    'reservation',
    'reservation',
    docNo,
    header,
    lines.map((line, index) => ({
      reservationNo: docNo,
      reservationLine: index + 1,
      movementType: charged === undefined ? null : movementTypes[charged],
      isMovementAllowed: true,
      withdrawnQuantity: '0',
      ...mirrored(place, index + 1, line),
    })),
  )
}
