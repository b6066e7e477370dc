import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
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
    const read = readFieldValue(name, field, given)
    if ('code' in read) problems.push({ ...read, field: name })
    else if (definition.key.includes(name) && field.kind === 'text' && field.isForeign !== true) {
      const code = textOf(read.value).toUpperCase()
      if (isCode(field, code)) values[name] = code
      else problems.push({ code: 'input-invalid', params: { ...params, ...noCode }, field: name })
    } else values[name] = read.value ?? emptyValue(field)
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

const noCode = {
  problem: '编码只能由字母、数字和 . _ - 组成',
  problemEn: 'a code has letters, digits and . _ - only',
}

/** Codes are typed and scanned: capital letters, digits and few signs. */
function isCode(field: Field, code: string): boolean {
  const isShort = field.lengthMax !== undefined && field.lengthMax <= 4
  return (isShort ? /^[0-9A-Z]+$/ : /^[0-9A-Z][0-9A-Z._-]*$/).test(code)
}
