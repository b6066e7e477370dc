import { textOf } from '@kufang/kernel/text-of.ts'
import { cellText } from './cell-format.ts'
import { isNumberKind, valueOf } from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'
import { columnFitting } from './text-fits.ts'

/**
 * The widths in pixels that number columns need for the numbers of these rows, by field. Only the longest number of a column
 * is formatted, because there may be thousands. A quantity in both units is said in the base unit where both do not fit.
 */
export function numberWidths<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly object[],
): Map<string, number> {
  const numbers = columns.filter(({ kind, render }) => isNumberKind(kind) && render === undefined)
  return new Map(
    numbers.flatMap((column) => {
      let longest: object | null = null
      let length = 0
      for (const row of rows) {
        const own = textOf(valueOf(row, column.field)).length
        if (own > length) {
          longest = row
          length = own
        }
      }
      if (longest === null) return []
      const text = cellText({ ...column, isInBaseUnit: false }, longest as Row)
      return [[column.field, columnFitting(text)]]
    }),
  )
}
