import type { ActionRequest } from '@kufang/contract/document/api.ts'
import type { ActionDeclaration } from '@kufang/contract/document/declare/action-declaration.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { describeRefusal } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { quantityOfPieces } from '@kufang/contract/document/declare/serial-numbers.ts'
import { quantitiesBeyondLine } from '@kufang/contract/document/line-limits.ts'
import type { Row } from '../../fields/field-column.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import { isEmptyValue } from '../../fields/entered-value.ts'
import { referenceEditor } from '../../fields/reference-editor.tsx'
import { typedValues, valueProblem } from '../../fields/validate-fields.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import type { CellProblem } from '../../grid/line-entry.ts'
import { parseEntry } from '../../grid/parse-entry.ts'
import { serialColumn } from '../../serial-numbers/serial-column.ts'
import { lacksSerialNumbers, serialCountProblem } from '../../serial-numbers/line-serials.ts'
import { serialNumbersOf } from '../../text/serial-list.ts'
import {
  lacksSecondUnit,
  lineFields,
  quantitiesInView,
  repeats,
  saidWithQuantities,
  saysNothing,
} from '../document-fields.ts'

// What an action asks for of each line (`lineInput`): the goods of the document with cells beside them.

/** A line of the document with what is entered for it. */
export type LineEntry = Row & {
  rowId: string
  lineNo: number
  /** The line's values of the requested fields. */
  standing: Row
}

/** Where an entry keeps what the line had before under the name of an input. */
const beforeOf = (name: string): string => `${name}Before`

type Declared = Pick<
  ActionDeclaration<string>,
  'lineInput' | 'lineDefaults' | 'lineLimits' | 'linesWith' | 'linesWithout'
>

/** The lines that are meant (`linesWith`, `linesWithout`) as the dialog opens: each input begins with its default, or with what the line has under its name. */
export function beginEntries(
  { lineInput = {}, lineDefaults = {}, linesWith, linesWithout }: Declared,
  lines: readonly Row[],
): LineEntry[] {
  const meant = lines.filter(
    (line) =>
      (linesWith === undefined || line[linesWith] === true) &&
      (linesWithout === undefined || line[linesWithout] !== true),
  )
  return (meant.length === 0 ? lines : meant).map((line) => {
    // Which pieces are meant is left to the server unless a person says it.
    const isOfPieces = (name: string): boolean => lineInput[name]?.kind === 'serialNumbers'
    const names = Object.keys(lineInput)
    const standing = Object.fromEntries(
      names.map((name) => [name, isOfPieces(name) ? null : (line[name] ?? null)]),
    )
    const begun = names.map((name) => [
      name,
      isOfPieces(name) ? null : (line[lineDefaults[name] ?? name] ?? null),
    ])
    const before = names.map((name) => [beforeOf(name), line[name] ?? null])
    const lineNo = Number(line['lineNo'])
    return {
      ...line,
      ...(names.some(isOfPieces) && { numbersOfSource: line['serialNumbers'] }),
      ...Object.fromEntries([...before, ...begun]),
      standing,
      lineNo,
      rowId: String(lineNo),
    }
  })
}

/** Whether something is entered for a line that it does not have yet. */
export function isEntered({ lineInput = {} }: Declared, row: LineEntry): boolean {
  const entered = (value: unknown): string => (isEmptyValue(value) ? '' : String(value).trim())
  return Object.keys(lineInput).some((name) => entered(row[name]) !== entered(row.standing[name]))
}

/** What is sent: the lines that something is entered for. */
export function enteredLines(
  declared: Declared,
  rows: readonly LineEntry[],
): NonNullable<ActionRequest['lines']> {
  const { lineInput = {} } = declared
  return rows
    .filter((row) => isEntered(declared, row))
    .map((row) => ({ ...typedValues(lineInput, row), lineNo: row.lineNo }))
}

/**
 * What is wrong with what is entered, cell by cell; what is only missing is said once the person wants to send it. What is
 * no value of its column the grid itself finds.
 */
export function entryProblemsOf(
  definition: AnyDocument,
  declared: Declared,
  rows: readonly LineEntry[],
  isChecked: boolean,
): CellProblem[] {
  const { lineInput = {} } = declared
  return rows
    .filter((row) => isEntered(declared, row))
    .flatMap((row) => [
      ...Object.entries(lineInput).flatMap(([name, field]): CellProblem[] => {
        const value = row[name]
        if (isEmptyValue(value) && !isChecked) return []
        const isNoValue =
          typeof value === 'string' && 'problem' in parseEntry<Row>(fieldColumn(name, field), value)
        const count =
          field.kind === 'serialNumbers'
            ? serialCountProblem(name, row, quantityOfInput(lineInput, name))
            : null
        const message = isNoValue ? null : (valueProblem(name, field, value) ?? count)
        return message === null ? [] : [{ rowId: row.rowId, field: name, message }]
      }),
      ...quantitiesBeyondLine(definition, declared, row, row).map((problem) => ({
        rowId: row.rowId,
        field: problem.field,
        message: { zh: describeRefusal(problem, 'zh'), en: describeRefusal(problem, 'en') },
      })),
    ])
}

