import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Filter } from '@kufang/contract/document/api.ts'
import type { AnyQuery } from '@kufang/contract/document/declare/define-query.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { openDocument } from '../../document/document-path.ts'
import { SidePanel } from '../../dialog/side-panel.tsx'
import type { Row } from '../../fields/field-column.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import { useLanguage } from '../../text/language.ts'
import { queryColumns, queryList } from './query-columns.ts'
import { querySlotsOf } from './query-slots.ts'
import { RecordList } from './record-list.tsx'
import { useGrouping } from './use-grouping.tsx'
import { useRowPanel } from './use-row-panel.ts'
import { useVisible } from '../../session/use-visible.ts'

/** Opens the document whose number stands in a column; undefined for other columns. */
function openerOf({ links }: AnyQuery, field: string): ((row: Row) => void) | undefined {
  const link = links?.[field]
  return link && ((row) => openDocument(link.document, textOf(row[link.id])))
}

/** The list of a declared query: columns, filters, states and order come from the declaration. */
export function DeclaredQuery(props: {
  query: AnyQuery
  path: string
  /** Conditions the user cannot remove. */
  fixedFilters?: readonly Filter[]
}): ReactNode {
  const { path } = props
  const query = useVisible(props.query)
  const { label } = useLanguage()
  const { cell, opens, sidePanel } = querySlotsOf(query.name)
  const list = useMemo(() => queryList(query, path), [query, path])
  const beside = useRowPanel(list.rowId)
  const summary = useGrouping(query)
  const { shown, show } = beside
  const columns = useMemo(
    () =>
      queryColumns(query, path).map((column): GridColumn<Row> => {
        const Cell = cell?.[column.field]
        const onOpen = opens?.[column.field] ?? openerOf(query, column.field)
        return {
          ...column,
          ...(Cell !== undefined && { render: (row: Row) => <Cell row={row} /> }),
          ...(onOpen !== undefined && { onOpen }),
          ...(sidePanel?.opens === column.field && { onOpen: (row: Row) => show(row) }),
        }
      }),
    [query, path, cell, opens, sidePanel, show],
  )
  return (
    <>
      <RecordList
        key={summary.grouping}
        {...list}
        {...(props.fixedFilters !== undefined && { fixedFilters: props.fixedFilters })}
        pageKey={summary.pageKeyOf(path)}
        ariaLabel={label(query.label)}
        columns={summary.columnsOf(columns)}
        toolbar={summary.control}
        {...(sidePanel !== undefined && summary.grouping === null && beside.list)}
        {...summary.list}
      />
      {sidePanel !== undefined && (
        <SidePanel {...beside.panel} title={shown === null ? '' : sidePanel.title(shown)}>
          {shown !== null && <sidePanel.Content key={list.rowId(shown)} row={shown} />}
        </SidePanel>
      )}
    </>
  )
}
