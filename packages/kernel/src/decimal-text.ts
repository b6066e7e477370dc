/**
 * The shared ground of quantity.ts and money.ts: exact decimals kept as canonical text. Everything
 * is counted in whole numbers (BigInt), so that the single rounding at the end is the only one.
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

/** More characters than any number of a column has; keeps products short. */
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
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [integer = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.')
  const digits = withoutZeros(integer + fraction)
  if (digits.text === '') return '0'
  if (match[2] !== undefined && match[2].length > 4) {
    throw new NumberProblem(match[1] === '-' ? 'too-precise' : 'too-large', input)
  }
  // Where the point stands, counted from the first digit that is not 0.
  const point = integer.length - digits.leading + Number(exponent)
  if (point > maximumIntegerDigits) throw new NumberProblem('too-large', input)
  if (digits.text.length - point > decimals) throw new NumberProblem('too-precise', input)
  const sign = mantissa.startsWith('-') ? '-' : ''
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits.text}`
  if (point >= digits.text.length) return sign + digits.text.padEnd(point, '0')
  return `${sign}${digits.text.slice(0, point)}.${digits.text.slice(point)}`
}

/** Digits from the first to the last that is not 0, and how many zeros stood before. */
function withoutZeros(digits: string): { text: string; leading: number } {
  let leading = 0
  let end = digits.length
  while (digits.charCodeAt(leading) === 48) leading += 1
  while (end > leading && digits.charCodeAt(end - 1) === 48) end -= 1
  return { text: digits.slice(leading, end), leading }
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

/** Count of smallest units (thousandths, cents) in a canonical text. */
export function toUnits(text: string, decimals: number): bigint {
  const point = text.indexOf('.')
  if (point === -1) return BigInt(text + '0'.repeat(decimals))
  const fraction = text.slice(point + 1)
  if (fraction.length > decimals) throw new NumberProblem('too-precise', text)
  return BigInt(text.slice(0, point) + fraction.padEnd(decimals, '0'))
}

/** Canonical text of a count of smallest units; refuses what the column could not hold. */
export function fromUnits(units: bigint, decimals: number): string {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, '0')
  const integer = digits.slice(0, -decimals)
  if (integer.length > maximumIntegerDigits) {
    throw new NumberProblem('too-large', `${negative ? '-' : ''}${integer}`)
  }
  let end = digits.length
  const point = digits.length - decimals
  while (end > point && digits.charCodeAt(end - 1) === 48) end -= 1
  const fraction = end === point ? '' : `.${digits.slice(point, end)}`
  return `${negative ? '-' : ''}${integer}${fraction}`
}

/** Product of two plain decimals, rounded once, half away from zero. */
export function multiplyDecimals(left: string, right: string, decimals: number): string {
  const [a, b] = [operand(left), operand(right)]
  return rounded(a.count * b.count, tenTo(a.decimals + b.decimals), decimals)
}

/** `amount * part / whole`, rounded once, half away from zero. A whole of zero is no number. */
export function proportionOfDecimal(
  amount: string,
  part: string,
  whole: string,
  decimals: number,
): string {
  const [a, b, divisor] = [operand(amount), operand(part), operand(whole)]
  if (divisor.count === 0n) {
    throw new NumberProblem('not-a-number', `${amount} * ${part} / ${whole}`)
  }
  return rounded(
    a.count * b.count * tenTo(divisor.decimals),
    divisor.count * tenTo(a.decimals + b.decimals),
    decimals,
  )
}

/** Commas between thousands of the integer part; sign and decimals stay as they are. */
export function groupThousands(plainText: string): string {
  const point = plainText.indexOf('.')
  const integer = point === -1 ? plainText : plainText.slice(0, point)
  const grouped = integer.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return point === -1 ? grouped : grouped + plainText.slice(point)
}

/** A plain decimal as a count of its own smallest unit. */
function operand(text: string): { count: bigint; decimals: number } {
  if (!plainNumber.test(text)) throw new NumberProblem('not-a-number', text)
  if (text.length > longestOperand) throw new NumberProblem('too-precise', text)
  const point = text.indexOf('.')
  return {
    count: BigInt(text.replace('.', '')),
    decimals: point === -1 ? 0 : text.length - point - 1,
  }
}

const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent)
const size = (count: bigint): bigint => (count < 0n ? -count : count)

function rounded(numerator: bigint, denominator: bigint, decimals: number): string {
  const doubled = 2n * size(numerator) * tenTo(decimals) + size(denominator)
  const units = doubled / (2n * size(denominator))
  return fromUnits(numerator < 0n === denominator < 0n ? units : -units, decimals)
}
