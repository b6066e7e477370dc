import { Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { choice, instant, integer, text } from '@kufang/contract/document/declare/field.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { messageEvents, sendTypes } from '@kufang/contract/messages/message-event.ts'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import { toast } from '../kit/feedback/toast.ts'
import { fieldColumn } from '../kit/fields/field-column.ts'
import type { Row } from '../kit/fields/field-column.ts'
import type { DataGridHandle, GridSelection } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { RecordList } from '../kit/pages/list/record-list.tsx'
import { markStale } from '../kit/tab/entity-versions.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  title: { zh: '发送记录', en: 'Sent messages' },
  resend: { zh: '重发', en: 'Send again' },
  resent: { zh: '已重新排队 {count} 条', en: '{count} queued again' },
  empty: { zh: '没有发送记录', en: 'Nothing was sent' },
})

const entity = 'message-delivery'
const eventNames = Object.fromEntries(
  Object.entries(messageEvents).map(([code, { label }]) => [code, label]),
) as Record<string, Label>
const states = [
  { value: 'pending', label: words('待发送', 'Waiting'), tone: 'waiting' },
  { value: 'sent', label: words('已发送', 'Sent'), tone: 'done' },
  { value: 'failed', label: words('失败', 'Failed'), tone: 'failed' },
] as const
const deliveryFields = {
  createdAt: instant(words('生成时间', 'Created at'), { width: 150 }),
  state: choice(
    words('状态', 'State'),
    Object.fromEntries(states.map(({ value, label }) => [value, label])) as Record<string, Label>,
    { width: 90 },
  ),
  sendType: choice(
    words('发送方式', 'Sent by'),
    { email: sendTypes.email, Nail: sendTypes.Nail },
    { width: 110 },
  ),
  event: choice(words('事件', 'Event'), eventNames, { width: 150 }),
  receiverName: text(words('接收人', 'Receiver'), { width: 120 }),
  address: text(words('地址', 'Address'), { width: 200 }),
  title: text(words('标题', 'Title'), { width: 260 }),
  subjectNo: text(words('业务单号', 'Business no.'), { width: 140 }),
  attempts: integer(words('次数', 'Attempts'), { width: 70 }),
  problem: text(words('原因', 'Reason'), { width: 320 }),
  sentAt: instant(words('发送时间', 'Sent at'), { width: 150 }),
  createdByName: text(words('发送人', 'Sender'), { width: 110 }),
  companyCode: text(words('公司', 'Company'), { width: 80 }),
} satisfies Fields

const statesOf = (name: string) => (name === 'state' ? states : undefined)

/** Mail and chat messages sent or failed; failed ones can be sent again. */
export function MessageDeliveries(): ReactNode {
  const t = useMessages(messages)
  const grid = useRef<DataGridHandle>(null)
  const [selection, setSelection] = useState<GridSelection<Row> | null>(null)
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      Object.entries(deliveryFields).map(([name, field]) =>
        fieldColumn(name, field, { states: statesOf(name) }),
      ),
    [],
  )
  const rows = (selection?.rows ?? []).filter((row) => row['state'] !== 'sent')
  const resend = async (): Promise<void> => {
    let count = 0
    try {
      for (const row of rows) {
        await api.post(
          `/api/messages/deliveries/${String(row['id'])}/resend`,
          { companyCode: row['companyCode'] },
          { idempotencyKey: newIdempotencyKey() },
        )
        count += 1
      }
      toast.success(t('resent', { count }))
    } finally {
      grid.current?.clearSelection()
      markStale(entity)
    }
  }
  return (
    <RecordList
      ref={grid}
      pageKey="/system/systemPageSetup deliveries"
      ariaLabel={t('title')}
      fields={deliveryFields}
      columns={columns}
      quickFilters={['state', 'sendType', 'event', 'createdAt']}
      statesOf={statesOf}
      listPath="/api/messages/deliveries/list"
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
  )
}
