import type { Column, GridApi } from 'ag-grid-community'

/**
 * The totals row for the grid; none if no visible column has a total, for example with several units. An empty row
 * would look like rows that failed to load.
 */
export function totalsRow(
  totals: Readonly<Record<string, unknown>> | null | undefined,
  shown: readonly string[],
): Readonly<Record<string, unknown>>[] {
  const isEmpty = shown.every((field) => totals?.[field] == null || totals[field] === '')
  return totals == null || isEmpty ? [] : [totals]
}

/** Columns of AG Grid itself, such as the one with checkboxes, have no values. */
const isOwnColumn = (column: Column): boolean => column.getColId().startsWith('ag-Grid')

/** Whether the column shows the label of the totals row: the first one with values. */
export function namesTotals<Row>(column: Column, api: GridApi<Row>): boolean {
  // A cell may be rendered once more while its tab is being closed.
  if (api.isDestroyed()) return false
  return api.getAllDisplayedColumns().find((known) => !isOwnColumn(known)) === column
}

/** Refreshes the totals row, because another column may be the first now. */
export function refreshTotals<Row>(api: GridApi<Row>): void {
  const row = api.getPinnedBottomRow(0)
  if (row !== undefined) api.refreshCells({ rowNodes: [row], force: true })
}
