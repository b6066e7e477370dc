import { textOf } from '@kufang/kernel/text-of.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { personActions } from '@kufang/contract/document/decide.ts'
import type { Conditioned } from '@kufang/contract/document/decide.ts'
import { fieldsNotShownYet } from '@kufang/contract/document/visible.ts'
import { isEnteredByPerson, type Field } from '@kufang/contract/document/declare/field.ts'
import { label, listed, withDetail } from '../../text/language.ts'
import { fill } from '../../text/messages.ts'
import { serialNumbersOf } from '../../text/serial-list.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import type { Row } from '../../fields/field-column.ts'
import { cellText, emptyValue, moneyText, numberText } from '../../grid/cell-format.ts'
import { withUnit } from '../../text/unit-text.ts'
import { isEmptyValue } from '../../fields/entered-value.ts'
import { lineFields, saidWithQuantities, statesOfColumn } from '../document-fields.ts'
import { sumOfColumn } from '../line-totals.ts'

/** A column of the printed lines. */
export interface PrintColumn {
  field: string
  label: string
  /** The preferred width on paper, in pixels. */
  width: number
  isNumber: boolean
  text: (line: Row) => string
}

/** Progress and frame fields, which change after printing. */
const notOnPaper: ReadonlySet<string> = new Set([
  ...saidWithQuantities,
  'doneQuantity',
  'heldQuantity',
  'freeQuantity',
  'closedQuantity',
  'openQuantity',
  'progress',
  'lineErpState',
  'materialGroup',
  // Combined with other columns.
  'specification',
  'lineRemark',
])

const first = ['lineNo', 'materialNo', 'description', 'unit', 'quantity']

/** Maximum widths; wider texts wrap. */
const widestTexts: Readonly<Record<string, number>> = { description: 230, lineRemark: 140 }
const widest = 120

/** Space for a handwritten remark. */
const remarkWidth = 90
/** Space for a handwritten quantity. */
const writtenWidth = 80

/**
 * The columns of printed lines: goods, quantity, and all other fields with a value in any line. Amounts are absent for
 * users who may not see them, and so are fields the document hides for now (`hiddenUntil`). Quantities that the next
 * action asks for are empty columns to write in. The last column is space for a remark.
 */
export function printColumns(
  definition: AnyDocument,
  header: Conditioned & { state: string },
  lines: readonly Row[],
): PrintColumn[] {
  const fields = lineFields(definition)
  const hidden = fieldsNotShownYet(definition, header)
  const written = quantitiesToWrite(definition, header.state)
  // The document's own fields before those of the frame, such as the predecessor.
  const names = [
    ...new Set([...first, ...Object.keys(definition.lines), ...Object.keys(fields)]),
  ].filter((name) => !notOnPaper.has(name) && !hidden.has(name))
  const columns: PrintColumn[] = []
  for (const name of names) {
    const field = fields[name]
    // Serial numbers are printed below their line (`serialNotes`): a column would be as high as they are many.
    if (field === undefined || field.kind === 'serialNumbers') continue
    if (mainOf(name, fields) !== undefined) continue
    const isEmpty = lines.every((line) => isEmptyValue(line[name]))
    if (isEmpty && written.has(name)) {
      const column = columnOf(definition, name, field, fields)
      columns.push({ ...column, width: Math.max(widthOf(column, lines), writtenWidth) })
      continue
    }
    if (isEmpty && !first.includes(name)) continue
    const column = columnOf(definition, name, field, fields)
    // The predecessor often equals an order column already present; what a person found is said even if it is as much.
    const isFound =
      field.kind === 'quantity' &&
      isEnteredByPerson(field) &&
      lines.some((line) => !isEmptyValue(line[name]) && Number(line[name]) !== 0)
    if (
      !isFound &&
      !first.includes(name) &&
      columns.some((other) => lines.every((line) => other.text(line) === column.text(line)))
    )
      continue
    columns.push({ ...column, width: widthOf(column, lines, totalOf(name, field, lines)) })
  }
  const remark = fields['lineRemark']
  if (remark !== undefined) {
    const column = columnOf(definition, 'lineRemark', remark, fields)
    columns.push({ ...column, width: Math.max(widthOf(column, lines), remarkWidth) })
  }
  return columns
}

/** The required quantities per line that the actions due in a state ask for. */
function quantitiesToWrite(definition: AnyDocument, state: string): ReadonlySet<string> {
  const due = Object.values(personActions(definition)).filter(
    ({ from, isDangerous, isUndo }) =>
      from.includes(state) && isDangerous !== true && isUndo !== true,
  )
  return new Set(
    due.flatMap(({ lineInput = {} }) =>
      Object.entries(lineInput).flatMap(([name, field]) =>
        field.kind === 'quantity' && field.required ? [name] : [],
      ),
    ),
  )
}

