import type { Column, GridApi } from 'ag-grid-community'

/**
 * The row of totals as the grid wants it: none where nothing of what is shown was summed, such as
 * quantities of several units. An empty band below the rows would look like rows that failed to load.
 */
export function totalsRow(
  totals: Readonly<Record<string, unknown>> | null | undefined,
  shown: readonly string[],
): Readonly<Record<string, unknown>>[] {
  const isEmpty = shown.every((field) => totals?.[field] == null || totals[field] === '')
  return totals == null || isEmpty ? [] : [totals]
}

/** The engine's own columns, such as the one with the checkboxes, hold no values. */
const isOwnColumn = (column: Column): boolean => column.getColId().startsWith('ag-Grid')

/** Whether this is the column whose cell names the row of totals: the first one with values. */
export function namesTotals<Row>(column: Column, api: GridApi<Row>): boolean {
  // A cell may be drawn once more while its tab is being closed.
  if (api.isDestroyed()) return false
  return api.getAllDisplayedColumns().find((known) => !isOwnColumn(known)) === column
}

/** Writes the row of totals anew: another column may be the first one now. */
export function refreshTotals<Row>(api: GridApi<Row>): void {
  const row = api.getPinnedBottomRow(0)
  if (row !== undefined) api.refreshCells({ rowNodes: [row], force: true })
}
