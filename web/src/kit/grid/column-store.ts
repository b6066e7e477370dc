import { useCallback, useSyncExternalStore } from 'react'
import { onPreference, readPreference, writePreference } from '../preferences/preferences.ts'
import type { Density } from '../theme/tokens.ts'
import type { GridSort } from './cursor-datasource.ts'
import type { GridColumn } from './grid-column.ts'

export interface SavedColumn {
  field: string
  width: number
  isHidden: boolean
  pinned: 'left' | 'right' | null
}

/** What a person made of a table: columns in order, the sort, and how high its rows are. */
export interface ColumnLayout {
  version: 1
  columns: readonly SavedColumn[]
  sort: readonly GridSort[]
  /** Left out while the table follows the size chosen for the whole product. */
  density?: Density
}

/** Null is the table as it was declared. */
export type Layout = ColumnLayout | null

const keyOf = (pageKey: string): string => `columns:${pageKey}`

/** Layouts that are being looked at and not kept, such as those of somebody else's view. */
const tried = new Map<string, { layout: Layout }>()
const triedListeners = new Set<() => void>()

/** The layout of a page's table: the one being tried, else the person's own; null for the declared. */
export function readLayout(pageKey: string): Layout {
  const trial = tried.get(pageKey)
  return trial === undefined ? asLayout(readPreference(keyOf(pageKey))) : trial.layout
}

/** Keeps what the person made of the table; while another layout is tried, that one only. */
export function writeLayout(pageKey: string, layout: Layout): void {
  if (!tried.has(pageKey)) writePreference(keyOf(pageKey), layout)
  else tryLayout(pageKey, { layout })
}

/** Shows a layout without keeping it; null goes back to the person's own. */
export function tryLayout(pageKey: string, trial: { layout: Layout } | null): void {
  if (trial === null) tried.delete(pageKey)
  else tried.set(pageKey, trial)
  for (const listener of triedListeners) listener()
}

/** Whether the table shows a layout that is not kept. */
export function isTrying(pageKey: string): boolean {
  return tried.has(pageKey)
}

/** The layout of a page's table, renewed whenever it changes here, elsewhere or by a view. */
export function useLayout(pageKey: string | null): Layout {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (pageKey === null) return () => undefined
      const end = onPreference(keyOf(pageKey), listener)
      triedListeners.add(listener)
      return () => {
        end()
        triedListeners.delete(listener)
      }
    },
    [pageKey],
  )
  return useSyncExternalStore(subscribe, () => (pageKey === null ? null : readLayout(pageKey)))
}

/** What came from storage or from somebody else, if it is a layout. */
export function asLayout(value: unknown): Layout {
  if (typeof value !== 'object' || value === null) return null
  const { version, columns, sort } = value as Partial<ColumnLayout>
  const isOne = version === 1 && Array.isArray(columns) && Array.isArray(sort)
  return isOne ? (value as ColumnLayout) : null
}

/**
 * The columns in the person's order, width and visibility. A column added to the product since
 * stands where the declaration has it, after its neighbour; one that is gone is dropped.
 */
export function applyLayout<Row>(
  columns: readonly GridColumn<Row>[],
  layout: ColumnLayout | null,
): GridColumn<Row>[] {
  if (layout === null) return [...columns]
  const byField = new Map(columns.map((column) => [column.field, column]))
  const placed: GridColumn<Row>[] = []
  for (const saved of layout.columns) {
    const column = byField.get(saved.field)
    if (column === undefined) continue
    byField.delete(saved.field)
    const { pinned: _declared, ...rest } = column
    placed.push({
      ...rest,
      width: saved.width,
      isHidden: saved.isHidden,
      ...(saved.pinned === null ? {} : { pinned: saved.pinned }),
    })
  }
  for (const [index, column] of columns.entries()) {
    if (!byField.has(column.field)) continue
    const neighbour = columns[index - 1]?.field
    const at = placed.findIndex((known) => known.field === neighbour)
    placed.splice(at + 1, 0, column)
  }
  return placed
}
