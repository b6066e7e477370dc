import { columnWidth } from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'

/** Columns to keep visible at any width: pinned columns, state, goods, quantity and unit, and those marked as such. */
function isEssential<Row>(columns: readonly GridColumn<Row>[], column: GridColumn<Row>): boolean {
  const isFirst = (known: GridColumn<Row>): boolean =>
    columns.find((one) => one.kind === known.kind && one.isHidden !== true) === known
  return (
    column.isEssential === true ||
    column.pinned !== undefined ||
    column.field === 'materialNo' ||
    column.field === 'unit' ||
    (column.kind === 'state' && isFirst(column)) ||
    (column.kind === 'quantity' && isFirst(column))
  )
}

/**
 * Orders the columns so that identity, state, quantity and unit are visible at this table width in pixels; unchanged if
 * they already are. As far as there is room they keep their declared places among the description and the columns
 * declared first; the others follow.
 */
export function essentialFirst<Row>(
  columns: readonly GridColumn<Row>[],
  room: number,
): readonly GridColumn<Row>[] {
  const shown = columns.filter(({ isHidden }) => isHidden !== true)
  const essential = shown.filter((column) => isEssential(shown, column))
  const last = essential.at(-1)
  if (last === undefined) return columns
  const before = shown.slice(0, shown.indexOf(last) + 1)
  const width = before.reduce((sum, column) => sum + columnWidth(column), 0)
  if (width <= room) return columns
  const visible = new Set(essential)
  let taken = essential.reduce((sum, column) => sum + columnWidth(column), 0)
  const others = shown.filter((column) => !visible.has(column))
  for (const column of others.toSorted((left, right) => priority(left) - priority(right))) {
    taken += columnWidth(column)
    if (taken > room) break
    visible.add(column)
  }
  return [
    ...shown.filter((column) => visible.has(column)),
    ...columns.filter((column) => !visible.has(column)),
  ]
}

/** Of the other columns, the description comes first. */
function priority<Row>(column: GridColumn<Row>): number {
  return column.field === 'description' ? 0 : 1
}
