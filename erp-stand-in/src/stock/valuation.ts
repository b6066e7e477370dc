import {
  addMoney,
  compareMoney,
  multiplyMoney,
  proportionOfMoney,
  zeroMoney,
} from '@kufang/kernel/money.ts'
import type { Money } from '@kufang/kernel/money.ts'
import { addQuantity, compareQuantity, isPositive, zeroQuantity } from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { Table } from '../database.ts'
import type { Database, Transaction } from '../database.ts'
import { productTables } from '../masters/product-sets.ts'
import { parseProperties } from '../protocol/edm.ts'
import type { SpecialStock } from './stock-ledger.ts'

const tableName = 'StockValue'
const specialTableName = 'SpecialStockValue'

/**
 * Quantity, value and last price of valuated stock per material and plant (MBEW), and of project and sales order stock, which
 * is valuated by itself (QBEW and EBEW, special stock valuation `M`).
 */
export function defineValuationTables(database: Database): void {
  database.add(new Table(tableName, parseProperties('Material 40a, Plant 4u')))
  database.add(new Table(specialTableName, parseProperties('Material 40a, Plant 4u, Owner 40u')))
}

/** What is valuated by itself: the stock of a material in a plant, of a project or sales order item if there is one. */
export interface Valuated {
  readonly material: string
  readonly plant: string
  /** The project or sales order item; absent or empty for the stock of the plant. */
  readonly owner?: string
}

/** A signed change of what is valuated. */
export interface ValueChange extends Valuated {
  readonly quantity: Quantity
  readonly value: Money
}

/** The owner of a stock, as far as it is valuated by itself. */
export function valuatedOwner({ type, ...special }: SpecialStock): string {
  if (type === 'Q') return `Q ${special.wbsElement}`
  return type === 'E' ? `E ${special.salesOrder} ${special.salesOrderItem}` : ''
}

interface StockValue {
  readonly quantity: Quantity
  readonly value: Money
  readonly price: string
}

function read(transaction: Transaction, { material, plant, owner = '' }: Valuated): StockValue {
  const row =
    owner === ''
      ? transaction.get(tableName, material, plant)
      : transaction.get(specialTableName, material, plant, owner)
  if (row === undefined) {
    // The first stock of a project begins with the price of the plant.
    const price = owner === '' ? '0' : read(transaction, { material, plant }).price
    return { quantity: zeroQuantity, value: zeroMoney, price }
  }
  return {
    quantity: String(row.Quantity) as Quantity,
    value: String(row.Value) as Money,
    price: String(row.Price),
  }
}

/** The value of a quantity at the moving average price; at the last price if stock is short. */
export function averageValue(transaction: Transaction, of: Valuated, quantity: Quantity): Money {
  const stock = read(transaction, of)
  if (isPositive(stock.quantity) && compareQuantity(quantity, stock.quantity) <= 0) {
    return proportionOfMoney(stock.value, quantity, stock.quantity)
  }
  return multiplyMoney(stock.price, quantity)
}

/** Changes the valuated stock; a reversal passes the exact opposites. */
export function changeValue(
  transaction: Transaction,
  of: Valuated,
  quantity: Quantity,
  value: Money,
): void {
  const { material, plant, owner = '' } = of
  const old = read(transaction, of)
  const newQuantity = addQuantity(old.quantity, quantity)
  const newValue = isPositive(newQuantity) ? addMoney(old.value, value) : zeroMoney
  const worth = isPositive(newQuantity) && compareMoney(newValue, zeroMoney) > 0
  // Without stock the last price is kept for the next receipt, as in SAP.
  const price = worth ? proportionOfMoney(newValue, '1', newQuantity) : old.price
  const state = { Quantity: newQuantity, Value: newValue, Price: price }
  if (owner !== '') {
    transaction.put(specialTableName, { Material: material, Plant: plant, Owner: owner, ...state })
    return
  }
  transaction.put(tableName, { Material: material, Plant: plant, ...state })
  const valuation = transaction.get(productTables.valuation, material, plant, '')
  if (valuation !== undefined && valuation.MovingAveragePrice !== price) {
    transaction.patch(productTables.valuation, valuation, { MovingAveragePrice: price })
  }
}

/** Sets the initial price (seed). */
export function setPrice(
  transaction: Transaction,
  material: string,
  plant: string,
  price: string,
): void {
  const old = read(transaction, { material, plant })
  if (isPositive(old.quantity)) return
  transaction.put(tableName, {
    Material: material,
    Plant: plant,
    Quantity: old.quantity,
    Value: old.value,
    Price: price,
  })
}
