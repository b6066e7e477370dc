import { companyToday } from '@kufang/kernel/company-day.ts'
import { readInstant } from '@kufang/kernel/instant-text.ts'
import { compareDates, isLocalDate } from '@kufang/kernel/local-date.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { parseMoney } from '@kufang/kernel/money.ts'
import {
  compareQuantity,
  isPositive,
  NumberProblem,
  parseQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { codeFormOf, codeProblem, inCodeForm } from './code-form.ts'
import type { Field } from './declare/field.ts'
import type { Label } from './declare/label.ts'
import { serialNumberLengthMax, serialNumberOf, serialNumbersMax } from './serial-number.ts'

/** Maximum number of items of a list, and of characters of each. */
export const listItemsMax = 50
export const itemLengthMax = 100
/** Maximum number of characters of a text without its own limit. */
export const textLengthMax = 400
const decimalsMax = 3

/** A value in the format of tables and JSON, or its refusal; the caller adds line and field. */
export type ReadValue = { value: unknown } | RefusalDetail

/**
 * Reads a value entered for a field: the only validator of single values, used by documents and masters on the server
 * and by forms in the browser. Characters are counted as code points, as in PostgreSQL.
 *
 * @param name the field's name: the `quantity` of a line must be positive, other quantities may be zero
 * @param given not empty; the caller checks whether a field may be empty
 * @param label the label of the field in the form, if it differs from the declaration
 * @param today the company's day at which the value is entered, for dates that must not be past
 * @returns `input-invalid` with the problem in both languages, or a `quantity-…` code
 */
export function readFieldValue(
  name: string,
  field: Field,
  given: unknown,
  label: Label = field.label,
  today: LocalDate = companyToday(),
): ReadValue {
  switch (field.kind) {
    case 'text':
    case 'reference':
      return readText(field, given, label)
    case 'quantity':
    case 'decimal':
      return readNumber(name, field, given, label)
    case 'money':
      return readMoney(field, given, label)
    case 'integer':
      return readInteger(field, given, label)
    case 'date':
      return typeof given === 'string' && isLocalDate(given)
        ? fromToday(field, given, given, label, today)
        : invalid(label, '应为日期 yyyy-MM-dd', 'must be a date yyyy-MM-dd')
    case 'instant': {
      const moment = typeof given === 'string' ? readInstant(given) : null
      return moment === null
        ? invalid(
            label,
            '应为时间，如 2026-11-21T14:05:00+08:00',
            'must be a time, such as 2026-11-21T14:05:00+08:00',
          )
        : fromToday(field, companyToday(new Date(moment)), moment, label, today)
    }
    case 'flag':
      return typeof given === 'boolean'
        ? { value: given }
        : invalid(label, '应为是或否', 'must be yes or no')
    case 'choice': {
      const code = typeof given === 'string' ? given.trim() : ''
      return Object.hasOwn(field.choices ?? {}, code)
        ? { value: code }
        : invalid(label, '不在可选值内', 'is not one of the choices')
    }
    case 'list':
      return readList(given, label)
    case 'serialNumbers':
      return readSerialNumbers(given, label)
  }
}

/** Refuses dates before today if the field is declared `isNotPast`. */
function fromToday(
  field: Field,
  day: LocalDate,
  value: string,
  label: Label,
  today: LocalDate,
): ReadValue {
  return field.isNotPast === true && compareDates(day, today) < 0
    ? invalid(
        label,
        `${day} 早于今天（${today}），请改为今天或以后`,
        `${day} is before today (${today}); choose today or later`,
      )
    : { value }
}

function invalid(label: Label, zh: string, en: string): RefusalDetail {
  return {
    code: 'input-invalid',
    params: { field: label.zh, fieldEn: label.en, problem: zh, problemEn: en },
  }
}

/** Removes control characters, which scanners send: NUL cannot be stored, others corrupt labels and prints. */
function plainText(given: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to drop
  return given.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '').trim()
}

function readText(field: Field, given: unknown, label: Label): ReadValue {
  if (typeof given !== 'string') return invalid(label, '应为文字', 'must be a text')
  const form = codeFormOf(field)
  const text = form === undefined ? plainText(given) : inCodeForm(form, given)
  // What a reference names is looked for in its master.
  const problem = form === undefined || field.kind === 'reference' ? null : codeProblem(text)
  if (problem !== null) return invalid(label, problem.zh, problem.en)
  const limit = field.lengthMax ?? textLengthMax
  if ([...text].length > limit)
    return invalid(label, `最多 ${limit} 个字符`, `has more than ${limit} characters`)
  return { value: text === '' ? null : text }
}

