import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { LineGridHandle } from '../../grid/line-grid.tsx'
import type { EntryState } from './use-entry.ts'

/**
 * After each failed sending gives the keyboard to the first field or cell that is refused, and brings it into view:
 * otherwise the button seems to do nothing where the form is longer than the window.
 */
export function useFirstProblem(
  entry: EntryState,
  head: RefObject<HTMLElement | null>,
  grid: RefObject<LineGridHandle | null>,
): void {
  useEffect(() => {
    if (entry.failures === 0) return
    const told = head.current?.querySelector('[role=alert]')
    const field = told?.parentElement?.querySelector<HTMLElement>('input, textarea')
    if (field != null) {
      field.focus()
      return
    }
    const [cell] = entry.cellProblems
    if (cell?.field != null) grid.current?.focusCell(cell.rowId, cell.field)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each failure, not while it is corrected
  }, [entry.failures])
}
