import type { Label } from '@kufang/contract/document/declare/label.ts'
import { serialNumberLengthMax } from '@kufang/contract/document/serial-number.ts'
import { isQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import { filled } from './messages.ts'

/** A piece that lies where a line takes its goods from; lists of them begin with the oldest. */
export interface OfferedPiece {
  serialNumber: string
  /** What tells it from others, such as the day of its receipt. */
  note: string
}

/** What the numbers of a line are compared with. */
export interface SerialContext {
  /** How many numbers its quantity needs; null if it is no whole number yet. */
  needed: number | null
  /** Numbers of other lines of the same material, with the position of the line. */
  elsewhere: ReadonlyMap<string, number>
  /** The pieces it may take; null if any number may be entered, or they are not known yet. */
  offered: readonly OfferedPiece[] | null
  /** false: there are more pieces than the offered ones. */
  isWhole: boolean
}

const texts = {
  elsewhere: { zh: '第 {line} 行已有', en: 'already in line {line}' },
  notThere: { zh: '不在可选的件中', en: 'none of the pieces to choose from' },
  notANumber: { zh: '不是序列号', en: 'no serial number' },
  tooLong: { zh: '超过 {max} 个字符', en: 'has more than {max} characters' },
  missing: {
    zh: '已录入 {given} 个序列号，数量为 {needed}，还差 {count} 个',
    en: '{given} serial {given|number|numbers} for a quantity of {needed}: {count} missing',
  },
  excess: {
    zh: '已录入 {given} 个序列号，数量为 {needed}，多 {count} 个',
    en: '{given} serial {given|number|numbers} for a quantity of {needed}: {count} too many',
  },
} as const

/** How many pieces a quantity is; null if it is empty or no whole number. */
export function piecesOf(quantity: unknown): number | null {
  if (!isQuantity(quantity)) return null
  const [whole = '', decimals = ''] = parseQuantity(quantity as string).split('.')
  return /^0*$/.test(decimals) && /^\d{1,9}$/.test(whole) ? Number(whole) : null
}

/** The serial numbers of a line; empty if it has none. */
export function serialNumbersOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** The numbers with further ones behind them, each once; `doubled` are those that were there already. */
export function withNumbers(
  numbers: readonly string[],
  further: readonly string[],
): { numbers: string[]; doubled: string[] } {
  const known = new Set(numbers)
  const doubled: string[] = []
  for (const number of further) {
    if (known.has(number)) doubled.push(number)
    else known.add(number)
  }
  return { numbers: [...known], doubled }
}

/** The numbers with as many of the oldest offered pieces as are missing. */
export function withOldest(
  numbers: readonly string[],
  { needed, offered, elsewhere }: Pick<SerialContext, 'needed' | 'offered' | 'elsewhere'>,
): string[] {
  const known = new Set(numbers)
  const free = (offered ?? []).filter(
    ({ serialNumber }) => !known.has(serialNumber) && !elsewhere.has(serialNumber),
  )
  const missing = Math.max((needed ?? 0) - numbers.length, 0)
  return [...numbers, ...free.slice(0, missing).map(({ serialNumber }) => serialNumber)]
}

/** What is wrong with one number of a line; null if nothing is, as far as the browser knows. */
export function numberProblem(
  number: string,
  { elsewhere, offered, isWhole }: Pick<SerialContext, 'elsewhere' | 'offered' | 'isWhole'>,
): Label | null {
  if (number.includes('..')) return texts.notANumber
  if ([...number].length > serialNumberLengthMax)
    return filled(texts.tooLong, { max: serialNumberLengthMax })
  const line = elsewhere.get(number)
  if (line !== undefined) return filled(texts.elsewhere, { line })
  const isThere =
    offered === null || !isWhole || offered.some(({ serialNumber }) => serialNumber === number)
  return isThere ? null : texts.notThere
}

/** Whether a line has more or fewer numbers than its quantity needs; null if not, or if the quantity is not known. */
export function countProblem(given: number, needed: number | null): Label | null {
  if (needed === null || given === needed) return null
  const count = Math.abs(needed - given)
  return filled(given < needed ? texts.missing : texts.excess, { given, needed, count })
}

/** So many numbers are said in a cell; more are counted. */
export const saidMax = 2

/** What a cell says: "3/5", given of needed; the numbers themselves if all of a few are there. */
export function serialText(numbers: readonly string[], needed: number | null): string {
  const isComplete = needed === null || numbers.length === needed
  if (numbers.length > 0 && numbers.length <= saidMax && isComplete) return numbers.join(' ')
  return needed === null ? String(numbers.length) : `${numbers.length}/${needed}`
}
