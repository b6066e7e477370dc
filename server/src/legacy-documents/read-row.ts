import type { Field } from '@kufang/contract/document/declare/field.ts'
import { typedNumber } from '@kufang/kernel/typed-number.ts'
import { inCodeForm } from '@kufang/contract/document/code-form.ts'
import { readFieldValue } from '@kufang/contract/document/field-value.ts'
import {
  legacyFieldsOf,
  type LegacyField,
} from '@kufang/contract/legacy-documents/legacy-document.ts'
import {
  legacyDateFormats,
  readLegacyDate,
  type LegacyColumn,
  type LegacyMapping,
} from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { LegacyTable, TableRow } from './read-table.ts'

/** The values of a row by field, as stored; null for none. */
export type LegacyValues = Partial<Record<LegacyField, string | null>>

/** A refused cell: the row of the file, the field, the column (of a fixed value: its label) and what it contains. */
export interface CellProblem extends RefusalDetail {
  line: number
  field: LegacyField
  column: string
  value: string
}

/** Where a field comes from: a cell of each row, or a value of all. */
export interface Taken {
  name: LegacyField
  field: Field
  column: LegacyColumn | null
  index: number
  fixed: string
}

/**
 * The fields that a mapping takes, in the order of the form.
 * @throws Refusal `column-unknown`, `legacy-column-missing`, `legacy-field-unmapped`, all of them together
 */
export function takenFields(mapping: LegacyMapping, { headers }: LegacyTable): Taken[] {
  const fields = legacyFieldsOf(mapping.kind)
  const problems: RefusalDetail[] = [
    ...Object.keys(mapping.columns),
    ...Object.keys(mapping.fixed),
  ].flatMap((name) =>
    Object.hasOwn(fields, name) ? [] : [{ code: 'column-unknown', params: { column: name } }],
  )
  const taken: Taken[] = []
  for (const [key, field] of Object.entries(fields)) {
    const name = key as LegacyField
    const column = mapping.columns[name] ?? null
    const fixed = mapping.fixed[name]?.trim() ?? ''
    const { zh, en } = field.label
    const place = { field: name, params: { field: zh, fieldEn: en } }
    if (column !== null) {
      const index = headers.indexOf(column.header)
      if (index < 0)
        problems.push({
          code: 'legacy-column-missing',
          ...place,
          params: { ...place.params, column: column.header },
        })
      taken.push({ name, field, column, index, fixed: '' })
    } else if (fixed !== '') taken.push({ name, field, column, index: -1, fixed })
    else if (field.required) problems.push({ code: 'legacy-field-unmapped', ...place })
  }
  if (problems.length > 0) throw refuseAll(problems)
  return taken
}

/** The cell of a row from which a field comes, or its fixed value. */
export const cellOf = ({ index, fixed }: Taken, { cells }: TableRow): string =>
  index < 0 ? fixed : (cells[index] ?? '')

/** A problem of a cell, with its place. */
export function cellProblem(
  taken: Taken,
  row: TableRow,
  { code, params }: Pick<RefusalDetail, 'code' | 'params'>,
): CellProblem {
  return {
    code,
    params,
    line: row.line,
    field: taken.name,
    column: taken.column?.header ?? taken.field.label.zh,
    value: cellOf(taken, row).slice(0, 200),
  }
}

/**
 * Reads a row by the rules of the product's own forms (`readFieldValue`); what is referred to is checked afterwards, for all
 * rows at once. `emptied` is the number of unreadable cells that the mapping leaves empty.
 */
export function readRow(
  taken: readonly Taken[],
  row: TableRow,
): { values: LegacyValues; problems: CellProblem[]; emptied: number } {
  const values: LegacyValues = {}
  const problems: CellProblem[] = []
  let emptied = 0
  for (const one of taken) {
    const { name, field, column } = one
    const given = cellOf(one, row)
    const { values: meanings = {} } = column ?? {}
    const code = codeOf(field, given)
    const key = [given, code].find((one) => Object.hasOwn(meanings, one))
    const text = key === undefined ? code : fieldOf(meanings, key)
    const outcome = text.trim() === '' ? { value: null } : readText(one, text.trim())
    if ('code' in outcome) {
      const isLeftEmpty =
        !field.required && field.kind !== 'reference' && column?.unreadable === 'empty'
      if (isLeftEmpty) emptied += 1
      else problems.push(cellProblem(one, row, outcome))
      values[name] = null
    } else if (outcome.value === null && field.required) {
      const { zh, en } = field.label
      problems.push(
        cellProblem(one, row, { code: 'field-required', params: { field: zh, fieldEn: en } }),
      )
    } else values[name] = outcome.value === null ? null : textOf(outcome.value)
  }
  return { values, problems, emptied }
}

/** A code as it is kept; what has small letters or blanks is rather a name, by which its translation is looked for. */
function codeOf({ kind }: Field, given: string): string {
  const isCode = kind === 'reference' && !/[\p{Ll}\s]/u.test(given.normalize('NFKC'))
  return isCode ? inCodeForm('filled', given) : given
}

/** What a spreadsheet shows of a formula that failed. */
const formulaError = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NUM!|NAME\?|NULL!|SPILL!|CALC!)$/

function readText({ name, field, column }: Taken, text: string) {
  if (formulaError.test(text)) {
    const { zh, en } = field.label
    const problem = {
      problem: `“${text}”是公式的错误值`,
      problemEn: `"${text}" is the error of a formula`,
    }
    return { code: 'input-invalid', params: { field: zh, fieldEn: en, ...problem } }
  }
  // A name is compared as it stands, and reported so.
  if (field.kind === 'reference') return readFieldValue(name, { ...field, kind: 'text' }, text)
  if (field.kind !== 'date')
    return readFieldValue(name, field, field.kind === 'text' ? text : (typedNumber(text) ?? text))
  // A translation may be a day in our own form, whatever that of the column is.
  const format = column?.dateFormat ?? 'yearFirst'
  const day = readLegacyDate(format, text) ?? readLegacyDate('yearFirst', text)
  if (day !== null) return readFieldValue(name, field, day)
  const { label } = field
  const words = legacyDateFormats[format]
  return {
    code: 'legacy-date-unreadable',
    params: {
      field: label.zh,
      fieldEn: label.en,
      value: text.slice(0, 80),
      format: words.zh,
      formatEn: words.en,
    },
  }
}
