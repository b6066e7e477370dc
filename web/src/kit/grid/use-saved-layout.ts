import type { GridApi } from 'ag-grid-community'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useDensity } from '../theme/preferences.ts'
import type { Density } from '../theme/tokens.ts'
import { applyLayout, readLayout, useLayout, writeLayout } from './column-store.ts'
import type { ColumnLayout, Layout } from './column-store.ts'
import type { GridSort } from './cursor-datasource.ts'
import { ColumnGrowth, growingColumn, hasOwnWidth } from './growing-column.ts'
import type { GrowingColumn } from './growing-column.ts'
import { columnWidth, isNumberKind } from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'
import { LabelWidths } from './label-widths.ts'
import { numberWidths } from './number-widths.ts'
import { isOwnColumn, NarrowOrder } from './narrow-order.ts'
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
  /** Adapts the widths to the texts of the current language; call it when these or the columns have changed. */
  fitLabels: (api: GridApi<Row>) => void
  /** Distributes the table's width in pixels; call it when the table or its columns have changed. */
  fill: (api: GridApi<Row>, width: number) => void
  /** Widens number columns for the numbers of these rows; call `fill` after it. */
  fitNumbers: (api: GridApi<Row>, rows: readonly object[]) => void
  setDensity: (density: Density) => void
  reset: () => void
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
  const columns = useMemo(() => applyLayout(declared, taken.saved), [declared, taken])
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
  // oxlint-disable-next-line react/exhaustive-deps -- in a new table no column has grown
  const columnGrowth = useMemo(() => new ColumnGrowth(), [taken.generation])
  // oxlint-disable-next-line react/exhaustive-deps -- a new table begins in the user's order
  const narrowOrder = useMemo(() => new NarrowOrder(), [taken.generation])
  // oxlint-disable-next-line react/exhaustive-deps -- a new table begins with the current texts
  const labelWidths = useMemo(() => new LabelWidths(columns), [taken.generation])
  const save = useCallback(
    (api: GridApi<Row>) => {
      const density = pageKey === null ? undefined : readLayout(pageKey)?.density
      keep({
        ...layoutOf(api, columns, columnGrowth, narrowOrder),
        ...(density !== undefined && { density }),
      })
      refreshTotals(api)
    },
    [keep, pageKey, columns, columnGrowth, narrowOrder],
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
    fitLabels: (api) => labelWidths.apply(api, columns),
    fill: (api, width) => {
      // A hidden table has no width.
      if (width <= 0) return
      if (pageKey !== null && narrowOrder.apply(api, columns, width)) refreshTotals(api)
      const shown = declared.filter(({ field }) => api.getColumn(field)?.isVisible() === true)
      const other = firstText(api, shown, columns)
      columnGrowth.fill(api, growingColumn(shown, columns), width, neverCut(declared), other)
    },
    fitNumbers: (api, rows) =>
      columnGrowth.widen(api, numberWidths(ofDeclaredWidth(api, declared, columns), rows)),
    setDensity,
    reset,
  }
}

/** Of numbers and dates a part would be taken for the whole. */
function neverCut<Row>(declared: readonly GridColumn<Row>[]): (field: string) => boolean {
  const fields = new Set(
    declared
      .filter(({ kind }) => isNumberKind(kind) || kind === 'date' || kind === 'instant')
      .map(({ field }) => field),
  )
  return (field) => fields.has(field)
}

/** The first column of the table that is no number, such as the material, unless the user set its width. */
function firstText<Row>(
  api: GridApi<Row>,
  shown: readonly GridColumn<Row>[],
  columns: readonly GridColumn<Row>[],
): GrowingColumn | null {
  const places = api.getAllDisplayedColumns().map((column) => column.getColId())
  const [first] = shown
    .filter(({ kind }) => !isNumberKind(kind))
    .toSorted((left, right) => places.indexOf(left.field) - places.indexOf(right.field))
  if (first === undefined || hasOwnWidth(first, columns)) return null
  return { field: first.field, width: columnWidth(first) }
}

/** The visible columns whose width the user has not set. */
const ofDeclaredWidth = <Row>(
  api: GridApi<Row>,
  declared: readonly GridColumn<Row>[],
  columns: readonly GridColumn<Row>[],
): GridColumn<Row>[] =>
  declared.filter(
    (column) => api.getColumn(column.field)?.isVisible() === true && !hasOwnWidth(column, columns),
  )

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

function layoutOf<Row>(
  api: GridApi<Row>,
  columns: readonly GridColumn<Row>[],
  columnGrowth: ColumnGrowth,
  narrowOrder: NarrowOrder,
): ColumnLayout {
  // Columns of AG Grid itself are not part of the layout.
  const own = api.getColumnState().filter((state) => !isOwnColumn(state.colId))
  const states = narrowOrder.restored(own, columns)
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
