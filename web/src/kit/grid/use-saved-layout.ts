import type { GridApi } from 'ag-grid-community'
import { useCallback, useMemo, useState } from 'react'
import { applyLayout, columnStore } from './column-store.ts'
import type { ColumnLayout } from './column-store.ts'
import type { GridSort } from './cursor-datasource.ts'
import type { GridColumn } from './grid-column.ts'

export interface SavedLayout<Row> {
  /** The declared columns in the person's order, width and visibility. */
  columns: GridColumn<Row>[]
  sort: readonly GridSort[]
  /** Grows with each reset; the table is then made anew. */
  generation: number
  save: (api: GridApi<Row>) => void
  reset: () => void
}

/** Keeps what a person does to the columns of a page's table; null keeps nothing. */
export function useSavedLayout<Row>(
  pageKey: string | null,
  declared: readonly GridColumn<Row>[],
  defaultSort: readonly GridSort[],
): SavedLayout<Row> {
  const [generation, setGeneration] = useState(0)
  const read = useCallback(
    (): ColumnLayout | null => (pageKey === null ? null : columnStore().read(pageKey)),
    [pageKey],
  )
  // Read when the table is made; what the person does afterwards, the table itself knows.
  const layout = useMemo(() => ({ generation, saved: read() }), [generation, read])
  const columns = useMemo(() => applyLayout(declared, layout.saved), [declared, layout])
  const save = useCallback(
    (api: GridApi<Row>) => {
      if (pageKey !== null) columnStore().write(pageKey, layoutOf(api))
    },
    [pageKey],
  )
  const reset = useCallback(() => {
    if (pageKey !== null) columnStore().remove(pageKey)
    setGeneration((known) => known + 1)
  }, [pageKey])
  return { columns, sort: layout.saved?.sort ?? defaultSort, generation, save, reset }
}

/** The engine's own columns, such as the one with the checkboxes, are not the person's. */
const isOwnColumn = (id: string): boolean => id.startsWith('ag-Grid')

function layoutOf<Row>(api: GridApi<Row>): ColumnLayout {
  const states = api.getColumnState().filter((state) => !isOwnColumn(state.colId))
  return {
    version: 1,
    columns: states.map((state) => ({
      field: state.colId,
      width: state.width ?? 100,
      isHidden: state.hide === true,
      pinned: state.pinned === 'left' || state.pinned === 'right' ? state.pinned : null,
    })),
    sort: sortOf(api),
  }
}

/** The sort of the moment, the first column first. */
export function sortOf<Row>(api: GridApi<Row>): GridSort[] {
  return api
    .getColumnState()
    .flatMap((state) =>
      state.sort === 'asc' || state.sort === 'desc'
        ? [{ field: state.colId, direction: state.sort, order: state.sortIndex ?? 0 }]
        : [],
    )
    .toSorted((left, right) => left.order - right.order)
    .map(({ field, direction }) => ({ field, direction }))
}
