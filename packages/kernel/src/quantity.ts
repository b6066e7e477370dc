import {
  NumberProblem,
  canonicalFromDatabase,
  fromUnits,
  groupThousands,
  multiplyDecimals,
  parseDecimal,
  toUnits,
} from './decimal-text.ts'

export { NumberProblem }
export type { NumberProblemReason } from './decimal-text.ts'

/**
 * An exact amount of material in some unit: canonical decimal text with at most 15 integer digits
 * and 3 decimals, as NUMERIC(18,3) holds it. Two equal quantities are the same text.
 */
export type Quantity = string & { readonly __quantity: true }

const decimals = 3

export const zeroQuantity = '0' as Quantity

/**
 * The quantity somebody wrote. Throws `NumberProblem` instead of rounding: a fourth decimal that
 * is not zero is 'too-precise', a sixteenth integer digit 'too-large'.
 */
export function parseQuantity(input: string | number): Quantity {
  return parseDecimal(input, decimals) as Quantity
}

/** Whether `parseQuantity` would accept the input (which need not be canonical yet). */
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

/** Sum; throws `NumberProblem` 'too-large' when the column could not hold it. */
export function addQuantity(a: Quantity, b: Quantity): Quantity {
  return fromUnits(toUnits(a, decimals) + toUnits(b, decimals), decimals) as Quantity
}

/** `a` minus `b`; may be negative. */
export function subtractQuantity(a: Quantity, b: Quantity): Quantity {
  return fromUnits(toUnits(a, decimals) - toUnits(b, decimals), decimals) as Quantity
}

/** Sum of all; zero for none. */
export function sumQuantities(list: Iterable<Quantity>): Quantity {
  let total = 0n
  for (const quantity of list) total += toUnits(quantity, decimals)
  return fromUnits(total, decimals) as Quantity
}

export function compareQuantity(a: Quantity, b: Quantity): -1 | 0 | 1 {
  if (a === b) return 0
  const left = toUnits(a, decimals)
  const right = toUnits(b, decimals)
  return left < right ? -1 : left > right ? 1 : 0
}

export function negateQuantity(quantity: Quantity): Quantity {
  return fromUnits(-toUnits(quantity, decimals), decimals) as Quantity
}

/**
 * Quantity times a factor (unit conversion, tolerance percent / 100), rounded half up to 3
 * decimals, negative ones away from zero so that a reversal is the exact opposite.
 */
export function multiplyQuantity(quantity: Quantity, factor: string): Quantity {
  return multiplyDecimals(quantity, factor, decimals) as Quantity
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

/** For people: thousands commas, no useless zeros ("12,345.5"). */
export function formatQuantity(quantity: Quantity): string {
  return groupThousands(quantity)
}
