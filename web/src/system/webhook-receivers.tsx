import { PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { WebhookReceiver } from '@kufang/contract/document/webhook.ts'
import { api } from '../kit/api/client.ts'
import { indexedDocument } from '../kit/declarations.ts'
import { SecretOnce } from '../kit/dialog/secret-once.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { PageActions } from '../kit/pages/frame/page-frame.tsx'
import { listed, useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

const messages = defineMessages({
  title: { zh: '状态推送', en: 'Webhooks' },
  add: { zh: '新增接收方', en: 'New receiver' },
  name: { zh: '接收方', en: 'Receiver' },
  state: { zh: '状态', en: 'State' },
  on: { zh: '启用', en: 'On' },
  off: { zh: '关闭', en: 'Off' },
  url: { zh: '地址', en: 'Address' },
  account: { zh: '技术账号', en: 'Technical account' },
  documents: { zh: '单据', en: 'Documents' },
  companies: { zh: '公司', en: 'Companies' },
  plants: { zh: '工厂', en: 'Plants' },
  all: { zh: '全部', en: 'All' },
  changedAt: { zh: '修改时间', en: 'Changed at' },
  secretTitle: { zh: '“{name}”的签名密钥', en: 'Signing secret of "{name}"' },
  secretText: {
    zh: '只显示这一次，系统加密保存。请存入接收方，用它按 Standard Webhooks 规范验证签名。',
    en: 'It is shown once and stored encrypted. Put it into the receiver, which verifies signatures with it as in the Standard Webhooks specification.',
  },
  secret: { zh: '签名密钥', en: 'Signing secret' },
})

const receiversKey = ['webhooks', 'receivers']

/** The programs that are told of states of documents; a click opens the settings. */
// oxlint-disable-next-line max-lines-per-function -- markup: one list; its dialogs are components
export function WebhookReceivers(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const [shown, setShown] = useState<WebhookReceiver | 'new' | null>(null)
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: receiversKey,
    queryFn: ({ signal }) => api.get<WebhookReceiver[]>('/api/webhooks/receivers', { signal }),
  })
  const columns = useMemo(
    (): GridColumn<WebhookReceiver>[] => [
      {
        field: 'name',
        label: t('name'),
        kind: 'text',
        width: 160,
        pinned: 'left',
        onOpen: (row) => setShown(row),
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
      { field: 'url', label: t('url'), kind: 'text', width: 320 },
      { field: 'account', label: t('account'), kind: 'text', width: 130 },
      {
        field: 'documents',
        label: t('documents'),
        kind: 'text',
        width: 260,
        render: ({ documents }) =>
          listed(
            Object.keys(documents).map((name) => {
              const known = indexedDocument(name)
              return known === undefined ? name : label(known.label)
            }),
          ) || t('all'),
      },
      {
        field: 'companyCodes',
        label: t('companies'),
        kind: 'text',
        width: 110,
        render: ({ companyCodes }) => listed(companyCodes) || t('all'),
      },
      {
        field: 'plants',
        label: t('plants'),
        kind: 'text',
        width: 110,
        render: ({ plants }) => listed(plants) || t('all'),
      },
      { field: 'changedAt', label: t('changedAt'), kind: 'instant', width: 150 },
    ],
    [t, label],
  )
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  return (
    <>
      <PageActions>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setShown('new')}>
          {t('add')}
        </Button>
      </PageActions>
      <DataGrid
        pageKey="/system/sapApiDeployMessage webhooks"
        ariaLabel={t('title')}
        columns={columns}
        source={{ kind: 'rows', rows: data }}
        rowId={(row) => row.id}
        onRowOpen={(row) => setShown(row)}
      />
      {shown !== null && (
        <WebhookDialog
          receiver={shown === 'new' ? null : shown}
          onClose={() => setShown(null)}
          onSecret={(name, made) => setSecret({ name, secret: made })}
          onSaved={() => client.invalidateQueries({ queryKey: receiversKey })}
        />
      )}
      {secret !== null && (
        <SecretOnce
          title={t('secretTitle', { name: secret.name })}
          text={t('secretText')}
          label={t('secret')}
          secret={secret.secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
