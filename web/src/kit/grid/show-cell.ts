import type { GridApi } from 'ag-grid-community'

/**
 * Gives the keyboard to a cell and brings it into view, also where the page scrolls and not the table.
 *
 * @param frame the element around the table
 */
export function showCell<Row>(
  grid: GridApi<Row> | null,
  frame: HTMLElement | null,
  rowId: string,
  field: string,
): void {
  const index = grid?.getRowNode(rowId)?.rowIndex
  if (grid === null || index == null) return
  grid.ensureIndexVisible(index)
  grid.ensureColumnVisible(field)
  grid.setFocusedCell(index, field)
  frame
    ?.querySelector(`[row-index="${index}"] [col-id="${CSS.escape(field)}"]`)
    ?.scrollIntoView({ block: 'center' })
}
