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

const tableName = 'StockValue'

/** Quantity, value and last price of valuated stock per material and plant. */
export function defineValuationTable(database: Database): void {
  database.add(new Table(tableName, parseProperties('Material 40a, Plant 4u')))
}

interface StockValue {
  readonly quantity: Quantity
  readonly value: Money
  readonly price: string
}

function read(transaction: Transaction, material: string, plant: string): StockValue {
  const row = transaction.get(tableName, material, plant)
  if (row === undefined) return { quantity: zeroQuantity, value: zeroMoney, price: '0' }
  return {
    quantity: String(row.Quantity) as Quantity,
    value: String(row.Value) as Money,
    price: String(row.Price),
  }
}

/** The value of a quantity at the moving average price; at the last price if stock is short. */
export function averageValue(
  transaction: Transaction,
  material: string,
  plant: string,
  quantity: Quantity,
): Money {
  const stock = read(transaction, material, plant)
  if (isPositive(stock.quantity) && compareQuantity(quantity, stock.quantity) <= 0) {
    return proportionOfMoney(stock.value, quantity, stock.quantity)
  }
  return multiplyMoney(stock.price, quantity)
}

/** Changes the valuated stock; a reversal passes the exact opposites. */
export function changeValue(
  transaction: Transaction,
  material: string,
  plant: string,
  quantity: Quantity,
  value: Money,
): void {
  const old = read(transaction, material, plant)
  const newQuantity = addQuantity(old.quantity, quantity)
  const newValue = isPositive(newQuantity) ? addMoney(old.value, value) : zeroMoney
  const worth = isPositive(newQuantity) && compareMoney(newValue, zeroMoney) > 0
  // Without stock the last price is kept for the next receipt, as in SAP.
  const price = worth ? proportionOfMoney(newValue, '1', newQuantity) : old.price
  transaction.put(tableName, {
    Material: material,
    Plant: plant,
    Quantity: newQuantity,
    Value: newValue,
    Price: price,
  })
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
  const old = read(transaction, material, plant)
  if (isPositive(old.quantity)) return
  transaction.put(tableName, {
    Material: material,
    Plant: plant,
    Quantity: old.quantity,
    Value: old.value,
    Price: price,
  })
}
