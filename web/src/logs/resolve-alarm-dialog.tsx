import { useState } from 'react'
import type { ReactNode } from 'react'
import { text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { useIntentKeys } from '../kit/document/act/intent-key.ts'
import { servedProblems } from '../kit/document/entry/served-problems.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldForm } from '../kit/fields/field-form.tsx'
import { typedValues, validateFields } from '../kit/fields/validate-fields.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  resolve: { zh: '标记已处理', en: 'Mark as resolved' },
  help: {
    zh: '写明原因和已采取的措施；警报保留在列表中，可随时查看。',
    en: 'Say what it was and what was done; the alarm stays in the list with these words.',
  },
  done: { zh: '警报已处理', en: 'Alarm resolved' },
})

const fields = {
  resolution: text(words('处理说明', 'Resolution'), {
    required: true,
    lengthMax: 200,
    multiline: true,
  }),
}

/** Records how an alarm was resolved. */
export function ResolveAlarmDialog(props: {
  row: Row
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { row } = props
  const t = useMessages(messages)
  const keys = useIntentKeys()
  const [values, setValues] = useState<Row>({})
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
      await api.post(`/api/erp/alarms/${String(row['id'])}/resolve`, body, {
        idempotencyKey: keys.of(body),
      })
      toast.success(t('done'))
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
      title={t('resolve')}
      actionText={t('resolve')}
      isBusy={isBusy}
      onClose={props.onClose}
      onAction={() => {
        send().catch(toast.error)
      }}
    >
      {error !== null && <ErrorBanner error={error} details={served.rest} />}
      <p>{String(row['message'])}</p>
      <p>{t('help')}</p>
      <FieldForm
        fields={fields}
        values={values}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        onChange={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
      />
    </Dialog>
  )
}
