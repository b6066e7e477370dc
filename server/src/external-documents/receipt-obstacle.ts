import type { receiptObstacles } from '@kufang/contract/external-documents/purchase-order.ts'
import type { PurchaseOrder, PurchaseOrderItem } from '../erp/mirrors/purchase-orders.ts'

export type ReceiptObstacle = keyof typeof receiptObstacles

/** Item categories (PSTYP, internal and external) without goods: limit, enhanced limit, text and service items. */
const withoutGoods: ReadonlySet<string> = new Set(['1', 'B', 'A', '6', 'T', '9', 'D'])

/**
 * Why the goods of an order item cannot be received into stock, or null. The ERP consumes what is assigned to a cost
 * centre, order, project or asset with the receipt (101 with KZVBR V or A), and refuses receipts of unreleased orders
 * (06/080) and of items without an expected receipt. Goods of a return item (RETPO) go to the supplier (161).
 * @param stockCategories account assignment categories (KNTTP) whose goods become stock, separated by commas
 * (`orders.stockCategories`); goods without account assignment always do
 */
export function receiptObstacleOf(
  order: Pick<PurchaseOrder, 'isReleased'>,
  item: Pick<
    PurchaseOrderItem,
    'materialNo' | 'itemCategory' | 'accountAssignmentCategory' | 'isReceiptExpected' | 'isReturn'
  >,
  stockCategories: string,
): ReceiptObstacle | null {
  if (item.isReturn) return 'returned'
  if (item.materialNo === '' || withoutGoods.has(item.itemCategory)) return 'service'
  if (!item.isReceiptExpected) return 'notExpected'
  const category = item.accountAssignmentCategory
  if (category !== '' && !stockCategories.split(',').includes(category)) return 'consumed'
  return order.isReleased ? null : 'notReleased'
}
