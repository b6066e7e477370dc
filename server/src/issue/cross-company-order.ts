import type { crossCompanyIssue } from '@kufang/contract/issue/cross-company-issue.ts'
import {
  addQuantity,
  compareQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import {
  readDeliveriesOf,
  readInternalOrder,
  type InternalOrderItem,
} from '../external-documents/public.ts'
import { readPostingPeriods } from '../ledger/public.ts'
import type { Queryable } from '../platform/database/database.ts'
import { problemsOfDelivery, readTakenDeliveries } from './outbound-delivery.ts'

// The internal order is in the other company, where nothing is consumed of it before its linked arrival record is made:
// what issues on their way take of an item is counted here.

type Context<N extends string> = ContextOf<typeof crossCompanyIssue, N>

interface OnTheWay {
  lineNo: number
  quantity: Quantity
  docNos: string[]
}

/**
 * Checks against the order as it is now that no more goods leave than it leaves open beside other approved issues that
 * have not arrived. Issues of the same order wait for each other.
 * @throws `internal-order-unknown`, and by line `internal-order-line-wrong`, `quantity-exceeds-open`, `quantity-held`
 */
export async function assertStillOrdered({
  tx,
  document,
  lines,
  problem,
}: Pick<Context<'approve'>, 'tx' | 'document' | 'lines' | 'problem'>): Promise<void> {
  const { id, companyCode, internalOrderNo: no } = document
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `internal-order/${companyCode}/${no}`,
  ])
  const order = await readInternalOrder(tx, companyCode, no)
  if (order.length === 0)
    throw refuseAll([problem('internal-order-unknown', { no }, undefined, 'internalOrderNo')])
  const onTheWay = await tx.query<OnTheWay>(
    `select l.internal_order_line as line_no, sum(l.quantity) as quantity, array_agg(distinct h.doc_no) as doc_nos
     from cross_company_issue h
     join cross_company_issue_line l on l.company_code = $1 and l.document_id = h.id
     where h.company_code = $1 and h.internal_order_no = $2 and h.id <> $3 and h.arrival_no is null
       and h.state not in ('draft', 'returned', 'submitted', 'cancelled', 'reversed')
     group by 1`,
    [companyCode, no, id],
  )
  const problems = problemsOfItems({ no, order, lines, onTheWay, problem })
  if (problems.length > 0) throw refuseAll(problems)
}

/**
 * Compares the delivery that a person has entered with the lines and with what the ERP says of it: whether it is of the
 * internal order and goes where that goes, its items, materials, batches and quantities, and that nobody else issues it.
 * @throws `delivery-unknown`, `delivery-other-receiver`, and what speaks against the delivery
 */
export async function assertDelivery({
  tx,
  document,
  lines,
  problem,
}: Pick<Context<'approve'>, 'tx' | 'document' | 'lines' | 'problem'>): Promise<void> {
  const { companyCode, internalOrderNo: order, deliveryNo: no, plant, storageLocation } = document
  const known = await readDeliveriesOf(tx, companyCode, [order])
  const delivery = known.filter(({ deliveryNo }) => deliveryNo === no)
  const [first] = delivery
  const field = 'deliveryNo'
  if (first === undefined) {
    const numbers = [...new Set(known.map(({ deliveryNo }) => deliveryNo))].join('、') || '–'
    throw refuseAll([problem('delivery-unknown', { no, order, known: numbers }, undefined, field)])
  }
  const internal = await readInternalOrder(tx, companyCode, order)
  const wanted = internal[0]?.plant ?? document.receivingPlant ?? ''
  if (first.receivingPlant !== wanted) {
    const params = { no, receiver: first.receivingPlant || '–', wanted }
    throw refuseAll([problem('delivery-other-receiver', params, undefined, field)])
  }
  const taken = await readTakenDeliveries(tx, document, [no])
  const problems = problemsOfDelivery({
    delivery,
    lines: lines.map((line) => ({
      lineNo: line.lineNo,
      materialNo: line.materialNo,
      quantity: line.quantity,
      batch: line.batch ?? '',
      orderNo: order,
      orderItem: line.internalOrderLine,
      deliveryItem: line.deliveryItem,
    })),
    plant,
    storageLocation,
    takenBy: taken.get(no),
    field: 'deliveryItem',
    problem,
  })
  if (problems.length > 0) throw refuseAll(problems)
}

