import { useRef, useState } from 'react'
import type { GridApi } from 'ag-grid-community'

/**
 * Holds new columns back while a cell is being edited: an answer of the server that changes them would end the edit, and what
 * is being typed would be lost. What an edit itself changes is shown at once, because Tab leads there.
 */
export function useHeldColumns<Columns>(api: () => GridApi | null): {
  /** To be called when lines are changed in the table. */
  tellChange: () => void
  /** To be called when an edit has ended. */
  tellEnd: () => void
  /** The columns to be shown, of these the newest. */
  shown: (newest: Columns) => Columns
} {
  const isOwnChange = useRef(false)
  const kept = useRef<Columns | null>(null)
  const isHeld = useRef(false)
  const [, setEnded] = useState(0)
  return {
    tellChange: () => {
      isOwnChange.current = true
      // What follows of it is rendered in the same task.
      setTimeout(() => {
        isOwnChange.current = false
      })
    },
    tellEnd: () => {
      if (isHeld.current) setEnded((count) => count + 1)
    },
    shown: (newest) => {
      const isEditing = (api()?.getEditingCells().length ?? 0) > 0
      if (kept.current === null || isOwnChange.current || !isEditing) kept.current = newest
      isHeld.current = kept.current !== newest
      return kept.current
    },
  }
}
