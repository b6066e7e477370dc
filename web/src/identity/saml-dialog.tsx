import { useQuery } from '@tanstack/react-query'
import { Alert, Input, Skeleton } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { flag, integer, text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { servedProblems } from '../kit/fields/served-problems.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldForm } from '../kit/fields/field-form.tsx'
import { typedValues, validateFields } from '../kit/fields/validate-fields.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  title: { zh: '统一身份认证（SAML）', en: 'Company sign-in (SAML)' },
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '已保存统一身份认证配置', en: 'The company sign-in is saved' },
  metadata: { zh: '本系统元数据', en: 'Metadata of this system' },
  metadataHint: {
    zh: '保存并启用后，把此地址交给身份提供方：',
    en: 'Once saved and switched on, give this address to the identity provider:',
  },
  privateKey: { zh: '本系统私钥（PEM）', en: 'Private key of this system (PEM)' },
  keyKept: { zh: '已保存，留空不改', en: 'Kept; leave empty to keep it' },
  keyNone: { zh: '尚未设置；不签名时可留空', en: 'Not set; may stay empty when nothing is signed' },
})

/** All settings except the private key, which is write-only. */
const fields = {
  isOn: flag(words('启用', 'Switched on')),
  providerEntityId: text(words('身份提供方标识', 'Entity id of the provider'), {
    required: true,
    lengthMax: 500,
  }),
  signInUrl: text(words('身份提供方登录地址', 'Sign-in address of the provider'), {
    required: true,
    lengthMax: 1000,
  }),
  providerCertificates: text(words('身份提供方证书（PEM）', 'Certificates of the provider (PEM)'), {
    required: true,
    lengthMax: 40_000,
    multiline: true,
  }),
  entityId: text(words('本系统标识', 'Entity id of this system'), {
    required: true,
    lengthMax: 500,
  }),
  publicUrl: text(words('本系统访问地址', 'Address of this system'), { lengthMax: 500 }),
  accountAttribute: text(words('账号属性（空为 NameID）', 'Account attribute (empty: NameID)'), {
    lengthMax: 200,
  }),
  clockSkewSeconds: integer(words('允许时差（秒）', 'Allowed clock skew (seconds)'), {
    required: true,
    minimum: '0',
    maximum: '600',
  }),
  isResponseSigned: flag(words('响应须签名', 'The response must be signed')),
  labelZh: text(words('登录按钮文字（中文）', 'Text of the button (Chinese)'), {
    required: true,
    lengthMax: 40,
  }),
  labelEn: text(words('登录按钮文字（英文）', 'Text of the button (English)'), {
    required: true,
    lengthMax: 60,
  }),
  certificate: text(words('本系统证书（PEM）', 'Certificate of this system (PEM)'), {
    lengthMax: 20_000,
    multiline: true,
  }),
} as const

const fresh: Row = {
  isOn: false,
  isResponseSigned: true,
  clockSkewSeconds: 60,
  labelZh: '统一身份认证登录',
  labelEn: 'Sign in with the company account',
}

interface SamlConfiguration extends Row {
  version: number
  hasPrivateKey: boolean
}

/** The settings of the identity provider; for administrators. */
export function SamlDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useMessages(messages)
  const present = useQuery({
    queryKey: ['saml-configuration'],
    gcTime: 0,
    queryFn: ({ signal }) => api.get<SamlConfiguration | null>('/api/system/saml', { signal }),
  })
  if (present.isSuccess) return <SamlForm present={present.data} onClose={onClose} />
  return (
    <Dialog isOpen title={t('title')} onClose={onClose}>
      {present.isPending ? <Skeleton active /> : <ErrorBanner error={present.error} />}
    </Dialog>
  )
}

// oxlint-disable-next-line max-lines-per-function -- one form: a field after the other
function SamlForm(props: { present: SamlConfiguration | null; onClose: () => void }): ReactNode {
  const { present } = props
  const t = useMessages(messages)
  const keys = useIntentKeys()
  const [values, setValues] = useState<Row>(present ?? fresh)
  const [privateKey, setPrivateKey] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const problems = validateFields(fields, values)
  const served = servedProblems(error, Object.keys(fields))
  const save = async (): Promise<void> => {
    setChecked(true)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    setError(null)
    try {
      // Texts of the configuration are empty, never missing.
      const settings = Object.fromEntries(
        Object.entries(typedValues(fields, values)).map(([name, value]) => [name, value ?? '']),
      )
      const body = {
        ...settings,
        isOn: values['isOn'] === true,
        isResponseSigned: values['isResponseSigned'] === true,
        version: present?.version ?? 0,
        ...(privateKey !== '' && { privateKey }),
      }
      await api.post('/api/system/saml', body, { idempotencyKey: keys.of(body) })
      toast.success(t('saved'))
      props.onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const address = new URL('api/oauth/saml/metadata', location.href.split('#')[0]).href
  return (
    <Dialog
      isOpen
      title={t('title')}
      actionText={t('save')}
      isBusy={isBusy}
      onClose={props.onClose}
      onAction={() => {
        save().catch(toast.error)
      }}
    >
      {error !== null && <ErrorBanner error={error} details={served.rest} />}
      <Alert
        type="info"
        showIcon
        title={t('metadata')}
        description={
          <>
            {t('metadataHint')}{' '}
            <a href={address} target="_blank" rel="noreferrer">
              {address}
            </a>
          </>
        }
        style={{ marginBlockEnd: 16 }}
      />
      <FieldForm
        fields={fields}
        values={values}
        readOnly={new Set()}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        onChange={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
      />
      <label htmlFor="saml-private-key">{t('privateKey')}</label>
      <Input.TextArea
        id="saml-private-key"
        rows={3}
        value={privateKey}
        autoComplete="off"
        spellCheck={false}
        placeholder={t(present?.hasPrivateKey === true ? 'keyKept' : 'keyNone')}
        onChange={(event) => setPrivateKey(event.target.value)}
      />
    </Dialog>
  )
}
