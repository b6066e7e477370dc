import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { sendTypes } from '@kufang/contract/messages/message-event.ts'
import { api } from '../kit/api/client.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { PageActions } from '../kit/pages/frame/page-frame.tsx'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import type { ChannelDraft, MessageChannel } from './message-channel.ts'

const messages = defineMessages({
  title: { zh: '发送方式', en: 'Channels' },
  sendType: { zh: '发送方式', en: 'Channel' },
  company: { zh: '公司', en: 'Company' },
  allCompanies: { zh: '全部', en: 'All' },
  state: { zh: '状态', en: 'State' },
  on: { zh: '启用', en: 'On' },
  off: { zh: '关闭', en: 'Off' },
  address: { zh: '服务器或机器人地址', en: 'Server or robot address' },
  sender: { zh: '发件地址', en: 'Sender address' },
  account: { zh: '账号', en: 'Account' },
  changedAt: { zh: '修改时间', en: 'Changed at' },
  own: { zh: '公司专用{name}', en: 'A company’s own {name}' },
})

const channelsKey = ['messages', 'channels']

/** Mail server and chat robot, for all companies or for one. */
// oxlint-disable-next-line max-lines-per-function -- markup: the parts with a state of their own are components already
export function MessageChannels(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const [shown, setShown] = useState<ChannelDraft | null>(null)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: channelsKey,
    queryFn: ({ signal }) => api.get<MessageChannel[]>('/api/messages/channels', { signal }),
  })
  const columns = useMemo(
    (): GridColumn<MessageChannel>[] => [
      {
        field: 'name',
        label: t('sendType'),
        kind: 'text',
        width: 130,
        pinned: 'left',
        onOpen: (row) => setShown({ ...row, isNew: false }),
      },
      {
        field: 'companyCode',
        label: t('company'),
        kind: 'text',
        width: 80,
        render: (row) => row.companyCode || t('allCompanies'),
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
        field: 'host',
        label: t('address'),
        kind: 'text',
        width: 320,
        render: (row) =>
          row.sendType === 'Nail' ? row.webHook : row.host && `${row.host}:${row.port}`,
      },
      { field: 'senderAddress', label: t('sender'), kind: 'text', width: 200 },
      { field: 'account', label: t('account'), kind: 'text', width: 160 },
      { field: 'updatedAt', label: t('changedAt'), kind: 'instant', width: 150 },
    ],
    [t],
  )
  const rows = useMemo(
    () => data?.map((row) => ({ ...row, name: label(sendTypes[row.sendType]) })),
    [data, label],
  )
  if (rows === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  return (
    <>
      <PageActions>
        {rows
          .filter(({ companyCode }) => companyCode === '')
          .map((general) => (
            <Button
              key={general.sendType}
              onClick={() =>
                setShown({ ...general, hasSecret: false, hasToken: false, isNew: true })
              }
            >
              {t('own', { name: label(sendTypes[general.sendType]) })}
            </Button>
          ))}
      </PageActions>
      <DataGrid
        pageKey="/system/systemPageSetup channels"
        ariaLabel={t('title')}
        columns={columns}
        source={{ kind: 'rows', rows }}
        rowId={(row) => `${row.companyCode} ${row.sendType}`}
        onRowOpen={(row) => setShown({ ...row, isNew: false })}
      />
      {shown !== null && (
        <ChannelDialog
          row={shown}
          onClose={() => setShown(null)}
          onSaved={(row) => {
            // The test uses the saved settings, so the dialog remains open.
            setShown({ ...row, isNew: false })
            client.invalidateQueries({ queryKey: channelsKey }).catch(console.error)
          }}
        />
      )}
    </>
  )
}
