import { isPositive, type Quantity } from '@kufang/kernel/quantity.ts'
import type { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { readParameter } from '../system/public.ts'
import { carriersOf, isToPost } from '../document/books/completing-lines.ts'
import type { Queryable } from '../platform/database/database.ts'
import {
  arrivedLine,
  orderOf,
  reachesTolerance,
  readDeliveries,
  type DeliveryOfOrder,
  type OrderLine,
  type Received,
  type ReceiptOfOrder,
} from './deliveries-of-order.ts'

// "Delivery completed" (ELIKZ) of order items. The ERP counts what is posted for the order (101, 105): of goods that are
// inspected in stock the whole arrival with the first receipt of it, of all others the receipts. The item posted last for
// the order item carries the mark, because the ERP refuses receipts after it (06/077).

type Context<N extends string> = ContextOf<typeof goodsReceipt, N>

/** What is read of a receipt to decide about its order items. */
interface Reading {
  tx: Queryable
  document: { companyCode: string; plant: string; id: string }
  lines: readonly OrderLine[]
}

/** The receipts that are still to be posted for the order item besides this one. */
function othersToPost({ receipts }: DeliveryOfOrder, receiptId: string): ReceiptOfOrder[] {
  const own = new Set(receipts.filter(({ id }) => id === receiptId).map(arrivedLine))
  return receipts.filter(
    (one) =>
      one.id !== receiptId &&
      ['received', 'signed', 'reviewed'].includes(one.state) &&
      isToPost(one.erpState) &&
      !(one.isPostedByArrival && own.has(arrivedLine(one))),
  )
}

/** Whether the ERP was told with the arrivals whether a receipt completes the order item. */
function isSent({ receipts }: DeliveryOfOrder, receiptId: string): boolean {
  const own = receipts.filter(({ id }) => id === receiptId)
  return own.length > 0 && own.every((one) => one.isPostedByArrival && !isToPost(one.erpState))
}

const isCompleting = ({
  deliveryCompletion,
}: Pick<ReceiptOfOrder, 'deliveryCompletion'>): boolean => deliveryCompletion === 'completed'

type Sources = Awaited<ReturnType<Context<'receive'>['sources']>>
/** Whether a line completes its order item, and who decided. */
interface Completion {
  deliveryCompletion: 'completed' | 'open'
  isDecidedByRule: boolean
}

type Deliveries = Awaited<ReturnType<typeof readForCompletions>>

/** What completions are decided by, with the prices of the order items; to be read after the predecessors are locked. */
export async function readForCompletions({ tx, document, lines }: Reading) {
  const { companyCode, plant, id } = document
  const [rule, byOrder] = await Promise.all([
    readParameter(tx, 'receiving.deliveryCompleted', { companyCode, plant }),
    readDeliveries(tx, companyCode, lines, id),
  ])
  return { rule, byOrder }
}

/**
 * Whether each line completes its order item, by line: as the person says, otherwise by the plant's rule. The posting of
 * an arrival that is requested already is not changed any more.
 */
export function completionsOf(
  { lines, problem }: Context<'receive'>,
  { rule, byOrder }: Deliveries,
  sources: Sources,
): Map<number, Completion> {
  const arrivedOf = (line: (typeof lines)[number]) =>
    entryOf(sources, `${line.sourceId}/${line.sourceLine}`)
  const own = lines.map((line): Received & { source: string } => {
    const arrived = arrivedOf(line)
    return {
      source: orderOf(line),
      arrivalId: sourceOfLine(line).id,
      arrivalLine: sourceOfLine(line).lineNo,
      isPostedByArrival: arrived.stockCategory === 'QI',
      acceptedQuantity: arrived.acceptedQuantity as Quantity,
      stockCategory: line.stockCategory,
      quantity: line.quantity,
    }
  })
  const problems: RefusalDetail[] = []
  const decided = new Map<number, Completion>()
  for (const line of lines) {
    const source = orderOf(line)
    const delivery = byOrder.get(source)
    const arrived = arrivedOf(line)
    const given = line.deliveryCompletion ?? 'byRule'
    if (arrived.stockCategory === 'QI' && !isToPost(String(arrived.lineErpState))) {
      const isSent =
        arrived.deliveryCompletion === 'completed' ||
        delivery?.receipts.some(
          (one) =>
            one.arrivalId === line.sourceId &&
            one.arrivalLine === line.sourceLine &&
            one.deliveryCompletion === 'completed',
        ) === true
      if (given === 'completed' && !isSent)
        problems.push(
          problem(
            'delivery-posted-before',
            { source, arrival: arrived.docNo },
            line.lineNo,
            'deliveryCompletion',
          ),
        )
      decided.set(line.lineNo, decide(isSent, false))
    } else if (given === 'byRule') {
      const isReached =
        rule === 'at-tolerance' &&
        delivery !== undefined &&
        reachesTolerance(
          delivery,
          own.filter((one) => one.source === source),
        )
      decided.set(line.lineNo, decide(isReached, true))
    } else decided.set(line.lineNo, decide(given === 'completed', false))
  }
  if (problems.length > 0) throw refuseAll(problems)
  return decided
}

const decide = (isCompleted: boolean, isDecidedByRule: boolean): Completion => ({
  deliveryCompletion: isCompleted ? 'completed' : 'open',
  isDecidedByRule,
})

/**
 * The same for goods that a unit signs for, by line: nothing is posted for their order item but what it takes of them.
 * A line that is refused as a whole completes nothing.
 */
export function completionsOfSigned(
  lines: readonly (OrderLine & {
    lineNo: number
    deliveryCompletion: 'completed' | 'open' | 'byRule' | null
    quantity: Quantity
  })[],
  { rule, byOrder }: Deliveries,
): Map<number, Completion> {
  const own = lines.map((line): Received & { source: string } => ({
    source: orderOf(line),
    arrivalId: '',
    arrivalLine: line.lineNo,
    isPostedByArrival: false,
    acceptedQuantity: line.quantity,
    stockCategory: 'UU',
    quantity: line.quantity,
  }))
  return new Map(
    lines.map((line) => {
      const source = orderOf(line)
      const given = line.deliveryCompletion ?? 'byRule'
      const delivery = byOrder.get(source)
      const isReached = () =>
        rule === 'at-tolerance' &&
        delivery !== undefined &&
        reachesTolerance(
          delivery,
          own.filter((one) => one.source === source),
        )
      if (!isPositive(line.quantity)) return [line.lineNo, decide(false, false)]
      return given === 'byRule'
        ? [line.lineNo, decide(isReached(), true)]
        : [line.lineNo, decide(given === 'completed', false)]
    }),
  )
}

/** What posting reads of a receipt that may complete its order items. */
interface Posting {
  tx: Context<'post'>['tx']
  document: { companyCode: string; id: string }
  lines: readonly (OrderLine & {
    lineNo: number
    deliveryCompletion: 'byRule' | 'completed' | 'open' | null
    isDecidedByRule: boolean | null
  })[]
  problem: (
    code: 'completes-before-others',
    params: Record<string, string | number>,
    line?: number,
  ) => RefusalDetail
}

/** What is posted of order items. */
export interface CompletionsToPost {
  /** The lines that carry the mark. */
  carriers: ReadonlySet<number>
  /**
   * Which of the arrivals' lines to be posted (`id/line`, in the order of posting) carry it for receipts of them: of several
   * lines of one order item the last.
   * @throws Refusal `completes-before-others` {source, other}
   */
  arrivals: (toPost: readonly string[]) => ReadonlySet<string>
}

/**
 * Decides what a receipt to be posted completes. Postings of an order item are one after the other, so that of two at once
 * one carries the mark.
 * @throws Refusal `completes-before-others` {source, other}: it would be refused after this one
 */
export async function completionsToPost({
  tx,
  document: { companyCode, id },
  lines,
  problem,
}: Posting): Promise<CompletionsToPost> {
  tx.write(
    `select 1 from (select pg_advisory_xact_lock(hashtextextended('delivery-completed/' || $1 || '/' || no, 0))
       from unnest($2::text[]) as no) as locked`,
    [companyCode, [...new Set(lines.flatMap((line) => line.purchaseOrderNo ?? []))].sort()],
  )
  const deliveries = await readDeliveries(tx, companyCode, lines, null)
  const { carriers, waiting } = carriersOf(
    lines.filter(isCompleting).map((line) => {
      const delivery = deliveries.get(orderOf(line))
      return {
        lineNo: line.lineNo,
        source: orderOf(line),
        isDecidedByRule: line.isDecidedByRule,
        isReached: delivery !== undefined && reachesTolerance(delivery, []),
        others: (delivery && !isSent(delivery, id) ? othersToPost(delivery, id) : []).map(
          (one) => ({ docNo: one.docNo, completes: isCompleting(one) }),
        ),
      }
    }),
  )
  if (waiting.length > 0)
    throw refuseAll(
      waiting.map(({ lineNo, source, other }) =>
        problem('completes-before-others', { source, other }, lineNo),
      ),
    )
  const arrivals = (toPost: readonly string[]): ReadonlySet<string> => {
    const marked = new Set<string>()
    const waiting: RefusalDetail[] = []
    for (const [source, delivery] of deliveries) {
      const posted = delivery.receipts
        .filter((one) => one.isPostedByArrival && toPost.includes(arrivedLine(one)))
        .toSorted((a, b) => toPost.indexOf(arrivedLine(a)) - toPost.indexOf(arrivedLine(b)))
      const last = posted.at(-1)
      const completes = posted.some(
        (one) =>
          isCompleting(one) && (one.isDecidedByRule !== true || reachesTolerance(delivery, [])),
      )
      if (!last || !completes) continue
      const others = othersToPost(delivery, id)
      // Another document that completes the item says so; two that wait for each other's parts would wait for ever.
      if (others.some(isCompleting)) continue
      const line = lines.find((one) => orderOf(one) === source)?.lineNo
      const [other] = others
      // Another receipt of the arrival completes the item, which nothing but this posting tells the ERP.
      if (other !== undefined)
        waiting.push(problem('completes-before-others', { source, other: other.docNo }, line))
      else marked.add(arrivedLine(last))
    }
    if (waiting.length > 0) throw refuseAll(waiting)
    return marked
  }
  return { carriers, arrivals }
}
