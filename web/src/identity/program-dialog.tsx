import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { date, reference, text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { api } from '../kit/api/client.ts'
import { toast } from '../kit/feedback/toast.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { markStale } from '../kit/tab/entity-versions.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { accessBody, accessFields, accessValues } from './program-access.ts'
import { userEntity } from './user.ts'

const messages = defineMessages({
  title: { zh: '新增技术账号', en: 'New technical account' },
  save: { zh: '保存', en: 'Save' },
  about: {
    zh: '供其他系统调用接口：没有密码，不能登录页面。保存后授予角色和数据范围，再打开该账号签发令牌。',
    en: 'For another program that calls the interface: it has no password and cannot sign in. Afterwards give it roles and a data scope, and open the account to issue a token.',
  },
  made: {
    zh: '已新增 {account}，请授予角色和数据范围并签发令牌',
    en: '{account} created; give it roles and a data scope, and issue a token',
  },
})

const fields = {
  account: text(words('账号', 'Account'), { required: true, lengthMax: 60 }),
  userName: text(words('名称', 'Name'), { required: true, lengthMax: 60 }),
  owningCompany: reference(words('所属公司', 'Owning company'), 'company'),
  validUntil: date(words('有效期至（空为长期）', 'Valid until (empty: for ever)')),
  ...accessFields,
} as const

/** Creates the account of a program. */
export function ProgramDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useMessages(messages)
  return (
    <FieldDialog
      title={t('title')}
      actionText={t('save')}
      fields={fields}
      initial={accessValues()}
      onClose={onClose}
      onSend={async (values, keys) => {
        const { account, userName, owningCompany, validUntil } = values
        const body = {
          account,
          userName,
          owningCompany: owningCompany ?? '',
          validUntil: validUntil ?? '',
          ...accessBody(values),
        }
        await api.post('/api/system/technical-accounts', body, { idempotencyKey: keys.of(body) })
        toast.success(t('made', { account: String(account) }))
        markStale(userEntity)
      }}
    >
      <Alert type="info" showIcon title={t('about')} />
    </FieldDialog>
  )
}
