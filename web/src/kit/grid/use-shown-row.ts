import type { GridApi } from 'ag-grid-community'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Highlights the row shown in a side panel and scrolls it into view when it changes. Only an attribute is set, so that
 * the table is not rendered again.
 * @param id of the row; null if none is shown
 * @returns sets the highlight again; call it when AG Grid has rendered other rows
 */
export function useShownRow<Row>(
  id: string | null,
  frame: RefObject<HTMLElement | null>,
  api: () => GridApi<Row> | null,
): () => void {
  const shown = useRef(id)
  shown.current = id
  const indexOf = (wanted: string | null): number | null =>
    wanted === null ? null : (api()?.getRowNode(wanted)?.rowIndex ?? null)
  const mark = (): void => {
    const index = indexOf(shown.current)
    const before = frame.current?.querySelector('.ag-row[aria-current]')
    const now =
      index === null ? null : frame.current?.querySelector(`.ag-row[row-index="${String(index)}"]`)
    if (before === now) return
    before?.removeAttribute('aria-current')
    now?.setAttribute('aria-current', 'true')
  }
  useEffect(() => {
    const index = indexOf(id)
    if (index !== null) api()?.ensureIndexVisible(index)
    mark()
    // oxlint-disable-next-line react/exhaustive-deps -- another row is shown; scrolling away from it is the person's right
  }, [id])
  return mark
}
