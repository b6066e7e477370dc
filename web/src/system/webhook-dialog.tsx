import { Button, Space } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { flag, integer, text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import type { WebhookReceiver } from '@kufang/contract/document/webhook.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import { useChoice, useConfirm } from '../kit/dialog/use-confirm.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { momentText } from '../kit/fields/moment-text.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { WebhookStates } from './webhook-states.tsx'

const messages = defineMessages({
  add: { zh: '新增接收方', en: 'New receiver' },
  edit: { zh: '接收方“{name}”', en: 'Receiver "{name}"' },
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '已保存“{name}”', en: '"{name}" saved' },
  renew: { zh: '更换签名密钥', en: 'Replace the signing secret' },
  renewTitle: {
    zh: '更换“{name}”的签名密钥？旧密钥保留多久',
    en: 'Replace the signing secret of "{name}"? How long the old one is kept',
  },
  renewText: {
    zh: '此后的推送都用新密钥签名。保留期内同时用旧密钥签名，接收方可以在此期间切换；密钥泄露时请立即作废。',
    en: 'Everything sent from now on is signed with the new one. As long as the old one is kept it signs too, so that the receiver can change over meanwhile. Void it at once if it has leaked.',
  },
  cancel: { zh: '取消', en: 'Cancel' },
  voidNow: { zh: '立即作废', en: 'Void at once' },
  keepDay: { zh: '保留 1 天', en: 'Keep 1 day' },
  keepWeek: { zh: '保留 7 天', en: 'Keep 7 days' },
  overlap: {
    zh: '旧密钥在 {until} 之前仍然有效',
    en: 'The old secret is valid until {until}',
  },
  delete: { zh: '删除接收方', en: 'Delete receiver' },
  deleteTitle: {
    zh: '删除接收方“{name}”？未推送的不再推送，推送日志保留',
    en: 'Delete the receiver "{name}"? What waits is not sent; its log stays',
  },
  deleted: { zh: '已删除“{name}”', en: '"{name}" deleted' },
})

const fields = {
  name: text(words('名称', 'Name'), { required: true, lengthMax: 60 }),
  url: text(words('地址（https）', 'Address (https)'), { required: true, lengthMax: 500 }),
  account: text(
    words(
      '技术账号（按其角色和数据范围推送）',
      'Technical account (its roles and scope decide what is sent)',
    ),
    { required: true, lengthMax: 60 },
  ),
  companyCodes: text(words('公司（逗号分隔，空为全部）', 'Companies (by commas; empty: all)'), {
    lengthMax: 500,
  }),
  plants: text(words('工厂（逗号分隔，空为全部）', 'Plants (by commas; empty: all)'), {
    lengthMax: 500,
  }),
  timeoutMs: integer(words('超时 ms', 'Time-out ms'), {
    required: true,
    minimum: '100',
    maximum: '60000',
  }),
  isOn: flag(words('启用', 'Switched on')),
} as const

const codes = (value: unknown): string[] =>
  textOf(value)
    .split(/[\s,，;；、]+/)
    .filter((code) => code !== '')

/** How long the old secret is kept, by the answer. */
const overlapHours = { voidNow: 0, keepDay: 24, keepWeek: 168 } as const

/** The settings of one receiver. The server makes its secret, which `onSecret` shows once. */
export function WebhookDialog(props: {
  receiver: WebhookReceiver | null
  onClose: () => void
  /** Reads the receivers again; what is opened next is as saved. */
  onSaved: () => Promise<void>
  onSecret: (name: string, secret: string) => void
}): ReactNode {
  const { receiver, onSaved, onSecret } = props
  const t = useMessages(messages)
  const [documents, setDocuments] = useState(receiver?.documents ?? {})
  return (
    <FieldDialog
      title={receiver === null ? t('add') : t('edit', { name: receiver.name })}
      actionText={t('save')}
      fields={fields}
      initial={() => initialOf(receiver)}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        const name = textOf(values['name'])
        const body = {
          name,
          url: textOf(values['url']),
          account: textOf(values['account']),
          companyCodes: codes(values['companyCodes']),
          plants: codes(values['plants']),
          timeoutMs: Number(values['timeoutMs']),
          isOn: values['isOn'] === true,
          documents,
        }
        if (receiver === null) {
          const made = await api.post<{ secret: string }>('/api/webhooks/receivers', body, {
            idempotencyKey: keys.of(body),
          })
          onSecret(name, made.secret)
        } else {
          const change = { ...body, version: receiver.version }
          await api.put(`/api/webhooks/receivers/${receiver.id}`, change, {
            idempotencyKey: keys.of(change),
          })
        }
        toast.success(t('saved', { name }))
        await onSaved()
      }}
    >
      <WebhookStates value={documents} onChange={setDocuments} />
      {receiver !== null && <ReceiverActs {...props} receiver={receiver} />}
    </FieldDialog>
  )
}

/** Replacing the secret of a receiver, and deleting it: both are final and ask first. */
function ReceiverActs(props: {
  receiver: WebhookReceiver
  onClose: () => void
  /** Reads the receivers again; what is opened next is as saved. */
  onSaved: () => Promise<void>
  onSecret: (name: string, secret: string) => void
}): ReactNode {
  const { id, name, version, previousSecretUntil } = props.receiver
  const t = useMessages(messages)
  const confirm = useConfirm()
  const choose = useChoice()
  const renew = async (): Promise<void> => {
    const kept = await choose({
      title: t('renewTitle', { name }),
      content: t('renewText'),
      choices: [
        { key: 'cancel', text: t('cancel') },
        { key: 'voidNow', text: t('voidNow'), isDangerous: true },
        { key: 'keepWeek', text: t('keepWeek') },
        { key: 'keepDay', text: t('keepDay'), isMain: true, isFocused: true },
      ],
    })
    if (kept === null || kept === 'cancel') return
    const { secret } = await api.post<{ secret: string }>(
      `/api/webhooks/receivers/${id}/secret`,
      { overlapHours: overlapHours[kept] },
      { idempotencyKey: newIdempotencyKey() },
    )
    await props.onSaved()
    props.onClose()
    props.onSecret(name, secret)
  }
  const remove = async (): Promise<void> => {
    const title = t('deleteTitle', { name })
    if (!(await confirm({ title, actionText: t('delete'), isDangerous: true }))) return
    await api.post(
      `/api/webhooks/receivers/${id}/delete`,
      { version },
      { idempotencyKey: newIdempotencyKey() },
    )
    toast.success(t('deleted', { name }))
    await props.onSaved()
    props.onClose()
  }
  return (
    <>
      {previousSecretUntil !== null && (
        <p>{t('overlap', { until: momentText(previousSecretUntil) })}</p>
      )}
      <Space>
        <Button
          onClick={() => {
            renew().catch(toast.error)
          }}
        >
          {t('renew')}
        </Button>
        <Button
          danger
          onClick={() => {
            remove().catch(toast.error)
          }}
        >
          {t('delete')}
        </Button>
      </Space>
    </>
  )
}

const initialOf = (receiver: WebhookReceiver | null): Row =>
  receiver === null
    ? { timeoutMs: '10000', isOn: true }
    : {
        name: receiver.name,
        url: receiver.url,
        account: receiver.account,
        companyCodes: receiver.companyCodes.join(', '),
        plants: receiver.plants.join(', '),
        timeoutMs: String(receiver.timeoutMs),
        isOn: receiver.isOn,
      }
