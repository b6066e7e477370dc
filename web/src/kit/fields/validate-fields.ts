import { NumberProblem, compareQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { parseEntry } from '../grid/parse-entry.ts'
import { fill } from '../text/messages.ts'
import type { Row } from './field-column.ts'
import { fieldColumn } from './field-column.ts'

/** Errors of a form by field. */
export type FieldProblems = Readonly<Record<string, Label>>

const texts = {
  required: { zh: '必填，请填写', en: 'required, please fill it in' },
  tooLong: { zh: '最多 {limit} 个字', en: 'at most {limit} characters' },
  tooSmall: { zh: '不能小于 {limit}', en: 'must not be less than {limit}' },
  tooLarge: { zh: '不能大于 {limit}', en: 'must not be more than {limit}' },
} as const

function put(text: Label, parameters: Record<string, string | number> = {}): Label {
  return { zh: fill(text.zh, parameters), en: fill(text.en, parameters) }
}

/** Whether a field is empty; a flag that is off is a value. */
export function isEmptyValue(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  )
}

/** Whether persons may enter this field; others come from the predecessor or the server. */
export function isTyped(field: Field): boolean {
  return field.by === undefined || field.by === 'user'
}

/**
 * The error of one value according to the options of its field, or null. The server validates again; this only avoids
 * the request.
 */
export function valueProblem(name: string, field: Field, value: unknown): Label | null {
  if (isEmptyValue(value)) return field.required ? texts.required : null
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  const entry = parseEntry<Row>(fieldColumn(name, field), text)
  if ('problem' in entry) return entry.problem
  if (
    field.lengthMax !== undefined &&
    field.kind === 'text' &&
    [...text].length > field.lengthMax
  ) {
    return put(texts.tooLong, { limit: field.lengthMax })
  }
  return limitProblem(field, String(entry.value))
}

function limitProblem(field: Field, text: string): Label | null {
  if (field.minimum === undefined && field.maximum === undefined) return null
  const { minimum, maximum } = field
  if (minimum !== undefined && comparesTo(text, minimum) < 0)
    return put(texts.tooSmall, { limit: minimum })
  if (maximum !== undefined && comparesTo(text, maximum) > 0)
    return put(texts.tooLarge, { limit: maximum })
  return null
}

/** Exact for valid numbers; numbers with more digits were refused before. */
function comparesTo(left: string, right: string): number {
  try {
    return compareQuantity(parseQuantity(left), parseQuantity(right))
  } catch (thrown) {
    if (thrown instanceof NumberProblem) return Number(left) - Number(right)
    throw thrown
  }
}

/** All errors of a form; only fields open to persons are validated. */
export function validateFields(fields: Fields, values: Row): FieldProblems {
  const problems: Record<string, Label> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isTyped(field)) continue
    const problem = valueProblem(name, field, values[name])
    if (problem !== null) problems[name] = problem
  }
  return problems
}

/** The values to send: trimmed texts, null for empty values, only fields open to persons. */
export function typedValues(fields: Fields, values: Row): Row {
  const sent: Row = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isTyped(field) || !(name in values)) continue
    const value = values[name]
    if (isEmptyValue(value)) sent[name] = null
    else if (typeof value === 'string') {
      const entry = parseEntry<Row>(fieldColumn(name, field), value)
      sent[name] = 'value' in entry ? entry.value : value
    } else sent[name] = value
  }
  return sent
}
