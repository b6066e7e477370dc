import { inCodeForm } from '@kufang/contract/document/code-form.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { parseMoney } from '@kufang/kernel/money.ts'
import { NumberProblem, parseQuantity } from '@kufang/kernel/quantity.ts'
import { typedNumber } from '@kufang/kernel/typed-number.ts'
import { readTypedDate } from '@kufang/kernel/typed-date.ts'
import { fill } from '../text/messages.ts'
import { readSerialNumbers } from '../text/read-serial-numbers.ts'
import type { GridColumn } from './grid-column.ts'

export type Entry = { value: string | number | boolean | string[] | null } | { problem: Label }

const problems = {
  'not-a-number': { zh: '“{text}”不是数字', en: '"{text}" is not a number' },
  'too-precise': {
    zh: '“{text}”小数位过多（最多 {decimals} 位）',
    en: '"{text}" has more than {decimals} decimals',
  },
  'too-large': { zh: '“{text}”过大', en: '"{text}" is too large' },
  'not-a-date': {
    zh: '“{text}”不是日期，请写成 2026-11-21',
    en: '"{text}" is no date; write 2026-11-21',
  },
  'not-a-choice': { zh: '没有选项“{text}”', en: 'There is no choice "{text}"' },
  'not-whole': { zh: '“{text}”不是整数', en: '"{text}" is not a whole number' },
  'not-a-flag': { zh: '“{text}”应为 是 或 否', en: '"{text}" should be yes or no' },
} as const

/**
 * Parses text entered or pasted into a cell, or returns its error. Exact numbers remain texts; thousands separators as
 * written by Excel and full-width digits are accepted, empty text is null.
 */
export function parseEntry<Row>(column: GridColumn<Row>, typed: string): Entry {
  const text = typed.trim()
  if (text === '') return { value: null }
  switch (column.kind) {
    case 'quantity':
      return exact(text, 3, (plain) => parseQuantity(plain))
    case 'money':
      return exact(text, 2, (plain) => parseMoney(plain))
    case 'decimal':
      return decimalEntry(text, column.decimals ?? 6)
    case 'integer': {
      const plain = typedNumber(text) ?? ''
      return /^-?\d{1,15}$/.test(plain) ? { value: Number(plain) } : wrong('not-whole', text)
    }
    case 'date':
      return dateEntry(text)
    case 'choice':
    case 'state':
      return choiceEntry(column, text)
    case 'flag':
      return flagEntry(text)
    case 'serialNumbers': {
      const { numbers, problems: wrong } = readSerialNumbers(text)
      const [first] = wrong
      return first === undefined ? { value: numbers } : { problem: first.problem }
    }
    case 'list':
      return {
        value: text
          .split(/[,,、;;]/)
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      }
    case 'text':
    case 'reference':
    case 'instant':
      return { value: column.code === undefined ? text : inCodeForm(column.code, text) || null }
  }
}

function wrong(code: keyof typeof problems, text: string, decimals = 0): Entry {
  const put = (template: string): string => fill(template, { text, decimals })
  return { problem: { zh: put(problems[code].zh), en: put(problems[code].en) } }
}

function exact(text: string, decimals: number, parse: (plain: string) => string): Entry {
  try {
    const plain = typedNumber(text)
    return plain === null ? wrong('not-a-number', text) : { value: parse(plain) }
  } catch (thrown) {
    if (thrown instanceof NumberProblem) return wrong(thrown.reason, text, decimals)
    throw thrown
  }
}

function decimalEntry(text: string, decimals: number): Entry {
  const plain = typedNumber(text) ?? ''
  const match = /^-?\d{1,15}(?:\.(\d+))?$/.exec(plain)
  if (match === null) return wrong('not-a-number', text)
  const fraction = (match[1] ?? '').replace(/0+$/, '')
  return fraction.length > decimals ? wrong('too-precise', text, decimals) : { value: plain }
}

function dateEntry(text: string): Entry {
  const value = readTypedDate(text, companyToday())
  return value === null ? wrong('not-a-date', text) : { value }
}

function choiceEntry<Row>(column: GridColumn<Row>, text: string): Entry {
  const wanted = text.toLowerCase()
  const found = [...(column.choices ?? []), ...(column.states ?? [])].find((choice) => {
    const names =
      typeof choice.label === 'string' ? [choice.label] : [choice.label.zh, choice.label.en]
    return choice.value === text || names.some((name) => name.toLowerCase() === wanted)
  })
  return found === undefined ? wrong('not-a-choice', text) : { value: found.value }
}

function flagEntry(text: string): Entry {
  const wanted = text.toLowerCase()
  if (['是', 'y', 'yes', 'true', '1', '√'].includes(wanted)) return { value: true }
  if (['否', 'n', 'no', 'false', '0'].includes(wanted)) return { value: false }
  return wrong('not-a-flag', text)
}
