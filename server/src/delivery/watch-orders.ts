import { deliveryLimit } from '@kufang/contract/external-documents/delivery-limit.ts'
import {
  compareQuantity,
  isPositive,
  subtractQuantity,
  sumQuantities,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { clock, systemDocuments } from '../document/public.ts'
import { arrivalsOfItem, readHistory } from '../document/history/read-history.ts'
import {
  postedByItem,
  readOrderItems,
  type ChangedOrderItem,
} from '../external-documents/public.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'
import { readOrderTaken } from './order-taken.ts'
import { raiseProblems, withdrawProblems } from './raise-problem.ts'

// An order that changes or ends in the ERP while goods of it are on their way: delivery notes with something open, and
// arrivals that are not received.

interface OpenWork {
  source: string
  docNo: string
  quantity: Quantity
  /** The ERP has the goods already. */
  isInErp: boolean
}

/** The open work on order items, by `order/item`; two statements. */
async function openWork(
  queryable: Queryable,
  companyCode: string,
  items: readonly ChangedOrderItem[],
): Promise<Map<string, OpenWork[]>> {
  const orders = await readOrderItems(
    queryable,
    companyCode,
    items.map(({ orderNo: no, orderLine: line }) => ({ no, line })),
  )
  const wanted = [...orders.values()]
  const rows = await readHistory<OpenWork>(
    queryable,
    `select i.source, n.doc_no, greatest(l.quantity - l.done_quantity - l.closed_quantity, 0) as quantity, false as is_in_erp
     from unnest($2::text[], $3::uuid[], $4::int[]) as i (source, id, line)
     join document_link k on k.company_code = $1 and k.from_type = 'purchase-order' and k.from_id = i.id
       and k.from_line = i.line and k.to_type = 'delivery-note' and k.is_live
     join delivery_note n on n.company_code = $1 and n.id = k.to_id and n.state in ('submitted', 'confirmed', 'partlyArrived')
     join delivery_note_line l on l.company_code = $1 and l.document_id = n.id and l.line_no = k.to_line
     where l.quantity - l.done_quantity - l.closed_quantity > 0
     union all
     select i.source, a.document_no, a.quantity - a.lost - a.received, a.is_in_erp
     from unnest($2::text[], $3::uuid[], $4::int[]) as i (source, id, line)
     cross join lateral ${arrivalsOfItem('$1', { id: 'i.id', line: 'i.line' })} a
     where a.quantity - a.lost - a.received > 0
     order by 1, 2`,
    [
      companyCode,
      [...orders.keys()],
      wanted.map(({ id }) => id),
      wanted.map(({ lineNo }) => lineNo),
    ],
  )
  return Map.groupBy(rows, ({ source }) => source)
}

/** What of the open work the change concerns: a completed order still takes what the ERP has of it already. */
function concerned(
  { ended, isDelivered }: ChangedOrderItem,
  work: readonly OpenWork[],
): OpenWork[] {
  if (ended !== 'completed') return [...work]
  return isDelivered ? [] : work.filter(({ isInErp }) => !isInErp)
}

/** Whether the change alone disturbs work on the item: an increase does not. */
const isWorse = (item: ChangedOrderItem): boolean =>
  item.ended !== null ||
  item.isPriceChanged ||
  item.isPlaceChanged ||
  item.dueAfter !== item.dueBefore ||
  compareQuantity(item.orderedAfter, item.orderedBefore) < 0

/** What problem documents say of an order that changes; what is told of goods that were posted comes last. */
const causes = ['orderChanged', 'orderEnded', 'orderBlocked', 'orderBelowPosted'] as const
type OrderCause = (typeof causes)[number]

interface OpenProblem {
  source: string
  cause: OrderCause
  /** Not gone yet. */
  quantity: Quantity
  orderedBefore: Quantity | null
  dueBefore: string | null
  isPriceChanged: boolean
  /** Its remark says so. */
  isPlaceChanged: boolean
}

/** What problem documents say of order items that is still open, by `order/item`; one statement. */
async function openProblems(
  queryable: Queryable,
  companyCode: string,
  items: readonly ChangedOrderItem[],
): Promise<Map<string, OpenProblem[]>> {
  const rows = await queryable.query<OpenProblem>(
    `select w.no || '/' || w.line as source, h.cause, l.quantity - l.closed_quantity as quantity, l.ordered_before,
       l.due_before, coalesce(l.is_price_changed, false) as is_price_changed,
       coalesce(h.remark, '') <> '' as is_place_changed
     from unnest($2::text[], $3::int[]) as w (no, line)
     join problem_document h on h.company_code = $1 and h.purchase_order_no = w.no and h.state in ('raised', 'answered')
       and h.cause in (${causes.map((cause) => `'${cause}'`).join(', ')})
     join problem_document_line l on l.company_code = $1 and l.document_id = h.id and l.purchase_order_line = w.line
       and l.closed_quantity < l.quantity
     order by h.created_at`,
    [companyCode, items.map(({ orderNo }) => orderNo), items.map(({ orderLine }) => orderLine)],
  )
  return Map.groupBy(rows, ({ source }) => source)
}

/**
 * Whether the order item is again as it was before the problem was raised. What price and place were is not kept, so
 * the buyer decides about them.
 */
function isRestored(item: ChangedOrderItem, problem: OpenProblem): boolean {
  if (problem.cause === 'orderEnded') return item.isReopened
  // Lifted, or over for good, which is told by itself.
  if (problem.cause === 'orderBlocked') return item.isReopened || item.ended !== null
  if (item.ended !== null || problem.orderedBefore === null) return false
  if (compareQuantity(item.orderedAfter, problem.orderedBefore) < 0) return false
  if (problem.isPriceChanged || item.isPriceChanged) return false
  if (problem.isPlaceChanged || item.isPlaceChanged) return false
  return item.dueAfter === problem.dueBefore
}

/**
 * Of items that are ordered less than before, or were when a problem was raised: what we posted beyond what the order
 * permits now, with our documents. Over-deliveries of an unchanged order are none.
 */
async function postedBeyond(
  tx: Transaction,
  companyCode: string,
  items: readonly ChangedOrderItem[],
  open: ReadonlyMap<string, readonly OpenProblem[]>,
): Promise<Map<string, { quantity: Quantity; docNos: readonly string[] }>> {
  const reduced = items.filter(
    (item) =>
      compareQuantity(item.orderedAfter, item.orderedBefore) < 0 ||
      open.get(keyOf(item))?.some(({ cause }) => cause === 'orderBelowPosted'),
  )
  if (reduced.length === 0) return new Map()
  const numbers = reduced.map(({ orderNo, orderLine }) => ({ no: orderNo, line: orderLine }))
  const posted = await postedByItem(
    tx,
    companyCode,
    [...new Set(numbers.map(({ no }) => no))],
    new Date(),
  )
  if (posted.size === 0) return new Map()
  const orders = await readOrderTaken(tx, companyCode, numbers)
  return new Map(
    reduced.flatMap((item) => {
      const own = posted.get(keyOf(item))
      const order = orders.get(keyOf(item))
      const limit = order && deliveryLimit(order)
      if (own === undefined || limit === undefined || limit === null) return []
      const quantity = subtractQuantity(own.quantity, limit)
      return isPositive(quantity) ? [[keyOf(item), { quantity, docNos: own.docNos }]] : []
    }),
  )
}

/** A block is told apart from an end, because it may be lifted again. */
function causeOf({ ended }: ChangedOrderItem): OrderCause {
  if (ended === null) return 'orderChanged'
  return ended === 'blocked' ? 'orderBlocked' : 'orderEnded'
}

const keyOf = ({ orderNo, orderLine }: ChangedOrderItem): string => `${orderNo}/${orderLine}`

type Raised = Parameters<typeof raiseProblems>[4][number]

/**
 * Raises problem documents for order items that changed or ended in the ERP under open work, or are ordered less than what
 * we posted, and closes those whose order was restored.
 */
export async function raiseOrderProblems(
  tx: Transaction,
  companyCode: string,
  items: readonly ChangedOrderItem[],
): Promise<void> {
  const work = await openWork(tx, companyCode, items)
  const open = await openProblems(tx, companyCode, items)
  const beyond = await postedBeyond(tx, companyCode, items, open)
  if (work.size === 0 && beyond.size === 0 && open.size === 0) return
  const raised = new Map<OrderCause, Raised[]>(causes.map((cause) => [cause, []]))
  const restored = new Map<OrderCause, Raised[]>(causes.map((cause) => [cause, []]))
  for (const item of items) {
    const { orderNo, orderLine, orderedBefore, orderedAfter, dueBefore, dueAfter } = item
    const { isPriceChanged } = item
    const change = { orderedBefore, orderedAfter, dueBefore, dueAfter, isPriceChanged }
    const words =
      item.isPlaceChanged && item.ended === null
        ? { remark: `收货地点 ${item.placeBefore} → ${item.placeAfter}` }
        : {}
    const before = open.get(keyOf(item)) ?? []
    const more = beyond.get(keyOf(item))
    const gone = before.filter((problem) =>
      problem.cause === 'orderBelowPosted' ? more === undefined : isRestored(item, problem),
    )
    for (const { cause, quantity } of gone)
      entryOf(restored, cause).push({ orderNo, orderLine, quantity, concernedNos: [] })
    const tell = (cause: OrderCause, quantity: Quantity, nos: readonly string[]) => {
      if (gone.some((problem) => problem.cause === cause)) return
      const concernedNos = [...new Set(nos)]
      entryOf(raised, cause).push({ orderNo, orderLine, quantity, concernedNos, change, ...words })
    }
    const own = concerned(item, work.get(keyOf(item)) ?? [])
    const isKnown = before.some(({ cause }) => cause === 'orderChanged')
    if (own.length > 0 && (isWorse(item) || isKnown))
      tell(
        causeOf(item),
        sumQuantities(own.map(({ quantity }) => quantity)),
        own.map(({ docNo }) => docNo),
      )
    if (more !== undefined) tell('orderBelowPosted', more.quantity, more.docNos)
  }
  const documents = systemDocuments(tx, systemSession([companyCode], newId()), clock())
  for (const cause of causes) {
    await withdrawProblems(tx, documents, companyCode, cause, entryOf(restored, cause))
    await raiseProblems(tx, documents, companyCode, cause, entryOf(raised, cause))
  }
}