/** A document number and its item share one column, and so do a number and its year. */
const secondEndings: readonly (readonly [ending: string, of: string])[] = [
  ['Line', 'No'],
  ['Year', ''],
]

function mainOf(name: string, fields: Readonly<Record<string, Field>>): string | undefined {
  for (const [ending, of] of secondEndings) {
    if (!name.endsWith(ending)) continue
    const main = name.slice(0, -ending.length) + of
    if (fields[main] !== undefined) return main
  }
  return undefined
}

function columnOf(
  definition: AnyDocument,
  name: string,
  field: Field,
  fields: Readonly<Record<string, Field>>,
): Omit<PrintColumn, 'width'> {
  const states = statesOfColumn(definition, name)
  const own = fieldColumn(name, field, { states })
  const second = Object.keys(fields).find((other) => mainOf(other, fields) === name)
  const plain = (line: Row): string => {
    const text = cellText(own, line)
    return text === emptyValue ? '' : text
  }
  const join = (parts: readonly unknown[], between: string): string =>
    parts
      .filter((part) => !isEmptyValue(part))
      .map(String)
      .join(between)
  const text =
    name === 'description'
      ? (line: Row) => join(descriptionParts(line), '\n')
      : second === undefined
        ? plain
        : (line: Row) => (plain(line) === '' ? '' : join([plain(line), line[second]], ' / '))
  return {
    field: name,
    label: label(field.label),
    isNumber: field.kind === 'quantity' || field.kind === 'money' || field.kind === 'decimal',
    text,
  }
}

/** The width of the longest text on one line, up to a maximum; headings may use two lines. */
function widthOf(column: Omit<PrintColumn, 'width'>, lines: readonly Row[], total = ''): number {
  const texts = [...lines.map((line) => column.text(line)), total].flatMap((text) =>
    text.split('\n'),
  )
  const wanted = Math.max(...texts.map(textWidth), textWidth(column.label) / 2, 26)
  return Math.ceil(Math.min(wanted, widestTexts[column.field] ?? widest)) + 10
}

/** The approximate width of a text in the font of the lines, in pixels; Chinese characters are square. */
function textWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 11.5 : 6.8), 0)
}

const noteText = { zh: '{named}：{numbers}', en: '{named}: {numbers}' }

/** The serial numbers of a line as texts below it, one for each field that has any: "序列号（3）：SN001、SN002、SN003". */
export function serialNotes(
  definition: AnyDocument,
  header: Conditioned & { state: string },
  line: Row,
): string[] {
  const hidden = fieldsNotShownYet(definition, header)
  return Object.entries(lineFields(definition)).flatMap(([name, field]) => {
    const numbers = field.kind === 'serialNumbers' ? serialNumbersOf(line[name]) : []
    if (numbers.length === 0 || hidden.has(name)) return []
    const named = withDetail(label(field.label), numbers.length)
    return [fill(label(noteText), { named, numbers: listed(numbers) })]
  })
}

/** The totals row by column; null if no column is totalled. */
export function printTotals(
  definition: AnyDocument,
  columns: readonly PrintColumn[],
  lines: readonly Row[],
): string[] | null {
  const fields = lineFields(definition)
  const totals = columns.map(({ field }) => totalOf(field, fields[field], lines))
  return totals.every((total) => total === '') ? null : totals
}

/** The exact sum of a field; quantities are summed per unit. */
function totalOf(name: string, field: Field | undefined, lines: readonly Row[]): string {
  if (field?.isTotalled !== true) return ''
  if (field.kind === 'money') {
    const sum = sumOfColumn(
      lines.map((line) => ({ [name]: line[name] })),
      name,
    )
    return sum === null ? '' : moneyText(sum)
  }
  const { unit: unitField = 'unit' } = field
  return [...Map.groupBy(lines, (line) => textOf(line[unitField]))]
    .flatMap(([unit, group]) => {
      const sum = sumOfColumn(group, name, unitField)
      return sum === null ? [] : [withUnit(numberText(sum), unit)]
    })
    .join('\n')
}

/** Many descriptions already contain the specification. */
function descriptionParts(line: Row): unknown[] {
  const { description, specification } = line
  const isSaid =
    typeof description === 'string' &&
    typeof specification === 'string' &&
    description.includes(specification)
  return isSaid ? [description] : [description, specification]
}
