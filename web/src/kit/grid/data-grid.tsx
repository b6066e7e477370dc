import type { GridApi, GridOptions, IDatasource } from 'ag-grid-community'
import { Dropdown } from 'antd'
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { OutsideActivity } from '../provider/outside-activity.tsx'
import { useLanguage } from '../text/language.ts'
import { columnDefs, newGridContext, refitColumns } from './column-defs.tsx'
import type { GridSort } from './cursor-datasource.ts'
import type { GridColumn } from './grid-column.ts'
import { GridEngine, suppressOverlays } from './grid-engine.tsx'
import { GridFooter } from './grid-footer.tsx'
import { gridLocale } from './grid-locale.ts'
import type { GridSource } from './grid-source.ts'
import { GridState } from './grid-state.tsx'
import styles from './grid.module.css'
import { followSelection, selectableNodes, selectedByTable } from './follow-selection.ts'
import { SelectLoadedHeader } from './select-loaded-header.tsx'
import { useCutNumbers } from './use-cut-numbers.tsx'
import { useCellMenu } from './use-cell-menu.tsx'
import { useGridTheme } from './use-grid-theme.ts'
import { blockSize, useRowSource } from './use-row-source.ts'
import { useSavedLayout } from './use-saved-layout.ts'
import { useShownRow } from './use-shown-row.ts'
import { useTotalsRows } from './use-totals-rows.ts'
import { roomOf, scrollbarWidthPx } from './scrollbar.ts'

export interface GridSelection<Row> {
  /** The selected rows that are loaded. */
  rows: readonly Row[]
  ids: readonly string[]
  /** All rows of the result are selected, loaded or not; the server then gets the filters. */
  isAll: boolean
  /** The number of selected rows. */
  count: number
}

export interface DataGridHandle {
  /** Reloads the loaded rows, keeping scroll position and selection. */
  refresh: () => void
  clearSelection: () => void
  /** Scrolls to a cell and focuses it. */
  focusCell: (rowId: string, field: string) => void
}

export interface DataGridProps<Row extends object> {
  /** The key under which the user's layout is saved; null saves none. */
  pageKey: string | null
  /** The name of the table for screen readers. */
  ariaLabel: string
  columns: readonly GridColumn<Row>[]
  source: GridSource<Row>
  rowId: (row: Row) => string
  selection?: 'none' | 'single' | 'multiple'
  isSelectable?: (row: Row) => boolean
  onSelectionChange?: (selection: GridSelection<Row>) => void
  /** Double click or Enter on a row; with Ctrl in its own tab. */
  onRowOpen?: (row: Row, inOwnTab: boolean) => void
  /** The focused row, for a side panel that follows it. */
  onRowFocus?: (row: Row) => void
  /** The row shown in a side panel: highlighted and scrolled into view. */
  shownRow?: Row | null
  defaultSort?: readonly GridSort[]
  /** Values of the totals row, by field. */
  totals?: Readonly<Record<string, unknown>> | null
  empty?: ReactNode
  /** Beside the row count, below the rows. */
  footerExtra?: ReactNode
  /** 'fill' takes the remaining height; 'content' is as high as its rows, for short tables. */
  height?: 'fill' | 'content'
  ref?: Ref<DataGridHandle>
}

const noSort: readonly GridSort[] = []

/**
 * The only read-only table component: selection, sort, totals, saved layout and the states of look.md. Its parent must
 * be a flex column that determines the height.
 */
