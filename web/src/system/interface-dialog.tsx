import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { servedProblems } from '../kit/fields/served-problems.ts'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldForm } from '../kit/fields/field-form.tsx'
import { typedValues, validateFields } from '../kit/fields/validate-fields.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { interfaceFields } from './erp-interface.ts'
import type { ErpInterface } from './erp-interface.ts'

const messages = defineMessages({
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '已保存 {name}', en: '{name} saved' },
  test: { zh: '测试连接', en: 'Test the connection' },
  reached: { zh: '连接成功，耗时 {ms} ms', en: 'Connected within {ms} ms' },
  failed: { zh: '连接失败：{message}', en: 'Not connected: {message}' },
  secret: { zh: '密码或令牌', en: 'Password or token' },
  secretKept: { zh: '已保存，留空不改', en: 'Kept; leave empty to keep it' },
  secretNone: { zh: '尚未设置', en: 'Not set yet' },
  unblock: { zh: '解除受阻', en: 'Unblock' },
  unblocked: { zh: '{name} 已恢复发送', en: '{name} sends again' },
  saveFirst: { zh: '测试使用已保存的配置', en: 'The test uses what is saved' },
})

interface TestAnswer {
  isReachable: boolean
  durationMs: number
  problem: Label | null
}

/** The settings of one interface. The secret is write-only. */
// oxlint-disable-next-line max-lines-per-function -- one form: a field after the other
export function InterfaceDialog(props: {
  row: ErpInterface
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { row } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const keys = useIntentKeys()
  const [values, setValues] = useState<Row>({ ...row })
  const [secret, setSecret] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [tested, setTested] = useState<TestAnswer | null>(null)
  const problems = validateFields(interfaceFields, values)
  const served = servedProblems(error, Object.keys(interfaceFields))
  const name = label({ zh: row.labelZh, en: row.labelEn })
  const path = `/api/erp/interfaces/${row.interfaceCode}`
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const save = (): Promise<void> =>
    attempt(async () => {
      setChecked(true)
      if (Object.keys(problems).length > 0) return
      const typed = typedValues(interfaceFields, values)
      // Texts of the configuration are empty, never missing.
      const settings = Object.fromEntries(
        Object.entries(typed).map(([field, value]) => [field, value ?? '']),
      )
      const body = {
        companyCode: row.companyCode,
        version: row.version,
        ...settings,
        ...(secret !== '' && { secret }),
      }
      await api.put(path, body, { idempotencyKey: keys.of(body) })
      toast.success(t('saved', { name }))
      props.onDone()
      props.onClose()
    })
  const test = (): Promise<void> =>
    attempt(async () => {
      setTested(null)
      const body = { companyCode: row.companyCode }
      setTested(
        await api.post<TestAnswer>(`${path}/test`, body, { idempotencyKey: newIdempotencyKey() }),
      )
    })
  const unblock = (): Promise<void> =>
    attempt(async () => {
      const body = { companyCode: row.companyCode }
      await api.post(`${path}/unblock`, body, { idempotencyKey: newIdempotencyKey() })
      toast.success(t('unblocked', { name }))
      props.onDone()
      props.onClose()
    })
  return (
    <Dialog
      isOpen
      title={name}
      actionText={t('save')}
      isBusy={isBusy}
      onClose={props.onClose}
      onAction={() => {
        save().catch(toast.error)
      }}
      footerExtra={
        <>
          {row.blockedAt != null && (
            <Button
              onClick={() => {
                unblock().catch(toast.error)
              }}
            >
              {t('unblock')}
            </Button>
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
        </>
      }
    >
      {error !== null && <ErrorBanner error={error} details={served.rest} />}
      {tested !== null && (
        <Alert
          type={tested.isReachable ? 'success' : 'error'}
          showIcon
          title={
            tested.isReachable
              ? t('reached', { ms: tested.durationMs })
              : t('failed', { message: label(tested.problem ?? '') })
          }
        />
      )}
      <FieldForm
        fields={interfaceFields}
        values={values}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        onChange={(field, value) => setValues((known) => ({ ...known, [field]: value }))}
      />
      <label style={{ display: 'block', marginTop: 8 }}>
        {t('secret')}
        <Input.Password
          autoComplete="new-password"
          value={secret}
          placeholder={row.hasSecret === true ? t('secretKept') : t('secretNone')}
          onChange={(event) => setSecret(event.target.value)}
        />
      </label>
    </Dialog>
  )
}
