import type { GridApi } from 'ag-grid-community'

/** Starts editing in the same task, because the next key may already be queued. */
export function editCell<Row>(grid: GridApi<Row>, row: number, column: string): void {
  grid.ensureIndexVisible(row)
  grid.setFocusedCell(row, column)
  grid.startEditingCell({ rowIndex: row, colKey: column })
}
