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
  parseDecimal,
  proportionOfDecimal,
} from './decimal-text.ts'

/**
 * An exact amount of money: canonical decimal text with at most 15 integer digits and 2 decimals. Equal amounts have
 * equal texts.
 */
export type Money = string & { readonly __money: true }

const decimals = 2

export const zeroMoney = '0' as Money

/** Parses an amount; throws `NumberProblem` instead of rounding. */
export function parseMoney(input: string | number): Money {
  return parseDecimal(input, decimals) as Money
}

/** Whether `parseMoney` accepts the input (which need not be canonical). */
export function isMoney(input: unknown): boolean {
  if (typeof input !== 'string' && typeof input !== 'number') return false
  try {
    parseDecimal(input, decimals)
    return true
  } catch (problem) {
    if (problem instanceof NumberProblem) return false
    throw problem
  }
}

/** Canonical form of a NUMERIC column's text, such as "10.00". */
export function moneyFromDatabase(text: string): Money {
  return canonicalFromDatabase(text, decimals) as Money
}

/** Sum; throws `NumberProblem` 'too-large' if it exceeds the column. */
export function addMoney(a: Money, b: Money): Money {
  return addDecimals(a, b) as Money
}

/** `a` minus `b`; may be negative. */
export function subtractMoney(a: Money, b: Money): Money {
  return subtractDecimals(a, b) as Money
}

/** Sum of a list; zero if empty. */
export function sumMoney(list: Iterable<Money>): Money {
  return sumDecimals(list) as Money
}

export function compareMoney(a: Money, b: Money): -1 | 0 | 1 {
  return compareDecimals(a, b)
}

export function negateMoney(amount: Money): Money {
  return negateDecimal(amount) as Money
}

/**
 * Unit price times quantity, rounded half up to cents (negative ones away from zero). The price may have more decimals
 * than an amount, because ERP prices are per 10, 100 or 1000 units.
 */
export function multiplyMoney(unitPrice: string, quantity: string): Money {
  return multiplyDecimals(unitPrice, quantity, decimals) as Money
}

/**
 * The share of an amount for `part` of `whole` (the value of 3 of 7 pieces), rounded half up. To split an amount
 * without losing a cent, assign the remainder to the last part. Throws `NumberProblem` 'not-a-number' if `whole` is
 * zero.
 */
export function proportionOfMoney(amount: Money, part: string, whole: string): Money {
  return proportionOfDecimal(amount, part, whole, decimals) as Money
}

/** Formats for display: thousands separators and always two decimals ("1,234.50"). */
export function formatMoney(amount: Money): string {
  const point = amount.indexOf('.')
  const fraction = point === -1 ? '' : amount.slice(point + 1)
  const integer = point === -1 ? amount : amount.slice(0, point)
  return `${groupThousands(integer)}.${fraction.padEnd(decimals, '0')}`
}
