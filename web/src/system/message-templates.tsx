import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { messageEvents, sendTypes } from '@kufang/contract/messages/message-event.ts'
import { api } from '../kit/api/client.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import type { MessageTemplate } from './message-template.ts'

const messages = defineMessages({
  title: { zh: '消息模板', en: 'Message templates' },
  event: { zh: '事件', en: 'Event' },
  sendType: { zh: '发送方式', en: 'Sent by' },
  state: { zh: '状态', en: 'State' },
  on: { zh: '启用', en: 'On' },
  off: { zh: '关闭', en: 'Off' },
  heading: { zh: '标题', en: 'Title' },
  changedAt: { zh: '修改时间', en: 'Changed at' },
})

type NamedTemplate = MessageTemplate & { name: string }

const templatesKey = ['messages', 'templates']

/** The events users are notified of, with channels and texts. */
export function MessageTemplates(): ReactNode {
  const t = useMessages(messages)
  const { label, language } = useLanguage()
  const client = useQueryClient()
  const [shown, setShown] = useState<MessageTemplate | null>(null)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }) => api.get<MessageTemplate[]>('/api/messages/templates', { signal }),
  })
  const columns = useMemo(
    (): GridColumn<NamedTemplate>[] => [
      {
        field: 'name',
        label: t('event'),
        kind: 'text',
        width: 190,
        pinned: 'left',
        onOpen: setShown,
      },
      {
        field: 'sendType',
        label: t('sendType'),
        kind: 'text',
        width: 130,
        render: (row) => label(sendTypes[row.sendType]),
      },
      {
        field: 'isOn',
        label: t('state'),
        kind: 'text',
        width: 90,
        render: (row) => (
          <StateTag tone={row.isOn ? 'done' : 'cancelled'} label={t(row.isOn ? 'on' : 'off')} />
        ),
      },
      {
        field: language === 'zh' ? 'titleZh' : 'titleEn',
        label: t('heading'),
        kind: 'text',
        width: 360,
      },
      { field: 'updatedAt', label: t('changedAt'), kind: 'instant', width: 150 },
    ],
    [t, label, language],
  )
  const rows = useMemo(
    () => data?.map((row) => ({ ...row, name: label(messageEvents[row.event].label) })),
    [data, label],
  )
  if (rows === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  return (
    <>
      <DataGrid
        pageKey="/system/systemPageSetup templates"
        ariaLabel={t('title')}
        columns={columns}
        source={{ kind: 'rows', rows }}
        rowId={(row) => `${row.event} ${row.sendType}`}
        onRowOpen={setShown}
      />
      {shown !== null && (
        <TemplateDialog
          row={shown}
          onClose={() => setShown(null)}
          onDone={() => {
            client.invalidateQueries({ queryKey: templatesKey }).catch(console.error)
          }}
        />
      )}
    </>
  )
}
