import type {
  CellClassParams,
  ColDef,
  ColumnResizedEvent,
  ICellRendererParams,
  ITooltipParams,
  ValueFormatterParams,
} from 'ag-grid-community'
import type { MouseEvent, ReactNode } from 'react'
import { label } from '../text/language.ts'
import { StateTag } from '../theme/state-tag.tsx'
import { cellText, cellTextWithin, emptyValue } from './cell-format.ts'
import type { GridSort } from './cursor-datasource.ts'
import { GridContents, drawnBy } from './grid-contents.tsx'
import type { HasContents } from './grid-contents.tsx'
import {
  columnWidth,
  isMarkedRequired,
  isNumberKind,
  requiredMark,
  valueOf,
} from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'
import { gridMessages } from './grid-messages.ts'
import styles from './grid.module.css'
import { textFits } from './text-fits.ts'
import { namesTotals } from './totals-row.ts'

/** Data shared by the cells of one table; the object is stable, its content changes. */
export interface GridContext extends HasContents {
  /** Error messages of cells, by `rowId` and field joined with a blank. */
  problems: ReadonlyMap<string, string>
}

export function newGridContext(): GridContext {
  return { problems: new Map(), contents: new GridContents() }
}

export const problemKey = (rowId: string, field: string): string => `${rowId} ${field}`

interface DefinitionOptions {
  sort: readonly GridSort[]
  isSortable: boolean
}

/** Builds the column definitions of AG Grid; `columns` already include the user's layout. */
export function columnDefs<Row>(
  columns: readonly GridColumn<Row>[],
  options: DefinitionOptions,
): ColDef<Row>[] {
  return columns.map((column) => {
    const isNumber = isNumberKind(column.kind)
    const right = column.align === 'right' || (column.align === undefined && isNumber)
    const sortIndex = options.sort.findIndex((sort) => sort.field === column.field)
    const hasContent =
      column.render !== undefined || column.onOpen !== undefined || column.kind === 'state'
    return {
      colId: column.field,
      field: column.field as NonNullable<ColDef<Row>['field']>,
      headerName: headerText(column),
      initialWidth: columnWidth(column),
      ...(column.pinned !== undefined && { initialPinned: column.pinned }),
      initialHide: column.isHidden === true,
      initialSort: options.sort[sortIndex]?.direction ?? null,
      ...(sortIndex !== -1 && { initialSortIndex: sortIndex }),
      sortable: options.isSortable && column.isSortable !== false,
      resizable: true,
      lockPinned: false,
      ...(isNumber && { comparator: compareNumbers }),
      ...(right && { headerClass: 'ag-right-aligned-header' }),
      cellClass: right ? styles.number : column.align === 'center' ? styles.centre : undefined,
      cellClassRules: {
        [styles.empty ?? '']: (params) => params.value === null || params.value === undefined,
        [styles.pending ?? '']: (params) => params.data === undefined,
        [styles.problem ?? '']: hasProblem,
        [styles.fits ?? '']: (params) => fits(column, params),
      },
      valueFormatter: (params: ValueFormatterParams<Row>) => formatted(column, params),
      tooltip: (params) => {
        const id = params.node?.id
        const found =
          id === undefined
            ? undefined
            : contextOf(params.context).problems.get(problemKey(id, column.field))
        return found ?? hinted(column, params) ?? unsaid(column, params)
      },
      ...(hasContent && {
        cellRenderer: contentRenderer,
        cellRendererParams: { gridColumn: column },
      }),
    }
  })
}

function headerText<Row>(column: GridColumn<Row>): string {
  const unit = column.unit === undefined ? '' : ` (${label(column.unit)})`
  return `${label(column.label)}${unit}${isMarkedRequired(column) ? requiredMark : ''}`
}

function contextOf(context: unknown): GridContext {
  return context as GridContext
}

