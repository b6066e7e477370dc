import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { choice, flag, integer, reference, text } from '@kufang/contract/document/declare/field.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { sendTypes } from '@kufang/contract/messages/message-event.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { servedProblems } from '../kit/fields/served-problems.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldForm } from '../kit/fields/field-form.tsx'
import { typedValues, validateFields } from '../kit/fields/validate-fields.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import type { ChannelDraft, MessageChannel } from './message-channel.ts'
import styles from './system.module.css'
import { useSaving } from './use-saving.ts'

const messages = defineMessages({
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '已保存，可发送测试消息', en: 'Saved; a test message can be sent' },
  test: { zh: '发送测试消息', en: 'Send a test message' },
  testAddress: { zh: '测试收件地址', en: 'Address for the test' },
  sent: { zh: '已发送，耗时 {ms} ms', en: 'Sent within {ms} ms' },
  failed: { zh: '发送失败：{message}', en: 'Not sent: {message}' },
  password: { zh: '密码', en: 'Password' },
  signing: { zh: '加签密钥', en: 'Signing secret' },
  token: { zh: '访问令牌 access_token', en: 'access_token' },
  kept: { zh: '已保存，留空不改', en: 'Kept; leave empty to keep it' },
  none: { zh: '尚未设置', en: 'Not set yet' },
  saveFirst: { zh: '测试使用已保存的配置', en: 'The test uses what is saved' },
})

const common = {
  timeoutMs: integer(words('超时 ms', 'Time-out ms'), {
    required: true,
    minimum: '100',
    maximum: '600000',
  }),
  attemptsMax: integer(words('最多尝试次数', 'Attempts at most'), {
    required: true,
    minimum: '1',
    maximum: '50',
  }),
}
const isOn = { isOn: flag(words('启用', 'Switched on')) }
const companyField = {
  companyCode: reference(words('公司', 'Company'), 'company', { required: true }),
}
const fieldsOf: Record<MessageChannel['sendType'], Fields> = {
  email: {
    ...isOn,
    host: text(words('邮件服务器', 'Mail server'), { lengthMax: 200 }),
    port: integer(words('端口', 'Port'), { required: true, minimum: '1', maximum: '65535' }),
    security: choice(
      words('加密', 'Encryption'),
      {
        starttls: words('STARTTLS', 'STARTTLS'),
        tls: words('TLS', 'TLS'),
        none: words('不加密', 'None'),
      },
      { required: true },
    ),
    account: text(words('账号', 'Account'), { lengthMax: 100 }),
    senderAddress: text(words('发件地址', 'Sender address'), { lengthMax: 100 }),
    senderName: text(words('发件人名称', 'Sender name'), { lengthMax: 60 }),
    ...common,
  },
  Nail: {
    ...isOn,
    webHook: text(words('机器人地址（不含令牌）', 'Robot address (without token)'), {
      lengthMax: 300,
      multiline: true,
    }),
    language: choice(
      words('语言', 'Language'),
      { zh: words('中文', 'Chinese'), en: words('英文', 'English') },
      { required: true },
    ),
    ...common,
  },
}

interface TestAnswer {
  isSent: boolean
  durationMs: number
  problem: Label | null
}

/** The settings of one channel, with write-only secrets, and a test of the saved settings. */
// oxlint-disable-next-line max-lines-per-function -- one form: a field after the other
export function ChannelDialog(props: {
  row: ChannelDraft
  onClose: () => void
  onSaved: (row: MessageChannel) => void
}): ReactNode {
  const { row } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const keys = useIntentKeys()
  const { isBusy, error, attempt } = useSaving()
  const [values, setValues] = useState<Row>({ ...row, ...(row.isNew && { companyCode: null }) })
  const [secrets, setSecrets] = useState({ secret: '', token: '' })
  const [address, setAddress] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [tested, setTested] = useState<TestAnswer | null>(null)
  const fields = row.isNew ? { ...companyField, ...fieldsOf[row.sendType] } : fieldsOf[row.sendType]
  const problems = validateFields(fields, values)
  const served = servedProblems(error, Object.keys(fields))
  const path = `/api/messages/channels/${row.sendType}`
  const companyCode = row.isNew ? values['companyCode'] : row.companyCode
  const save = (): Promise<void> =>
    attempt(async () => {
      setChecked(true)
      setTested(null)
      if (Object.keys(problems).length > 0) return
      const typed = typedValues(fieldsOf[row.sendType], values)
      // Texts of the configuration are empty, never missing.
      const settings = Object.fromEntries(
        Object.entries(typed).map(([field, value]) => [field, value ?? '']),
      )
      const given = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ''))
      const body = {
        companyCode,
        ...(!row.isNew && { version: row.version }),
        ...settings,
        isOn: values['isOn'] === true,
        ...given,
      }
      const saved = await api.put<MessageChannel>(path, body, { idempotencyKey: keys.of(body) })
      toast.success(t('saved'))
      setSecrets({ secret: '', token: '' })
      props.onSaved(saved)
    })
  const test = (): Promise<void> =>
    attempt(async () => {
      setTested(null)
      setTested(await api.post<TestAnswer>(`${path}/test`, { companyCode, address }))
    })
  return (
    <Dialog
      isOpen
      title={`${label(sendTypes[row.sendType])}${row.companyCode === '' ? '' : ` · ${row.companyCode}`}`}
      actionText={t('save')}
      isBusy={isBusy}
      onClose={props.onClose}
      onAction={() => {
        save().catch(toast.error)
      }}
    >
      {error !== null && <ErrorBanner error={error} details={served.rest} />}
      {tested !== null && (
        <Alert
          type={tested.isSent ? 'success' : 'error'}
          showIcon
          title={
            tested.isSent
              ? t('sent', { ms: tested.durationMs })
              : t('failed', { message: label(tested.problem ?? '') })
          }
        />
      )}
      <FieldForm
        fields={fields}
        values={values}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        onChange={(field, value) => setValues((known) => ({ ...known, [field]: value }))}
      />
      {row.sendType === 'Nail' && (
        <SecretInput
          label={t('token')}
          placeholder={t(row.hasToken ? 'kept' : 'none')}
          value={secrets.token}
          onChange={(token) => setSecrets((known) => ({ ...known, token }))}
        />
      )}
      <SecretInput
        label={t(row.sendType === 'Nail' ? 'signing' : 'password')}
        placeholder={t(row.hasSecret ? 'kept' : 'none')}
        value={secrets.secret}
        onChange={(secret) => setSecrets((known) => ({ ...known, secret }))}
      />
      {!row.isNew && (
        <div className={styles.test}>
          {row.sendType === 'email' && (
            <Input
              className={styles.testAddress ?? ''}
              aria-label={t('testAddress')}
              placeholder={t('testAddress')}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
          <Button
            title={t('saveFirst')}
            loading={isBusy}
            onClick={() => {
              test().catch(toast.error)
            }}
          >
            {t('test')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function SecretInput(props: {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}): ReactNode {
  const id = useId()
  return (
    <div className={styles.secret}>
      <label htmlFor={id}>{props.label}</label>
      <Input.Password
        id={id}
        autoComplete="new-password"
        value={props.value}
        placeholder={props.placeholder}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  )
}
