import {
  multiplyMoney,
  negateMoney,
  parseMoney,
  proportionOfMoney,
  zeroMoney,
} from '@kufang/kernel/money.ts'
import type { Money } from '@kufang/kernel/money.ts'
import { multiplyDecimals } from '@kufang/kernel/decimal-text.ts'
import { negateQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import { checkReceivable, completesDelivery } from '../external-documents/order-progress.ts'
import type { OrderChange, OrderLine } from '../external-documents/order-progress.ts'
import { hasConsignmentPrice } from '../external-documents/info-record-sets.ts'
import { completesReservation } from '../external-documents/reservation-progress.ts'
import type { ReservationChange } from '../external-documents/reservation-progress.ts'
import type { SalesChange } from '../external-documents/sales-progress.ts'
import { productTables } from '../masters/product-sets.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import { accountingLines } from './accounting-documents.ts'
import type { ItemContext } from './item-context.ts'
import { checkAccount, textOf } from './movement-rules.ts'
import type { StockEffect } from './movement-types.ts'
import type { PostingRecord } from './posting-record.ts'
import { checkReceiptReference } from './receipt-reference.ts'
import { placeOf } from './stock-places.ts'
import type { StockKey } from './stock-ledger.ts'
import { averageValue, valuatedOwner } from './valuation.ts'
import type { Valuated, ValueChange } from './valuation.ts'

/** The effect of an item: the record to apply, its amount, and its document lines. */
export interface ItemPosting {
  readonly record: PostingRecord
  readonly amount: Money
  readonly lines: readonly { readonly key: StockKey; readonly sign: 1 | -1 }[]
}

/**
 * Determines the changes of an item without applying them.
 * @param deliveryNote the supplier's (XBLNR of the header)
 */
export function planItem(
  transaction: Transaction,
  context: ItemContext,
  deliveryNote: string,
): ItemPosting {
  const { movement, baseQuantity } = context
  const receipt = checkReceiptReference(transaction, context, deliveryNote)
  if (movement.direction === 1) checkAccount(transaction, movement, context.row)
  const effects = context.consumed ? [] : effectsOf(context)
  const places = effects.map((effect) => ({ effect, key: placeOf(context, effect) }))
  checkInspectionLot(transaction, context, places)
  const stock = places.map(({ effect, key }) => {
    return { key, quantity: effect.sign === 1 ? baseQuantity : negateQuantity(baseQuantity) }
  })
  checkConsignmentPrice(transaction, context, stock)
  const { amount, values } = valueOf(transaction, context, stock)
  const lines = places
    .filter(({ effect }) => effect.silent !== true)
    .map(({ effect, key }) => ({ key, sign: effect.sign }))
  const record: PostingRecord = {
    stock,
    values,
    order: orderChange(transaction, context),
    reservation: reservationChange(context),
    sales: salesChange(context),
    receipt,
    accounting: accountingLines({
      movement,
      material: textOf(context.row, 'Material'),
      plant: textOf(context.row, 'Plant'),
      quantity: baseQuantity,
      amount,
      values,
      isConsumed: context.consumed,
    }),
  }
  return { record, amount, lines }
}

/** Stock of an inspection lot leaves inspection by the lot's usage decision, which posts 321, 350, 122, 331 or 553 itself. */
function checkInspectionLot(
  transaction: Transaction,
  { movement }: ItemContext,
  places: readonly { readonly effect: StockEffect; readonly key: StockKey }[],
): void {
  if (places.some(({ effect, key }) => effect.sign === 1 && key.stockType === '02')) return
  for (const { effect, key } of places) {
    if (effect.sign === 1 || key.stockType !== '02') continue
    const plant = transaction.get(productTables.plant, key.material, key.plant)
    if (plant?.IsQualityManaged === true)
      throw new BusinessMessage('QA/504', key.material, key.plant, movement.code)
  }
}

/** What is drawn of a supplier's goods is owed to him at the price of his consignment info record, which must be there. */
function checkConsignmentPrice(
  transaction: Transaction,
  { movement }: ItemContext,
  stock: PostingRecord['stock'],
): void {
  // Goods that go back to their supplier or stay his are not drawn.
  if (movement.direction === -1 || movement.order !== 'none') return
  const isKept = ({ key, quantity }: PostingRecord['stock'][number]): boolean =>
    !quantity.startsWith('-') && (isConsigned(key) || inTransit.has(key.stockType))
  if (stock.some(isKept)) return
  const today = new Date(transaction.moment).toISOString().slice(0, 10)
  for (const { key } of stock) {
    const { material, plant, special } = key
    const goods = { material, plant, supplier: special.supplier }
    if (isConsigned(key) && !hasConsignmentPrice(transaction, goods, today))
      throw new BusinessMessage('M7/427', material, special.supplier, plant)
  }
}

const inTransit: ReadonlySet<string> = new Set(['04', '05', '06'])
const isConsigned = ({ special }: StockKey): boolean => special.type === 'K'

// A receipt for a stock transport order reduces stock in transit.
function effectsOf(context: ItemContext): readonly StockEffect[] {
  const { movement, line } = context
  const receipt = movement.order === 'receive' && line !== null
  if (!receipt || textOf(line.order, 'PurchaseOrderType') !== 'UB') return movement.effects
  const transit: StockEffect = {
    at: 'here',
    sign: movement.direction === 1 ? -1 : 1,
    stock: '06',
    special: 'own',
    withoutLocation: true,
    silent: true,
  }
  return [...movement.effects, transit]
}

interface Valued {
  readonly amount: Money
  readonly values: PostingRecord['values']
}

function valueOf(
  transaction: Transaction,
  context: ItemContext,
  stock: PostingRecord['stock'],
): Valued {
  const { movement } = context
  if (movement.value === 'unvalued') return { amount: zeroMoney, values: [] }
  // Consignment stock belongs to the supplier and is valued only on withdrawal.
  const valued = stock.filter(({ key }) => !isConsigned(key))
  if (movement.value === 'shift' || valued.length > 1)
    return shiftValue(transaction, context, valued)
  const amount = unitAmount(transaction, context, valued[0]?.key)
  const values = valuesOf(valued, amount)
  // What is received or returned stays the consignor's; what is drawn is owed to him.
  const staysConsigned = valued.length === 0 && !context.consumed && movement.order !== 'none'
  return { amount: staysConsigned ? zeroMoney : amount, values }
}

function valuesOf(valued: PostingRecord['stock'], amount: Money): ValueChange[] {
  return valued.map(({ key, quantity }) => ({
    ...valuatedOf(key),
    quantity,
    value: quantity.startsWith('-') ? negateMoney(amount) : amount,
  }))
}

const valuatedOf = ({ material, plant, special }: StockKey): Valuated => {
  const owner = valuatedOwner(special)
  return owner === '' ? { material, plant } : { material, plant, owner }
}

// A transfer within a plant has no value; between plants, materials, or to or from a project the value is transferred.
function shiftValue(
  transaction: Transaction,
  context: ItemContext,
  valued: PostingRecord['stock'],
): Valued {
  const areas = new Set(valued.map(({ key }) => Object.values(valuatedOf(key)).join(' ')))
  if (valued.length !== 1 && areas.size < 2) return { amount: zeroMoney, values: [] }
  const source = valued.find(({ quantity }) => quantity.startsWith('-')) ?? valued[0]
  if (source === undefined) return { amount: zeroMoney, values: [] }
  const amount = averageValue(transaction, valuatedOf(source.key), context.baseQuantity)
  return { amount, values: valuesOf(valued, amount) }
}

function unitAmount(
  transaction: Transaction,
  context: ItemContext,
  key: StockKey | undefined,
): Money {
  const { movement, row, baseQuantity, line } = context
  if (movement.value === 'free') return zeroMoney
  if (movement.value === 'order' && line !== null) return orderAmount(line, context.orderQuantity)
  const entered = textOf(row, 'GdsMvtExtAmtInCoCodeCrcy')
  const incoming = movement.effects[0]?.sign === 1
  if (incoming && entered !== '' && entered !== '0') return parseMoney(roundedToCents(entered))
  const ofPlant = { material: textOf(row, 'Material'), plant: textOf(row, 'Plant') }
  return averageValue(transaction, key === undefined ? ofPlant : valuatedOf(key), baseQuantity)
}

function roundedToCents(amount: string): string {
  return multiplyDecimals(amount, '1', 2)
}

/** The net price of the order for a quantity in its unit, in the company's currency. */
function orderAmount(line: OrderLine, quantity: Quantity): Money {
  const price = textOf(line.item, 'NetPriceAmount') || '0'
  const per = textOf(line.item, 'NetPriceQuantity')
  const rate = textOf(line.order, 'ExchangeRate') || '1'
  const amount = multiplyMoney(multiplyDecimals(price, rate, 5), quantity)
  return per === '' || per === '0' || per === '1' ? amount : proportionOfMoney(amount, '1', per)
}

function orderChange(transaction: Transaction, context: ItemContext): OrderChange | null {
  const { movement, line, orderQuantity } = context
  if (line === null || movement.order === 'none') return null
  const quantity = movement.direction === 1 ? orderQuantity : negateQuantity(orderQuantity)
  const [order, item] = [textOf(line.item, 'PurchaseOrder'), textOf(line.item, 'PurchaseOrderItem')]
  const isReturn = line.item.IsReturnsItem === true
  if (isReturn && movement.order !== 'return-item') throw new BusinessMessage('06/078', item, order)
  if (!isReturn && movement.order === 'return-item')
    throw new BusinessMessage('06/079', item, order)
  const arrives = ['receive', 'block', 'return-item'].includes(movement.order)
  if (arrives && movement.direction === 1) checkReceivable(transaction, line, orderQuantity)
  const opposite = negateQuantity(quantity)
  const change = {
    received: zeroQuantity,
    blocked: zeroQuantity,
    returned: zeroQuantity,
    ...{
      receive: { received: quantity },
      block: { blocked: quantity },
      release: { blocked: opposite, received: quantity },
      'return-blocked': { blocked: opposite },
      return: { received: opposite },
      'return-item': { returned: quantity },
    }[movement.order],
  }
  const final =
    (movement.order === 'receive' || movement.order === 'release') &&
    movement.direction === 1 &&
    (context.row.IsCompletelyDelivered === true ||
      completesDelivery(transaction, line, orderQuantity))
  return {
    purchaseOrder: order,
    purchaseOrderItem: item,
    ...change,
    completed: final ? true : null,
  }
}

function reservationChange(context: ItemContext): ReservationChange | null {
  const { reservationItem, movement, baseQuantity, row } = context
  if (reservationItem === null) return null
  const withdrawal = movement.code === textOf(reservationItem, 'GoodsMovementType')
  const final =
    withdrawal &&
    (row.ReservationIsFinallyIssued === true || completesReservation(reservationItem, baseQuantity))
  return {
    reservation: textOf(reservationItem, 'Reservation'),
    reservationItem: textOf(reservationItem, 'ReservationItem'),
    recordType: textOf(reservationItem, 'RecordType'),
    withdrawn: withdrawal ? baseQuantity : negateQuantity(baseQuantity),
    finallyIssued: final ? true : null,
  }
}

function salesChange(context: ItemContext): SalesChange | null {
  const { movement, row, baseQuantity } = context
  const delivered = movement.code === '601' || movement.code === '602'
  if (!delivered || textOf(row, 'SalesOrder') === '') return null
  return {
    salesOrder: textOf(row, 'SalesOrder'),
    salesOrderItem: textOf(row, 'SalesOrderItem'),
    delivered: movement.direction === 1 ? baseQuantity : negateQuantity(baseQuantity),
  }
}
