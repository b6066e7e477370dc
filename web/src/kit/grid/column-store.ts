import type { GridColumn } from './grid-column.ts'
import type { GridSort } from './cursor-datasource.ts'

export interface SavedColumn {
  field: string
  width: number
  isHidden: boolean
  pinned: 'left' | 'right' | null
}

/** What a person made of a table: columns in order, and the sort. */
export interface ColumnLayout {
  version: 1
  columns: readonly SavedColumn[]
  sort: readonly GridSort[]
}

/** Where layouts are kept; the browser by default, a store on the server may take its place. */
export interface ColumnStore {
  read: (pageKey: string) => ColumnLayout | null
  write: (pageKey: string, layout: ColumnLayout) => void
  remove: (pageKey: string) => void
}

let owner = ''

const keyOf = (pageKey: string): string => `columns:${owner}:${pageKey}`

const browserStore: ColumnStore = {
  read: (pageKey) => {
    const text = localStorage.getItem(keyOf(pageKey))
    if (text === null) return null
    try {
      const layout = JSON.parse(text) as ColumnLayout
      return layout.version === 1 && Array.isArray(layout.columns) ? layout : null
    } catch {
      // Something else wrote there; the default layout is always good.
      return null
    }
  },
  write: (pageKey, layout) => localStorage.setItem(keyOf(pageKey), JSON.stringify(layout)),
  remove: (pageKey) => localStorage.removeItem(keyOf(pageKey)),
}

let current: ColumnStore = browserStore

export function columnStore(): ColumnStore {
  return current
}

/** Layouts belong to a person; called at sign-in. */
export function setColumnStoreOwner(account: string, store: ColumnStore = browserStore): void {
  owner = account
  current = store
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
