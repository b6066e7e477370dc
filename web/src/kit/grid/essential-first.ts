import { columnWidth } from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'

/** What a row is about however narrow the table: what stays in its place, its state, goods, quantity and unit. */
function isEssential<Row>(columns: readonly GridColumn<Row>[], column: GridColumn<Row>): boolean {
  const isFirst = (known: GridColumn<Row>): boolean =>
    columns.find((one) => one.kind === known.kind && one.isHidden !== true) === known
  return (
    column.pinned === 'left' ||
    column.field === 'materialNo' ||
    column.field === 'unit' ||
    (column.kind === 'state' && isFirst(column)) ||
    (column.kind === 'quantity' && isFirst(column))
  )
}

/**
 * The columns in an order in which identity, state, quantity and unit are in sight of a table of this width, pixels;
 * as they were where they are anyway. The others follow in their order.
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
  return [...essential, ...columns.filter((column) => !essential.includes(column))]
}
