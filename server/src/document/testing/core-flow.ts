import '../../journeys.ts'
import type { LineInput } from '@kufang/contract/document/api.ts'
import { linesFrom, makeOver, walk } from '../journey/walk.ts'
import { ordered, reserved, type Goods, type Place } from './ground.ts'
import { worldWalker } from './world-walker.ts'
import type { World } from './world.ts'

// Shortcuts for tests of the trade: documents in a storage location of their own, so that tests do not share stock. How
// documents are created and reach their states is described in their journeys.

const at = (place: Place, world: World) => worldWalker(world, place)

/** A confirmed delivery note for a complete new order. */
export async function announced(
  world: World,
  place: Place,
  lines: readonly Goods[],
  batch: Record<string, unknown> = {},
): Promise<string> {
  const walker = at(place, world)
  const order = await ordered(world, place, lines)
  const over = (await linesFrom(walker, 'purchase-order', order)).map((line) => ({
    ...line,
    ...batch,
  }))
  return makeOver(walker, 'delivery-note', over, ['submit', 'confirm'])
}

/** A confirmed arrival of everything; lines that require inspection are in inspection. */
export async function arrived(
  world: World,
  place: Place,
  lines: readonly Goods[],
  batch: Record<string, unknown> = {},
): Promise<{ arrival: string; notice: string }> {
  const walker = at(place, world)
  const note = await announced(world, place, lines, batch)
  const over = await linesFrom(walker, 'delivery-note', note)
  const arrival = await makeOver(walker, 'arrival', over, ['confirm'])
  return {
    arrival,
    notice: (await walker.successorOf('arrival', arrival, 'inspection-notice')) ?? '',
  }
}

/** Takes a notice to the inspector's confirmation. */
export async function called(world: World, notice: string): Promise<void> {
  const { header } = await world.read('inspection-notice', notice)
  const { companyCode, plant, storageLocation } = header
  const place = { companyCode, plant: plant!, storageLocation: storageLocation! }
  await walk(at(place, world), 'inspection-notice', notice, [
    'assign',
    'confirmTime',
    'confirmInspector',
  ])
}

/** Decides all lines of a notice: this quantity of each is rejected, the rest accepted. */
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

/** Arrived and fully accepted, ready for receipt. */
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

/** Initial stock of a place, all in bin A-01; lines of the same goods are combined. */
export async function stocked(
  world: World,
  place: Place,
  lines: readonly Goods[],
  line: Record<string, unknown> = {},
): Promise<string> {
  const sums = new Map<string, number>()
  for (const { materialNo, quantity } of lines)
    sums.set(materialNo, (sums.get(materialNo) ?? 0) + Number(quantity))
  const counted = [...sums].map(([materialNo, quantity]) => ({
    materialNo,
    quantity: String(quantity),
    ...line,
  }))
  return makeOver(at(place, world), 'stock-initialisation', counted, ['submit', 'initialise'])
}

/** A submitted requisition for a new reservation, optionally approved. */
export async function asked(
  world: World,
  place: Place,
  lines: readonly Goods[],
  isApproved = true,
): Promise<string> {
  const walker = at(place, world)
  const over = await linesFrom(walker, 'reservation', await reserved(world, place, lines))
  return makeOver(walker, 'requisition', over, isApproved ? ['submit', 'approve'] : ['submit'])
}

/** Goods of bin A-01 on the way to bin A-01 of another storage location of the plant. */
export async function shipped(
  world: World,
  from: Place,
  to: Place,
  materialNo: string,
  quantity: string,
): Promise<string> {
  const { id } = await world.create('transfer-order', {
    header: {
      plant: from.plant,
      storageLocation: from.storageLocation,
      receivingStorageLocation: to.storageLocation,
      reason: '库区调整',
    },
    lines: [{ materialNo, quantity, bin: 'A-01', receivingBin: 'A-01' }] as never,
    actionAfterCreate: 'submit',
  })
  await world.act('transfer-order', id, 'approve')
  await world.act('transfer-order', id, 'ship')
  return id
}