/** The bin before the name: where many cells are entered there is room for one of them, and the bin leads to the goods. */
const first = ['materialNo', 'bin', 'batch', 'description', 'stockCategory']
/** Narrower than in a list: the numbers have to be in sight. */
const descriptionWidth = 160
/** Where the goods lie and which they are: who counts or corrects them looks for them by it. */
const placed = ['bin', 'batch']
/** Of the lines of any document: what says nothing about which goods these are. */
const aside: ReadonlySet<string> = new Set([
  'lineNo',
  'materialGroup',
  'sourceLine',
  'materialDocument',
  'materialDocumentYear',
  'lineErpState',
  'progress',
])

/** The quantity that is entered beside serial numbers; by default the one they are named after. */
function quantityOfInput(lineInput: Fields, name: string): string {
  const own = quantityOfPieces(name)
  if (own in lineInput) return own
  return Object.keys(lineInput).find((other) => lineInput[other]?.kind === 'quantity') ?? own
}

/** The pieces of the line that an act may name: those that were missing or too much, where it is about such, else all. */
function numbersOfLine(row: LineEntry): readonly string[] {
  const differing = ['missingSerialNumbers', 'surplusSerialNumbers'].flatMap((name) =>
    serialNumbersOf(row[name]),
  )
  return differing.length > 0 ? differing : serialNumbersOf(row['numbersOfSource'])
}

/**
 * The columns: what identifies the goods, what limits the inputs and further values of the lines; the inputs stand on the
 * right, whatever the width of the dialog.
 *
 * @param header of the document, by which the rows of masters are narrowed that an input refers to
 * @param rowsOf the newest rows, for cells that are compared with those of other lines
 */
export function entryColumnsOf(
  definition: AnyDocument,
  declared: Declared,
  lines: readonly Row[],
  header: Row | null = null,
  rowsOf: () => readonly LineEntry[] = () => [],
): GridColumn<LineEntry>[] {
  const { lineInput = {}, lineLimits = {}, lineDefaults = {} } = declared
  const fields = lineFields(definition)
  const bounds = [...Object.values(lineLimits), ...Object.values(lineDefaults)]
  const quantities = Object.keys(fields).filter((name) => fields[name]?.kind === 'quantity')
  const essential = new Set([...bounds, ...placed, ...quantitiesInView(definition, lines)])
  const order = [...new Set([...first, ...bounds, ...quantities, 'unit', ...Object.keys(fields)])]
  const known = order.flatMap((name): GridColumn<LineEntry>[] => {
    const field = fields[name]
    if (field === undefined || aside.has(name)) return []
    // An input that puts a field right, such as the correct bin, stands beside what the line had.
    const corrected = lineInput[name]
    if (corrected !== undefined && corrected.label.zh === field.label.zh) return []
    const isEmpty = lines.every((line) => isEmptyValue(line[name])) || repeats(name, lines)
    if (isEmpty || saysNothing(definition, name) || saidWithQuantities.has(name)) return []
    // The unit stands after the quantities, so that there is room for what identifies the goods.
    const column = fieldColumn<LineEntry>(name, field, { unitField: 'unit' })
    return [
      {
        ...column,
        ...(corrected !== undefined && { field: beforeOf(name), isEssential: true }),
        ...(name === 'materialNo' && { pinned: 'left' as const }),
        ...(essential.has(name) && { isEssential: true }),
        ...(name === 'description' && { width: descriptionWidth }),
      },
    ]
  })
  const pieces = {
    headerOf: () => null,
    linesOf: rowsOf,
    ofSource: numbersOfLine,
  }
  const hasQuantity = known.some(({ kind }) => kind === 'quantity')
  const inputs = Object.entries(lineInput)
    .filter(
      ([name, field]) => !lacksSecondUnit(field, lines) && !lacksSerialNumbers(name, field, lines),
    )
    .map(([name, field]): GridColumn<LineEntry> => ({
      ...fieldColumn<LineEntry>(name, field),
      ...(field.master !== undefined && {
        editor: referenceEditor<LineEntry>({ ...field, master: field.master }, () => header),
      }),
      isEditable: true,
      ...(field.kind === 'serialNumbers' &&
        serialColumn<LineEntry>(
          name,
          field,
          // Under a name of their own they are what is found, such as what a count finds; otherwise some of the line's.
          name === 'serialNumbers' ? { ...pieces, isOptional: true } : { ...pieces, isFound: true },
          quantityOfInput(lineInput, name),
        )),
      pinned: 'right',
    }))
  return [...known.filter(({ field }) => field !== 'unit' || !hasQuantity), ...inputs]
}
