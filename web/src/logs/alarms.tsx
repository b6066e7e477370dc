import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { alarmQuery } from '@kufang/contract/logs/alarm-query.ts'
import { openDocument } from '../kit/document/document-path.ts'
import type { Row } from '../kit/fields/field-column.ts'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import pages from '../kit/pages/frame/pages.module.css'
import { queryColumns, queryList } from '../kit/pages/list/query-columns.ts'
import { RecordList } from '../kit/pages/list/record-list.tsx'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { ResolveAlarmDialog } from './resolve-alarm-dialog.tsx'

const messages = defineMessages({
  resolve: { zh: '标记已处理', en: 'Mark as resolved' },
  selected: { zh: '已选 1 项', en: '1 selected' },
  empty: { zh: '没有待处理的警报', en: 'No alarm is open' },
})

const initialValues = { state: ['open'] }
const path = '/log/messageLogQuery'
const quickFilters = ['state', 'kind', 'documentNo', 'at']

/** Errors in the exchange with the ERP that require a person: cause, document and resolution. */
export function Alarms(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [chosen, setChosen] = useState<Row | null>(null)
  const [resolving, setResolving] = useState<Row | null>(null)
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      queryColumns(alarmQuery, path).map((column) => ({
        ...column,
        ...(column.field === 'documentNo' && {
          onOpen: (row: Row) =>
            openDocument(String(row['documentType']), String(row['documentId'])),
        }),
      })),
    [],
  )
  return (
    <>
      <RecordList
        {...queryList(alarmQuery, path)}
        quickFilters={quickFilters}
        pageKey={`${path} alarms`}
        ariaLabel={label(alarmQuery.label)}
        columns={columns}
        initialValues={initialValues}
        selection="single"
        onSelectionChange={(selection) => setChosen(selection.rows[0] ?? null)}
        empty={<p>{t('empty')}</p>}
      />
      {chosen !== null && (
        <div className={pages.actionBar} role="toolbar">
          <strong>{t('selected')}</strong>
          <span className={pages.spring} />
          <Button
            type="primary"
            disabled={chosen['state'] !== 'open'}
            onClick={() => setResolving(chosen)}
          >
            {t('resolve')}
          </Button>
        </div>
      )}
      {resolving !== null && (
        <ResolveAlarmDialog
          row={resolving}
          onClose={() => setResolving(null)}
          onDone={() => {
            setChosen(null)
            markStale(alarmQuery.name)
          }}
        />
      )}
    </>
  )
}
