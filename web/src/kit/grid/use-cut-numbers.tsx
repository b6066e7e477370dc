import type { GridApi } from 'ag-grid-community'
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { isNumberKind } from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'

interface CutNumbers<Row> {
  /** The value of `data-grid` of the table's element. */
  id: string
  /** The element with the style, to be rendered in the table's element. */
  style: ReactNode
  /** Call it after horizontal scrolling, or a change of columns or width. */
  mark: (api: GridApi<Row>) => void
}

/**
 * Shows an ellipsis in place of numbers cut by the edge of the table, of which only the first digits would be visible
 * and look like a smaller number.
 */
export function useCutNumbers<Row>(columns: readonly GridColumn<Row>[]): CutNumbers<Row> {
  const id = useId()
  const styleRef = useRef<HTMLStyleElement>(null)
  return {
    id,
    style: <style ref={styleRef} />,
    mark: (api) => {
      const text = cutStyle(`[data-grid="${id}"]`, cutNumberColumns(api, columns))
      // Setting an equal text would make the browser recalculate all styles.
      if (styleRef.current !== null && styleRef.current.textContent !== text)
        styleRef.current.textContent = text
    },
  }
}

function cutNumberColumns<Row>(
  api: GridApi<Row>,
  columns: readonly GridColumn<Row>[],
): readonly string[] {
  const numbers = new Set(
    columns.filter(({ kind }) => isNumberKind(kind)).map(({ field }) => field),
  )
  const { left, right } = api.getHorizontalPixelRange()
  const isCut = (from: number, to: number): boolean =>
    (from < left && to > left) || (from < right && to > right)
  return api
    .getDisplayedCenterColumns()
    .filter((column) => {
      const from = column.getLeft() ?? 0
      return numbers.has(column.getColId()) && isCut(from, from + column.getActualWidth())
    })
    .map((column) => column.getColId())
}

/** The style for the cut columns of the table that `table` selects. */
function cutStyle(table: string, fields: readonly string[]): string {
  return fields
    .map((field) => {
      const cell = `${table} .ag-cell[col-id=${JSON.stringify(field)}]:not(.ag-cell-inline-editing)`
      return `${cell},${cell} *{color:transparent!important}${cell}::after{content:"…";position:absolute;inset:0;padding-inline:8px;text-align:start;color:var(--ag-foreground-color)}`
    })
    .join('')
}
