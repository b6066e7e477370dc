import { proportionOfDecimal } from '@kufang/kernel/decimal-text.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import { productTables } from './product-sets.ts'

interface Factor {
  readonly numerator: string
  readonly denominator: string
}

/** The number of base units per unit (numerator over denominator); BM/302 for an unknown unit. */
function factorOf(transaction: Transaction, product: Row, unit: string): Factor {
  const baseUnit = String(product.BaseUnit)
  if (unit === baseUnit) return { numerator: '1', denominator: '1' }
  const material = String(product.Product)
  const row = transaction.get(productTables.unit, material, unit)
  if (row === undefined) throw new BusinessMessage('BM/302', unit, baseUnit, material)
  return { numerator: String(row.QuantityNumerator), denominator: String(row.QuantityDenominator) }
}

/** Converts a quantity to the material's base unit, rounded to 3 decimals. */
export function toBaseUnit(
  transaction: Transaction,
  product: Row,
  quantity: Quantity,
  unit: string,
): Quantity {
  const { numerator, denominator } = factorOf(transaction, product, unit)
  return proportionOfDecimal(quantity, numerator, denominator, 3) as Quantity
}

/** Converts a quantity from the base unit, rounded to 3 decimals. */
export function fromBaseUnit(
  transaction: Transaction,
  product: Row,
  quantity: Quantity,
  unit: string,
): Quantity {
  const { numerator, denominator } = factorOf(transaction, product, unit)
  return proportionOfDecimal(quantity, denominator, numerator, 3) as Quantity
}
