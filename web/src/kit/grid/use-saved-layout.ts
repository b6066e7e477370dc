import type { GridApi } from 'ag-grid-community'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useDensity } from '../theme/preferences.ts'
import type { Density } from '../theme/tokens.ts'
import { applyLayout, readLayout, useLayout, writeLayout } from './column-store.ts'
import type { ColumnLayout, Layout } from './column-store.ts'
import type { GridSort } from './cursor-datasource.ts'
import { essentialFirst } from './essential-first.ts'
import { ColumnGrowth, growingColumn } from './growing-column.ts'
import { columnWidth } from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'
import { refreshTotals } from './totals-row.ts'

interface SavedLayout<Row> {
  /** The declared columns in the user's order, width and visibility. */
  columns: GridColumn<Row>[]
  sort: readonly GridSort[]
  density: Density
  /** Incremented when the layout is changed by anything other than the table itself, which is then recreated. */
  generation: number
  save: (api: GridApi<Row>) => void
  /** Saves the widths the user set for these columns. */
  saveWidths: (api: GridApi<Row>, fields: readonly string[]) => void
  /** Distributes the table's width in pixels; call it when the table or its columns have changed. */
  fill: (api: GridApi<Row>, width: number) => void
  setDensity: (density: Density) => void
  reset: () => void
}

/** Below this window width the menu is hidden and the page takes the full width, pixels. */
const narrowWindowMax = 1000
/** Width beside the columns of a table: checkboxes, a scroll bar and the page's margins, pixels. */
const besideColumns = 84

/** The width of a table in a narrow window; otherwise the declared order is used. */
function pageRoom(): number {
  const width = globalThis.innerWidth
  return width < narrowWindowMax ? width - besideColumns : Infinity
}

/** Saves the user's layout of a page's table; null saves nothing. */
export function useSavedLayout<Row>(
  pageKey: string | null,
  declared: readonly GridColumn<Row>[],
  defaultSort: readonly GridSort[],
): SavedLayout<Row> {
  const saved = useLayout(pageKey)
  const general = useDensity()
  // Without a key the row height lasts as long as the table.
  const [unnamed, setUnnamed] = useState<Density | null>(null)
  const own = useRef<Layout | undefined>(undefined)
  const [taken, setTaken] = useState({ saved, generation: 0 })
  // Changes made by the user are already in the table; others require a new table.
  if (saved !== taken.saved && saved !== own.current) {
    setTaken({ saved, generation: taken.generation + 1 })
  }
  const columns = useMemo(
    () =>
      taken.saved === null && pageKey !== null
        ? [...essentialFirst(declared, pageRoom())]
        : applyLayout(declared, taken.saved),
    [declared, taken, pageKey],
  )
  const keep = useCallback(
    (layout: Layout) => {
      if (pageKey === null) return
      own.current = layout
      writeLayout(pageKey, layout)
      // The store may already contain an equal layout.
      own.current = readLayout(pageKey)
    },
    [pageKey],
  )
  // oxlint-disable-next-line react/exhaustive-deps -- of a table made anew no column has grown
  const columnGrowth = useMemo(() => new ColumnGrowth(), [taken.generation])
  const save = useCallback(
    (api: GridApi<Row>) => {
      const density = pageKey === null ? undefined : readLayout(pageKey)?.density
      keep({ ...layoutOf(api, columnGrowth), ...(density !== undefined && { density }) })
      refreshTotals(api)
    },
    [keep, pageKey, columnGrowth],
  )
  const setDensity = useCallback(
    (density: Density) => {
      if (pageKey === null) setUnnamed(density)
      else keep({ ...(readLayout(pageKey) ?? declaredLayout(declared, defaultSort)), density })
    },
    [pageKey, keep, declared, defaultSort],
  )
  const reset = useCallback(() => {
    own.current = undefined
    if (pageKey !== null) writeLayout(pageKey, null)
    setUnnamed(null)
    setTaken((known) => ({ saved: null, generation: known.generation + 1 }))
  }, [pageKey])
  return {
    columns,
    sort: taken.saved?.sort ?? defaultSort,
    density: saved?.density ?? unnamed ?? general,
    generation: taken.generation,
    save,
    saveWidths: (api, fields) => {
      columnGrowth.keep(fields)
      save(api)
    },
    fill: (api, width) => {
      const shown = declared.filter(({ field }) => api.getColumn(field)?.isVisible() === true)
      // A hidden table has no width.
      if (width > 0) columnGrowth.fill(api, growingColumn(shown, columns), width)
    },
    setDensity,
    reset,
  }
}

/** A layout equal to the declaration, for a user who changed only the row height. */
function declaredLayout<Row>(
  columns: readonly GridColumn<Row>[],
  sort: readonly GridSort[],
): ColumnLayout {
  return {
    version: 1,
    columns: columns.map((column) => ({
      field: column.field,
      width: columnWidth(column),
      isHidden: column.isHidden === true,
      pinned: column.pinned ?? null,
    })),
    sort,
  }
}

/** Columns of AG Grid itself, such as the one with checkboxes, are not part of the layout. */
const isOwnColumn = (id: string): boolean => id.startsWith('ag-Grid')

function layoutOf<Row>(api: GridApi<Row>, columnGrowth: ColumnGrowth): ColumnLayout {
  const states = api.getColumnState().filter((state) => !isOwnColumn(state.colId))
  return {
    version: 1,
    columns: states.map((state) => ({
      field: state.colId,
      width: columnGrowth.widthOf(state.colId, state.width ?? 100),
      isHidden: state.hide === true,
      pinned: state.pinned === 'left' || state.pinned === 'right' ? state.pinned : null,
    })),
    sort: sortOf(api),
  }
}

/** The current sort, first column first. */
function sortOf<Row>(api: GridApi<Row>): GridSort[] {
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
