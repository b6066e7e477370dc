import { parseDecimal } from '@kufang/kernel/decimal-text.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Database } from '../database.ts'
import type { Row } from '../protocol/edm.ts'
import { purchaseOrderTables } from './purchase-order-sets.ts'

/** A change of an order by a buyer, to test how changes reach the client. */
export interface PurchaseOrderChange {
  readonly purchaseOrder: string
  /** Without an item the change applies to the whole order (isDeleted only). */
  readonly item?: string
  readonly quantity?: string
  readonly netPrice?: string
  readonly deliveryDate?: string
  readonly overDeliveryPercent?: string
  readonly isCompletelyDelivered?: boolean
  readonly isDeleted?: boolean
  /** Blocked for a time (EKPO-LOEKZ S): no receipts, until `isDeleted: false` takes it back, as it does a deletion. */
  readonly isBlocked?: true
}

/** Changes an order and its timestamp; throws for an unknown order or item. */
export function changePurchaseOrder(database: Database, change: PurchaseOrderChange): Row {
  return database.transact((transaction) => {
    const order = transaction.get(purchaseOrderTables.order, change.purchaseOrder)
    if (order === undefined) throw new Error(`no purchase order ${change.purchaseOrder}`)
    const deletion: Row =
      change.isBlocked === true
        ? { PurchasingDocumentDeletionCode: 'S' }
        : change.isDeleted === undefined
          ? {}
          : { PurchasingDocumentDeletionCode: change.isDeleted ? 'L' : '' }
    const stamp = { LastChangeDateTime: transaction.moment }
    if (change.item === undefined) {
      return transaction.patch(purchaseOrderTables.order, order, { ...deletion, ...stamp })
    }
    const item = transaction.get(purchaseOrderTables.item, change.purchaseOrder, change.item)
    if (item === undefined) throw new Error(`no item ${change.purchaseOrder} ${change.item}`)
    const changed: Row = { ...deletion }
    if (change.quantity !== undefined) changed.OrderQuantity = parseQuantity(change.quantity)
    if (change.netPrice !== undefined) changed.NetPriceAmount = parseDecimal(change.netPrice, 3)
    if (change.overDeliveryPercent !== undefined) {
      changed.OverdelivTolrtdLmtRatioInPct = parseDecimal(change.overDeliveryPercent, 1)
    }
    if (change.isCompletelyDelivered !== undefined) {
      changed.IsCompletelyDelivered = change.isCompletelyDelivered
    }
    const line = transaction.get(
      purchaseOrderTables.scheduleLine,
      change.purchaseOrder,
      change.item,
      '1',
    )
    if (line !== undefined) {
      transaction.patch(purchaseOrderTables.scheduleLine, line, {
        ...(change.deliveryDate === undefined
          ? {}
          : { ScheduleLineDeliveryDate: change.deliveryDate }),
        ...(changed.OrderQuantity === undefined
          ? {}
          : { ScheduleLineOrderQuantity: changed.OrderQuantity }),
      })
    }
    transaction.patch(purchaseOrderTables.order, order, stamp)
    return transaction.patch(purchaseOrderTables.item, item, changed)
  })
}
