import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import {
  isPositive,
  minimumQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import type { Transaction } from '../platform/database/database.ts'
import { stockKey, type SpecialStock, type StockKey } from '../ledger/public.ts'

// Goods frozen for a maintenance work order are drawn by the requisitions of this work order only (spec domain.md 1.4): what
// the freeze holds is held for the requisition from its approval on, and issued like any other reserved stock.

/** Goods of a requisition line. */
interface Demand {
  lineNo: number
  materialNo: string
  batch: string | null
  quantity: Quantity
}

interface WorkOrder {
  companyCode: string
  plant: string
  storageLocation: string
  workOrderNo: string
}

/** What a requisition line takes of a freeze. */
export interface DrawnStock {
  /** Of the requisition. */
  lineNo: number
  key: StockKey
  quantity: Quantity
  freezeId: string
  freezeLine: number
}

interface HeldLine {
  id: string
  lineNo: number
  materialNo: string
  batch: string | null
  bin: string
  specialStock: string | null
  specialStockReference: string | null
  free: Quantity
}

/**
 * What these lines may draw of goods that are frozen for their work order, what ends first first; only own stock, as no rule
 * says whose stock a work order uses. Locks the freezes. One statement.
 */
export async function drawableFor(
  tx: Transaction,
  order: WorkOrder,
  demands: readonly Demand[],
): Promise<DrawnStock[]> {
  if (demands.length === 0) return []
  const held = await tx.query<HeldLine & { [name: string]: unknown }>(
    `select h.id, l.line_no, l.material_no, l.batch, l.bin, l.special_stock, l.special_stock_reference,
       l.quantity - l.done_quantity - l.held_quantity - l.closed_quantity as free
     from freeze_order h join freeze_order_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = $1 and h.freeze_type = 'eam' and h.state in ('frozen', 'partlyReleased') and h.work_order_no = $2
       and h.plant = $3 and h.storage_location = $4 and l.material_no = any($5) and coalesce(l.special_stock, '') = ''
       and l.quantity > l.done_quantity + l.held_quantity + l.closed_quantity
     order by h.hold_until, h.id, l.line_no for update of h`,
    [
      order.companyCode,
      order.workOrderNo,
      order.plant,
      order.storageLocation,
      [...new Set(demands.map(({ materialNo }) => materialNo))],
    ],
  )
  return demands.flatMap((demand): DrawnStock[] => {
    let wanted = demand.quantity
    return held.flatMap((line): DrawnStock[] => {
      const isOther =
        line.materialNo !== demand.materialNo || (demand.batch && demand.batch !== line.batch)
      const quantity = isOther ? zeroQuantity : minimumQuantity(wanted, line.free)
      if (!isPositive(quantity)) return []
      wanted = subtractQuantity(wanted, quantity)
      line.free = subtractQuantity(line.free, quantity)
      const key = stockKey({
        companyCode: order.companyCode,
        plant: order.plant,
        storageLocation: order.storageLocation,
        bin: line.bin,
        materialNo: line.materialNo,
        batch: textOf(line.batch),
        specialStock: textOf(line.specialStock) as SpecialStock,
        specialStockReference: textOf(line.specialStockReference),
      })
      return [{ lineNo: demand.lineNo, key, quantity, freezeId: line.id, freezeLine: line.lineNo }]
    })
  })
}

/** Takes from the freezes what a requisition draws: it is free for the requisition to hold from then on. */
export async function drawForWorkOrder(
  tx: Transaction,
  documents: Pick<DocumentPort, 'act'>,
  requisition: { companyCode: string; id: string },
  drawn: readonly DrawnStock[],
  now: Date,
): Promise<void> {
  if (drawn.length === 0) return
  const { companyCode, id } = requisition
  const lines = linesOf(drawn)
  await tx.query(
    `insert into freeze_draw (company_code, requisition_id, freeze_order_id, freeze_order_line, quantity, drawn_at)
     select $1, $2::uuid, line.*, $3::timestamptz from unnest($4::uuid[], $5::int[], $6::numeric[]) line`,
    [
      companyCode,
      id,
      now,
      lines.map(({ freezeId }) => freezeId),
      lines.map(({ freezeLine }) => freezeLine),
      lines.map(({ quantity }) => quantity),
    ],
  )
  for (const [freezeId, own] of Map.groupBy(lines, (line) => line.freezeId))
    // oxlint-disable-next-line no-await-in-loop -- an act on each freeze; a work order has one or two
    await documents.act('freeze-order', companyCode, freezeId, 'draw', { lines: own.map(inputOf) })
}

/** The lines of freezes, each once. */
function linesOf(drawn: readonly Pick<DrawnStock, 'freezeId' | 'freezeLine' | 'quantity'>[]) {
  const byLine = Map.groupBy(drawn, ({ freezeId, freezeLine }) => `${freezeId}/${freezeLine}`)
  return [...byLine.values()].map((some) => ({
    freezeId: firstOf(some).freezeId,
    freezeLine: firstOf(some).freezeLine,
    quantity: sumQuantities(some.map(({ quantity }) => quantity)),
  }))
}

const inputOf = ({ freezeLine, quantity }: { freezeLine: number; quantity: Quantity }) => ({
  lineNo: freezeLine,
  drawnQuantity: quantity,
})

/** Of a stock key, what a requisition does not hold any more. */
export interface ReleasedStock {
  keyId: number
  quantity: Quantity
}

/** A part of a freeze that a requisition drew and has not given back. */
interface Draw {
  freezeId: string
  freezeLine: number
  drawnAt: string
  /** The key of its goods, if it is among those asked for. */
  keyId: number | null
  left: Quantity
  /** Whether the freeze has not ended meanwhile. */
  stands: boolean
}

/**
 * Gives back what a requisition drew and did not use: it is held for the work order again, unless the freeze has ended
 * meanwhile. Call it after the requisition's own holds are released.
 * @param released what the requisition has released, by key: no more is given back; all that it drew if absent, because
 *   nothing of it was issued
 */
export async function giveBackToWorkOrder(
  tx: Transaction,
  documents: Pick<DocumentPort, 'act'>,
  requisition: { companyCode: string; id: string },
  now: Date,
  released?: readonly ReleasedStock[],
): Promise<void> {
  const { companyCode, id } = requisition
  const draws = await tx.query<Draw & { [name: string]: unknown }>(
    `select d.freeze_order_id as freeze_id, d.freeze_order_line as freeze_line, d.drawn_at::text as drawn_at,
       d.quantity - d.given_back as left, key.id as key_id,
       h.state in ('frozen', 'partlyReleased', 'released')
         and h.hold_until >= ($3::timestamptz at time zone '${companyTimeZone}')::date as stands
     from freeze_draw d
     join freeze_order h on h.company_code = $1 and h.id = d.freeze_order_id
     join freeze_order_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = d.freeze_order_line
     left join stock_key key on key.company_code = $1 and key.id = any($4::bigint[]) and key.plant = h.plant
       and key.storage_location = h.storage_location and key.bin = l.bin and key.material_no = l.material_no
       and key.batch = coalesce(l.batch, '')
     where d.company_code = $1 and d.requisition_id = $2 and d.given_back_at is null
     order by 1, 2, 3 for update of d`,
    [companyCode, id, now, released?.map(({ keyId }) => keyId) ?? []],
  )
  const returned = released === undefined ? draws.map(wholly) : sharesOf(draws, released)
  const back = returned.filter(({ quantity }) => isPositive(quantity))
  if (back.length === 0) return
  await tx.query(
    `update freeze_draw d set given_back = d.given_back + back.quantity,
       given_back_at = case when d.quantity = d.given_back + back.quantity then $3::timestamptz end
     from unnest($4::uuid[], $5::int[], $6::timestamptz[], $7::numeric[]) as back (freeze_id, freeze_line, drawn_at, quantity)
     where d.company_code = $1 and d.requisition_id = $2 and d.freeze_order_id = back.freeze_id
       and d.freeze_order_line = back.freeze_line and d.drawn_at = back.drawn_at`,
    [
      companyCode,
      id,
      now,
      back.map(({ freezeId }) => freezeId),
      back.map(({ freezeLine }) => freezeLine),
      back.map(({ drawnAt }) => drawnAt),
      back.map(({ quantity }) => quantity),
    ],
  )
  const lines = linesOf(back.filter(({ stands }) => stands))
  for (const [freezeId, own] of Map.groupBy(lines, (line) => line.freezeId))
    // oxlint-disable-next-line no-await-in-loop -- an act on each freeze; a work order has one or two
    await documents.act('freeze-order', companyCode, freezeId, 'giveBack', {
      lines: own.map(inputOf),
    })
}

const wholly = (draw: Draw) => ({ ...draw, quantity: draw.left })

/** What was released of each key goes to the draws of its goods, as far as it goes. */
function sharesOf(draws: readonly Draw[], released: readonly ReleasedStock[]) {
  const left = new Map<number, Quantity>()
  for (const { keyId, quantity } of released)
    left.set(keyId, sumQuantities([left.get(keyId) ?? zeroQuantity, quantity]))
  return draws.map((draw) => {
    const there = (draw.keyId !== null && left.get(draw.keyId)) || zeroQuantity
    const quantity = minimumQuantity(draw.left, there)
    if (draw.keyId !== null) left.set(draw.keyId, subtractQuantity(there, quantity))
    return { ...draw, quantity }
  })
}
