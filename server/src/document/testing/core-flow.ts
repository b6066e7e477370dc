import type { LineInput } from '@kufang/contract/document/api.ts'
import { storeMirror } from '../../external-documents/store-mirror.ts'
import { materials } from './small-company.ts'
import type { World } from './world.ts'

// The main job step by step, each step in a storage location of its own, so that one test never meets another's stock.

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

/** So many lines of goods of a kind, each of its own material (`createWorld` has a hundred of bolts and of valves). */
export const goods = (
  count: number,
  materialNo: string = materials.valve,
  quantity = '10',
): Goods[] =>
  Array.from({ length: count }, (_none, index) => ({
    materialNo: index === 0 ? materialNo : `${materialNo}-${index}`,
    quantity,
  }))

/** A storage location nobody else uses, with a bin for every purpose. */
export async function newPlace({ database }: World): Promise<Place> {
  // Four characters, as in the ERP.
  const storageLocation = `Z${(places += 1).toString(36).toUpperCase().padStart(3, '0')}`
  const place = { companyCode: '1010', plant: '0001', storageLocation }
  await database.query(
    `insert into storage_location (company_code, plant, storage_location, name) values ('1010', '0001', $1, $1)`,
    [storageLocation],
  )
  await database.query(
    `insert into bin (company_code, plant, storage_location, bin, purpose, hazard_class)
     select '1010', '0001', $1, b.bin, b.purpose, b.hazard_class
     from (values ('R-01', 'receiving', ''), ('A-01', 'storage', ''), ('A-02', 'storage', ''), ('X-01', 'rejects', ''),
       ('H-01', 'storage', '3'), ('HR-01', 'receiving', '3')) as b(bin, purpose, hazard_class)`,
    [storageLocation],
  )
  return place
}

/** Another document of the ERP, told in the fields all mirrors share. */
export function mirroredFrom(
  world: World,
  name: string,
  place: Place,
  lines: readonly Goods[],
  header: Record<string, unknown> = {},
): Promise<string> {
  return mirror(
    world,
    name,
    name.replace('-', '_'),
    next('7'),
    header,
    lines.map((line, index) => mirrored(place, index + 1, line)),
  )
}

