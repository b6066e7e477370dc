import {
  addQuantity,
  compareQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { refusalsOfDeliveries } from '@kufang/contract/document/catalogue/delivery-refusals.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { DeliveryItem } from '../external-documents/public.ts'

// What leaves by an outbound delivery of the ERP is compared with it before it leaves: the ERP posts the goods issue of the
// delivery as a whole, with its own items.

/** A line of a document whose goods leave by a delivery. */
export interface DeliveredLine {
  lineNo: number
  materialNo: string
  quantity: Quantity
  batch: string
  orderNo: string
  orderItem: number
  deliveryItem: number
}

type Code = (typeof refusalsOfDeliveries)[number]

export interface Comparison {
  /** All items of the delivery. */
  delivery: readonly DeliveryItem[]
  lines: readonly DeliveredLine[]
  plant: string
  storageLocation: string
  /** The document that takes the delivery already; undefined for none. */
  takenBy: string | undefined
  /** The field of a line that names the item of the delivery. */
  field: string
  problem: (
    code: Code,
    params: Record<string, string | number>,
    lineNo?: number,
    field?: string,
  ) => RefusalDetail
}

/** What speaks against issuing these lines by the delivery; each problem of a line names it. */
export function problemsOfDelivery(comparison: Comparison): RefusalDetail[] {
  const { delivery, lines, takenBy, problem } = comparison
  const { deliveryNo: no, isIssued, isBlocked } = firstOf(delivery)
  if (takenBy !== undefined) return [problem('delivery-taken', { no, by: takenBy })]
  if (isIssued) return [problem('delivery-issued', { no })]
  if (isBlocked) return [problem('delivery-blocked', { no })]
  const issued = new Map<number, Quantity>()
  const problems = lines.flatMap((line) => problemsOfLine(comparison, line, issued))
  const left = delivery.filter(
    ({ deliveryItem }) => !lines.some((line) => line.deliveryItem === deliveryItem),
  )
  if (problems.length === 0 && left.length > 0)
    return [
      problem('delivery-item-left', {
        no,
        items: left.map(({ deliveryItem }) => deliveryItem).join('、'),
      }),
    ]
  return problems
}

/** @param issued what the lines before this one take of the items */
function problemsOfLine(
  { delivery, lines, plant, storageLocation, field, problem }: Comparison,
  line: DeliveredLine,
  issued: Map<number, Quantity>,
): RefusalDetail[] {
  const { lineNo, materialNo: material, orderNo, orderItem, deliveryItem } = line
  const { deliveryNo: no } = firstOf(delivery)
  const fits = (item: DeliveryItem) =>
    item.materialNo === material && item.orderNo === orderNo && item.orderItem === orderItem
  const item = delivery.find((one) => one.deliveryItem === deliveryItem)
  if (item === undefined || !fits(item)) {
    const items = delivery.filter(fits).map((one) => one.deliveryItem)
    const source = `${orderNo}/${orderItem}`
    const params = { no, item: deliveryItem, source, material, items: items.join('、') || '–' }
    return [problem('delivery-item-wrong', params, lineNo, field)]
  }
  if (item.plant !== plant || !['', storageLocation].includes(item.storageLocation)) {
    const [place, own] = [
      `${item.plant}/${item.storageLocation || '–'}`,
      `${plant}/${storageLocation}`,
    ]
    return [problem('delivery-other-place', { no, item: deliveryItem, place, own }, lineNo, field)]
  }
  const first = lines.find((one) => one.deliveryItem === deliveryItem && one.batch !== '')
  const batch = item.batch || first?.batch || ''
  if (line.batch !== '' && line.batch !== batch)
    return [
      problem(
        'delivery-other-batch',
        { no, item: deliveryItem, batch, own: line.batch },
        lineNo,
        'batch',
      ),
    ]
  const quantity = addQuantity(issued.get(deliveryItem) ?? zeroQuantity, line.quantity)
  issued.set(deliveryItem, quantity)
  if (compareQuantity(quantity, item.quantity) <= 0) return []
  const { quantity: open, unit } = item
  const params = { no, item: deliveryItem, quantity, open, unit }
  return [problem('delivery-quantity-exceeded', params, lineNo, 'quantity')]
}

/** The documents by which the goods of these deliveries leave already, by delivery. */
export async function readTakenDeliveries(
  queryable: Queryable,
  { companyCode, id }: { companyCode: string; id: string },
  deliveryNos: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queryable.query<{ deliveryNo: string; docNo: string }>(
    `select l.delivery_no, min(h.doc_no) as doc_no from goods_issue_line l
       join goods_issue h on h.company_code = $1 and h.id = l.document_id
     where l.company_code = $1 and l.delivery_no = any($3::text[]) and h.id <> $2
       and h.state not in ('draft', 'picked', 'reversed')
     group by 1
     union
     select h.delivery_no, min(h.doc_no) from cross_company_issue h
     where h.company_code = $1 and h.delivery_no = any($3::text[]) and h.id <> $2
       and h.state not in ('draft', 'returned', 'submitted', 'cancelled', 'reversed')
     group by 1`,
    [companyCode, id, deliveryNos],
  )
  return new Map(rows.map(({ deliveryNo, docNo }) => [deliveryNo, docNo]))
}
