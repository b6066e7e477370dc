import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { isLocalDate } from '@kufang/kernel/local-date.ts'
import { isQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import type { Row } from '../platform/database/database.ts'

const textLengthMax = 200
const listLengthMax = 50

/** Thrown inside, collected outside: every wrong field is told at once. */
class WrongValue extends Error {
  readonly zh: string
  readonly en: string
  constructor(zh: string, en: string) {
    super(en)
    this.zh = zh
    this.en = en
  }
}

/**
 * What a person sent for these fields, checked and in the form the table holds; fields that were not sent are
 * left out.
 *
 * @param isNew a required field must then be there (a flag may be left to its default)
 * @throws `column-unknown`, or all of `input-invalid` and `field-required` together
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
    const field = definition.fields[name]!
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
    try {
      const value = readValue(field, given)
      values[name] =
        definition.key.includes(name) && field.kind === 'text'
          ? readCode(field, String(value))
          : value
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error
      problems.push({
        code: 'input-invalid',
        params: { ...params, problem: error.zh, problemEn: error.en },
        field: name,
      })
    }
  }
  if (problems.length > 0) throw refuseAll(problems)
  return values
}

/** Nothing, as the table holds it: texts and codes are never null there. */
function emptyValue(field: Field): unknown {
  if (field.kind === 'text' || field.kind === 'choice' || field.kind === 'reference') return ''
  return field.kind === 'list' ? [] : null
}

/** Codes are typed by hand and read by scanners: capital letters, digits and few signs. */
function readCode(field: Field, text: string): string {
  const code = text.toUpperCase()
  const pattern = (field.lengthMax ?? textLengthMax) <= 4 ? /^[0-9A-Z]+$/ : /^[0-9A-Z][0-9A-Z._-]*$/
  if (!pattern.test(code))
    throw new WrongValue(
      '编码只能由字母、数字和 . _ - 组成',
      'a code has letters, digits and . _ - only',
    )
  return code
}

function readValue(field: Field, given: unknown): unknown {
  switch (field.kind) {
    case 'text':
    case 'reference':
      return readText(given, field.lengthMax ?? textLengthMax, field.multiline === true)
    case 'choice': {
      const code = readText(given, textLengthMax, false)
      if (!Object.hasOwn(field.choices ?? {}, code))
        throw new WrongValue('不在可选值内', 'is none of the choices')
      return code
    }
    case 'flag':
      if (typeof given !== 'boolean') throw new WrongValue('应为是或否', 'must be true or false')
      return given
    case 'date':
      if (!isLocalDate(given)) throw new WrongValue('不是有效日期', 'is no calendar day')
      return given
    case 'integer':
      return readNumber(field, given, 0)
    case 'decimal':
      return readNumber(field, given, field.decimals ?? 3)
    case 'quantity':
      return readNumber(field, given, 3)
    case 'money':
      return readNumber(field, given, 2)
    case 'list':
      return readTexts(given)
    case 'instant':
      throw new WrongValue('由系统填写', 'is set by the server')
  }
}

function readText(given: unknown, lengthMax: number, isMultiline: boolean): string {
  if (typeof given !== 'string') throw new WrongValue('应为文字', 'must be a text')
  const text = given.trim()
  if ([...text].length > lengthMax)
    throw new WrongValue(`最多 ${lengthMax} 个字符`, `has more than ${lengthMax} characters`)
  const forbidden = isMultiline ? /[^\P{Cc}\n\t\r]/u : /\p{Cc}/u
  if (forbidden.test(text)) throw new WrongValue('含有不可见字符', 'has control characters')
  return text
}

function readTexts(given: unknown): string[] {
  if (!Array.isArray(given) || given.length > listLengthMax)
    throw new WrongValue(
      `应为最多 ${listLengthMax} 项的列表`,
      `must be a list of at most ${listLengthMax}`,
    )
  return [...new Set(given.map((entry) => readText(entry, 60, false)))].filter(
    (entry) => entry !== '',
  )
}

/** Exact text of a number; limits are small enough for a comparison as numbers. */
function readNumber(field: Field, given: unknown, decimals: number): string | number {
  if ((typeof given !== 'string' && typeof given !== 'number') || !isQuantity(given))
    throw new WrongValue('不是数字或超出范围', 'is no number or out of range')
  const text = parseQuantity(given)
  if ((text.split('.')[1] ?? '').length > decimals)
    throw new WrongValue(`最多 ${decimals} 位小数`, `has more than ${decimals} decimals`)
  const { minimum, maximum } = field
  if (minimum !== undefined && Number(text) < Number(minimum))
    throw new WrongValue(`不能小于 ${minimum}`, `is less than ${minimum}`)
  if (maximum !== undefined && Number(text) > Number(maximum))
    throw new WrongValue(`不能大于 ${maximum}`, `is more than ${maximum}`)
  return field.kind === 'integer' ? Number(text) : text
}
