import { useCallback, useSyncExternalStore } from 'react'
import { onPreference, readPreference, writePreference } from '../preferences/preferences.ts'
import { languages } from '../text/language.ts'
import type { Density } from '../theme/tokens.ts'
import type { GridSort } from './cursor-datasource.ts'
import { columnWidth } from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'

export interface SavedColumn {
  field: string
  width: number
  isHidden: boolean
  pinned: 'left' | 'right' | null
}

/** A user's layout of a table: column order, sort, and row height. */
export interface ColumnLayout {
  version: 1
  columns: readonly SavedColumn[]
  sort: readonly GridSort[]
  /** Absent while the table uses the global density. */
  density?: Density
}

/** Null is the declared layout. */
export type Layout = ColumnLayout | null

const keyOf = (pageKey: string): string => `columns:${pageKey}`

/** Temporary layouts that are not saved, such as those of a shared view. */
const tried = new Map<string, { layout: Layout }>()
const triedListeners = new Set<() => void>()

/** The layout of a page's table: the temporary one, else the user's; null for the declared one. */
export function readLayout(pageKey: string): Layout {
  const trial = tried.get(pageKey)
  return trial === undefined ? asLayout(readPreference(keyOf(pageKey))) : trial.layout
}

/** Saves the layout of the table; while a temporary layout is active, changes only that. */
export function writeLayout(pageKey: string, layout: Layout): void {
  if (!tried.has(pageKey)) writePreference(keyOf(pageKey), layout)
  else tryLayout(pageKey, { layout })
}

/** Activates a layout without saving it; null returns to the user's own. */
export function tryLayout(pageKey: string, trial: { layout: Layout } | null): void {
  if (trial === null) tried.delete(pageKey)
  else tried.set(pageKey, trial)
  for (const listener of triedListeners) listener()
}

/** Whether the table shows a temporary layout. */
export function isTrying(pageKey: string): boolean {
  return tried.has(pageKey)
}

/** The layout of a page's table, updated when it changes here, in another window or by a view. */
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

/** Checks whether a value from storage or a shared view is a layout. */
export function asLayout(value: unknown): Layout {
  if (typeof value !== 'object' || value === null) return null
  const { version, columns, sort } = value as Partial<ColumnLayout>
  const isOne = version === 1 && Array.isArray(columns) && Array.isArray(sort)
  return isOne ? (value as ColumnLayout) : null
}

/** Whether a saved width is that of the texts in one of the languages and was not set by the user. */
function isOfLabels<Row>(column: GridColumn<Row>, width: number): boolean {
  return languages.some((language) => columnWidth(column, language) === width)
}

/**
 * The columns in the user's order, width and visibility. A column added to the product later is inserted after its
 * declared neighbour; a removed one is dropped.
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
      ...(!isOfLabels(column, saved.width) && { width: saved.width }),
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
