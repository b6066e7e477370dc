import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { shown } from '@kufang/contract/document/code-form.ts'
import { readFieldValue } from '@kufang/contract/document/field-value.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { Row } from '../platform/database/database.ts'

/**
 * Validates the sent fields and converts them for the table; fields not sent are omitted.
 * @param isNew required fields must be present (a flag may use its default)
 * @throws `column-unknown`, or all `input-invalid` and `field-required` together
 */
export function readMasterInput(
  definition: AnyMaster,
  names: readonly string[],
  sent: Row,
  isNew: boolean,
): Row {
  const problems: RefusalDetail[] = []
  const values: Row = {}
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(definition.fields, name))
      throw refuse('column-unknown', { column: name }, { field: name })
  }
  for (const name of names) {
    const field = fieldOf(definition.fields, name)
    const params = { field: field.label.zh, fieldEn: field.label.en }
    const given = sent[name]
    const isEmpty =
      given === undefined || given === null || (typeof given === 'string' && given.trim() === '')
    if (isEmpty) {
      if (
        field.required &&
        (given !== undefined || isNew) &&
        !(field.kind === 'flag' && given === undefined)
      )
        problems.push({ code: 'field-required', params, field: name })
      else if (!field.required && (given !== undefined || isNew)) values[name] = emptyValue(field)
      continue
    }
    const isKey = isOwnKey(definition, name)
    const read = readFieldValue(name, isKey ? { ...field, code: 'filled' } : field, given)
    const foreign = isKey && 'value' in read ? foreignKeySign(field, textOf(read.value)) : null
    if ('code' in read) problems.push({ ...read, field: name })
    else if (foreign !== null)
      problems.push({
        code: 'input-invalid',
        params: { ...params, ...noKey(foreign) },
        field: name,
      })
    else values[name] = read.value ?? emptyValue(field)
  }
  if (problems.length > 0) throw refuseAll(problems)
  return values
}

/** The empty value in the table: texts and codes are never null, and what nobody has ticked is no. */
function emptyValue(field: Field): unknown {
  if (field.kind === 'text' || field.kind === 'choice' || field.kind === 'reference') return ''
  if (field.kind === 'flag') return false
  return field.kind === 'list' ? [] : null
}

const noKey = (foreign: string) => ({
  problem: `编码只能由字母、数字和 . _ - 组成，不能有“${shown(foreign)}”`,
  problemEn: `a code has letters, digits and . _ - only, not "${shown(foreign)}"`,
})

/** Whether the field is a part of the key that is a code of ours. */
export function isOwnKey({ key, fields }: AnyMaster, name: string): boolean {
  const field = fields[name]
  return key.includes(name) && field?.kind === 'text' && field.isForeign !== true
}

/** The first sign that a key cannot have, null if there is none: capital letters, digits and few signs. */
function foreignKeySign(field: Field, code: string): string | null {
  const isShort = field.lengthMax !== undefined && field.lengthMax <= 4
  const sign = (isShort ? /[^0-9A-Z]/u : /[^0-9A-Z._-]|^[._-]/u).exec(code)
  return sign?.[0] ?? null
}
