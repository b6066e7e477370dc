import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { toast } from '../../feedback/toast.ts'
import type { Row } from '../../fields/field-column.ts'
import type { GridSelection } from '../../grid/data-grid.tsx'
import type { ReadAll } from './record-list.tsx'

/** Maximum number of documents per action; beyond it the filters must be narrowed. */
const batchMax = 1000

/**
 * The selection with all selected rows: after "select all N results" the missing rows are loaded. `isReading` is true
 * until then.
 */
export function useWholeSelection(
  selection: GridSelection<Row> | null,
  reader: RefObject<ReadAll | null>,
  onFailed: () => void,
): { whole: GridSelection<Row> | null; isReading: boolean } {
  const [read, setRead] = useState<{ of: object; rows: readonly Row[] } | null>(null)
  const isPart = selection !== null && selection.isAll && selection.count > selection.rows.length
  useEffect(() => {
    if (!isPart || selection === null) {
      setRead(null)
      return undefined
    }
    let isWanted = true
    reader.current?.(batchMax).then(
      (rows) => {
        if (isWanted) setRead({ of: selection, rows })
      },
      (error: unknown) => {
        if (!isWanted) return
        toast.error(error)
        onFailed()
      },
    )
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `onFailed` is new with every rendering
  }, [isPart, selection, reader])
  if (selection === null || !isPart) return { whole: selection, isReading: false }
  if (read === null) return { whole: selection, isReading: true }
  // While they are loaded again, use the previously loaded rows.
  return { whole: { ...selection, rows: read.rows }, isReading: read.of !== selection }
}
