import type { ColumnState, GridApi } from 'ag-grid-community'
import { essentialFirst } from './essential-first.ts'
import type { GridColumn } from './grid-column.ts'

/** Width of the vertical scroll bar with the table's borders, pixels. */
const besideColumns = 16

/** Columns of AG Grid itself, such as the check boxes. */
export const isOwnColumn = (id: string): boolean => id.startsWith('ag-Grid')

/** Moves the essential columns of a table into view while it is too narrow; the user's order is kept and restored. */
export class NarrowOrder {
  /** The order last applied to the table, by field. */
  #given: readonly string[] | null = null

  /**
   * @param width of the table, pixels
   * @returns whether it moved columns
   */
  apply<Row>(api: GridApi<Row>, columns: readonly GridColumn<Row>[], width: number): boolean {
    const shown = columns.map((column) => ({
      ...column,
      isHidden: api.getColumn(column.field)?.isVisible() !== true,
    }))
    const ids = api.getColumnState().map(({ colId }) => colId)
    const checkBoxes = ids
      .filter(isOwnColumn)
      .reduce((sum, id) => sum + (api.getColumn(id)?.getActualWidth() ?? 0), 0)
    const room = width - besideColumns - checkBoxes
    const wanted = essentialFirst(shown, room).map(({ field }) => field)
    const now = ids.filter((id) => !isOwnColumn(id))
    const isMoved = this.#given !== null && !isSame(now, this.#given)
    // Unchanged if the user has moved columns since, or if the order is already applied.
    if (isMoved || isSame(now, wanted)) return false
    this.#given = wanted
    const own = ids.filter(isOwnColumn)
    api.applyColumnState({
      state: [...own, ...wanted].map((colId) => ({ colId })),
      applyOrder: true,
    })
    return true
  }

  /** The states in the user's order, without the temporary one. */
  restored<Row>(
    states: readonly ColumnState[],
    columns: readonly GridColumn<Row>[],
  ): ColumnState[] {
    const now = states.map(({ colId }) => colId)
    if (this.#given === null || !isSame(now, this.#given)) return [...states]
    const byId = new Map(states.map((state) => [state.colId, state]))
    return columns.flatMap(({ field }) => byId.get(field) ?? [])
  }
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index])
}
