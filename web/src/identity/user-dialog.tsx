import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { choice, date, reference, text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import type { Decider } from '@kufang/contract/document/decide.ts'
import { personalDataCode } from '@kufang/contract/identity/function-codes.ts'
import { isEmail, isMobile } from '@kufang/kernel/validators.ts'
import { api } from '../kit/api/client.ts'
import { useDecider } from '../kit/session/decider.ts'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import type { FieldProblems } from '../kit/fields/validate-fields.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { useMessages } from '../kit/text/messages.ts'
import { AloneSection } from './alone-section.tsx'
import { RightsChanges } from './rights-changes.tsx'
import { TokenSection } from './token-section.tsx'
import { useReason, type MayWait } from './use-reason.tsx'
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
  owningCompany: reference(
    words('所属公司（由其用户管理员管理）', 'Owning company (its managers manage the account)'),
    'company',
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

interface NewUser extends MayWait {
  user: UserRecord
  temporaryPassword: string | null
  sentTo: string | null
}

/**
 * Creates or changes an account; the server generates the first password of a new one and mails it to the person, or
 * shows it once to administrators if no mail is possible.
 */
export function UserDialog(props: {
  user: UserRecord | null
  onClose: () => void
  onMade: (account: string, password: string) => void
}): ReactNode {
  const { user } = props
  const t = useMessages(userMessages)
  const { label } = useLanguage()
  const decider = useDecider()
  const readOnly = readOnlyFields(user, decider)
  const reasoned = useReason()
  return (
    <FieldDialog
      title={user === null ? t('add') : t('edit', { account: user.account })}
      actionText={t('save')}
      fields={fields}
      initial={user === null ? { userType: 'EMP', language: 'zh' } : { ...user }}
      readOnly={readOnly}
      problemsOf={contactProblemsOf}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        let isWaiting = false
        const sent: Row = {}
        for (const name of Object.keys(fields))
          if (!readOnly.has(name)) sent[name] = values[name] ?? ''
        if (user === null) {
          const made = await reasoned.send((reason) => {
            const body = { ...sent, ...reason }
            return api.post<NewUser>('/api/system/users', body, { idempotencyKey: keys.of(body) })
          })
          if (made === null) return
          isWaiting = made.waiting != null
          if (made.temporaryPassword !== null)
            props.onMade(made.user.account, made.temporaryPassword)
          if (made.sentTo !== null) toast.success(t('mailed', { address: made.sentTo }))
        } else {
          const changed = await reasoned.send((reason) => {
            const body = { ...sent, version: user.version, ...reason }
            return api.post<MayWait>(`/api/system/users/${user.id}`, body, {
              idempotencyKey: keys.of(body),
            })
          })
          if (changed === null) return
          isWaiting = changed.waiting != null
        }
        if (!isWaiting) toast.success(t('saved', { account: String(values['account']) }))
        markStale(userEntity)
      }}
    >
      {user !== null && user.barrier !== null && (
        <Alert type="warning" showIcon title={label(user.barrier)} />
      )}
      {user !== null && <RightsChanges userId={user.id} />}
      {user !== null && !user.isTechnical && <AloneSection userId={user.id} />}
      {user !== null && user.isTechnical && <TokenSection user={user} />}
      {reasoned.dialog}
    </FieldDialog>
  )
}

/** What gives rights or decides who receives a new password is entered by administrators, and never for oneself. */
function readOnlyFields(
  user: UserRecord | null,
  { isAdmin, userId, functionCodes }: Decider,
): ReadonlySet<string> {
  const isOwn = user?.id === userId
  // Masked for who may not see them, so they are not sent either.
  const hidesPersonal =
    user !== null && !isAdmin && !isOwn && functionCodes?.has(personalDataCode.code) !== true
  if (user !== null && user.barrier !== null) return new Set(Object.keys(fields))
  const rights = ['supplierNo', 'userType']
  return new Set([
    ...(user === null ? [] : ['account']),
    ...(isAdmin ? [] : ['supplierNo']),
    ...(isAdmin || user === null ? [] : ['userType', 'email', 'owningCompany']),
    ...(hidesPersonal ? ['idCard', 'address'] : []),
    ...(isOwn ? rights : []),
  ])
}

function contactProblemsOf({ mobile, email }: Row): FieldProblems {
  return {
    ...(typeof mobile === 'string' &&
      mobile !== '' &&
      !isMobile(mobile) && { mobile: contactProblems.mobile }),
    ...(typeof email === 'string' &&
      email !== '' &&
      !isEmail(email) && { email: contactProblems.email }),
  }
}