function readList(given: unknown, label: Label): ReadValue {
  if (!Array.isArray(given) || !given.every((item) => typeof item === 'string'))
    return invalid(label, '应为文字列表', 'must be a list of texts')
  const items = [...new Set(given.map(plainText))].filter((item) => item !== '')
  if (items.length > listItemsMax)
    return invalid(label, `最多 ${listItemsMax} 项`, `has more than ${listItemsMax} items`)
  const long = items.findIndex((item) => [...item].length > itemLengthMax) + 1
  if (long > 0)
    return invalid(
      label,
      `第 ${long} 项最多 ${itemLengthMax} 个字符`,
      `has more than ${itemLengthMax} characters in item ${long}`,
    )
  return { value: items }
}

/** As stored, in the order given; a number entered twice is refused, because a piece is missing then. */
function readSerialNumbers(given: unknown, label: Label): ReadValue {
  if (!Array.isArray(given) || !given.every((item) => typeof item === 'string'))
    return invalid(label, '应为序列号列表', 'must be a list of serial numbers')
  const numbers = given.map((item) => serialNumberOf(item)).filter((one) => one !== '')
  if (numbers.length > serialNumbersMax)
    return invalid(
      label,
      `最多 ${serialNumbersMax} 个`,
      `has more than ${serialNumbersMax} serial numbers`,
    )
  const long = numbers.find((one) => [...one].length > serialNumberLengthMax)
  if (long !== undefined)
    return invalid(
      label,
      `${long} 超过 ${serialNumberLengthMax} 个字符`,
      `${long} has more than ${serialNumberLengthMax} characters`,
    )
  const doubled = numbers.find((one, index) => numbers.indexOf(one) !== index)
  if (doubled !== undefined)
    return { code: 'serial-number-doubled', params: { serialNo: doubled, other: '' } }
  return { value: numbers }
}

function readInteger(field: Field, given: unknown, label: Label): ReadValue {
  const number = typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given
  if (!Number.isSafeInteger(number)) return invalid(label, '应为整数', 'must be a whole number')
  return limitProblem(field, String(number) as Quantity, label) ?? { value: number }
}

function readNumber(name: string, field: Field, given: unknown, label: Label): ReadValue {
  const params = { field: label.zh, fieldEn: label.en, quantity: String(given).slice(0, 40) }
  let value: Quantity
  try {
    if (typeof given !== 'string' && typeof given !== 'number')
      return { code: 'quantity-not-a-number', params }
    value = parseQuantity(given)
  } catch (error) {
    if (!(error instanceof NumberProblem)) throw error
    return { code: `quantity-${error.reason}`, params }
  }
  const decimals = field.decimals ?? decimalsMax
  if ((value.split('.')[1] ?? '').length > decimals)
    return invalid(label, `最多 ${decimals} 位小数`, `has more than ${decimals} decimals`)
  // The quantity of a line must be positive; other quantities (accepted, sampled) may be zero but never negative.
  const isMoved = field.kind === 'quantity' && name === 'quantity' && field.mayBeZero !== true
  if (isMoved && !isPositive(value)) return { code: 'quantity-not-positive', params }
  const limits = field.kind === 'quantity' ? { minimum: '0', ...field } : field
  return limitProblem(limits, value, label) ?? { value }
}

function readMoney(field: Field, given: unknown, label: Label): ReadValue {
  try {
    if (typeof given !== 'string' && typeof given !== 'number')
      throw new NumberProblem('not-a-number', String(given))
    const value = parseMoney(given)
    return limitProblem(field, value, label) ?? { value }
  } catch (error) {
    if (!(error instanceof NumberProblem)) throw error
    return invalid(label, '应为金额，最多两位小数', 'must be an amount with at most two decimals')
  }
}

function limitProblem(field: Field, value: string, label: Label): RefusalDetail | null {
  const { minimum, maximum } = field
  if (minimum !== undefined && isBelow(value, minimum))
    return invalid(label, `不能小于 ${minimum}`, `must not be less than ${minimum}`)
  if (maximum !== undefined && isBelow(maximum, value))
    return invalid(label, `不能大于 ${maximum}`, `must not be more than ${maximum}`)
  return null
}

function isBelow(left: string, right: string): boolean {
  return compareQuantity(parseQuantity(left), parseQuantity(right)) < 0
}
