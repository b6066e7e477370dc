import { addAll } from '@kufang/kernel/add-all.ts'
import { exportedColumns } from './exported-columns.ts'
import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Empty } from 'antd'
import { useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import type { Filter, ListResponse } from '@kufang/contract/document/api.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { api } from '../../api/client.ts'
import { downloadFile } from '../../api/files.ts'
import { toast } from '../../feedback/toast.ts'
import type { Row } from '../../fields/field-column.ts'
import { toFilters } from '../../fields/list-filters.ts'
import { withWords } from '../../fields/row-words.ts'
import type { BlockRequest, GridSort } from '../../grid/cursor-datasource.ts'
import { applyLayout, readLayout } from '../../grid/column-store.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import type { DataGridHandle, GridSelection } from '../../grid/data-grid.tsx'
import type { ColumnState, GridColumn } from '../../grid/grid-column.ts'
import { gridMessages } from '../../grid/grid-messages.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { FilterBar } from './filter-bar.tsx'
import { PageActions } from '../frame/page-frame.tsx'
import { useIsSupplier } from '../../session/decider.ts'
import type { Conditions } from './filter-bar.tsx'
import { useListState } from './list-state.ts'
import { useLinkedNumber } from './use-linked-number.ts'
import { columnsOfSupplier, filtersOfSupplier } from './own-supplier.ts'
import { ViewSwitch } from './view-switch.tsx'
import { VisitedView } from './visited-view.tsx'

const messages = defineMessages({
  export: { zh: '导出', en: 'Export' },
  refresh: { zh: '刷新', en: 'Refresh' },
  reset: { zh: '重置条件', en: 'Reset the conditions' },
  none: { zh: '还没有您可查看的{name}', en: 'No {name} that you may see yet' },
})

export interface RecordListProps {
  /** The key under which columns and filters of this list are saved. */
  pageKey: string
  ariaLabel: string
  fields: Fields
  columns: readonly GridColumn<Row>[]
  quickFilters: readonly string[]
  statesOf: (name: string) => readonly ColumnState[] | undefined
  /** POST with a `ListRequest`. */
  listPath: string
  /** POST with the same and the columns; null without export. */
  exportPath: string | null
  /** The entity whose writes make the list stale. */
  entity: string
  /** Sent with every request. */
  extraRequest?: Readonly<Record<string, unknown>>
  /** Conditions the user cannot remove. */
  fixedFilters?: readonly Filter[]
  initialValues?: Conditions['values']
  defaultSort?: readonly GridSort[]
  rowId: (row: Row) => string
  selection?: 'none' | 'single' | 'multiple'
  onSelectionChange?: (selection: GridSelection<Row>) => void
  onRowOpen?: (row: Row, inOwnTab: boolean) => void
  onRowFocus?: (row: Row) => void
  /** The row shown in the side panel. */
  shownRow?: Row | null
  empty?: ReactNode
  hasSearch?: boolean
  /** Fields searched by free text; named in the search box. */
  searchFields?: readonly string[]
  /** In the title row, beside the export button. */
  toolbar?: ReactNode
  /** The loaded rows, for selecting neighbours in the side panel. */
  onRows?: (rows: readonly Row[]) => void
  /** Called when a link changed what the list shows, with the number of the document that it named, if it did. */
  onLinked?: (docNo: string | null) => void
  /** Receives the function that reads the whole result. */
  reader?: Ref<ReadAll>
  ref?: Ref<DataGridHandle>
}

/** All rows of the filtered and sorted result, up to a maximum. Throws `ApiError`. */
export type ReadAll = (rowsMax: number) => Promise<readonly Row[]>

/** Rows per request when reading all; the maximum of the server. */
const readAllSize = 500

const noValues: Conditions['values'] = {}

/** The only component for lists paged by the server: filters, table, totals, export. */
// oxlint-disable-next-line max-lines-per-function -- markup: the frame of every list in the order of the screen
export function RecordList(props: RecordListProps): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const isSupplier = useIsSupplier()
  const columns = useMemo(
    () => (isSupplier ? columnsOfSupplier(props.columns) : props.columns),
    [isSupplier, props.columns],
  )
  const quickFilters = isSupplier ? filtersOfSupplier(props.quickFilters) : props.quickFilters
  const initial = useMemo(
    (): Conditions => ({ search: '', values: props.initialValues ?? noValues }),
    [props.initialValues],
  )
  const state = useListState(props.pageKey, initial)
  const { conditions } = state
  const hasStates = (name: string) => props.statesOf(name) !== undefined
  useLinkedNumber(props.fields, hasStates, (linked) => {
    props.onLinked?.('docNo' in linked ? linked.docNo : null)
    if ('find' in linked) {
      state.setConditions({ ...initial, search: linked.find })
      return
    }
    if ('values' in linked) {
      // All rows with these values, also those that the list leaves out at first.
      state.setConditions({ search: '', values: linked.values })
      return
    }
    const { docNo } = linked
    state.setConditions({ search: '', values: { ...initial.values, docNo } })
  })
  const [totals, setTotals] = useState<Row | null>(null)
  const [isExporting, setExporting] = useState(false)
  const known = useRef({ total: 0, totalIsCapped: false })
  const loaded = useRef<Row[]>([])
  const own = useRef<DataGridHandle>(null)
  const request = {
    ...props.extraRequest,
    filters: [...(props.fixedFilters ?? []), ...toFilters(props.fields, conditions.values)],
    ...(conditions.search.trim() !== '' && { search: conditions.search.trim() }),
  }
  const queryKey = JSON.stringify(request)

  const loadBlock = async (block: BlockRequest) => {
    const isFirst = block.cursor === null
    const answer = await api.post<ListResponse>(
      props.listPath,
      { ...request, sort: block.sort, cursor: block.cursor, size: block.size, withTotals: isFirst },
      { signal: block.signal },
    )
    if (isFirst) {
      known.current = {
        total: answer.total ?? answer.rows.length,
        totalIsCapped: answer.totalIsCapped === true,
      }
      // Lists without totalled columns have no totals row.
      setTotals(
        answer.totals === undefined || Object.keys(answer.totals).length === 0
          ? null
          : answer.totals,
      )
    }
    const rows = await withWords(client, props.fields, answer.rows)
    loaded.current = isFirst ? [...rows] : [...loaded.current, ...rows]
    props.onRows?.(loaded.current)
    return { rows, nextCursor: answer.nextCursor, ...known.current }
  }
  const sortNow = (): readonly GridSort[] =>
    readLayout(props.pageKey)?.sort ?? props.defaultSort ?? []
  const readAll = async (rowsMax: number): Promise<readonly Row[]> => {
    const rows: Row[] = []
    let cursor: string | null = null
    do {
      const answer: ListResponse = await api.post<ListResponse>(props.listPath, {
        ...request,
        sort: sortNow(),
        cursor,
        size: Math.min(readAllSize, rowsMax - rows.length),
      })
      addAll(rows, answer.rows)
      cursor = answer.nextCursor
    } while (cursor !== null && rows.length < rowsMax)
    return rows
  }
  useImperativeHandle(props.reader, () => readAll)
  const exportRows = async (): Promise<void> => {
    if (props.exportPath === null) return
    setExporting(true)
    try {
      // As shown in the table, including columns added to the product after the layout was saved.
      const layout = readLayout(props.pageKey)
      const exported = exportedColumns(applyLayout(columns, layout), props.fields).map(
        (column) => ({ field: column.field, title: label(column.label) }),
      )
      await downloadFile(props.exportPath, {
        body: { ...request, sort: sortNow(), columns: exported },
        fallbackName: `${props.ariaLabel}.xlsx`,
      })
    } finally {
      setExporting(false)
    }
  }
  // With active filters the empty message offers to reset them.
  const isNarrowed = JSON.stringify(conditions) !== JSON.stringify(initial)
  const noMatch = (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={label(gridMessages.empty)}>
      <Button onClick={() => state.setConditions(initial)}>{t('reset')}</Button>
    </Empty>
  )
  const none = (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={t('none', { name: props.ariaLabel })}
    />
  )
  return (
    <>
      <FilterBar
        fields={props.fields}
        quick={quickFilters}
        statesOf={props.statesOf}
        conditions={conditions}
        initial={initial}
        onApply={state.setConditions}
        {...(props.hasSearch !== undefined && { hasSearch: props.hasSearch })}
        {...(props.searchFields !== undefined && { searchFields: props.searchFields })}
      />
      <VisitedView pageKey={props.pageKey} state={state} />
      <PageActions>
        <ViewSwitch pageKey={props.pageKey} state={state} />
        {props.toolbar}
        {props.exportPath !== null && (
          <Button
            icon={<DownloadOutlined aria-hidden />}
            loading={isExporting}
            onClick={() => {
              exportRows().catch(toast.error)
            }}
          >
            {t('export')}
          </Button>
        )}
        <Button
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('refresh')}
          title={t('refresh')}
          onClick={() => own.current?.refresh()}
        />
      </PageActions>
      <DataGrid
        ref={(handle) => {
          own.current = handle
          if (typeof props.ref === 'function') props.ref(handle)
          else if (props.ref != null) props.ref.current = handle
        }}
        pageKey={props.pageKey}
        ariaLabel={props.ariaLabel}
        columns={columns}
        source={{ kind: 'cursor', loadBlock, queryKey, entity: props.entity }}
        rowId={props.rowId}
        {...(props.selection !== undefined && { selection: props.selection })}
        {...(props.onSelectionChange !== undefined && {
          onSelectionChange: props.onSelectionChange,
        })}
        {...(props.onRowOpen !== undefined && { onRowOpen: props.onRowOpen })}
        {...(props.onRowFocus !== undefined && { onRowFocus: props.onRowFocus })}
        {...(props.shownRow !== undefined && { shownRow: props.shownRow })}
        {...(props.defaultSort !== undefined && { defaultSort: props.defaultSort })}
        totals={totals}
        empty={isNarrowed ? noMatch : (props.empty ?? none)}
      />
    </>
  )
}
