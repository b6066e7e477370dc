import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import {
  choice,
  instant,
  integer,
  text,
  type Fields,
} from '@kufang/contract/document/declare/field.ts'
import { label as words, type Label } from '@kufang/contract/document/declare/label.ts'
import { webhookStates, type WebhookAttempt } from '@kufang/contract/document/webhook.ts'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import { indexedDocuments } from '../kit/declarations.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { fieldColumn, type Row } from '../kit/fields/field-column.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import type { DataGridHandle, GridSelection } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { RecordList } from '../kit/pages/list/record-list.tsx'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  title: { zh: '推送日志', en: 'Log of webhooks' },
  resend: { zh: '重发', en: 'Send again' },
  resent: { zh: '已重新排队 {count} 条', en: '{count} queued again' },
  empty: { zh: '没有推送记录', en: 'Nothing was sent' },
  detail: { zh: '{no} 的推送', en: 'Webhook of {no}' },
  request: { zh: '最近一次请求（POST {url}）', en: 'Last request (POST {url})' },
  answered: {
    zh: '{at} HTTP {status}，耗时 {ms} ms {problem}',
    en: '{at} HTTP {status}, {ms} ms {problem}',
  },
  body: { zh: '请求内容', en: 'Body of the request' },
  answer: { zh: '应答内容', en: 'Answer' },
  noAnswer: { zh: '无应答', en: 'none' },
})

const entity = 'webhook-delivery'
const states = Object.entries(webhookStates).map(([value, state]) => ({ value, ...state }))
const labelsOf = (entries: readonly { value: string; label: Label }[]) =>
  Object.fromEntries(entries.map(({ value, label }) => [value, label]))
const logFields = {
  occurredAt: instant(words('发生时间', 'Occurred at'), { width: 150 }),
  state: choice(words('状态', 'State'), labelsOf(states), { width: 90 }),
  receiverName: text(words('接收方', 'Receiver'), { width: 150 }),
  documentType: choice(
    words('单据类型', 'Kind of document'),
    labelsOf(indexedDocuments.map(({ name, label }) => ({ value: name, label }))),
    { width: 130 },
  ),
  documentNo: text(words('单据号', 'Document no.'), { width: 150 }),
  stateBefore: text(words('原单据状态', 'State before'), { width: 120 }),
  stateAfter: text(words('新单据状态', 'State after'), { width: 120 }),
  attempts: integer(words('次数', 'Attempts'), { width: 70 }),
  dueAt: instant(words('下次推送', 'Next attempt'), { width: 150 }),
  sentAt: instant(words('推送成功时间', 'Sent at'), { width: 150 }),
  problem: text(words('原因', 'Reason'), { width: 320 }),
  companyCode: text(words('公司', 'Company'), { width: 80 }),
} satisfies Fields

const statesOf = (name: string) => (name === 'state' ? states : undefined)
const pathOf = (row: Row) =>
  `/api/webhooks/deliveries/${String(row['companyCode'])}/${String(row['id'])}`

/** What was sent to receivers and what they answered; anything not under way can be sent again. */
export function WebhookLog(): ReactNode {
  const t = useMessages(messages)
  const grid = useRef<DataGridHandle>(null)
  const [selection, setSelection] = useState<GridSelection<Row> | null>(null)
  const [shown, setShown] = useState<Row | null>(null)
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      Object.entries(logFields).map(([name, field]) => ({
        ...fieldColumn(name, field, { states: statesOf(name) }),
        ...(name === 'documentNo' && { onOpen: (row: Row) => setShown(row) }),
      })),
    [],
  )
  const rows = (selection?.rows ?? []).filter((row) => row['state'] !== 'sending')
  const resend = async (): Promise<void> => {
    let count = 0
    try {
      for (const row of rows) {
        await api.post(`${pathOf(row)}/resend`, {}, { idempotencyKey: newIdempotencyKey() })
        count += 1
      }
      toast.success(t('resent', { count }))
    } finally {
      grid.current?.clearSelection()
      markStale(entity)
    }
  }
  return (
    <>
      <RecordList
        ref={grid}
        pageKey="/system/sapApiDeployMessage webhook log"
        ariaLabel={t('title')}
        fields={logFields}
        columns={columns}
        quickFilters={['state', 'receiverName', 'documentNo', 'occurredAt']}
        statesOf={statesOf}
        listPath="/api/webhooks/deliveries/list"
        exportPath={null}
        entity={entity}
        rowId={(row) => String(row['id'])}
        selection="multiple"
        onSelectionChange={setSelection}
        empty={t('empty')}
        toolbar={
          <Button
            disabled={rows.length === 0}
            onClick={() => {
              resend().catch(toast.error)
            }}
          >
            {t('resend')}
          </Button>
        }
      />
      {shown !== null && <DeliveryDialog row={shown} onClose={() => setShown(null)} />}
    </>
  )
}

interface Detail {
  url: string
  body: string
  attempts: WebhookAttempt[]
}

function DeliveryDialog({ row, onClose }: { row: Row; onClose: () => void }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const path = pathOf(row)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['webhooks', path],
    queryFn: ({ signal }) => api.get<Detail>(path, { signal }),
  })
  return (
    <Dialog
      isOpen
      size="broad"
      title={t('detail', { no: String(row['documentNo']) })}
      onClose={onClose}
    >
      {data === undefined ? (
        <TabState error={error} isLoading={isLoading} onRetry={refetch} />
      ) : (
        <>
          <p>{t('request', { url: data.url })}</p>
          <Sent label={t('body')} text={data.body} />
          {data.attempts.map((attempt) => (
            <section key={attempt.at}>
              <p>
                {t('answered', {
                  at: momentText(attempt.at),
                  status: attempt.status ?? t('noAnswer'),
                  ms: attempt.durationMs,
                  problem: label({ zh: attempt.problemZh, en: attempt.problemEn }),
                })}
              </p>
              {attempt.answer !== '' && <Sent label={t('answer')} text={attempt.answer} />}
            </section>
          ))}
        </>
      )}
    </Dialog>
  )
}

/** A text that went over the line, as it is. */
function Sent({ label, text: sent }: { label: string; text: string }): ReactNode {
  return (
    <Input.TextArea
      readOnly
      aria-label={label}
      autoSize={{ minRows: 1, maxRows: 12 }}
      value={sent}
    />
  )
}
