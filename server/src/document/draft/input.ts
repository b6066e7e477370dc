import { isLocalDate } from '@kufang/kernel/local-date.ts'
import { parseMoney } from '@kufang/kernel/money.ts'
import {
  compareQuantity,
  isPositive,
  NumberProblem,
  parseQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'

export interface InputRules {
  /** Labels overridden by this document. */
  relabel?: Partial<Record<string, Label>> | undefined
  /** Whether a person may send the field; others are refused as unknown. */
  accepts: (name: string, field: Field) => boolean
  line?: number | undefined
}

const listItemsMax = 50
const textLengthMax = 400

/**
 * Converts input to values of the declared kinds. Every wrong field is reported with its place and limits; unknown
 * fields are refused.
 */
export function readInput(
  fields: Fields,
  raw: Readonly<Record<string, unknown>>,
  rules: InputRules,
): { values: Record<string, unknown>; problems: RefusalDetail[] } {
  const values: Record<string, unknown> = {}
  const problems: RefusalDetail[] = []
  for (const [name, given] of Object.entries(raw)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || !rules.accepts(name, field)) {
      problems.push(place({ code: 'column-unknown', params: { column: name } }, name, rules.line))
      continue
    }
    const label = rules.relabel?.[name] ?? field.label
    const outcome =
      given === null || given === undefined || given === ''
        ? { value: null }
        : readValue(name, field, given, label)
    if ('code' in outcome) problems.push(place(outcome, name, rules.line))
    else values[name] = outcome.value
  }
  return { values, problems }
}

/** Required fields that are still empty, one refusal per field. */
export function missingFields(
  fields: Fields,
  row: Readonly<Record<string, unknown>>,
  rules: Pick<InputRules, 'relabel' | 'line'>,
): RefusalDetail[] {
  return Object.entries(fields)
    .filter(
      ([name, field]) =>
        field.required &&
        (field.by ?? 'user') === 'user' &&
        (row[name] === null || row[name] === undefined || row[name] === ''),
    )
    .map(([name, field]) => {
      const label = rules.relabel?.[name] ?? field.label
      return place(
        { code: 'field-required', params: { field: label.zh, fieldEn: label.en } },
        name,
        rules.line,
      )
    })
}

function place(detail: RefusalDetail, field: string, line: number | undefined): RefusalDetail {
  return line === undefined ? { ...detail, field } : { ...detail, field, line }
}

type Outcome = { value: unknown } | RefusalDetail

function invalid(label: Label, zh: string, en: string): RefusalDetail {
  return {
    code: 'input-invalid',
    params: { field: label.zh, fieldEn: label.en, problem: zh, problemEn: en },
  }
}

function readValue(name: string, field: Field, given: unknown, label: Label): Outcome {
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
      return Number.isSafeInteger(given) && within(field, String(given))
        ? { value: given }
        : invalid(label, '应为整数且在允许范围内', 'must be a whole number within its limits')
    case 'date':
      return typeof given === 'string' && isLocalDate(given)
        ? { value: given }
        : invalid(label, '应为日期 yyyy-MM-dd', 'must be a date yyyy-MM-dd')
    case 'instant': {
      const time = typeof given === 'string' ? Date.parse(given) : Number.NaN
      return Number.isNaN(time)
        ? invalid(label, '应为时间', 'must be a time')
        : { value: new Date(time).toISOString() }
    }
    case 'flag':
      return typeof given === 'boolean'
        ? { value: given }
        : invalid(label, '应为是或否', 'must be yes or no')
    case 'choice':
      return typeof given === 'string' && Object.hasOwn(field.choices ?? {}, given)
        ? { value: given }
        : invalid(label, '不在可选值内', 'is not one of the choices')
    case 'list':
      return Array.isArray(given) &&
        given.length <= listItemsMax &&
        given.every((item) => typeof item === 'string' && item.length <= 100)
        ? { value: given.map((item: string) => item.trim()).filter((item) => item !== '') }
        : invalid(label, '应为文字列表', 'must be a list of texts')
  }
}

function readText(field: Field, given: unknown, label: Label): Outcome {
  if (typeof given !== 'string') return invalid(label, '应为文字', 'must be a text')
  // oxlint-disable-next-line no-control-regex -- NUL cannot be stored; other control characters would break labels and prints
  const text = given.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').trim()
  const limit = field.lengthMax ?? textLengthMax
  if (text.length > limit)
    return invalid(label, `最多 ${limit} 个字符`, `has more than ${limit} characters`)
  return { value: text === '' ? null : text }
}

function readNumber(name: string, field: Field, given: unknown, label: Label): Outcome {
  const shown = String(given).slice(0, 40)
  const params = { field: label.zh, fieldEn: label.en, quantity: shown }
  let value: Quantity
  try {
    if (typeof given !== 'string' && typeof given !== 'number')
      return { code: 'quantity-not-a-number', params }
    value = parseQuantity(given)
  } catch (error) {
    if (!(error instanceof NumberProblem)) throw error
    return { code: `quantity-${error.reason}`, params }
  }
  // A line quantity must be positive; other quantities (accepted, sampled) may be zero but never negative.
  if (field.kind === 'quantity') {
    if (name === 'quantity' ? !isPositive(value) : compareQuantity(value, '0' as Quantity) < 0) {
      return { code: 'quantity-not-positive', params }
    }
  } else if (!within(field, value)) {
    return invalid(label, '超出允许范围', 'is outside its limits')
  }
  return { value }
}

function readMoney(field: Field, given: unknown, label: Label): Outcome {
  try {
    if (typeof given !== 'string' && typeof given !== 'number')
      throw new NumberProblem('not-a-number', String(given))
    const value = parseMoney(given)
    return within(field, value)
      ? { value }
      : invalid(label, '超出允许范围', 'is outside its limits')
  } catch (error) {
    if (!(error instanceof NumberProblem)) throw error
    return invalid(label, '应为金额，最多两位小数', 'must be an amount with at most two decimals')
  }
}

function within(field: Field, value: string): boolean {
  const number = Number(value)
  return (
    !(field.minimum !== undefined && number < Number(field.minimum)) &&
    !(field.maximum !== undefined && number > Number(field.maximum))
  )
}
