import {
  compareQuantity,
  isPositive,
  percentOfQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { lineErpState } from '../document/public.ts'
import { readHistory } from '../document/history/read-history.ts'
import { readOrderItems } from '../external-documents/public.ts'
import type { Queryable } from '../platform/database/database.ts'

// What is received of order items, as the ERP counts it.

/** A line that refers to an order item. */
export interface OrderLine {
  purchaseOrderNo: string | null
  purchaseOrderLine: number | null
}

/** What a receipt line receives of an arrival line; what a unit got directly came with no arrival, but as a line of its own. */
export interface Received {
  arrivalId: string
  arrivalLine: number
  /** The arrival's own posting (101) tells the ERP of the receipt. */
  isPostedByArrival: boolean
  /** Of the whole arrival line. */
  acceptedQuantity: Quantity
  stockCategory: 'UU' | 'BL'
  quantity: Quantity
}

/** A line of a receipt of an order item that is not a draft, or of a direct delivery that is signed for. */
export interface ReceiptOfOrder extends Received {
  source: string
  id: string
  docNo: string
  state: string
  /** Of what refers to the order in the ERP: the line of the arrival, or the receipt. */
  erpState: string
  deliveryCompletion: 'byRule' | 'completed' | 'open' | null
  isDecidedByRule: boolean | null
}

/** An order item with its receipts; quantities in the base unit. */
export interface DeliveryOfOrder {
  /** Ordered less the under-delivery tolerance. */
  leastQuantity: Quantity
  /** Received in the ERP without us. */
  receivedOtherwise: Quantity
  /** Delivered, and destroyed by inspections. */
  destroyed: Quantity
  /** `orderPriceSql`; null if it has none, or in another currency than the company's. */
  price: string | null
  receipts: ReceiptOfOrder[]
}

/** `order/item` of a line. */
export const orderOf = ({ purchaseOrderNo, purchaseOrderLine }: OrderLine): string =>
  `${purchaseOrderNo}/${purchaseOrderLine}`

/**
 * What of our own area is behind the histories of order items. Parameters: company; key, id and item of the orders; the receipt
 * that is left out.
 */
const receiptsText = `with item as (
     select * from unnest($2::text[], $3::uuid[], $4::int[]) as w (source, id, line)),
   standing as materialized (
     select item.source, y.event, y.document_type, y.document_id, y.document_line, sum(y.quantity) as quantity
     from item
     join item_history y on y.company_code = $1 and y.item_type = 'purchase-order' and y.item_id = item.id
       and y.item_line = item.line and y.book = 'stock' and y.event in ('received', 'destroyed')
     group by 1, 2, 3, 4, 5 having sum(y.quantity) > 0)
   select s.source, r.source_id as arrival_id, r.source_line as arrival_line,
     coalesce(l.stock_category = 'QI', false) as is_posted_by_arrival, l.accepted_quantity, h.id, h.doc_no, h.state,
     case when l.stock_category = 'QI' then ${lineErpState('a', 'l')} else h.erp_state end as erp_state, r.stock_category,
     s.quantity, r.delivery_completion, r.is_decided_by_rule
   from standing s
   join goods_receipt h on h.company_code = $1 and h.id = s.document_id and h.id is distinct from $5::uuid
   join goods_receipt_line r on r.company_code = $1 and r.document_id = s.document_id and r.line_no = s.document_line
   join arrival a on a.company_code = $1 and a.id = r.source_id
   join arrival_line l on l.company_code = $1 and l.document_id = r.source_id and l.line_no = r.source_line
   where s.document_type = 'goods-receipt'
   union all
   -- Signed for by the units that got them directly.
   select s.source, x.id, d.line_no, false, null, x.id, x.doc_no, x.state, x.erp_state, 'UU', s.quantity, d.delivery_completion,
     d.is_decided_by_rule
   from standing s
   join direct_receipt x on x.company_code = $1 and x.id = s.document_id and x.id is distinct from $5::uuid
   join direct_receipt_line d on d.company_code = $1 and d.document_id = s.document_id and d.line_no = s.document_line
   where s.document_type = 'direct-receipt'
   union all
   -- Delivered, and destroyed by inspections.
   select s.source, null, null, null, null, null, null, null, null, null, sum(s.quantity), null, null
   from standing s where s.event = 'destroyed' group by s.source
   order by 1, 7`

/**
 * The order items of these lines by `order/item`, with all live receipts that are not drafts; two statements.
 * @param except the receipt that is left out
 */
export async function readDeliveries(
  queryable: Queryable,
  companyCode: string,
  lines: readonly OrderLine[],
  except: string | null,
): Promise<Map<string, DeliveryOfOrder>> {
  const orders = await readOrderItems(
    queryable,
    companyCode,
    lines.flatMap(({ purchaseOrderNo: no, purchaseOrderLine: line }) =>
      no === null || line === null ? [] : [{ no, line }],
    ),
  )
  const items = [...orders.values()]
  const rows = await readHistory<
    { source: string; quantity: Quantity } & ({ id: null } | ReceiptOfOrder)
  >(queryable, receiptsText, [
    companyCode,
    [...orders.keys()],
    items.map(({ id }) => id),
    items.map(({ lineNo }) => lineNo),
    except,
  ])
  const found = new Map(
    [...orders].map(([source, order]): [string, DeliveryOfOrder] => [
      source,
      {
        leastQuantity: subtractQuantity(
          order.quantity,
          percentOfQuantity(order.quantity, order.underDeliveryPercent),
        ),
        receivedOtherwise: order.receivedOtherwise,
        destroyed: zeroQuantity,
        price: order.price,
        receipts: [],
      },
    ]),
  )
  for (const row of rows) {
    const one = entryOf(found, row.source)
    if (row.id === null) one.destroyed = row.quantity
    else one.receipts.push(row)
  }
  return found
}

/** Whether what the ERP counts once all receipts and these are posted reaches the under-delivery tolerance. */
export function reachesTolerance(
  { leastQuantity, receivedOtherwise, destroyed, receipts }: DeliveryOfOrder,
  own: readonly Received[],
): boolean {
  const all: Received[] = [...receipts, ...own]
  const arrivals = new Map<string, Quantity>()
  for (const { arrivalId, arrivalLine, isPostedByArrival, acceptedQuantity } of all)
    if (isPostedByArrival) arrivals.set(`${arrivalId}/${arrivalLine}`, acceptedQuantity)
  const received = sumQuantities([
    receivedOtherwise,
    destroyed,
    ...arrivals.values(),
    ...all
      .filter((one) => !one.isPostedByArrival && one.stockCategory === 'UU')
      .map(({ quantity }) => quantity),
  ])
  return isPositive(received) && compareQuantity(received, leastQuantity) >= 0
}

/** `id/line` of the arrival. */
export const arrivedLine = ({ arrivalId, arrivalLine }: Received): string =>
  `${arrivalId}/${arrivalLine}`
