import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { resolveMovement } from '../erp/movement-rule.ts'
import { readDeliveriesOf, type DeliveryItem } from '../external-documents/public.ts'
import { isTransfer, keyOf, type IssueLine } from './issued-goods.ts'
import { problemsOfDelivery, readTakenDeliveries, type DeliveredLine } from './outbound-delivery.ts'

type Context = ContextOf<typeof goodsIssue, 'issue'> | ContextOf<typeof goodsIssue, 'dispatch'>

/** The item of an outbound delivery by which the goods of a line leave. */
export interface LineDelivery {
  deliveryNo: string
  deliveryItem: number
}

/**
 * Determines the outbound delivery by which goods of sales orders leave (601), and writes it to their lines: the next that is
 * to be issued of those the ERP has for the order. Without one they leave only if a rule of the company posts them without
 * (231), because nobody would bill them.
 * @returns the delivery items by line
 * @throws `delivery-missing`, `source-mixed` for the goods of several deliveries, and what speaks against the delivery
 */
export async function deliverySales(context: Context): Promise<ReadonlyMap<number, LineDelivery>> {
  const { tx, document, lines, problem, setLine } = context
  const sold = lines.filter(isSold)
  if (sold.length === 0 || isTransfer(document)) return new Map()
  const { companyCode } = document
  const orders = [...new Set(sold.map((line) => textOf(line.salesOrderNo)))]
  const read = await readDeliveriesOf(tx, companyCode, orders)
  const numbers = [...new Set(read.map(({ deliveryNo }) => deliveryNo))]
  const taken = await readTakenDeliveries(tx, document, numbers)
  const open = [...Map.groupBy(read, ({ deliveryNo }) => deliveryNo)]
    .filter(([no, items]) => {
      const { isIssued, isBlocked } = firstOf(items)
      return !taken.has(no) && !isIssued && !isBlocked
    })
    .map(([, delivery]) => ({ delivery, named: namedLines(delivery, sold) }))
    .filter(({ named }) => named.some(({ deliveryItem }) => deliveryItem !== 0))
  if (open.length === 0) {
    if (await isPostedWithout(context, sold)) return new Map()
    const problems = sold.map((line) =>
      problem('delivery-missing', { source: itemOf(line) }, line.lineNo),
    )
    throw refuseAll(problems)
  }
  const compared = open.map(({ delivery, named }) => {
    const problems = problemsOfDelivery({
      delivery,
      lines: named,
      plant: document.plant,
      storageLocation: document.storageLocation,
      takenBy: undefined,
      field: 'salesOrderLine',
      problem,
    })
    return { delivery, named, problems }
  })
  // One that fits; else what is said of the one that has most of the goods.
  const chosen =
    compared.find(({ problems }) => problems.length === 0) ??
    firstOf(compared.toSorted((a, b) => a.problems.length - b.problems.length))
  if (chosen.problems.length > 0) throw refuseAll(chosen.problems)
  const result = new Map<number, LineDelivery>()
  for (const { lineNo, deliveryItem } of chosen.named) {
    const delivery = { deliveryNo: firstOf(chosen.delivery).deliveryNo, deliveryItem }
    result.set(lineNo, delivery)
    setLine(lineNo, delivery)
  }
  return result
}

/** Goods of a sales order, unless a reservation prescribes how they are withdrawn. */
const isSold = (line: IssueLine): boolean =>
  textOf(line.salesOrderNo) !== '' && textOf(line.movementType) === ''

const itemOf = (line: IssueLine) => `${textOf(line.salesOrderNo)}/${line.salesOrderLine}`

/** The lines with the item of the delivery that is for their item of the order; 0 if there is none. */
const namedLines = (
  delivery: readonly DeliveryItem[],
  lines: readonly IssueLine[],
): DeliveredLine[] =>
  lines.map((line) => {
    const orderNo = textOf(line.salesOrderNo)
    const orderItem = Number(line.salesOrderLine)
    const item = delivery.find(
      (one) =>
        one.orderNo === orderNo &&
        one.orderItem === orderItem &&
        one.materialNo === line.materialNo,
    )
    return {
      lineNo: line.lineNo,
      materialNo: line.materialNo,
      quantity: line.quantity,
      batch: line.batch ?? '',
      orderNo,
      orderItem,
      deliveryItem: item?.deliveryItem ?? 0,
    }
  })

/** Whether the rules of the company post goods of a sales order without a delivery. */
async function isPostedWithout(
  { tx, document }: Context,
  sold: readonly IssueLine[],
): Promise<boolean> {
  const { companyCode, plant, storageLocation } = document
  const { specialStock } = keyOf(document, firstOf(sold))
  const rule = await resolveMovement(tx, {
    companyCode,
    from: { place: 'stock', stockCategory: 'UU', plant, storageLocation, specialStock },
    to: { place: 'consumption', plant },
    accountAssignment: 'sales-order',
  })
  return rule?.accountAssignment === 'sales-order'
}