// oxlint-disable-next-line max-lines-per-function -- one table engine: its options share the state of selection and layout
export function DataGrid<Row extends object>(props: DataGridProps<Row>): ReactNode {
  const { language } = useLanguage()
  const apiRef = useRef<GridApi<Row> | null>(null)
  const api = (): GridApi<Row> | null => apiRef.current
  const layout = useSavedLayout(props.pageKey, props.columns, props.defaultSort ?? noSort)
  const theme = useGridTheme(layout.density)
  const [isAll, setAll] = useState(false)
  const [selectedCount, setSelectedCount] = useState(0)
  const reported = useRef<readonly Row[]>([])
  const source = useRowSource(props.source, apiRef, knownSort(layout), () => {
    const grid = api()
    if (grid === null) return
    followSelection(grid, isAll)
    // Report the current rows, not those at the time of selection.
    fitNumbers(grid)
    const rows = grid.getSelectedRows()
    const known = reported.current
    if (rows.length !== known.length || rows.some((row, index) => row !== known[index]))
      report(isAll)
  })
  const cellMenu = useCellMenu(props.columns, api)
  const [context] = useState(newGridContext)
  const definitions = useMemo(
    () => columnDefs(layout.columns, { sort: layout.sort, isSortable: true }),
    // oxlint-disable-next-line react/exhaustive-deps -- the texts of headers depend on the language
    [layout.columns, layout.sort, language],
  )
  const totals = useTotalsRows(props.totals, layout)
  const mode = props.selection ?? 'none'

  const isSelectableRef = useRef(props.isSelectable)
  isSelectableRef.current = props.isSelectable
  const hasSelectable = props.isSelectable !== undefined
  // New option objects would make AG Grid rebuild its columns on every render.
  const selectionOptions = useMemo(
    () =>
      selectionOptionsOf<Row>(
        mode,
        source.kind,
        hasSelectable ? (row) => isSelectableRef.current?.(row) === true : null,
      ),
    [mode, source.kind, hasSelectable],
  )

  const report = (all: boolean): void => {
    const rows = api()?.getSelectedRows() ?? []
    const count = all ? (source.count?.total ?? rows.length) : rows.length
    setAll(all && count > 0)
    setSelectedCount(count)
    reported.current = rows
    props.onSelectionChange?.({ rows, ids: rows.map(props.rowId), isAll: all, count })
  }
  const total = source.count?.total
  useEffect(() => {
    if (isAll) report(true)
    // oxlint-disable-next-line react/exhaustive-deps -- all results are another number now
  }, [total])
  const selectAll = (): void => {
    const grid = api()
    if (grid === null) return
    const nodes = selectableNodes(grid)
    grid.setNodesSelected({ nodes, newValue: true, source: selectedByTable })
    report(true)
  }
  const clearSelection = (): void => {
    api()?.deselectAll()
    report(false)
  }
  const frame = useRef<HTMLDivElement>(null)
  const shownId = props.shownRow == null ? null : props.rowId(props.shownRow)
  const fill = (grid: GridApi<Row>): void =>
    layout.fill(grid, roomOf(frame.current, props.height !== 'content'))
  /** Rows and totals as far as they are loaded: none of their numbers is cut. */
  const fitNumbers = (grid: GridApi<Row>): void => {
    const loaded: object[] = [...totals.rows]
    grid.forEachNode(({ data }) => {
      if (data !== undefined) loaded.push(data)
    })
    layout.fitNumbers(grid, loaded)
    fill(grid)
  }
  const given = props.source.kind === 'rows' ? props.source.rows : null
  useEffect(() => {
    const grid = api()
    if (grid !== null) fitNumbers(grid)
    // oxlint-disable-next-line react/exhaustive-deps -- the columns have an effect of their own
  }, [totals.rows, given])
  useEffect(() => {
    const grid = api()
    if (grid === null) return
    layout.fitLabels(grid)
    fill(grid)
    // oxlint-disable-next-line react/exhaustive-deps -- the texts of headers depend on the language
  }, [layout.columns, language])
  const cut = useCutNumbers<Row>(layout.columns)
  const markShown = useShownRow(shownId, frame, api)
  useImperativeHandle(props.ref, () => ({
    refresh: source.refresh,
    clearSelection,
    focusCell: (rowId, field) => {
      const node = api()?.getRowNode(rowId)
      if (node?.rowIndex == null) return
      api()?.ensureIndexVisible(node.rowIndex)
      api()?.setFocusedCell(node.rowIndex, field)
    },
  }))

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and pastes bubble up from the cells of the grid
    <div
      ref={frame}
      data-grid={cut.id}
      className={styles.frame}
      onKeyDown={cellMenu.onKeyDown}
      role="group"
      aria-label={props.ariaLabel}
    >
      {cut.style}
      <Dropdown menu={cellMenu.menu} trigger={['contextMenu']}>
        <div
          className={props.height === 'content' ? styles.bodyOfContent : styles.body}
          data-condition={source.condition.kind}
          aria-busy={source.isReading}
          data-rows={source.hasRows ? 'read' : 'none'}
        >
          <OutsideActivity className={props.height === 'content' ? undefined : styles.engine}>
            <GridEngine<Row>
              key={`${source.kind} ${layout.generation}`}
              options={{
                theme,
                suppressRowTransform: true,
                rowBuffer: 3,
                scrollbarWidth: scrollbarWidthPx,
                ...(props.height === 'content' && { domLayout: 'autoHeight' as const }),
                localeText: gridLocale(language),
                context,
                columnDefs: definitions,
                getRowId: ({ data, rowPinned }) =>
                  rowPinned == null ? props.rowId(data) : 'totals',
                ...rowModelOf(source.datasource, props.source),
                pinnedBottomRowData: totals.rows,
                ...selectionOptions,
                suppressOverlays,
                // The table is one stop of the Tab key; arrow keys move inside.
                tabToNextCell: () => false,
                tabToNextHeader: () => false,
                preventDefaultOnContextMenu: true,
                tooltipShowDelay: 400,
                onGridReady: (event) => {
                  apiRef.current = event.api
                  fitNumbers(event.api)
                },
                onGridSizeChanged: (event) => {
                  fill(event.api)
                  cut.mark(event.api)
                },
                onBodyScroll: ({ api: grid, direction }) => {
                  if (direction === 'horizontal') cut.mark(grid)
                },
                onDisplayedColumnsChanged: ({ api: grid }) => cut.mark(grid),
                onGridPreDestroyed: () => {
                  apiRef.current = null
                },
                onViewportChanged: markShown,
                onModelUpdated: markShown,
                onSelectionChanged: ({ source: cause }) => {
                  // Selecting newly loaded rows belongs to "select all"; any other change ends it.
                  if (cause !== selectedByTable) report(false)
                },
                onCellContextMenu: cellMenu.onCellContextMenu,
                onCellFocused: (event) => {
                  if (event.rowIndex === null || event.rowPinned != null) return
                  const row = event.api.getDisplayedRowAtIndex(event.rowIndex)?.data
                  if (row !== undefined) props.onRowFocus?.(row)
                },
                onCellDoubleClicked: ({ data, event }) => {
                  if (data === undefined) return
                  props.onRowOpen?.(data, event instanceof MouseEvent && event.ctrlKey)
                },
                onCellKeyDown: ({ data, event }) => {
                  // Ctrl+Enter submits, wherever the focus is (shell.md section 8).
                  if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || event.ctrlKey)
                    return
                  if (data !== undefined) props.onRowOpen?.(data, false)
                },
                onSortChanged: ({ api: grid }) => layout.save(grid),
                onColumnVisible: ({ api: grid }) => {
                  layout.save(grid)
                  totals.tellShown(grid)
                  fill(grid)
                },
                onColumnPinned: ({ api: grid }) => layout.save(grid),
                onColumnResized: (event) => {
                  refitColumns(event)
                  cut.mark(event.api)
                  if (!event.finished || event.source !== 'uiColumnResized') return
                  const resized = event.columns ?? []
                  layout.saveWidths(
                    event.api,
                    resized.map((column) => column.getColId()),
                  )
                  fill(event.api)
                },
                onColumnMoved: ({ api: grid, finished, source: cause }) => {
                  if (finished && cause === 'uiColumnMoved') layout.save(grid)
                },
              }}
            />
          </OutsideActivity>
          <GridState
            condition={source.condition}
            empty={props.empty}
            onRetry={source.retry}
            onUsualOrder={() => {
              const usual = (props.defaultSort ?? noSort).map(
                ({ field, direction }, sortIndex) => ({
                  colId: field,
                  sort: direction,
                  sortIndex,
                }),
              )
              api()?.applyColumnState({ state: usual, defaultState: { sort: null } })
            }}
          />
        </div>
      </Dropdown>
      <GridFooter
        count={source.count}
        selectedCount={selectedCount}
        isAllSelected={isAll}
        onSelectAll={source.kind === 'cursor' && mode === 'multiple' ? selectAll : null}
        onClearSelection={clearSelection}
        columns={layout.columns}
        api={api}
        density={layout.density}
        onDensity={layout.setDensity}
        onResetColumns={layout.reset}
        extra={props.footerExtra}
      />
    </div>
  )
}

