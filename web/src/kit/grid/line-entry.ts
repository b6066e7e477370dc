import type { ApiError } from '../api/api-error.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { unitCode } from '@kufang/contract/document/catalogue/unit-words.ts'
import { splitUnit } from '@kufang/kernel/unit-conversion.ts'
import { typedQuantity } from './entered-quantity.ts'
import type { GridColumn } from './grid-column.ts'
import { valueOf } from './grid-column.ts'
import { parseEntry } from './parse-entry.ts'

/** An error of one cell; without a field, of the whole line. */
export interface CellProblem {
  rowId: string
  field: string | null
  message: Label | string
}

type EditableRow<Row> = Pick<GridColumn<Row>, 'isEditable'>

export function isEditableIn<Row>(column: EditableRow<Row>, row: Row): boolean {
  return typeof column.isEditable === 'function'
    ? column.isEditable(row)
    : column.isEditable === true
}

/**
 * The row with the entered value; invalid text is stored unchanged, so that the user can correct it and `entryProblems`
 * finds it.
 */
function withEntry<Row>(row: Row, column: GridColumn<Row>, typed: string): Row {
  // A number pasted without a unit is in the base unit, as it is copied.
  const quantity = column.isInBaseUnit === true && splitUnit(typed) !== null
  return quantity ? withTyped(row, column, typed) : withPlain(row, column, typed)
}

/** The same for what was typed into the cell: a quantity without a unit is in the entry unit of its row. */
export function withTyped<Row>(row: Row, column: GridColumn<Row>, typed: string): Row {
  const read = column.isInBaseUnit === true ? typedQuantity(row, column.field, typed) : null
  if (read === null) return withPlain(row, column, typed)
  return 'change' in read ? { ...row, ...read.change } : { ...row, [column.field]: typed }
}

function withPlain<Row>(row: Row, column: GridColumn<Row>, typed: string): Row {
  const entry = parseEntry(column, withoutOwnUnit(row, column, typed))
  return { ...row, [column.field]: 'value' in entry ? entry.value : typed }
}

/** The number of a quantity typed with the unit of its own column, such as the second unit: "480.5 KG". */
function withoutOwnUnit<Row>(
  row: Row,
  { kind, unitField }: GridColumn<Row>,
  typed: string,
): string {
  const split = kind === 'quantity' && unitField !== undefined ? splitUnit(typed) : null
  return split !== null && unitCode(split.unit) === valueOf(row, unitField!) ? split.number : typed
}

/** Cells with invalid content; a form with any of them cannot be sent. */
export function entryProblems<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
  rowId: (row: Row) => string,
): CellProblem[] {
  const found: CellProblem[] = []
  for (const row of rows) {
    for (const column of columns) {
      const value = valueOf(row, column.field)
      if (typeof value !== 'string' || value === '' || !isEditableIn(column, row)) continue
      const problem = problemOf(column, row, value)
      if (problem !== null) found.push({ rowId: rowId(row), field: column.field, message: problem })
    }
  }
  return found
}

function problemOf<Row>(column: GridColumn<Row>, row: Row, value: string): Label | null {
  if (column.isInBaseUnit === true && splitUnit(value) !== null) {
    // A unit that the row does not have is left to the server.
    const read = typedQuantity(row, column.field, value)
    return read !== null && 'problem' in read ? read.problem : null
  }
  const entry = parseEntry(column, value)
  return 'problem' in entry ? entry.problem : null
}

/** Problems found in several ways, such as while entering and when the form is sent, each once. */
export function withoutRepeats(problems: readonly CellProblem[]): CellProblem[] {
  const keyOf = ({ rowId, field, message }: CellProblem): string =>
    JSON.stringify([rowId, field, message])
  return [...new Map(problems.map((problem) => [keyOf(problem), problem])).values()]
}

/** Empty cells of required columns, reported when the form is sent. */
export function missingEntries<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
  rowId: (row: Row) => string,
): CellProblem[] {
  return rows.flatMap((row) =>
    columns
      .filter((column) => column.isRequired === true && isEditableIn(column, row))
      .filter((column) => [null, undefined, ''].includes(valueOf(row, column.field) as null))
      .map((column) => ({
        rowId: rowId(row),
        field: column.field,
        message: { zh: '必填，请填写', en: 'required, please fill it in' },
      })),
  )
}

/**
 * Assigns refusal details with a line to cells; the rest is shown in the form's banner. `rowIds` are the rows in the
 * order sent.
 */
export function lineProblems(
  error: ApiError,
  rowIds: readonly string[],
): { cells: CellProblem[]; rest: ApiError['details'] } {
  const cells: CellProblem[] = []
  const rest = error.details.filter((detail) => {
    const rowId = detail.line === undefined ? undefined : rowIds[detail.line - 1]
    if (rowId === undefined) return true
    cells.push({ rowId, field: detail.field ?? null, message: { zh: detail.zh, en: detail.en } })
    return false
  })
  return { cells, rest }
}

export interface PasteTarget<Row> {
  rows: readonly Row[]
  /** The visible columns in order. */
  columns: readonly GridColumn<Row>[]
  /** The position of the block's upper left cell. */
  row: number
  column: number
  /** Creates rows for a longer block; without it excess rows are omitted. */
  newRow?: (() => Row) | undefined
}

export interface PasteResult<Row> {
  rows: Row[]
  cellsPasted: number
  /** Cells not pasted: read-only, or beyond the edge of the table. */
  cellsLeftOut: number
}

/**
 * Pastes a block from Excel, starting at one cell. Read-only cells stay unchanged; invalid values are stored as text
 * and reported by `entryProblems`.
 */
export function pasteBlock<Row>(
  block: readonly (readonly string[])[],
  target: PasteTarget<Row>,
): PasteResult<Row> {
  const rows = [...target.rows]
  // A block pasted at the number of a line begins in the first column.
  const left = Math.max(target.column, 0)
  let cellsPasted = 0
  let cellsLeftOut = 0
  for (const [down, cells] of block.entries()) {
    const at = target.row + down
    if (at >= rows.length && target.newRow !== undefined) rows.push(target.newRow())
    let row = rows[at]
    for (const [across, text] of cells.entries()) {
      const column = target.columns[left + across]
      if (row === undefined || column === undefined || !isEditableIn(column, row)) {
        cellsLeftOut += 1
        continue
      }
      row = withEntry(row, column, text)
      cellsPasted += 1
    }
    if (row !== undefined) rows[at] = row
  }
  return { rows, cellsPasted, cellsLeftOut }
}
