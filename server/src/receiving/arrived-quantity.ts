import type { SourceLineOf } from '../document/effects/typed-documents.ts'
import { deliveryLimit } from '@kufang/contract/external-documents/delivery-limit.ts'
import type { arrival } from '@kufang/contract/receiving/arrival.ts'
import {
  addQuantity,
  compareQuantity,
  isPositive,
  minimumQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { readOrderTaken, type OrderTaken } from '../delivery/public.ts'
import type { SaveContext } from '../document/effects/effects.ts'

// More may arrive than a delivery note line announced, as far as the over-delivery tolerance of the order item itself
// goes (spec domain.md 1.1): the ERP refuses a receipt beyond it (M7/022), whatever our own catalogue permits. What was
// ordered without being announced is no tolerance: it is announced by another note.

type Source = SourceLineOf<typeof arrival>
type Save = SaveContext<typeof arrival>

/** A delivery note line, and what the arrival wants of it in total up to a line. */
interface Wanted {
  source: Source
  lineNo: number
  order: string
  quantity: Quantity
}

/**
 * Refuses lines beyond what their delivery note line has open and their order item's tolerance leaves.
 * @throws Refusal `quantity-held`, `quantity-exceeds-open`, `arrival-exceeds-tolerance`
 */
export async function checkArrivedQuantities(context: Save): Promise<void> {
  const beyond = wantedBeyond(context.lines)
  if (beyond.length === 0) return
  const companyCode = String(context.header.companyCode)
  const orders = beyond.map(({ source }) => ({
    no: String(source.purchaseOrderNo),
    line: Number(source.purchaseOrderLine),
  }))
  // Locked after the delivery notes, as everywhere, so that two arrivals do not both take the rest of a tolerance.
  await context.tx.query(
    `select 1 as locked from purchase_order h where h.company_code = $1 and h.doc_no = any($2::text[]) order by h.id for update`,
    [companyCode, orders.map(({ no }) => no)],
  )
  const taken = await readOrderTaken(context.tx, companyCode, orders)
  const problems: RefusalDetail[] = []
  // What this arrival takes of each order item's tolerance, by delivery note line.
  const used = new Map<string, Map<Source, Quantity>>()
  for (const one of beyond) {
    const order = taken.get(one.order)
    const own = used.get(one.order) ?? new Map<Source, Quantity>()
    used.set(one.order, own)
    const others = sumQuantities(
      [...own].flatMap(([source, quantity]) => (source === one.source ? [] : [quantity])),
    )
    const found = await problemOf(context, one, order, others)
    if (found) problems.push(found)
    own.set(one.source, subtractQuantity(one.quantity, freeOf(one.source)))
  }
  if (problems.length > 0) throw refuseAll(problems)
}

const freeOf = (source: Source): Quantity => source.freeQuantity
const openOf = (source: Source): Quantity => source.openQuantity

/** The lines with which an arrival wants more than is free of a delivery note line. */
function wantedBeyond(lines: Save['lines']): Wanted[] {
  const sums = new Map<Source, Quantity>()
  return lines.flatMap(({ line, source }) => {
    if (!source) return []
    const quantity = addQuantity(sums.get(source) ?? zeroQuantity, line.quantity as Quantity)
    sums.set(source, quantity)
    if (compareQuantity(quantity, freeOf(source)) <= 0) return []
    const order = `${String(source.purchaseOrderNo)}/${String(source.purchaseOrderLine)}`
    return [{ source, lineNo: line.lineNo, order, quantity }]
  })
}

/**
 * How much more than announced may arrive: what is left of the order item's tolerance, and of the ordered quantity with
 * it; null if it is unlimited.
 * @param others what this arrival takes of it by other delivery note lines
 */
function roomOf(order: OrderTaken | undefined, others: Quantity): Quantity | null {
  if (order === undefined) return zeroQuantity
  const limit = deliveryLimit(order)
  if (limit === null) return null
  const beyond = addQuantity(order.beyond, others)
  const room = minimumQuantity(
    subtractQuantity(limit, addQuantity(order.announced, beyond)),
    subtractQuantity(subtractQuantity(limit, order.quantity), beyond),
  )
  return isPositive(room) ? room : zeroQuantity
}

async function problemOf(
  { holdersOf, problem }: Save,
  { source, lineNo, order: shownOrder, quantity }: Wanted,
  order: OrderTaken | undefined,
  others: Quantity,
): Promise<RefusalDetail | null> {
  const [free, open] = [freeOf(source), openOf(source)]
  const room = roomOf(order, others)
  const isBeyondOpen = compareQuantity(quantity, open) > 0
  if (isBeyondOpen && (room === null || compareQuantity(quantity, addQuantity(free, room)) <= 0))
    return null
  const shown = {
    quantity,
    source: `${source.docNo}/${source.lineNo}`,
    unit: String(source.unit),
    open,
  }
  if (!isBeyondOpen || room === null || compareQuantity(quantity, addQuantity(open, room)) <= 0) {
    const { named } = await holdersOf(source)
    return problem('quantity-held', { ...shown, free, ...named }, lineNo, 'quantity')
  }
  if (order === undefined || order.overDeliveryPercent === '0')
    return problem(
      'quantity-exceeds-open',
      { ...shown, order: shownOrder, excess: subtractQuantity(quantity, open) },
      lineNo,
      'quantity',
    )
  return problem(
    'arrival-exceeds-tolerance',
    {
      quantity,
      source: shown.source,
      unit: shown.unit,
      rest: open,
      order: shownOrder,
      excess: subtractQuantity(quantity, open),
      room,
      ordered: order.quantity,
      percent: order.overDeliveryPercent,
      taken: sumQuantities([order.announced, order.beyond, others]),
    },
    lineNo,
    'quantity',
  )
}
