import type { ReactNode } from 'react'
import { text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { api } from '../kit/api/client.ts'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { typedValues } from '../kit/fields/validate-fields.ts'
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
  return (
    <FieldDialog
      size="narrow"
      title={t('resolve')}
      actionText={t('resolve')}
      fields={fields}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        const body = { companyCode: row['companyCode'], ...typedValues(fields, values) }
        await api.post(`/api/erp/alarms/${String(row['id'])}/resolve`, body, {
          idempotencyKey: keys.of(body),
        })
        toast.success(t('done'))
        props.onDone()
      }}
    >
      <p>{String(row['message'])}</p>
      <p>{t('help')}</p>
    </FieldDialog>
  )
}
