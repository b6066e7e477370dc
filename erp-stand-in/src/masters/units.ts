import { proportionOfDecimal } from '@kufang/kernel/decimal-text.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import { productTables } from './product-sets.ts'

/** `numerator` base units are `denominator` of the unit (UMREZ, UMREN). */
export interface Factor {
  readonly numerator: string
  readonly denominator: string
}

/** Units without decimals (T006-ANDEC is 0); all others have three. */
const wholeUnits: ReadonlySet<string> = new Set([
  'EA',
  'ST',
  'PC',
  'PAA',
  'SET',
  'BOX',
  'KAR',
  'PAK',
  'ROL',
  'BOT',
  'DR',
  'PAL',
])

/** The number of base units per unit; BM/302 for a unit the product does not have. */
export function factorOf(transaction: Transaction, product: Row, unit: string): Factor {
  const baseUnit = String(product.BaseUnit)
  const material = String(product.Product)
  const factor = knownFactor(transaction, material, baseUnit, unit)
  if (factor === undefined) throw new BusinessMessage('BM/302', unit, baseUnit, material)
  return factor
}

/** The same; undefined for a unit the product does not have. */
export function knownFactor(
  transaction: Transaction,
  material: string,
  baseUnit: string,
  unit: string,
): Factor | undefined {
  if (unit === baseUnit) return { numerator: '1', denominator: '1' }
  const row = transaction.get(productTables.unit, material, unit)
  return row === undefined
    ? undefined
    : { numerator: String(row.QuantityNumerator), denominator: String(row.QuantityDenominator) }
}

/** Converts a quantity to the base unit, rounded to 3 decimals. */
export function toBaseUnit(quantity: Quantity, { numerator, denominator }: Factor): Quantity {
  return proportionOfDecimal(quantity, numerator, denominator, 3) as Quantity
}

/** Converts a quantity from the base unit, rounded to 3 decimals. */
export function fromBaseUnit(quantity: Quantity, { numerator, denominator }: Factor): Quantity {
  return proportionOfDecimal(quantity, denominator, numerator, 3) as Quantity
}

/** Refuses a fraction of a unit that has no decimals, with BM/310. */
export function checkDecimals(quantity: Quantity, unit: string): void {
  if (wholeUnits.has(unit) && quantity.includes('.'))
    throw new BusinessMessage('BM/310', unit, '0', quantity)
}
