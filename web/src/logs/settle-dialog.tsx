import { useState } from 'react'
import type { ReactNode } from 'react'
import { text } from '@kufang/contract/document/declare/field.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { servedProblems } from '../kit/document/entry/served-problems.ts'
import { useIntentKeys } from '../kit/document/act/intent-key.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldForm } from '../kit/fields/field-form.tsx'
import { typedValues, validateFields } from '../kit/fields/validate-fields.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  close: { zh: '填凭证号关闭', en: 'Close with number' },
  ignore: { zh: '忽略', en: 'Ignore' },
  closeHelp: {
    zh: '此消息在 SAP 中已有凭证时使用：填入凭证号后视为已过账。',
    en: 'For a message that SAP has booked already: with the number it counts as posted.',
  },
  ignoreHelp: {
    zh: '放弃此消息：单据保持未过账，差异会出现在对账中。',
    en: 'Gives the message up: the document stays unposted and shows as a difference.',
  },
  done: { zh: '{verb}完成：{no}', en: '{verb}: {no}' },
})

const reason = text(words('原因', 'Reason'), { required: true, lengthMax: 200, multiline: true })
const fieldsOf: Record<'close' | 'ignore', Fields> = {
  close: {
    materialDocument: text(words('物料凭证', 'Material document'), {
      required: true,
      lengthMax: 10,
    }),
    year: text(words('凭证年度', 'Document year'), { required: true, lengthMax: 4 }),
    reason,
  },
  ignore: { reason },
}

/** Ends a message manually; the reason is logged. */
export function SettleDialog(props: {
  row: Row
  way: 'close' | 'ignore'
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { row, way } = props
  const t = useMessages(messages)
  const keys = useIntentKeys()
  const fields = fieldsOf[way]
  const [values, setValues] = useState<Row>(() => ({ year: String(new Date().getFullYear()) }))
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const problems = validateFields(fields, values)
  const served = servedProblems(error, Object.keys(fields))
  const send = async (): Promise<void> => {
    setChecked(true)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    setError(null)
    try {
      const body = { companyCode: row['companyCode'], ...typedValues(fields, values) }
      await api.post(`/api/erp/postings/${String(row['id'])}/${way}`, body, {
        idempotencyKey: keys.of(body),
      })
      toast.success(t('done', { verb: t(way), no: String(row['documentNo']) }))
      props.onDone()
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
      size="narrow"
      title={`${t(way)} ${String(row['documentNo'])}`}
      actionText={t(way)}
      isDangerous={way === 'ignore'}
      isBusy={isBusy}
      onClose={props.onClose}
      onAction={() => {
        send().catch(toast.error)
      }}
    >
      {error !== null && <ErrorBanner error={error} details={served.rest} />}
      <p>{t(way === 'close' ? 'closeHelp' : 'ignoreHelp')}</p>
      <FieldForm
        fields={fields}
        values={values}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        onChange={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
      />
    </Dialog>
  )
}
