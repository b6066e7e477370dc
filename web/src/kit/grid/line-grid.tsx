import type { ColDef, GridApi, GridOptions, SuppressKeyboardEventParams } from 'ag-grid-community'
import { PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { ClipboardEvent, ReactNode, Ref } from 'react'
import { flushSync } from 'react-dom'
import { toast } from '../feedback/toast.ts'
import { OutsideActivity } from '../provider/outside-activity.tsx'
import { useLanguage } from '../text/language.ts'
import { useMessages } from '../text/messages.ts'
import { editCell } from './edit-cell.ts'
import { editorOf } from './cell-editors.tsx'
import { parseClipboardTable } from './clipboard-table.ts'
import { columnDefs, newGridContext, problemKey, refitColumns } from './column-defs.tsx'
import type { GridColumn } from './grid-column.ts'
import { focusFirst } from './focus-first.ts'
import { GridEngine, suppressOverlays } from './grid-engine.tsx'
import { GridFooter } from './grid-footer.tsx'
import { gridLocale } from './grid-locale.ts'
import { gridMessages } from './grid-messages.ts'
import styles from './grid.module.css'
import { entryProblems, isEditableIn, pasteBlock, withTyped, withoutRepeats } from './line-entry.ts'
import type { CellProblem } from './line-entry.ts'
import { lineNumberColumn, refreshLineNumbers } from './line-numbers.ts'
import { LineProblems } from './line-problems.tsx'
import { nextEditableCell } from './next-editable-cell.ts'
import { showCell } from './show-cell.ts'
import { useCellMenu } from './use-cell-menu.tsx'
import { useGridTheme } from './use-grid-theme.ts'
import { useHeldColumns } from './use-held-columns.ts'
import { useSavedLayout } from './use-saved-layout.ts'
import { useTotalsRows } from './use-totals-rows.ts'
import { roomOf, scrollbarWidthPx } from './scrollbar.ts'

export interface LineGridHandle {
  /** Ends the current cell edit, so that its text is in `rows`; call it before sending. */
  finishEditing: () => void
  focusCell: (rowId: string, field: string) => void
}

export interface LineGridProps<Row extends object> {
  pageKey: string | null
  ariaLabel: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Called with the complete new list on every change; invalid text is kept. */
  onRowsChange: (rows: Row[]) => void
  /** Creates an empty line; absent where lines come from elsewhere. */
  newRow?: () => Row
  /** false: only the button adds a line, not Enter below the last line or Tab behind it, because lines are selected. */
  growsByKey?: boolean
  /** Refusals of the server by cell, see `lineProblems`; the grid finds invalid entries itself. */
  problems?: readonly CellProblem[]
  /** The selected rows, for removing lines and the like. */
  onSelectionChange?: (rows: readonly Row[]) => void
  /** Selects the row for a side panel with details of the line. */
  onRowFocus?: (row: Row) => void
  totals?: Readonly<Record<string, unknown>> | null
  empty?: ReactNode
  footerExtra?: ReactNode
  height?: 'fill' | 'content'
  /** The columns take the whole width of the table, the essential ones in view (`essential-first.ts`). */
  isFitted?: boolean
  /** The column whose first cell has the keyboard as soon as there are lines. */
  startAt?: string | undefined
  ref?: Ref<LineGridHandle>
}

const selectionOptions: Pick<GridOptions, 'rowSelection' | 'selectionColumnDef'> = {
  rowSelection: {
    mode: 'multiRow',
    checkboxes: true,
    headerCheckbox: true,
    enableClickSelection: false,
  },
  selectionColumnDef: { width: 44, pinned: 'left', resizable: false, suppressMovable: true },
}

const noProblems: readonly CellProblem[] = []

/**
 * The table for entering lines with the keyboard, like a worksheet: typing starts an edit, Enter moves down, Tab moves
 * to the next editable cell, and both add a line at the end; a block from Excel is pasted at the focused cell. Invalid
 * cells are marked and listed below with links.
 */
// oxlint-disable-next-line max-lines-per-function -- one table engine: its keys, pastes and edits share the newest rows
export function LineGrid<Row extends object>(props: LineGridProps<Row>): ReactNode {
  const { language, label } = useLanguage()
  const t = useMessages(gridMessages)
  const apiRef = useRef<GridApi<Row> | null>(null)
  const api = (): GridApi<Row> | null => apiRef.current
  const frame = useRef<HTMLDivElement>(null)
  const layout = useSavedLayout(props.pageKey, props.columns, [])
  const theme = useGridTheme(layout.density)
  const cellMenu = useCellMenu(props.columns, api)
  const [selectedCount, setSelectedCount] = useState(0)
  // The latest rows even between two renders: a paste and an edit may follow each other directly.
  const rowsRef = useRef<readonly Row[]>(props.rows)
  rowsRef.current = props.rows

  const given = props.problems ?? noProblems
  const problems = useMemo(
    () => withoutRepeats([...given, ...entryProblems(props.columns, props.rows, props.rowId)]),
    // oxlint-disable-next-line react/exhaustive-deps -- rowId gives the same id for the same row
    [given, props.columns, props.rows],
  )
  const [context] = useState(newGridContext)
  useEffect(() => {
    context.problems = new Map(
      problems.flatMap(({ rowId, field, message }) =>
        field === null ? [] : [[problemKey(rowId, field), label(message)]],
      ),
    )
    apiRef.current?.refreshCells({ force: true })
    // oxlint-disable-next-line react/exhaustive-deps -- the columns change with the language only
  }, [problems, language])

  const held = useHeldColumns<ColDef<Row>[]>(api)
  const change = (rows: Row[]): void => {
    held.tellChange()
    rowsRef.current = rows
    props.onRowsChange(rows)
  }
  const growsByKey = props.newRow !== undefined && props.growsByKey !== false
  /** Adds a line and edits this column, or the first editable one. */
  const addRow = (column?: string): void => {
    if (props.newRow === undefined) return
    const first = api()
      ?.getAllDisplayedColumns()
      .find((known) => isFillable(known.getColId()))
    const row = rowsRef.current.length
    const { newRow } = props
    flushSync(() => change([...rowsRef.current, newRow()]))
    const grid = api()
    const field = column ?? first?.getColId()
    if (grid !== null && field !== undefined) editCell(grid, row, field)
  }
  const isFillable = (field: string): boolean => {
    const column = props.columns.find((known) => known.field === field)
    return column?.isEditable !== undefined && column.isEditable !== false
  }
  const focusCell = (...at: [string, string]): void => showCell(api(), frame.current, ...at)
  useImperativeHandle(props.ref, () => ({
    finishEditing: () => api()?.stopEditing(),
    focusCell,
  }))

  /** Enter moves down the column, Tab along the line; returns true to keep the key from AG Grid. */
  const onEditKey = ({
    event,
    editing,
    api: grid,
    node,
    column,
  }: SuppressKeyboardEventParams<Row>): boolean => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // Sends the lines; it begins no edit. The one that ends composition in an input method does neither.
      if (editing && !event.isComposing) grid.stopEditing()
      return true
    }
    if (!editing || (event.key !== 'Enter' && event.key !== 'Tab')) return false
    if (event.isComposing) return true
    if (event.key === 'Tab') {
      if (event.shiftKey || !growsByKey) return false
      event.preventDefault()
      const moved = grid.tabToNextCell()
      if (moved && grid.getEditingCells().length > 0) return true
      grid.stopEditing()
      addRow()
      return true
    }
    event.preventDefault()
    const field = column.getColId()
    const row = rowBelow(grid, node.rowIndex ?? 0, field, event.shiftKey ? -1 : 1)
    grid.stopEditing()
    if (row !== null) editCell(grid, row, field)
    else if (!event.shiftKey && growsByKey) addRow(field)
    else grid.setFocusedCell(node.rowIndex ?? 0, field)
    return true
  }

  /** The next row (down or up) whose cell of this column is editable; null at the end. */
  type RowBelow = (grid: GridApi<Row>, from: number, field: string, step: number) => number | null
  const rowBelow: RowBelow = (grid, from, field, step) => {
    const column = props.columns.find((known) => known.field === field)
    if (column === undefined) return null
    for (let row = from + step; ; row += step) {
      const data = grid.getDisplayedRowAtIndex(row)?.data
      if (data === undefined) return null
      if (isEditableIn(column, data)) return row
    }
  }

  const isEmpty = props.rows.length === 0 && props.empty !== undefined
  /** Below the explanation of an empty table, else in the footer. */
  const addButton = (type: 'default' | 'link'): ReactNode =>
    props.newRow !== undefined && (
      <Button type={type} size="small" icon={<PlusOutlined aria-hidden />} onClick={() => addRow()}>
        {t('addRow')}
      </Button>
    )

  const definitions = useMemo(() => {
    const byField = new Map(layout.columns.map((column) => [column.field, column]))
    const own = columnDefs(layout.columns, { sort: [], isSortable: false }).map(
      (definition): ColDef<Row> => {
        const column = byField.get(definition.colId ?? '')
        if (column?.isEditable === undefined) return definition
        return {
          ...definition,
          editable: ({ data, node }) =>
            data !== undefined && node.rowPinned == null && isEditableIn(column, data),
          cellEditor: editorOf(column),
          cellEditorParams: { gridColumn: column },
          suppressKeyboardEvent: (params) => editKeyRef.current(params),
          cellClassRules: {
            ...definition.cellClassRules,
            [styles.editable ?? '']: ({ data, node }) =>
              data !== undefined && node.rowPinned == null && isEditableIn(column, data),
          },
        }
      },
    )
    // Lines of a saved document have numbers of their own.
    return byField.has('lineNo') ? own : [lineNumberColumn<Row>(t('lineNumber')), ...own]
    // oxlint-disable-next-line react/exhaustive-deps -- the texts of headers depend on the language
  }, [layout.columns, language])
  const editKeyRef = useRef(onEditKey)
  editKeyRef.current = onEditKey

  const fit = (grid: GridApi<Row>): void => {
    if (props.isFitted !== true) return
    layout.fill(grid, roomOf(frame.current, props.height === 'fill'))
  }
  useEffect(() => {
    const grid = api()
    if (grid === null) return
    layout.fitLabels(grid)
    fit(grid)
    // oxlint-disable-next-line react/exhaustive-deps -- the texts of headers depend on the language
  }, [layout.columns, language])
  const hasSelection = props.onSelectionChange !== undefined
  const totals = useTotalsRows(props.totals, layout)

  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain')
    const cell = api()?.getFocusedCell()
    const isBlock = /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ''))
    if (cell == null || text === '') return
    if (event.target instanceof HTMLInputElement && !isBlock) return
    event.preventDefault()
    api()?.stopEditing(true)
    const byField = new Map(props.columns.map((column) => [column.field, column]))
    const shown = (api()?.getAllDisplayedColumns() ?? []).flatMap(
      (column) => byField.get(column.getColId()) ?? [],
    )
    const result = pasteBlock(parseClipboardTable(text), {
      rows: rowsRef.current,
      columns: shown,
      row: cell.rowIndex,
      column: shown.findIndex((column) => column.field === cell.column.getColId()),
      newRow: props.newRow,
    })
    change(result.rows)
    if (result.cellsLeftOut > 0) {
      toast.warning(t('pasteLeftOut', { pasted: result.cellsPasted, leftOut: result.cellsLeftOut }))
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and pastes bubble up from the cells, which are the interactive parts
    <div
      ref={frame}
      className={props.height === 'fill' ? styles.frame : undefined}
      onKeyDown={cellMenu.onKeyDown}
      onPaste={onPaste}
      role="group"
      aria-label={props.ariaLabel}
    >
      <Dropdown menu={cellMenu.menu} trigger={['contextMenu']}>
        <div className={props.height === 'fill' ? styles.body : styles.bodyOfContent}>
          <OutsideActivity className={props.height === 'fill' ? styles.engine : undefined}>
            <GridEngine<Row>
              key={layout.generation}
              options={{
                theme,
                scrollbarWidth: scrollbarWidthPx,
                domLayout: props.height === 'fill' ? 'normal' : 'autoHeight',
                localeText: gridLocale(language),
                context,
                columnDefs: held.shown(definitions),
                // Every edit goes through `onRowsChange`, so AG Grid never changes rows itself.
                rowData: props.rows as Row[],
                getRowId: ({ data, rowPinned }) =>
                  rowPinned == null ? props.rowId(data) : 'totals',
                readOnlyEdit: true,
                singleClickEdit: true,
                stopEditingWhenCellsLoseFocus: true,
                suppressOverlays,
                tabToNextCell: (params) => nextEditableCell(params, props.columns),
                preventDefaultOnContextMenu: true,
                tooltipShowDelay: 200,
                pinnedBottomRowData: totals.rows,
                ...(hasSelection && selectionOptions),
                onGridReady: (event) => {
                  apiRef.current = event.api
                  fit(event.api)
                },
                onGridSizeChanged: ({ api: grid }) => fit(grid),
                onRowDataUpdated: ({ api: grid }) => refreshLineNumbers(grid),
                onFirstDataRendered: ({ api: grid }) => {
                  if (props.startAt !== undefined) focusFirst(grid, props.startAt)
                },
                onGridPreDestroyed: () => {
                  apiRef.current = null
                },
                onCellEditingStopped: held.tellEnd,
                onCellEditRequest: ({ data, colDef, newValue }) => {
                  const column = props.columns.find((known) => known.field === colDef.colId)
                  if (column === undefined) return
                  const id = props.rowId(data)
                  const typed = newValue === null || newValue === undefined ? '' : String(newValue)
                  change(
                    rowsRef.current.map((row) =>
                      props.rowId(row) === id ? withTyped(row, column, typed) : row,
                    ),
                  )
                },
                onSelectionChanged: ({ api: grid }) => {
                  const rows = grid.getSelectedRows()
                  setSelectedCount(rows.length)
                  props.onSelectionChange?.(rows)
                },
                onCellFocused: (event) => {
                  if (event.rowIndex === null || event.rowPinned != null) return
                  const row = event.api.getDisplayedRowAtIndex(event.rowIndex)?.data
                  if (row !== undefined) props.onRowFocus?.(row)
                },
                onCellContextMenu: cellMenu.onCellContextMenu,
                onColumnVisible: ({ api: grid }) => {
                  layout.save(grid)
                  totals.tellShown(grid)
                },
                onColumnPinned: ({ api: grid }) => layout.save(grid),
                onColumnResized: (event) => {
                  const { api: grid, finished, source } = event
                  refitColumns(event)
                  if (!finished || source !== 'uiColumnResized') return
                  layout.saveWidths(
                    grid,
                    (event.columns ?? []).map((column) => column.getColId()),
                  )
                  fit(grid)
                },
                onColumnMoved: ({ api: grid, finished, source }) => {
                  if (finished && source === 'uiColumnMoved') layout.save(grid)
                },
              }}
            />
          </OutsideActivity>
        </div>
      </Dropdown>
      {isEmpty && (
        <div className={styles.emptyLines}>
          {props.empty}
          {addButton('default')}
        </div>
      )}
      <LineProblems
        problems={problems}
        rowIds={props.rows.map(props.rowId)}
        columns={props.columns}
        onGo={focusCell}
      />
      <GridFooter
        count={{ total: props.rows.length, isCapped: false }}
        selectedCount={selectedCount}
        isAllSelected={false}
        onSelectAll={null}
        onClearSelection={() => api()?.deselectAll()}
        columns={layout.columns}
        api={api}
        density={layout.density}
        onDensity={layout.setDensity}
        onResetColumns={layout.reset}
        extra={
          <>
            {!isEmpty && addButton('link')}
            {props.footerExtra}
          </>
        }
      />
    </div>
  )
}
