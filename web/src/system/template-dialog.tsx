import { useState } from 'react'
import type { ReactNode } from 'react'
import { flag, text } from '@kufang/contract/document/declare/field.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import {
  messageEvents,
  sendTypes,
  unknownPlaceholders,
} from '@kufang/contract/messages/message-event.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { servedProblems } from '../kit/fields/served-problems.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldForm } from '../kit/fields/field-form.tsx'
import type { FieldFormProps } from '../kit/fields/field-form.tsx'
import { typedValues, validateFields } from '../kit/fields/validate-fields.ts'
import { label as translateLabel, useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { LongText } from './long-text.tsx'
import type { MessageTemplate } from './message-template.ts'
import styles from './system.module.css'
import { useSaving } from './use-saving.ts'

const messages = defineMessages({
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '模板已保存', en: 'Template saved' },
  placeholders: { zh: '可用占位符', en: 'Placeholders' },
})

const long = { required: true, lengthMax: 10_000, multiline: true }
const templateFields = {
  titleZh: text(words('中文标题', 'Chinese title'), {
    required: true,
    lengthMax: 200,
    multiline: true,
  }),
  titleEn: text(words('英文标题', 'English title'), {
    required: true,
    lengthMax: 200,
    multiline: true,
  }),
  contentZh: text(words('中文内容（HTML）', 'Chinese text (HTML)'), long),
  contentEn: text(words('英文内容（HTML）', 'English text (HTML)'), long),
  isOn: flag(words('启用', 'Switched on')),
} satisfies Fields

const editors: NonNullable<FieldFormProps['editors']> = Object.fromEntries(
  (['contentZh', 'contentEn'] as const).map((name) => [
    name,
    (value: unknown, give: (value: unknown) => void) => (
      <LongText label={translateLabel(templateFields[name].label)} value={value} onChange={give} />
    ),
  ]),
)

/** The text of one event for one channel, and its switch. */
export function TemplateDialog(props: {
  row: MessageTemplate
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { row } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const keys = useIntentKeys()
  const { isBusy, error, attempt } = useSaving()
  const [values, setValues] = useState<Row>({ ...row })
  const [isChecked, setChecked] = useState(false)
  const event = messageEvents[row.event]
  const problems = { ...validateFields(templateFields, values) }
  for (const field of ['titleZh', 'titleEn', 'contentZh', 'contentEn']) {
    const value = values[field]
    const unknown = typeof value === 'string' ? unknownPlaceholders(row.event, value) : []
    if (unknown.length > 0)
      problems[field] = {
        zh: `没有占位符 ${unknown.join('、')}`,
        en: `there is no placeholder ${unknown.join(', ')}`,
      }
  }
  const served = servedProblems(error, Object.keys(templateFields))
  const save = (): Promise<void> =>
    attempt(async () => {
      setChecked(true)
      if (Object.keys(problems).length > 0) return
      const { event: code, sendType, version } = row
      const body = {
        event: code,
        sendType,
        version,
        ...typedValues(templateFields, values),
        isOn: values['isOn'] === true,
      }
      await api.put('/api/messages/templates', body, { idempotencyKey: keys.of(body) })
      toast.success(t('saved'))
      props.onDone()
      props.onClose()
    })
  return (
    <Dialog
      isOpen
      title={`${label(event.label)} · ${label(sendTypes[row.sendType])}`}
      actionText={t('save')}
      isBusy={isBusy}
      onClose={props.onClose}
      onAction={() => {
        save().catch(toast.error)
      }}
    >
      {error !== null && <ErrorBanner error={error} details={served.rest} />}
      <p className={styles.help}>
        {t('placeholders')}{' '}
        {Object.entries(event.placeholders).map(([name, meaning]) => (
          <span key={name} className={styles.placeholder}>
            <code>{`{${name}}`}</code> {label(meaning)}
          </span>
        ))}
      </p>
      <FieldForm
        fields={templateFields}
        values={values}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        editors={editors}
        onChange={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
      />
    </Dialog>
  )
}
