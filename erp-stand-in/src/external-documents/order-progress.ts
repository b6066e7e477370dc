import {
  addQuantity,
  compareQuantity,
  isNegative,
  multiplyQuantity,
  negateQuantity,
  subtractQuantity,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { multiplyDecimals } from '@kufang/kernel/decimal-text.ts'
import { Table } from '../database.ts'
import type { Database, Transaction } from '../database.ts'
import { parseProperties } from '../protocol/edm.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import { purchaseOrderTables } from './purchase-order-sets.ts'

const tableName = 'PurchaseOrderProgress'

/** The history of orders in order units; no query service returns it (clients sum the documents). */
export function defineOrderProgressTable(database: Database): void {
  database.add(new Table(tableName, parseProperties('PurchaseOrder 10a, PurchaseOrderItem 5n')))
}

/** A purchase order item with the data a goods movement needs. */
export interface OrderLine {
  readonly order: Row
  readonly item: Row
  readonly account: Row | undefined
}

/** The effect of a movement on the history of an order item; a reversal adds the opposite. */
export interface OrderChange {
  readonly purchaseOrder: string
  readonly purchaseOrderItem: string
  readonly received: Quantity
  readonly blocked: Quantity
  readonly returned: Quantity
  /** Whether the movement sets "delivery completed"; null leaves it, unless less is received than before. */
  readonly completed: true | null
}

/** The item to receive; refuses unknown, deleted and unreleased ones. */
export function findOrderLine(transaction: Transaction, order: string, item: string): OrderLine {
  const header = transaction.get(purchaseOrderTables.order, order)
  if (header === undefined) throw new BusinessMessage('06/019', order)
  if (header.ReleaseIsNotCompleted === true) throw new BusinessMessage('06/080', order)
  const row = transaction.get(purchaseOrderTables.item, order, item)
  if (row === undefined) throw new BusinessMessage('06/020', item, order)
  const deleted = String(row.PurchasingDocumentDeletionCode ?? '')
  if (deleted !== '' || String(header.PurchasingDocumentDeletionCode ?? '') !== '') {
    throw new BusinessMessage('06/076', item, order)
  }
  if (row.GoodsReceiptIsExpected === false) throw new BusinessMessage('M7/036', order, item)
  const accounts = transaction
    .where(purchaseOrderTables.account, 'PurchaseOrder', order)
    .filter((account) => account.PurchaseOrderItem === item)
  return { order: header, item: row, account: accounts[0] }
}

/**
 * Checks that `quantity` (order unit) can be received in addition: the item is not completed and the over-delivery
 * tolerance is not exceeded.
 */
export function checkReceivable(
  transaction: Transaction,
  line: OrderLine,
  quantity: Quantity,
): void {
  const { item } = line
  const [order, number] = [String(item.PurchaseOrder), String(item.PurchaseOrderItem)]
  if (item.IsCompletelyDelivered === true) throw new BusinessMessage('06/077', number, order)
  if (item.UnlimitedOverdeliveryIsAllowed === true) return
  const progress = readProgress(transaction, order, number)
  const done =
    item.IsReturnsItem === true
      ? progress.returned
      : addQuantity(progress.received, progress.blocked)
  const allowed = share(item, String(item.OverdelivTolrtdLmtRatioInPct ?? '0'), 1)
  const rest = subtractQuantity(subtractQuantity(allowed, done), quantity)
  if (!isNegative(rest)) return
  const unit = String(item.PurchaseOrderQuantityUnit ?? '')
  throw new BusinessMessage(
    'M7/022',
    negateQuantity(rest),
    unit,
    String(item.Material),
    `${order} ${number}`,
  )
}

/** Whether the quantity received with this receipt lies within the under-delivery tolerance. */
export function completesDelivery(
  transaction: Transaction,
  line: OrderLine,
  quantity: Quantity,
): boolean {
  const percent = String(line.item.UnderdelivTolrtdLmtRatioInPct ?? '0')
  if (percent === '0') return false
  const [order, number] = [String(line.item.PurchaseOrder), String(line.item.PurchaseOrderItem)]
  const received = addQuantity(readProgress(transaction, order, number).received, quantity)
  return compareQuantity(received, share(line.item, percent, -1)) >= 0
}

function share(item: Row, percent: string, sign: 1 | -1): Quantity {
  const ordered = String(item.OrderQuantity ?? '0') as Quantity
  const part = multiplyQuantity(ordered, multiplyDecimals(percent, '0.01', 5))
  return sign === 1 ? addQuantity(ordered, part) : subtractQuantity(ordered, part)
}

/** Writes the change; refuses to reverse more than was received. */
export function applyOrderChange(transaction: Transaction, change: OrderChange): void {
  const { purchaseOrder, purchaseOrderItem } = change
  const old = readProgress(transaction, purchaseOrder, purchaseOrderItem)
  const received = addQuantity(old.received, change.received)
  const blocked = addQuantity(old.blocked, change.blocked)
  const returned = addQuantity(old.returned, change.returned)
  for (const [name, after] of [
    ['received quantity', received],
    ['GR blocked stock', blocked],
    ['returned quantity', returned],
  ] as const) {
    if (!isNegative(after)) continue
    const place = `${purchaseOrder} ${purchaseOrderItem}`
    throw new BusinessMessage('M7/021', name, negateQuantity(after), '', place, '', '')
  }
  transaction.put(tableName, {
    PurchaseOrder: purchaseOrder,
    PurchaseOrderItem: purchaseOrderItem,
    Received: received,
    Blocked: blocked,
    Returned: returned,
  })
  // A reversal or return opens the item again, whichever receipt completed it.
  const completed = isNegative(change.received) ? false : change.completed
  if (completed !== null) setCompleted(transaction, change, completed)
}

function setCompleted(transaction: Transaction, change: OrderChange, completed: boolean): void {
  const item = transaction.get(
    purchaseOrderTables.item,
    change.purchaseOrder,
    change.purchaseOrderItem,
  )
  const order = transaction.get(purchaseOrderTables.order, change.purchaseOrder)
  if (item === undefined || order === undefined) return
  if ((item.IsCompletelyDelivered ?? false) === completed) return
  transaction.patch(purchaseOrderTables.item, item, { IsCompletelyDelivered: completed })
  transaction.patch(purchaseOrderTables.order, order, { LastChangeDateTime: transaction.moment })
}

function readProgress(
  transaction: Transaction,
  order: string,
  item: string,
): { received: Quantity; blocked: Quantity; returned: Quantity } {
  const row = transaction.get(tableName, order, item)
  if (row === undefined) {
    return { received: zeroQuantity, blocked: zeroQuantity, returned: zeroQuantity }
  }
  return {
    received: String(row.Received) as Quantity,
    blocked: String(row.Blocked) as Quantity,
    returned: String(row.Returned) as Quantity,
  }
}

/** The opposite of a change, for the reversal of its document. */
export function oppositeOrderChange(change: OrderChange): OrderChange {
  return {
    ...change,
    received: negateQuantity(change.received),
    blocked: negateQuantity(change.blocked),
    returned: negateQuantity(change.returned),
    completed: null,
  }
}
