import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { flag, integer, text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import type { WebhookReceiver } from '@kufang/contract/document/webhook.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import { useConfirm } from '../kit/dialog/use-confirm.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { WebhookStates } from './webhook-states.tsx'

const messages = defineMessages({
  add: { zh: '新增接收方', en: 'New receiver' },
  edit: { zh: '接收方“{name}”', en: 'Receiver "{name}"' },
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '已保存“{name}”', en: '"{name}" saved' },
  renew: { zh: '更换签名密钥', en: 'Replace the signing secret' },
  renewTitle: {
    zh: '更换“{name}”的签名密钥？此后的推送都用新密钥签名',
    en: 'Replace the signing secret of "{name}"? Everything sent from now on is signed with the new one',
  },
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

/** The settings of one receiver. The server makes its secret, which `onSecret` shows once. */
export function WebhookDialog(props: {
  receiver: WebhookReceiver | null
  onClose: () => void
  onSaved: () => void
  onSecret: (name: string, secret: string) => void
}): ReactNode {
  const { receiver, onSaved, onSecret } = props
  const t = useMessages(messages)
  const confirm = useConfirm()
  const [documents, setDocuments] = useState(receiver?.documents ?? {})
  const renew = async ({ id, name }: WebhookReceiver): Promise<void> => {
    const title = t('renewTitle', { name })
    if (!(await confirm({ title, actionText: t('renew'), isDangerous: true }))) return
    const { secret } = await api.post<{ secret: string }>(
      `/api/webhooks/receivers/${id}/secret`,
      {},
      { idempotencyKey: newIdempotencyKey() },
    )
    onSaved()
    props.onClose()
    onSecret(name, secret)
  }
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
        onSaved()
      }}
    >
      <WebhookStates value={documents} onChange={setDocuments} />
      {receiver !== null && (
        <Button
          onClick={() => {
            renew(receiver).catch(toast.error)
          }}
        >
          {t('renew')}
        </Button>
      )}
    </FieldDialog>
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
