import type { GridApi } from 'ag-grid-community'
import { columnWidth } from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'
import { scrollbarWidthPx } from './scrollbar.ts'

/** A column that may take the room the others leave, and how wide it is without, pixels. */
export interface GrowingColumn {
  field: string
  width: number
}

/** Texts declared shorter than this gain nothing by more room, pixels. */
const longTextMin = 160

/**
 * The column that grows where all together are narrower than their table: the one of the longest
 * text. None where the person gave that one a width.
 *
 * @param declared as the page has them, without those that are hidden now
 * @param arranged as the person has them
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

/** What the free room does to the columns of one table; a person's own widths are never touched. */
export class ColumnGrowth {
  #grown: GrowingColumn | null = null
  readonly #own = new Set<string>()

  /** Lets a column grow, and takes back what another one was given. `room` is the table's width, pixels. */
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

  /** The person gave these columns their widths. */
  keep(fields: readonly string[]): void {
    for (const field of fields) this.#own.add(field)
    if (this.#grown !== null && this.#own.has(this.#grown.field)) this.#grown = null
  }

  /** The width of a column to be kept for the person: what it was given for the moment is not. */
  widthOf(field: string, actual: number): number {
    return this.#grown?.field === field ? this.#grown.width : actual
  }
}
