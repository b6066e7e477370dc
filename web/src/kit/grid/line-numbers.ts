import type { ColDef, GridApi } from 'ag-grid-community'
import styles from './grid.module.css'

/** Named like the table's own columns: it has no layout and no values to copy, export or total. */
const columnId = 'ag-Grid-LineNumberColumn'

/** The number of each line of a form, as messages name it ("Line 3: …"). */
export function lineNumberColumn<Row>(headerName: string): ColDef<Row> {
  return {
    colId: columnId,
    headerName,
    width: 44,
    pinned: 'left',
    lockPosition: 'left',
    resizable: false,
    sortable: false,
    suppressMovable: true,
    // The keyboard stays in the cells to be filled in.
    suppressNavigable: true,
    cellClass: styles.lineNumber,
    valueGetter: ({ node }) =>
      node === null || node.rowPinned != null || node.rowIndex === null ? '' : node.rowIndex + 1,
  }
}

/** Counts again after lines were added or removed. */
export function refreshLineNumbers<Row>(api: GridApi<Row>): void {
  if (api.getColumn(columnId) !== null) api.refreshCells({ columns: [columnId] })
}
