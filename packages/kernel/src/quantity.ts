import {
  NumberProblem,
  addDecimals,
  canonicalFromDatabase,
  compareDecimals,
  negateDecimal,
  subtractDecimals,
  sumDecimals,
  groupThousands,
  multiplyDecimals,
  proportionOfDecimal,
  parseDecimal,
} from './decimal-text.ts'

export { NumberProblem }
export type { NumberProblemReason } from './decimal-text.ts'

/**
 * An exact quantity in some unit: canonical decimal text with at most 15 integer digits and 3 decimals, as in
 * NUMERIC(18,3). Equal quantities have equal texts.
 */
export type Quantity = string & { readonly __quantity: true }

const decimals = 3

export const zeroQuantity = '0' as Quantity

/**
 * Parses a quantity. Throws `NumberProblem` instead of rounding: a non-zero fourth decimal is 'too-precise', a
 * sixteenth integer digit 'too-large'.
 */
export function parseQuantity(input: string | number): Quantity {
  return parseDecimal(input, decimals) as Quantity
}

/** Whether `parseQuantity` accepts the input (which need not be canonical). */
export function isQuantity(input: unknown): boolean {
  if (typeof input !== 'string' && typeof input !== 'number') return false
  try {
    parseDecimal(input, decimals)
    return true
  } catch (problem) {
    if (problem instanceof NumberProblem) return false
    throw problem
  }
}

/** Canonical form of a NUMERIC column's text, such as "10.000". */
export function quantityFromDatabase(text: string): Quantity {
  return canonicalFromDatabase(text, decimals) as Quantity
}

/** Sum; throws `NumberProblem` 'too-large' if it exceeds the column. */
export function addQuantity(a: Quantity, b: Quantity): Quantity {
  return addDecimals(a, b) as Quantity
}

/** `a` minus `b`; may be negative. */
export function subtractQuantity(a: Quantity, b: Quantity): Quantity {
  return subtractDecimals(a, b) as Quantity
}

/** Sum of a list; zero if empty. */
export function sumQuantities(list: Iterable<Quantity>): Quantity {
  return sumDecimals(list) as Quantity
}

export function compareQuantity(a: Quantity, b: Quantity): -1 | 0 | 1 {
  return compareDecimals(a, b)
}

export function negateQuantity(quantity: Quantity): Quantity {
  return negateDecimal(quantity) as Quantity
}

/**
 * Quantity times a factor (unit conversion), rounded half up to 3 decimals, negative ones away
 * from zero so that a reversal is the exact opposite.
 */
export function multiplyQuantity(quantity: Quantity, factor: string): Quantity {
  return multiplyDecimals(quantity, factor, decimals) as Quantity
}

/** A percentage of a quantity, such as a tolerance: computed exactly, rounded once like `multiplyQuantity`. */
export function percentOfQuantity(quantity: Quantity, percent: string): Quantity {
  return proportionOfDecimal(quantity, percent, '100', decimals) as Quantity
}

export function minimumQuantity(a: Quantity, b: Quantity): Quantity {
  return compareQuantity(a, b) <= 0 ? a : b
}

export function isZero(quantity: Quantity): boolean {
  return quantity === '0'
}

export function isPositive(quantity: Quantity): boolean {
  return quantity !== '0' && !quantity.startsWith('-')
}

export function isNegative(quantity: Quantity): boolean {
  return quantity.startsWith('-')
}

/** Formats for display: thousands separators, no trailing zeros ("12,345.5"). */
export function formatQuantity(quantity: Quantity): string {
  return groupThousands(quantity)
}
