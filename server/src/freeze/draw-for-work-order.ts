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
import type { DocumentPort } from '../document/act/effects.ts'
import type { Transaction } from '../platform/database/database.ts'
import { stockKey, type SpecialStock, type StockKey } from '../stock/public.ts'

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
function linesOf(drawn: readonly DrawnStock[]) {
  const byLine = Map.groupBy(drawn, ({ freezeId, freezeLine }) => `${freezeId}/${freezeLine}`)
  return [...byLine.values()].map((some) => ({
    freezeId: some[0]!.freezeId,
    freezeLine: some[0]!.freezeLine,
    quantity: sumQuantities(some.map(({ quantity }) => quantity)),
  }))
}

const inputOf = ({ freezeLine, quantity }: { freezeLine: number; quantity: Quantity }) => ({
  lineNo: freezeLine,
  drawnQuantity: quantity,
})

/**
 * Gives back what a requisition drew and did not use: it is held for the work order again, unless the freeze has ended
 * meanwhile. Call it after the requisition's own holds are released.
 */
export async function giveBackToWorkOrder(
  tx: Transaction,
  documents: Pick<DocumentPort, 'act'>,
  requisition: { companyCode: string; id: string },
  now: Date,
): Promise<void> {
  const { companyCode, id } = requisition
  const drawn = await tx.query<{ freezeId: string; freezeLine: number; quantity: Quantity }>(
    `with back as (
       update freeze_draw set given_back_at = $3
       where company_code = $1 and requisition_id = $2 and given_back_at is null
       returning freeze_order_id, freeze_order_line, quantity)
     select d.freeze_order_id as freeze_id, d.freeze_order_line as freeze_line, d.quantity
     from back d join freeze_order h on h.company_code = $1 and h.id = d.freeze_order_id
     where h.state in ('frozen', 'partlyReleased', 'released') and h.hold_until >= ($3::timestamptz at time zone '${companyTimeZone}')::date
     order by 1, 2`,
    [companyCode, id, now],
  )
  for (const [freezeId, own] of Map.groupBy(drawn, (line) => line.freezeId))
    // oxlint-disable-next-line no-await-in-loop -- an act on each freeze; a work order has one or two
    await documents.act('freeze-order', companyCode, freezeId, 'giveBack', {
      lines: own.map(inputOf),
    })
}
