import type { CellPosition, TabToNextCellParams } from 'ag-grid-community'
import type { GridColumn } from './grid-column.ts'
import { isEditableIn } from './line-entry.ts'

/**
 * Where Tab goes from a cell that is not being edited: to the next cell that can be, because what is typed into another is
 * lost; out of the table behind the last one. While a cell is edited the grid itself looks for the next one.
 */
export function nextEditableCell<Row>(
  {
    api,
    backwards,
    editing,
    previousCellPosition: from,
    nextCellPosition,
  }: Pick<
    TabToNextCellParams<Row>,
    'api' | 'backwards' | 'editing' | 'previousCellPosition' | 'nextCellPosition'
  >,
  columns: readonly GridColumn<Row>[],
): CellPosition | boolean {
  if (editing || from.rowPinned != null) return nextCellPosition ?? false
  const shown = api.getAllDisplayedColumns()
  const step = backwards ? -1 : 1
  let at = shown.indexOf(from.column) + step
  for (let rowIndex = from.rowIndex; ; rowIndex += step) {
    const data = api.getDisplayedRowAtIndex(rowIndex)?.data
    if (data === undefined) return false
    for (; at >= 0 && at < shown.length; at += step) {
      const column = shown[at]!
      const declared = columns.find(({ field }) => field === column.getColId())
      if (declared !== undefined && isEditableIn(declared, data))
        return { rowIndex, rowPinned: null, column }
    }
    at = backwards ? shown.length - 1 : 0
  }
}
