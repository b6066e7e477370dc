import { describeRefusal } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { readFieldValue } from '@kufang/contract/document/field-value.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { parseEntry } from '../grid/parse-entry.ts'
import type { Row } from './field-column.ts'
import { isEmptyValue, isTyped } from './entered-value.ts'
import { fieldColumn } from './field-column.ts'

/** Errors of a form by field. */
export type FieldProblems = Readonly<Record<string, Label>>

const required: Label = { zh: '必填，请填写', en: 'required, please fill it in' }

/** Whether a field must be filled in; a required flag that was not touched is off. */
export function mustBeFilled(field: Field): boolean {
  return field.required && field.kind !== 'flag'
}

/**
 * The error of one value according to the options of its field, or null. The server validates again; this only avoids
 * the request.
 */
export function valueProblem(name: string, field: Field, value: unknown): Label | null {
  if (isEmptyValue(value)) return mustBeFilled(field) ? required : null
  if (field.kind === 'serialNumbers' && Array.isArray(value)) {
    const read = readFieldValue(name, field, value)
    return 'code' in read ? problemOf(read) : null
  }
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  const entry = parseEntry<Row>(fieldColumn(name, field), text)
  if ('problem' in entry) return entry.problem
  const read = readFieldValue(name, field, entry.value)
  return 'code' in read ? problemOf(read) : null
}

/** The text of a refusal beside its field, without the field's name. */
function problemOf(detail: RefusalDetail): Label {
  const { problem, problemEn } = detail.params
  if (typeof problem === 'string' && typeof problemEn === 'string')
    return { zh: problem, en: problemEn }
  return { zh: describeRefusal(detail, 'zh'), en: describeRefusal(detail, 'en') }
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

/** The values to send: trimmed texts, null for empty values, required flags always, only fields open to persons. */
export function typedValues(fields: Fields, values: Row): Row {
  const sent: Row = {}
  for (const [name, field] of Object.entries(fields)) {
    const isFlag = field.required && field.kind === 'flag'
    if (!isTyped(field) || !(name in values || isFlag)) continue
    const value = values[name]
    if (isEmptyValue(value)) sent[name] = isFlag ? false : null
    else if (typeof value === 'string') {
      const entry = parseEntry<Row>(fieldColumn(name, field), value)
      sent[name] = 'value' in entry ? entry.value : value
    } else sent[name] = value
  }
  return sent
}
