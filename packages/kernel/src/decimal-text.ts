import Decimal from 'big.js'

/**
 * The common base of quantity.ts and money.ts: exact decimals as canonical text, computed by big.js with enough digits
 * for any permitted operand, so that only the final result is rounded.
 */

export const maximumIntegerDigits = 15

/** Why a number is invalid; the caller turns it into a refusal of its field. */
export type NumberProblemReason = 'not-a-number' | 'too-precise' | 'too-large'

/** Thrown if an input is not an exact decimal of the permitted size; inputs are never rounded. */
export class NumberProblem extends Error {
  readonly reason: NumberProblemReason
  readonly input: string

  constructor(reason: NumberProblemReason, input: unknown) {
    super(`${reason}: ${String(input)}`)
    this.name = 'NumberProblem'
    this.reason = reason
    this.input = String(input)
  }
}

// A separate constructor, so that settings of the shared one do not apply here.
const Exact = Decimal()
// Operands have at most 40 characters, so a quotient that is not a tie differs from a tie by more than 1e-90; with 120
// decimals rounding detects that.
Exact.DP = 120
const longestOperand = 40

const writtenNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE]([+-]?)(\d+))?$/
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/

/**
 * Parses a number from a person, a file or an interface into canonical text: no exponent, no trailing zeros, no "-0".
 * Surrounding blanks are accepted; thousands separators are not, because 1,5 is ambiguous.
 */
export function parseDecimal(input: string | number, decimals: number): string {
  const text = String(input).trim()
  const match = writtenNumber.exec(text)
  if (match === null) throw new NumberProblem('not-a-number', input)
  if (!/[1-9]/.test(text.split(/[eE]/)[0] ?? '')) return '0'
  if (match[2] !== undefined && match[2].length > 4) {
    // Out of range for any column, and big.js rejects such exponents.
    throw new NumberProblem(match[1] === '-' ? 'too-precise' : 'too-large', input)
  }
  const value = new Exact(text.replace(/^\+/, ''))
  if (value.e >= maximumIntegerDigits) throw new NumberProblem('too-large', input)
  if (value.c.length - 1 - value.e > decimals) throw new NumberProblem('too-precise', input)
  return value.toFixed()
}

/** Fast path for the text of a NUMERIC column ("10.000", "-0.500"), which has no exponent. */
export function canonicalFromDatabase(text: string, decimals: number): string {
  if (!plainNumber.test(text)) throw new NumberProblem('not-a-number', text)
  const point = text.indexOf('.')
  let end = text.length
  if (point !== -1) {
    while (text.charCodeAt(end - 1) === 48) end -= 1
    if (end - 1 === point) end = point
    else if (end - point - 1 > decimals) throw new NumberProblem('too-precise', text)
  }
  const integerEnd = point === -1 || point > end ? end : point
  const first = text.charCodeAt(0)
  // Except for the minus, a sign, a leading zero before another digit or an overlong integer part do not occur in
  // column values; such texts are parsed completely.
  if (first === 43 || integerEnd > maximumIntegerDigits) return parseDecimal(text, decimals)
  if (first === 48 && integerEnd > 1) return parseDecimal(text, decimals)
  if (first === 45 && text.charCodeAt(1) === 48) return parseDecimal(text, decimals)
  return end === text.length ? text : text.slice(0, end)
}

/** Sum; throws `NumberProblem` 'too-large' if it exceeds the column. */
export function addDecimals(left: string, right: string): string {
  return fitting(new Exact(left).plus(right))
}

export function subtractDecimals(left: string, right: string): string {
  return fitting(new Exact(left).minus(right))
}

/** Sum of a list; "0" if empty. */
export function sumDecimals(list: Iterable<string>): string {
  let total = new Exact(0)
  for (const text of list) total = total.plus(text)
  return fitting(total)
}

export function compareDecimals(left: string, right: string): -1 | 0 | 1 {
  return left === right ? 0 : new Exact(left).cmp(right)
}

export function negateDecimal(text: string): string {
  return fitting(new Exact(text).neg())
}

/** Product of two decimals, rounded once, half away from zero. */
export function multiplyDecimals(left: string, right: string, decimals: number): string {
  return rounded(operand(left).times(operand(right)), decimals)
}

/** `amount * part / whole`, rounded once, half away from zero. Throws if `whole` is zero. */
export function proportionOfDecimal(
  amount: string,
  part: string,
  whole: string,
  decimals: number,
): string {
  const divisor = operand(whole)
  if (divisor.eq(0)) throw new NumberProblem('not-a-number', `${amount} * ${part} / ${whole}`)
  return rounded(operand(amount).times(operand(part)).div(divisor), decimals)
}

/** Inserts commas between thousands of the integer part; sign and decimals stay unchanged. */
export function groupThousands(plainText: string): string {
  const point = plainText.indexOf('.')
  const integer = point === -1 ? plainText : plainText.slice(0, point)
  const grouped = integer.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return point === -1 ? grouped : grouped + plainText.slice(point)
}

function operand(text: string): Decimal {
  if (!plainNumber.test(text)) throw new NumberProblem('not-a-number', text)
  if (text.length > longestOperand) throw new NumberProblem('too-precise', text)
  return new Exact(text.replace(/^\+/, ''))
}

function rounded(value: Decimal, decimals: number): string {
  return fitting(value.round(decimals, Exact.roundHalfUp))
}

/** Canonical text; throws if the value exceeds the column. */
function fitting(value: Decimal): string {
  if (value.eq(0)) return '0'
  if (value.e >= maximumIntegerDigits) throw new NumberProblem('too-large', value.toFixed())
  return value.toFixed()
}
