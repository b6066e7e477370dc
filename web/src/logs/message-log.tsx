import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Segmented } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { alarmQuery } from '@kufang/contract/logs/alarm-query.ts'
import { postingQuery } from '@kufang/contract/logs/posting-query.ts'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import { openDocument } from '../kit/document/document-path.ts'
import { postingEntity } from '../kit/document/related.ts'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import type { DataGridHandle, GridSelection } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import pages from '../kit/pages/frame/pages.module.css'
import { queryColumns, queryList } from '../kit/pages/list/query-columns.ts'
import { RecordList } from '../kit/pages/list/record-list.tsx'
import { markStale, useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { Alarms } from './alarms.tsx'
import { mayDo, stuckStates } from './posting-acts.ts'
import { SettleDialog } from './settle-dialog.tsx'

const messages = defineMessages({
  shown: { zh: '显示', en: 'Shown' },
  messages: { zh: '消息', en: 'Messages' },
  retry: { zh: '重发', en: 'Resend' },
  retryHelp: {
    zh: '按原业务键重发；结果未知的先查询 SAP，不会重复过账',
    en: 'Sent again under the same key; an unknown outcome is looked up first, nothing is booked twice',
  },
  close: { zh: '填凭证号关闭', en: 'Close with number' },
  ignore: { zh: '忽略', en: 'Ignore' },
  retried: { zh: '已重新排队 {count} 条', en: '{count} queued again' },
  selected: { zh: '已选 {count} 项', en: '{count} selected' },
  empty: { zh: '没有需要处理的消息', en: 'No message wants anybody' },
})

const initialValues = { state: [...stuckStates] }
const path = '/log/messageLogQuery'
const list = queryList(postingQuery, path)

/** 死信消息查询: messages the ERP refused or did not answer, and other errors. */
export default function MessageLog(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [shown, setShown] = useState<'messages' | 'alarms'>('messages')
  const openAlarms = useOpenAlarms()
  return (
    <PageFrame
      path={path}
      titleExtra={
        <Segmented
          aria-label={t('shown')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'messages', label: t('messages') },
            {
              value: 'alarms',
              label: (
                <Badge count={openAlarms} size="small" offset={[8, -2]} overflowCount={999}>
                  {label(alarmQuery.label)}
                </Badge>
              ),
            },
          ]}
        />
      }
    >
      {shown === 'messages' ? <Messages /> : <Alarms />}
    </PageFrame>
  )
}

/** Number of unresolved alarms. */
function useOpenAlarms(): number {
  const version = useEntityVersion(alarmQuery.name)
  const { data } = useQuery({
    queryKey: [alarmQuery.name, 'open', version],
    queryFn: ({ signal }) =>
      api.post<ListResponse>(
        queryList(alarmQuery, path).listPath,
        {
          filters: [{ field: 'state', operator: 'in', value: ['open'] }],
          size: 1,
          withTotals: true,
        },
        { signal },
      ),
  })
  return data?.total ?? 0
}

/** Messages, the reason why they are stuck, and the actions on them. */
// oxlint-disable-next-line max-lines-per-function -- markup: the parts with a state of their own are components already
function Messages(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const grid = useRef<DataGridHandle>(null)
  const [selection, setSelection] = useState<GridSelection<Row> | null>(null)
  const [settling, setSettling] = useState<{ row: Row; way: 'close' | 'ignore' } | null>(null)
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      queryColumns(postingQuery, path).map((column) => ({
        ...column,
        ...(column.field === 'documentNo' && {
          pinned: 'left' as const,
          onOpen: (row: Row) =>
            openDocument(String(row['documentType']), String(row['documentId'])),
        }),
      })),
    [],
  )
  const done = (): void => {
    grid.current?.clearSelection()
    markStale(postingEntity)
  }
  const retry = async (): Promise<void> => {
    const rows = selection?.rows ?? []
    try {
      for (const row of rows) {
        await api.post(
          `/api/erp/postings/${String(row['id'])}/retry`,
          { companyCode: row['companyCode'] },
          { idempotencyKey: newIdempotencyKey() },
        )
      }
      toast.success(t('retried', { count: rows.length }))
    } finally {
      done()
    }
  }
  const rows = selection?.rows ?? []
  const [only] = rows
  const isOne = rows.length === 1
  return (
    <>
      <RecordList
        ref={grid}
        {...list}
        pageKey={path}
        ariaLabel={label(postingQuery.label)}
        columns={columns}
        initialValues={initialValues}
        selection="multiple"
        onSelectionChange={setSelection}
        onRowOpen={(row) => openDocument(String(row['documentType']), String(row['documentId']))}
        empty={<p>{t('empty')}</p>}
      />
      {rows.length > 0 && (
        <div className={pages.actionBar} role="toolbar">
          <strong>{t('selected', { count: rows.length })}</strong>
          <span className={pages.spring} />
          <Button
            danger
            disabled={!isOne || !mayDo('ignore', only?.['state'])}
            onClick={() => only !== undefined && setSettling({ row: only, way: 'ignore' })}
          >
            {t('ignore')}
          </Button>
          <Button
            disabled={!isOne || !mayDo('close', only?.['state'])}
            onClick={() => only !== undefined && setSettling({ row: only, way: 'close' })}
          >
            {t('close')}
          </Button>
          <Button
            type="primary"
            title={t('retryHelp')}
            disabled={!rows.every((row) => mayDo('retry', row['state']))}
            onClick={() => {
              retry().catch(toast.error)
            }}
          >
            {t('retry')}
          </Button>
        </div>
      )}
      {settling !== null && (
        <SettleDialog
          row={settling.row}
          way={settling.way}
          onClose={() => setSettling(null)}
          onDone={done}
        />
      )}
    </>
  )
}
