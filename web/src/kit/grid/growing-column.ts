import type { GridApi } from 'ag-grid-community'
import { columnWidth } from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'
import { scrollbarWidthPx } from './scrollbar.ts'

/** A column that may take the free width, and its normal width in pixels. */
export interface GrowingColumn {
  field: string
  width: number
}

/** Shorter text columns do not benefit from more width, pixels. */
const longTextMin = 160

/**
 * The column that takes the free width of the table: the one with the longest text, unless the user set its width.
 * @param declared the page's columns, without hidden ones
 * @param arranged the user's columns
 */
export function growingColumn<Row>(
  declared: readonly GridColumn<Row>[],
  arranged: readonly GridColumn<Row>[],
): GrowingColumn | null {
  const [longest] = declared
    .filter(({ kind, width = 0 }) => ['text', 'reference'].includes(kind) && width >= longTextMin)
    .toSorted((left, right) => (right.width ?? 0) - (left.width ?? 0))
  if (longest === undefined) return null
  const { field } = longest
  const width = columnWidth(longest)
  const now = arranged.find((column) => column.field === field)?.width
  return now === longest.width || now === width ? { field, width } : null
}

/** Distributes the free width of a table; widths set by the user are never changed. */
export class ColumnGrowth {
  #grown: GrowingColumn | null = null
  readonly #own = new Set<string>()

  /** Grows a column and restores the one grown before. `room` is the table's width in pixels. */
  fill<Row>(api: GridApi<Row>, growing: GrowingColumn | null, room: number): void {
    const next = growing !== null && this.#own.has(growing.field) ? null : growing
    const before = this.#grown
    const widths = new Map<string, number>()
    if (before !== null && before.field !== next?.field) widths.set(before.field, before.width)
    this.#grown = next
    if (next !== null) {
      const others = api.getAllDisplayedColumns().reduce((sum, column) => {
        const field = column.getColId()
        return sum + (field === next.field ? 0 : (widths.get(field) ?? column.getActualWidth()))
      }, 0)
      widths.set(next.field, Math.max(next.width, Math.floor(room - scrollbarWidthPx - others)))
    }
    const changed = [...widths].filter(
      ([field, width]) => api.getColumn(field)?.getActualWidth() !== width,
    )
    if (changed.length > 0) {
      api.setColumnWidths(changed.map(([key, newWidth]) => ({ key, newWidth })))
    }
  }

  /** The user set the widths of these columns. */
  keep(fields: readonly string[]): void {
    for (const field of fields) this.#own.add(field)
    if (this.#grown !== null && this.#own.has(this.#grown.field)) this.#grown = null
  }

  /** The width to save for a column, without temporary growth. */
  widthOf(field: string, actual: number): number {
    return this.#grown?.field === field ? this.#grown.width : actual
  }
}
