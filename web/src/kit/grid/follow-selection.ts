import type { GridApi, IRowNode } from 'ag-grid-community'

/** Told with a change of the selection by the table itself; the engine tells of it later. */
export const selectedByTable = 'apiSelectAll'

/** The rows that are loaded and may be ticked. */
export function selectableNodes<Row>(api: GridApi<Row>): IRowNode<Row>[] {
  const found: IRowNode<Row>[] = []
  api.forEachNode((node) => {
    if (node.data !== undefined && node.selectable) found.push(node)
  })
  return found
}

/**
 * What is ticked follows the rows that have just come into the table: a row that is not in the
 * list any more is not ticked, and with "all N results" each row that comes is.
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

/** Ticked rows the list no longer has; nobody knows before the table has read all there are. */
function goneNodes<Row>(api: GridApi<Row>): IRowNode<Row>[] {
  const ids = new Set<string | undefined>()
  api.forEachNode((node) => {
    if (node.data !== undefined) ids.add(node.id)
  })
  if (api.isLastRowIndexKnown() !== true || ids.size < api.getDisplayedRowCount()) return []
  return api.getSelectedNodes().filter(({ id }) => !ids.has(id))
}
