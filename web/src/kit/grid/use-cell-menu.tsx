import type { CellContextMenuEvent, GridApi } from 'ag-grid-community'
import type { MenuProps } from 'antd'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { copyText } from '../text/copy-text.ts'
import { toast } from '../feedback/toast.ts'
import { useMessages } from '../text/messages.ts'
import { clipboardText } from './cell-format.ts'
import { formatClipboardTable } from './clipboard-table.ts'
import type { GridColumn } from './grid-column.ts'
import { gridMessages } from './grid-messages.ts'

interface CellMenu<Row> {
  menu: MenuProps
  onCellContextMenu: (event: CellContextMenuEvent<Row>) => void
  /** Ctrl+C copies the focused cell, with Shift its row. */
  onKeyDown: (event: KeyboardEvent) => void
}

/** Copies a cell or a row by context menu or keyboard. */
export function useCellMenu<Row>(
  columns: readonly GridColumn<Row>[],
  api: () => GridApi<Row> | null,
): CellMenu<Row> {
  const t = useMessages(gridMessages)
  const target = useRef<{ row: Row; field: string } | null>(null)

  const copy = (cells: readonly string[]): void => {
    copyText(formatClipboardTable([cells])).then(() => toast.info(t('copied')), toast.error)
  }
  const visible = (): GridColumn<Row>[] => {
    const byField = new Map(columns.map((column) => [column.field, column]))
    const shown = api()?.getAllDisplayedColumns() ?? []
    return shown.flatMap((column) => byField.get(column.getColId()) ?? [])
  }
  const copyCell = (row: Row, field: string): void => {
    const column = columns.find((known) => known.field === field)
    if (column !== undefined) copy([clipboardText(column, row)])
  }
  const copyRow = (row: Row): void => copy(visible().map((column) => clipboardText(column, row)))

  const focused = (): { row: Row; field: string } | null => {
    const grid = api()
    const cell = grid?.getFocusedCell()
    if (grid == null || cell == null) return null
    const row = grid.getDisplayedRowAtIndex(cell.rowIndex)?.data
    return row === undefined ? null : { row, field: cell.column.getColId() }
  }

  return {
    menu: {
      items: [
        { key: 'cell', label: t('copyCell') },
        { key: 'row', label: t('copyRow') },
      ],
      onClick: ({ key }) => {
        if (target.current === null) return
        if (key === 'cell') copyCell(target.current.row, target.current.field)
        else copyRow(target.current.row)
      },
    },
    onCellContextMenu: (event) => {
      target.current =
        event.data === undefined ? null : { row: event.data, field: event.column.getColId() }
    },
    onKeyDown: (event) => {
      const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c'
      // The browser copies selected text and text in an editor.
      const isText =
        event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      if (!isCopy || isText || (getSelection()?.toString() ?? '') !== '') return
      const cell = focused()
      if (cell === null) return
      event.preventDefault()
      if (event.shiftKey) copyRow(cell.row)
      else copyCell(cell.row, cell.field)
    },
  }
}
