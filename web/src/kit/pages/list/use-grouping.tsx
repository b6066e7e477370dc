import { Segmented } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AnyQuery } from '@kufang/contract/document/declare/define-query.ts'
import type { Row } from '../../fields/field-column.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import { usePageQuery } from '../../tab/page-location.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import type { RecordListProps } from './record-list.tsx'

const messages = defineMessages({
  rows: { zh: '明细', en: 'Single rows' },
  grouping: { zh: '汇总方式', en: 'Summary' },
})

export interface Grouping {
  /** The name of the grouping; null for single rows. */
  grouping: string | null
  /** The control to choose a grouping; null if the query declares none. */
  control: ReactNode
  /** The columns of the grouped rows. */
  columnsOf: (columns: readonly GridColumn<Row>[]) => readonly GridColumn<Row>[]
  /** Further properties of the list; its key recreates it, because cursors and columns depend on the grouping. */
  list: Partial<Pick<RecordListProps, 'rowId' | 'extraRequest' | 'defaultSort' | 'fields'>>
  pageKeyOf: (pageKey: string) => string
}

/**
 * Lets the user choose one of the declared groupings of a query (`groupings`) instead of single rows. A link may choose
 * one (`?grouping=…`), also if its tab is already open.
 */
export function useGrouping(query: AnyQuery): Grouping {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const asked = usePageQuery().get('grouping')
  const linked = asked !== null && Object.hasOwn(query.groupings ?? {}, asked) ? asked : null
  const [grouping, setGrouping] = useState<string | null>(linked)
  const [followed, setFollowed] = useState(linked)
  if (linked !== followed) {
    setFollowed(linked)
    if (linked !== null) setGrouping(linked)
  }
  const declared = Object.entries(query.groupings ?? {})
  const chosen = grouping === null ? undefined : query.groupings?.[grouping]
  const control =
    declared.length === 0 ? null : (
      <Segmented
        aria-label={t('grouping')}
        value={grouping ?? ''}
        onChange={(value) => setGrouping(value === '' ? null : value)}
        options={[
          { value: '', label: t('rows') },
          ...declared.map(([name, one]) => ({ value: name, label: label(one.label) })),
        ]}
      />
    )
  if (chosen === undefined || grouping === null)
    return {
      grouping: null,
      control,
      columnsOf: (columns) => columns,
      list: {},
      pageKeyOf: (pageKey) => pageKey,
    }
  const { by } = chosen
  const isSummed = (name: string) => query.fields[name]?.isTotalled === true
  return {
    grouping,
    control,
    columnsOf: (columns) =>
      columns
        .filter(({ field }) => by.includes(field) || isSummed(field))
        .map(({ onOpen: _single, ...column }) => ({ ...column, isHidden: false })),
    list: {
      rowId: (row) => by.map((name) => String(row[name])).join(' '),
      extraRequest: { grouping },
      defaultSort: [],
    },
    pageKeyOf: (pageKey) => `${pageKey} ${grouping}`,
  }
}
