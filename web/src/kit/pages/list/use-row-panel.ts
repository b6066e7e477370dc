import { useRef, useState } from 'react'
import type { SidePanelProps } from '../../dialog/side-panel-props.ts'
import type { Row } from '../../fields/field-column.ts'
import { neighbours } from './neighbours.ts'
import type { RecordListProps } from './record-list.tsx'

export interface RowPanel {
  /** The row shown in the panel. */
  shown: Row | null
  /** Opens the panel of a row; null closes it. A stable function, so columns may use it. */
  show: (row: Row | null) => void
  /** Properties for the list. */
  list: Required<
    Pick<RecordListProps, 'onRowOpen' | 'onRowFocus' | 'onRows' | 'onLinked' | 'shownRow'>
  >
  /** Properties for the panel, besides title and content. */
  panel: Pick<SidePanelProps, 'isOpen' | 'onClose' | 'onPrevious' | 'onNext'>
}

/**
 * A list with a side panel: a row opens it, and while it is open, both the list's focus and the panel's arrows select
 * among the loaded rows (look.md, anatomy of a list).
 * @param idOf the subject of the panel; rows with the same subject are one step
 * @param rowId the row id, if it differs
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
      // A row shown before must not stay beside a list of others: its actions would be taken for theirs.
      onLinked: () => show(null),
      onRows: (known) => {
        rows.current = known
        // Show the latest data of the row.
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