/** The internal orders of issues, or of the header of a new one, with the company that supplies. */
export async function internalOrdersOf(
  queryable: Queryable,
  asked:
    | { ids: readonly string[]; companyCodes: readonly string[] }
    | { header: Readonly<Record<string, unknown>> },
): Promise<{ companyCode: string; orderNos: string[] }[]> {
  if ('header' in asked)
    return queryable.query(
      `select company_code, array[$2::text] as order_nos from plant where plant = $1 and $2 <> ''`,
      [textOf(asked.header['plant']), textOf(asked.header['internalOrderNo'])],
    )
  return queryable.query(
    `select company_code, array_agg(distinct internal_order_no) as order_nos from cross_company_issue
     where company_code = any($2::text[]) and id = any($1::uuid[]) group by 1`,
    [asked.ids, asked.companyCodes],
  )
}

/** A line of an issue with the item it is for; one without is not compared. */
interface ItemLine {
  lineNo: number
  internalOrderLine?: number | null
  materialNo?: string | null
  quantity?: Quantity | null
}

/**
 * The item of its internal order that each of the lines is for, by line number, of those that name one of their material.
 */
export function itemsOfLines(
  order: readonly InternalOrderItem[],
  lines: readonly ItemLine[],
): Map<number, InternalOrderItem> {
  return new Map(
    lines.flatMap(({ lineNo, internalOrderLine, materialNo }) => {
      const item = order.find((one) => one.lineNo === internalOrderLine)
      return item === undefined || item.materialNo !== materialNo ? [] : [[lineNo, item]]
    }),
  )
}

/**
 * What of the lines of an issue its internal order does not have, as it is now: `internal-order-line-wrong`,
 * `quantity-exceeds-open` of the lines of an item together, `quantity-held` if other issues are to take the rest.
 * @param onTheWay what other issues take of the items
 */
export function problemsOfItems({
  no,
  order,
  lines,
  onTheWay = [],
  problem,
}: {
  no: string
  order: readonly InternalOrderItem[]
  lines: readonly ItemLine[]
  onTheWay?: readonly OnTheWay[]
  problem: Context<'approve'>['problem']
}): RefusalDetail[] {
  const items = itemsOfLines(order, lines)
  const taken = new Map<number, Quantity>()
  return lines.flatMap((line): RefusalDetail[] => {
    const { lineNo, internalOrderLine: wanted, materialNo } = line
    if (wanted === undefined || wanted === null) return []
    const item = items.get(lineNo)
    if (item === undefined) {
      const others = order.filter((one) => one.materialNo === materialNo)
      const params = {
        no,
        item: wanted,
        material: textOf(materialNo),
        items: others.map((one) => one.lineNo).join('、'),
      }
      return [problem('internal-order-line-wrong', params, lineNo, 'internalOrderLine')]
    }
    const quantity = addQuantity(taken.get(wanted) ?? zeroQuantity, line.quantity ?? zeroQuantity)
    taken.set(wanted, quantity)
    const { freeQuantity: open, unit } = item
    const other = onTheWay.find((one) => one.lineNo === wanted)
    const free = subtractQuantity(open, other?.quantity ?? zeroQuantity)
    if (compareQuantity(quantity, free) <= 0) return []
    const params = { quantity, source: `${no}/${wanted}`, open, unit }
    if (other === undefined) return [problem('quantity-exceeds-open', params, lineNo, 'quantity')]
    const heldBy = other.docNos.toSorted().join('、')
    return [problem('quantity-held', { ...params, free, heldBy }, lineNo, 'quantity')]
  })
}

/**
 * The goods are posted in both companies (spec domain.md 1.3, cross-company): nothing is sent while the present period of
 * the receiving one is closed.
 * @throws `period-closed`
 */
export async function assertPeriodThere({ tx, document }: Context<'post'>): Promise<void> {
  const { receivingCompany } = document
  if (receivingCompany) (await readPostingPeriods(tx, receivingCompany)).assertOpen(companyToday())
}
