import type { GridApi } from 'ag-grid-community'

/**
 * Gives the keyboard to the first cell of a column. The cells of many rows are drawn in the next frame, and only then take
 * it; whoever has moved on meanwhile keeps it.
 */
export function focusFirst<Row>(grid: GridApi<Row>, column: string): void {
  grid.setFocusedCell(0, column)
  requestAnimationFrame(() => {
    const focused = grid.isDestroyed() ? null : grid.getFocusedCell()
    if (focused?.rowIndex === 0 && focused.column.getColId() === column)
      grid.setFocusedCell(0, column)
  })
}
