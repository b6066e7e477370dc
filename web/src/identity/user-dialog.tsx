import { useState } from 'react'
import type { ReactNode } from 'react'
import { choice, date, reference, text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { isEmail, isMobile } from '@kufang/kernel/validators.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { servedProblems } from '../kit/document/entry/served-problems.ts'
import { useIntentKeys } from '../kit/document/act/intent-key.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldForm } from '../kit/fields/field-form.tsx'
import { validateFields } from '../kit/fields/validate-fields.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useMessages } from '../kit/text/messages.ts'
import { userEntity } from './user.ts'
import type { UserRecord } from './user.ts'
import { userMessages } from './user-messages.ts'

const fields = {
  account: text(words('账号', 'Account'), { required: true, lengthMax: 60 }),
  userName: text(words('姓名', 'Name'), { required: true, lengthMax: 60 }),
  userType: choice(
    words('类型', 'Kind'),
    { EMP: words('员工', 'Employee'), EXU: words('外部用户', 'External') },
    { required: true },
  ),
  supplierNo: reference(
    words('供应商（仅看本供应商）', 'Supplier (sees only its own)'),
    'supplier',
  ),
  mobile: text(words('手机', 'Mobile'), { lengthMax: 20 }),
  telephone: text(words('电话', 'Telephone'), { lengthMax: 20 }),
  email: text(words('邮箱', 'E-mail'), { lengthMax: 254 }),
  idCard: text(words('身份证号', 'ID card'), { lengthMax: 18 }),
  address: text(words('地址', 'Address'), { lengthMax: 200 }),
  language: choice(
    words('语言', 'Language'),
    { zh: words('中文', 'Chinese'), en: words('英文', 'English') },
    { required: true },
  ),
  validUntil: date(words('有效期至（空为长期）', 'Valid until (empty: for ever)')),
} as const

const contactProblems = {
  mobile: words('手机号格式不正确', 'This is no mobile number'),
  email: words('邮箱格式不正确', 'This is no e-mail address'),
}

/** Creates or changes an account; the server generates the first password of a new one, which is shown once. */
export function UserDialog(props: {
  user: UserRecord | null
  onClose: () => void
  onMade: (account: string, password: string) => void
}): ReactNode {
  const { user } = props
  const t = useMessages(userMessages)
  const keys = useIntentKeys()
  const [values, setValues] = useState<Row>(
    user === null ? { userType: 'EMP', language: 'zh' } : { ...user },
  )
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { mobile, email } = values
  const problems = {
    ...validateFields(fields, values),
    ...(typeof mobile === 'string' &&
      mobile !== '' &&
      !isMobile(mobile) && { mobile: contactProblems.mobile }),
    ...(typeof email === 'string' &&
      email !== '' &&
      !isEmail(email) && { email: contactProblems.email }),
  }
  const served = servedProblems(error, Object.keys(fields))
  const save = async (): Promise<void> => {
    setChecked(true)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    setError(null)
    try {
      const sent: Row = {}
      for (const name of Object.keys(fields)) sent[name] = values[name] ?? ''
      if (user === null) {
        const made = await api.post<{ user: UserRecord; temporaryPassword: string | null }>(
          '/api/system/users',
          sent,
          {
            idempotencyKey: keys.of(sent),
          },
        )
        if (made.temporaryPassword !== null) props.onMade(made.user.account, made.temporaryPassword)
      } else {
        const body = { ...sent, version: user.version }
        await api.post(`/api/system/users/${user.id}`, body, { idempotencyKey: keys.of(body) })
      }
      toast.success(t('saved', { account: String(values['account']) }))
      markStale(userEntity)
      props.onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      title={user === null ? t('add') : t('edit', { account: user.account })}
      actionText={t('save')}
      isBusy={isBusy}
      onClose={props.onClose}
      onAction={() => {
        save().catch(toast.error)
      }}
    >
      {error !== null && <ErrorBanner error={error} details={served.rest} />}
      <FieldForm
        fields={fields}
        values={values}
        readOnly={user === null ? new Set() : new Set(['account'])}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        onChange={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
      />
    </Dialog>
  )
}
