import { addAll } from '@kufang/kernel/add-all.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { serialNumberOf, serialNumbersMax } from '@kufang/contract/document/serial-number.ts'
import { scannedText } from '@kufang/contract/document/scanned-code.ts'
import { filled } from './messages.ts'

/** What was typed, scanned or pasted: the serial numbers in it, in order, and the parts that are none. */
export interface ReadSerialNumbers {
  numbers: string[]
  problems: { text: string; problem: Label }[]
}

const texts = {
  notARange: {
    zh: '“{text}”不是号段：两端须只有末尾的数字不同，如 SN001..SN010',
    en: '"{text}" is no range: both ends may differ in their last digits only, such as SN001..SN010',
  },
  backwards: {
    zh: '号段“{text}”的终号小于起号',
    en: 'The range "{text}" ends before it begins',
  },
  rangeTooLong: {
    zh: '号段“{text}”有 {count} 个号，一次最多 {max} 个',
    en: 'The range "{text}" has {count} numbers; at most {max} are taken at once',
  },
} as const

/** Between numbers of a list, of a column or row of Excel, and of several scans. A serial number has no blanks. */
const between = /[\s,;、，；]+/

/**
 * Reads what a person types, scans or pastes as serial numbers: one, several separated by blanks, commas or line breaks (a
 * column copied from Excel), or a range such as `SN001..SN010`, also written `SN001..010`. Wide letters become narrow ones;
 * numbers are as they are stored (`serialNumberOf`); of a code with several fields the first is the number.
 */
export function readSerialNumbers(text: string): ReadSerialNumbers {
  const found: ReadSerialNumbers = { numbers: [], problems: [] }
  // Blanks around the dots of a range do not separate.
  const joined = text.normalize('NFKC').replaceAll(/\s*\.{2,3}\s*/g, '..')
  for (const part of joined.split(between)) {
    const one = scannedText(part)
    if (one === '') continue
    if (!one.includes('..')) {
      found.numbers.push(serialNumberOf(one))
      continue
    }
    const range = numbersOfRange(one)
    if ('problem' in range) found.problems.push({ text: one, problem: range.problem })
    else addAll(found.numbers, range.numbers.map(serialNumberOf))
  }
  return found
}

/** The numbers from one end of a range to the other; their digits keep the number of places. */
function numbersOfRange(text: string): { numbers: string[] } | { problem: Label } {
  const [start = '', end = '', ...more] = text.split('..')
  const [, prefix, first, suffix] = /^(.*?)(\d+)(\D*)$/.exec(start) ?? []
  const last = lastDigits(end, prefix ?? '', suffix ?? '')
  if (prefix === undefined || first === undefined || last === null || more.length > 0)
    return { problem: filled(texts.notARange, { text }) }
  // "SN001..10" ends with 010: what is left out is as in the first number.
  const full = last.length < first.length ? first.slice(0, first.length - last.length) + last : last
  const [from, to] = [BigInt(first), BigInt(full)]
  if (to < from) return { problem: filled(texts.backwards, { text }) }
  const count = to - from + 1n
  if (count > BigInt(serialNumbersMax))
    return {
      problem: filled(texts.rangeTooLong, { text, count: String(count), max: serialNumbersMax }),
    }
  return {
    numbers: Array.from({ length: Number(count) }, (_, step) => {
      const digits = String(from + BigInt(step)).padStart(first.length, '0')
      return `${prefix}${digits}${suffix ?? ''}`
    }),
  }
}

/** The digits of the second end that count on; null if the ends differ in anything else. */
function lastDigits(end: string, prefix: string, suffix: string): string | null {
  if (!end.endsWith(suffix)) return null
  const bare = end.slice(0, end.length - suffix.length)
  const digits = bare.startsWith(prefix) ? bare.slice(prefix.length) : bare
  return /^\d+$/.test(digits) ? digits : null
}
