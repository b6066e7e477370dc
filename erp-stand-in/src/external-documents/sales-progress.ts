import {
  addQuantity,
  compareQuantity,
  isPositive,
  negateQuantity,
  subtractQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import { salesOrderTables } from './sales-order-sets.ts'

/** The effect of a goods issue for a delivery on a sales order item. */
export interface SalesChange {
  readonly salesOrder: string
  readonly salesOrderItem: string
  readonly delivered: Quantity
}

/** Writes the delivered quantity and the delivery status of item and order (A none, B partial, C complete). */
export function applySalesChange(transaction: Transaction, change: SalesChange): void {
  const { salesOrder, salesOrderItem } = change
  const line = transaction.get(salesOrderTables.scheduleLine, salesOrder, salesOrderItem, '1')
  const item = transaction.get(salesOrderTables.item, salesOrder, salesOrderItem)
  const order = transaction.get(salesOrderTables.order, salesOrder)
  if (line === undefined || item === undefined || order === undefined) return
  const before = String(line.DeliveredQtyInOrderQtyUnit ?? '0') as Quantity
  const delivered = addQuantity(before, change.delivered)
  const requested = String(item.RequestedQuantity ?? '0') as Quantity
  transaction.patch(salesOrderTables.scheduleLine, line, {
    DeliveredQtyInOrderQtyUnit: delivered,
    OpenConfdDelivQtyInOrdQtyUnit: subtractQuantity(requested, delivered),
  })
  const all = compareQuantity(delivered, requested) >= 0
  const status = all ? 'C' : isPositive(delivered) ? 'B' : 'A'
  transaction.patch(salesOrderTables.item, item, {
    DeliveryStatus: status,
    SDProcessStatus: status,
  })
  const statuses = transaction
    .where(salesOrderTables.item, 'SalesOrder', salesOrder)
    .map((each) => String(each.DeliveryStatus ?? 'A'))
  const overall = statuses.every((each) => each === 'C')
    ? 'C'
    : statuses.every((each) => each === 'A')
      ? 'A'
      : 'B'
  transaction.patch(salesOrderTables.order, order, {
    OverallDeliveryStatus: overall,
    OverallSDProcessStatus: overall,
    LastChangeDateTime: transaction.moment,
  })
}

export function oppositeSalesChange(change: SalesChange): SalesChange {
  return { ...change, delivered: negateQuantity(change.delivered) }
}