/** The order in which a new table asks for its rows: of its own columns. */
function knownSort<Row>(layout: {
  sort: readonly GridSort[]
  columns: readonly GridColumn<Row>[]
}): readonly GridSort[] {
  return layout.sort.filter((sort) => layout.columns.some(({ field }) => field === sort.field))
}

const selectionWidth = {
  width: 44,
  pinned: 'left',
  resizable: false,
  suppressMovable: true,
} as const

/**
 * Row selection options. The header checkbox of AG Grid is not used for server-paged rows, because only a part of them
 * is loaded.
 */
function selectionOptionsOf<Row>(
  mode: 'none' | 'single' | 'multiple',
  kind: 'cursor' | 'rows',
  isSelectable: ((row: Row) => boolean) | null,
): Pick<GridOptions<Row>, 'rowSelection' | 'selectionColumnDef'> {
  if (mode === 'none') return {}
  const common = {
    checkboxes: true,
    enableClickSelection: false,
    ...(isSelectable !== null && {
      isRowSelectable: ({ data }: { data?: Row | undefined }) =>
        data !== undefined && isSelectable(data),
    }),
  }
  if (mode === 'single') {
    return { rowSelection: { mode: 'singleRow', ...common }, selectionColumnDef: selectionWidth }
  }
  return {
    rowSelection: { mode: 'multiRow', headerCheckbox: kind === 'rows', ...common },
    selectionColumnDef:
      kind === 'cursor'
        ? { ...selectionWidth, headerComponent: SelectLoadedHeader }
        : selectionWidth,
  }
}

function rowModelOf<Row extends object>(
  datasource: IDatasource | null,
  source: GridSource<Row>,
): object {
  if (source.kind === 'rows' || datasource === null) {
    return { rowModelType: 'clientSide', rowData: source.kind === 'rows' ? source.rows : [] }
  }
  return {
    rowModelType: 'infinite',
    datasource,
    cacheBlockSize: blockSize,
    cacheOverflowSize: 1,
    infiniteInitialRowCount: 1,
    maxConcurrentDatasourceRequests: 1,
  }
}
