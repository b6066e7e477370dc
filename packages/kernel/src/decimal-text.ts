import Decimal from 'big.js'

/**
 * The shared ground of quantity.ts and money.ts: exact decimals kept as canonical text, reckoned
 * by big.js with more digits than any allowed operand can need, so that the single rounding at the
 * end is the only one.
 */

export const maximumIntegerDigits = 15

/** What is wrong with a number somebody gave; the caller turns it into a refusal on its field. */
export type NumberProblemReason = 'not-a-number' | 'too-precise' | 'too-large'

/** Thrown when a text or number is no exact decimal of the wanted size; nothing is rounded away. */
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

// A constructor of our own: what others set on the shared one must not reach our figures.
const Exact = Decimal()
// Operands have at most 40 characters, so a quotient that is no tie differs from one by more than
// 1e-90; 120 decimals leave enough behind that for the rounding to see it.
Exact.DP = 120
const longestOperand = 40

const writtenNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE]([+-]?)(\d+))?$/
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/

/**
 * Canonical text of a number a person, a file or an interface gave: no exponent, no needless
 * zeros, no "-0". Surrounding blanks are accepted; thousands commas are not, since 1,5 means
 * different things to different people.
 */
export function parseDecimal(input: string | number, decimals: number): string {
  const text = String(input).trim()
  const match = writtenNumber.exec(text)
  if (match === null) throw new NumberProblem('not-a-number', input)
  if (!/[1-9]/.test(text.split(/[eE]/)[0] ?? '')) return '0'
  if (match[2] !== undefined && match[2].length > 4) {
    // Far beyond any column, and big.js gives up on such exponents.
    throw new NumberProblem(match[1] === '-' ? 'too-precise' : 'too-large', input)
  }
  const value = new Exact(text.replace(/^\+/, ''))
  if (value.e >= maximumIntegerDigits) throw new NumberProblem('too-large', input)
  if (value.c.length - 1 - value.e > decimals) throw new NumberProblem('too-precise', input)
  return value.toFixed()
}

/** Fast way for the text of a NUMERIC column ("10.000", "-0.500"), which has no exponent. */
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
  // A sign, a leading zero before another digit or an overlong integer part never come from a
  // well-formed column except for the minus; those rare texts take the slow, complete way.
  if (first === 43 || integerEnd > maximumIntegerDigits) return parseDecimal(text, decimals)
  if (first === 48 && integerEnd > 1) return parseDecimal(text, decimals)
  if (first === 45 && text.charCodeAt(1) === 48) return parseDecimal(text, decimals)
  return end === text.length ? text : text.slice(0, end)
}

/** Sum; throws `NumberProblem` 'too-large' when no column could hold it. */
export function addDecimals(left: string, right: string): string {
  return fitting(new Exact(left).plus(right))
}

export function subtractDecimals(left: string, right: string): string {
  return fitting(new Exact(left).minus(right))
}

/** Sum of all; "0" for none. */
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

/** Product of two plain decimals, rounded once, half away from zero. */
export function multiplyDecimals(left: string, right: string, decimals: number): string {
  return rounded(operand(left).times(operand(right)), decimals)
}

/** `amount * part / whole`, rounded once, half away from zero. A whole of zero is no number. */
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

/** Commas between thousands of the integer part; sign and decimals stay as they are. */
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

/** Canonical text; refuses what the column could not hold. */
function fitting(value: Decimal): string {
  if (value.eq(0)) return '0'
  if (value.e >= maximumIntegerDigits) throw new NumberProblem('too-large', value.toFixed())
  return value.toFixed()
}
