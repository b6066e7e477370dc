import type { GridApi, IRowNode } from 'ag-grid-community'

/** The source of selection changes made by the table itself; AG Grid reports them later. */
export const selectedByTable = 'apiSelectAll'

/** The loaded rows that may be selected. */
export function selectableNodes<Row>(api: GridApi<Row>): IRowNode<Row>[] {
  const found: IRowNode<Row>[] = []
  api.forEachNode((node) => {
    if (node.data !== undefined && node.selectable) found.push(node)
  })
  return found
}

/**
 * Updates the selection after rows were loaded: rows no longer in the list are deselected, and with "all N results" new
 * rows are selected.
 */
export function followSelection<Row>(api: GridApi<Row>, isAll: boolean): void {
  const gone = goneNodes(api)
  if (gone.length > 0)
    api.setNodesSelected({ nodes: gone, newValue: false, source: selectedByTable })
  if (!isAll) return
  const come = selectableNodes(api).filter((node) => node.isSelected() !== true)
  if (come.length > 0)
    api.setNodesSelected({ nodes: come, newValue: true, source: selectedByTable })
}

/** Selected rows no longer in the list; unknown until the table has loaded all rows. */
function goneNodes<Row>(api: GridApi<Row>): IRowNode<Row>[] {
  const ids = new Set<string | undefined>()
  api.forEachNode((node) => {
    if (node.data !== undefined) ids.add(node.id)
  })
  if (api.isLastRowIndexKnown() !== true || ids.size < api.getDisplayedRowCount()) return []
  return api.getSelectedNodes().filter(({ id }) => !ids.has(id))
}
