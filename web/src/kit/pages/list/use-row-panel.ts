import { useRef, useState } from 'react'
import type { SidePanelProps } from '../../dialog/side-panel-props.ts'
import type { Row } from '../../fields/field-column.ts'
import { neighbours } from './neighbours.ts'
import type { RecordListProps } from './record-list.tsx'

export interface RowPanel {
  /** The row whose panel is open. */
  shown: Row | null
  /** Opens the panel of a row, null closes it. Stays the same function, so columns may hold it. */
  show: (row: Row | null) => void
  /** What the list is given. */
  list: Required<Pick<RecordListProps, 'onRowOpen' | 'onRowFocus' | 'onRows' | 'shownRow'>>
  /** What the panel is given, besides its title and content. */
  panel: Pick<SidePanelProps, 'isOpen' | 'onClose' | 'onPrevious' | 'onNext'>
}

/**
 * A list with a panel beside it: a row opens it, and with it open both the list's focus and the
 * panel's arrows walk through what was read of the list (look.md, anatomy of a list).
 * @param idOf what the panel is about; rows that agree in it are one step.
 * @param rowId what tells one row from another, where that is more.
 */
export function useRowPanel(
  idOf: (row: Row) => string,
  rowId: (row: Row) => string = idOf,
): RowPanel {
  const [shown, show] = useState<Row | null>(null)
  const rows = useRef<readonly Row[]>([])
  const { previous, next } = neighbours(rows.current, shown, idOf)
  const step = (to: Row | null): (() => void) | undefined =>
    to === null ? undefined : () => show(to)
  return {
    shown,
    show,
    list: {
      shownRow: shown,
      onRowOpen: (row) => show(row),
      onRowFocus: (row) => {
        if (shown !== null) show(row)
      },
      onRows: (known) => {
        rows.current = known
        // What is looked at is shown as it was read last.
        show((now) =>
          now === null ? null : (known.find((row) => rowId(row) === rowId(now)) ?? now),
        )
      },
    },
    panel: {
      isOpen: shown !== null,
      onClose: () => show(null),
      onPrevious: step(previous),
      onNext: step(next),
    },
  }
}
