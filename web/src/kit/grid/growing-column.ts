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
  return hasOwnWidth(longest, arranged) ? null : { field, width: columnWidth(longest) }
}

/** Whether the user set the width of a declared column. */
export function hasOwnWidth<Row>(
  declared: GridColumn<Row>,
  arranged: readonly GridColumn<Row>[],
): boolean {
  const now = arranged.find(({ field }) => field === declared.field)?.width
  return now !== declared.width && now !== columnWidth(declared)
}

/** A visible column with its width in pixels. */
interface PlacedColumn {
  field: string
  width: number
  /** It stays at the right edge, whatever is scrolled. */
  isAtRight: boolean
}

/** So much of its width the growing column gives up for a column that is nearly in view, pixels. */
const givenUpMax = 16

/**
 * The width that a column may take: what all columns leave free, or, where one is cut by the edge, what that one lacks if
 * that is little (negative), or what is in view of it, so that it is out of view as a whole: always of numbers, which are
 * never cut, and of texts of which less than half is in view. Null: it is not in view itself.
 * @param room the table's width without its scroll bar, pixels
 * @param isNumber whether a part of the column's text would be taken for the whole
 */
function freeWidth(
  columns: readonly PlacedColumn[],
  room: number,
  growing: string,
  isNumber: (field: string) => boolean,
): number | null {
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  if (total <= room) return room - total
  const atRight = columns.reduce((sum, { width, isAtRight }) => sum + (isAtRight ? width : 0), 0)
  let taken = 0
  let isInView = false
  for (const { field, width, isAtRight } of columns) {
    if (isAtRight) break
    const left = room - atRight - taken
    if (width > left) {
      if (!isInView) return null
      if (left <= 0) return 0
      const lacking = width - left
      if (lacking <= givenUpMax) return -lacking
      return isNumber(field) || left < width / 2 ? left : 0
    }
    taken += width
    isInView ||= field === growing
  }
  return isInView ? 0 : null
}

/** Distributes the free width of a table; widths set by the user are never changed. */
export class ColumnGrowth {
  #grown: GrowingColumn | null = null
  readonly #own = new Set<string>()
  /** The widths that columns had before they were widened for their numbers. */
  readonly #before = new Map<string, number>()

  /**
   * Grows a column and restores the one grown before.
   * @param room the table's width in pixels
   * @param isNumber whether a column has numbers or dates, which the edge must not cut
   * @param other the column that grows instead where the columns take more than the room and the first one is not in view
   */
  fill<Row>(
    api: GridApi<Row>,
    growing: GrowingColumn | null,
    room: number,
    isNumber: (field: string) => boolean = () => false,
    other: GrowingColumn | null = null,
  ): void {
    const before = this.#grown
    const placed = api.getAllDisplayedColumns().map((column): PlacedColumn => {
      const field = column.getColId()
      const width = before?.field === field ? before.width : column.getActualWidth()
      return { field, width, isAtRight: column.isPinnedRight() }
    })
    const inner = room - scrollbarWidthPx
    const isTooNarrow = placed.reduce((sum, { width }) => sum + width, 0) > inner
    let next: GrowingColumn | null = null
    let free = 0
    for (const candidate of isTooNarrow ? [growing, other] : [growing]) {
      if (candidate === null || this.#own.has(candidate.field)) continue
      next ??= candidate
      const columns = placed.map((column) =>
        column.field === candidate.field ? { ...column, width: candidate.width } : column,
      )
      const found = freeWidth(columns, inner, candidate.field, isNumber)
      if (found === null) continue
      next = candidate
      free = found
      break
    }
    this.#grown = next
    const widths = new Map<string, number>()
    if (before !== null && before.field !== next?.field) widths.set(before.field, before.width)
    if (next !== null) widths.set(next.field, next.width + Math.floor(free))
    const changed = [...widths].filter(
      ([field, width]) => api.getColumn(field)?.getActualWidth() !== width,
    )
    if (changed.length > 0) {
      api.setColumnWidths(changed.map(([key, newWidth]) => ({ key, newWidth })))
    }
  }

  /** Widens columns to these widths, pixels, for numbers that would be cut. */
  widen<Row>(api: GridApi<Row>, wanted: ReadonlyMap<string, number>): void {
    const wider = [...wanted].flatMap(([key, newWidth]) => {
      const width = api.getColumn(key)?.getActualWidth() ?? Infinity
      if (this.#own.has(key) || width >= newWidth) return []
      if (!this.#before.has(key)) this.#before.set(key, width)
      return [{ key, newWidth }]
    })
    if (wider.length > 0) api.setColumnWidths(wider)
  }

  /** The user set the widths of these columns. */
  keep(fields: readonly string[]): void {
    for (const field of fields) {
      this.#own.add(field)
      this.#before.delete(field)
    }
    if (this.#grown !== null && this.#own.has(this.#grown.field)) this.#grown = null
  }

  /** The width to save for a column, without temporary growth. */
  widthOf(field: string, actual: number): number {
    return this.#grown?.field === field ? this.#grown.width : (this.#before.get(field) ?? actual)
  }
}
