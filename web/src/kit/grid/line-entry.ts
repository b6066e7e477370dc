import type { ApiError } from '../api/api-error.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { GridColumn } from './grid-column.ts'
import { valueOf } from './grid-column.ts'
import { parseEntry } from './parse-entry.ts'

/** Something wrong with one cell; without a field, with the whole line. */
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
 * The row with what was typed: its value when it is one, else the text itself, so that the person
 * sees and corrects it; `entryProblems` then finds it.
 */
export function withEntry<Row>(row: Row, column: GridColumn<Row>, typed: string): Row {
  const entry = parseEntry(column, typed)
  return { ...row, [column.field]: 'value' in entry ? entry.value : typed }
}

/** Cells whose content is no value of their column; a form with any of them cannot be sent. */
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
      const entry = parseEntry(column, value)
      if ('problem' in entry) {
        found.push({ rowId: rowId(row), field: column.field, message: entry.problem })
      }
    }
  }
  return found
}

/** Empty cells of required columns, to be said when the person sends the form. */
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
 * Shares a refusal out: what belongs to a line of the request goes to its cell, the rest stays
 * for the form's banner. `rowIds` are the rows in the order they were sent.
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
  /** The columns as the person sees them, in order. */
  columns: readonly GridColumn<Row>[]
  /** Where the block's upper left cell goes. */
  row: number
  column: number
  /** Makes the rows a longer block needs; without it the rest is left out. */
  newRow?: (() => Row) | undefined
}

export interface PasteResult<Row> {
  rows: Row[]
  cellsPasted: number
  /** Cells that could not take anything: read-only, or beyond the table's edge. */
  cellsLeftOut: number
}

/**
 * A block from Excel laid over the table from one cell on. One single value fills its cell.
 * Read-only cells keep what they have; wrong values land as text and show up in `entryProblems`.
 */
export function pasteBlock<Row>(
  block: readonly (readonly string[])[],
  target: PasteTarget<Row>,
): PasteResult<Row> {
  const rows = [...target.rows]
  let cellsPasted = 0
  let cellsLeftOut = 0
  for (const [down, cells] of block.entries()) {
    const at = target.row + down
    if (at >= rows.length && target.newRow !== undefined) rows.push(target.newRow())
    let row = rows[at]
    for (const [across, text] of cells.entries()) {
      const column = target.columns[target.column + across]
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