function hasProblem<Row>(params: CellClassParams<Row>): boolean {
  const { id } = params.node
  if (id === undefined) return false
  return contextOf(params.context).problems.has(problemKey(id, params.column.getColId()))
}

/** Margins, border and mark of a tag around its text, pixels (state-tag.module.css). */
const aroundTagText = 32

/** Whether the cell contains only text or a state that fits at the current width. */
function fits<Row>(column: GridColumn<Row>, params: CellClassParams<Row>): boolean {
  const { data, node } = params
  if (data === undefined || node.rowPinned != null) return false
  if (column.render !== undefined) return false
  const room = params.column.getActualWidth() - (column.kind === 'state' ? aroundTagText : 0)
  return textFits(cellTextWithin(column, data, room), room)
}

/** What the column says about the cell of this row; undefined for nothing. */
function hinted<Row>(column: GridColumn<Row>, params: ITooltipParams<Row>): string | undefined {
  const hint = params.data === undefined ? '' : (column.hint?.(params.data) ?? '')
  return hint === '' ? undefined : hint
}

/** The quantity in both units, where the cell says it in the base unit alone. */
function unsaid<Row>(column: GridColumn<Row>, params: ITooltipParams<Row>): string {
  const { data, column: shown } = params
  if (column.isInBaseUnit !== true || data === undefined || shown === undefined) return ''
  const text = cellText(column, data)
  const width = 'getActualWidth' in shown ? shown.getActualWidth() : Infinity
  return cellTextWithin(column, data, width) === text ? '' : text
}

/** Refreshes columns after a resize, because the truncated texts change. */
export function refitColumns<Row>({ api, columns }: ColumnResizedEvent<Row>): void {
  if (columns !== null) api.refreshCells({ columns, force: true })
}

function formatted<Row>(column: GridColumn<Row>, params: ValueFormatterParams<Row>): string {
  if (params.data === undefined) return ''
  const width = params.column?.getActualWidth() ?? Infinity
  const text = cellTextWithin(column, params.data, width)
  if (params.node?.rowPinned !== 'bottom') return text
  // The totals row has few values; a dash would mean "unknown".
  const sum = text === emptyValue ? '' : text
  return namesTotals(params.column, params.api) ? `${label(gridMessages.sum)} ${sum}`.trim() : sum
}

/** Exact numbers are texts; for sorting visible rows a float is exact enough. */
function compareNumbers(left: unknown, right: unknown): number {
  const size = (value: unknown): number =>
    value === null || value === undefined || value === '' ? -Infinity : Number(value)
  const [a, b] = [size(left), size(right)]
  return a === b ? 0 : a < b ? -1 : 1
}

interface ContentProps<Row> extends ICellRendererParams<Row> {
  gridColumn: GridColumn<Row>
}

function CellContent<Row>(props: ContentProps<Row>): ReactNode {
  const { gridColumn: column } = props
  const { data } = props
  if (data === undefined) return null
  if (props.node.rowPinned === 'bottom') return props.valueFormatted
  if (column.render !== undefined) return column.render(data)
  const content = column.kind === 'state' ? stateTag(column, data) : cellText(column, data)
  const { onOpen } = column
  if (onOpen === undefined || content === emptyValue) return content
  const open = (event: MouseEvent): void => {
    event.stopPropagation()
    // The row as it is now: AG Grid does not draw a cell again whose own value stayed the same.
    onOpen(props.node.data ?? data, event.ctrlKey || event.metaKey)
  }
  return (
    <button type="button" className={styles.link} tabIndex={-1} onClick={open}>
      {content}
    </button>
  )
}

const contentRenderer = drawnBy(CellContent)

function stateTag<Row>(column: GridColumn<Row>, row: Row): ReactNode {
  const value = valueOf(row, column.field)
  const state = column.states?.find((known) => known.value === value)
  return state === undefined ? (
    cellText(column, row)
  ) : (
    <StateTag tone={state.tone} label={state.label} />
  )
}