/** What the ERP does to its document: the synchronisation brings it again, in another state. */
export const becomes =
  (name: string, state: 'completed' | 'deleted') => async (world: World, id: string) => {
    const { header, lines } = await world.read(name, id)
    await world.database.transaction((tx) =>
      storeMirror(tx, name, header.companyCode, [
        {
          companyCode: header.companyCode,
          docNo: header.docNo,
          documentDate: header.documentDate,
          state,
          header: {},
          lines: lines.map(
            ({
              lineNo,
              materialNo,
              description,
              materialGroup,
              unit,
              quantity,
              closedQuantity,
              plant,
              storageLocation,
            }) => ({
              lineNo,
              materialNo,
              description,
              materialGroup,
              unit,
              quantity,
              closedQuantity,
              plant,
              storageLocation,
            }),
          ),
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
): Promise<string> {
  await world.database.transaction((tx) =>
    storeMirror(tx, name, '1010', [
      { companyCode: '1010', docNo, documentDate: '2026-11-01', state: 'synced', header, lines },
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

/** A purchase order of supplier 100001; its lines are 1, 2, 3 …. */
export function ordered(
  world: World,
  place: Place,
  lines: readonly Goods[],
  supplierNo = '100001',
): Promise<string> {
  const docNo = next('45')
  return mirror(
    world,
    'purchase-order',
    'purchase_order',
    docNo,
    { supplierNo, currency: 'CNY' },
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
  )
}

/** A reservation charged to a cost centre. */
export function reserved(
  world: World,
  place: Place,
  lines: readonly Goods[],
  header: Record<string, unknown> = { costCenter: 'CC100' },
): Promise<string> {
  const docNo = next('8')
  return mirror(
    world,
    'reservation',
    'reservation',
    docNo,
    { movementType: '201', ...header },
    lines.map((line, index) => ({
      reservationNo: docNo,
      reservationLine: index + 1,
      isMovementAllowed: true,
      withdrawnQuantity: '0',
      ...mirrored(place, index + 1, line),
    })),
  )
}

const from = (id: string, index: number) => ({ source: { id, lineNo: index + 1 } })

/** A confirmed delivery note for all of a new order. */
export async function announced(
  world: World,
  place: Place,
  lines: readonly Goods[],
  batch: Record<string, unknown> = {},
): Promise<string> {
  const order = await ordered(world, place, lines)
  const note = await world.create('delivery-note', {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: lines.map((line, index) => ({
      ...from(order, index),
      quantity: line.quantity,
      ...batch,
    })),
    actionAfterCreate: 'submit',
  })
  await world.act('delivery-note', note.id, 'confirm', { input: { appointmentSlot: '上午' } })
  return note.id
}

/** An arrival of all of it, confirmed: what wants inspection stands in inspection now. */
export async function arrived(
  world: World,
  place: Place,
  lines: readonly Goods[],
  batch: Record<string, unknown> = {},
): Promise<{ arrival: string; notice: string }> {
  const note = await announced(world, place, lines, batch)
  const arrival = await world.create('arrival', {
    header: { visualCheck: 'intact' },
    lines: lines.map((_line, index) => ({ ...from(note, index), bin: 'R-01', ...batch })),
    actionAfterCreate: 'confirm',
  })
  const [notice] = await world.database.query<{ toId: string }>(
    `select distinct to_id from document_link where from_id = $1 and to_type = 'inspection-notice' and is_live`,
    [arrival.id],
  )
  return { arrival: arrival.id, notice: notice?.toId ?? '' }
}

/** Brings a notice as far as the inspector's confirmation. */
export async function called(world: World, notice: string): Promise<void> {
  await world.act('inspection-notice', notice, 'confirmTime', {
    input: { unpackingAt: '2026-12-01T02:00:00Z', unpackingPlace: '卸货区' },
  })
  await world.act('inspection-notice', notice, 'confirmInspector')
}

/** Decides all lines of a notice: so many rejected of each, the rest accepted. */
export async function decided(world: World, notice: string, rejected = '0'): Promise<string> {
  const { lines } = await world.read('inspection-notice', notice)
  const order = await world.create('inspection-order', {
    header: { inspectionMethod: 'full' },
    lines: lines.map((line): LineInput => ({
      source: { id: notice, lineNo: line.lineNo },
      quantity: line.quantity,
      acceptedQuantity: String(Number(line.quantity) - Number(rejected)),
      rejectedQuantity: rejected,
      ...(rejected === '0' ? {} : { defectClass: 'surface' }),
    })),
    actionAfterCreate: 'decide',
  })
  return order.id
}

/** Arrived and wholly accepted: ready to be received. */
export async function accepted(
  world: World,
  place: Place,
  lines: readonly Goods[],
  batch: Record<string, unknown> = {},
): Promise<string> {
  const { arrival, notice } = await arrived(world, place, lines, batch)
  if (notice !== '') {
    await called(world, notice)
    await decided(world, notice)
  }
  return arrival
}

/** Opening stock of a place, all in bin A-01; lines of the same goods are put together. */
export async function stocked(
  world: World,
  place: Place,
  lines: readonly Goods[],
  line: Record<string, unknown> = {},
): Promise<string> {
  const sums = new Map<string, number>()
  for (const { materialNo, quantity } of lines)
    sums.set(materialNo, (sums.get(materialNo) ?? 0) + Number(quantity))
  const opening = await world.create('stock-initialisation', {
    companyCode: place.companyCode,
    header: { plant: place.plant, storageLocation: place.storageLocation },
    lines: [...sums].map(([materialNo, quantity]) => ({
      materialNo,
      quantity: String(quantity),
      bin: 'A-01',
      stockCategory: 'UU',
      ...line,
    })),
    actionAfterCreate: 'initialise',
  })
  return opening.id
}

/** A requisition over a new reservation, submitted; approved where wanted. */
export async function asked(
  world: World,
  place: Place,
  lines: readonly Goods[],
  isApproved = true,
): Promise<string> {
  const reservation = await reserved(world, place, lines)
  const made = await world.create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: lines.map((line, index) => ({ ...from(reservation, index), quantity: line.quantity })),
    actionAfterCreate: 'submit',
  })
  if (isApproved) await world.act('requisition', made.id, 'approve')
  return made.id
}
