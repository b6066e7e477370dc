import { textOf } from '@kufang/kernel/text-of.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Select } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { choice, flag, reference, text } from '@kufang/contract/document/declare/field.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { contentTypes, sendTypes } from '@kufang/contract/messages/message-event.ts'
import type { SendType } from '@kufang/contract/messages/message-event.ts'
import { indexedPages } from '../kit/declarations.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { api } from '../kit/api/client.ts'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { servedProblems } from '../kit/fields/served-problems.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldForm } from '../kit/fields/field-form.tsx'
import type { FieldFormProps } from '../kit/fields/field-form.tsx'
import { validateFields } from '../kit/fields/validate-fields.ts'
import { useUnsavedWork } from '../kit/tab/tab-context.ts'
import { clearable } from '../kit/text/clearable.ts'
import { label as translateLabel, useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { LongText } from './long-text.tsx'
import { PeopleSelect } from './people-select.tsx'
import styles from './system.module.css'
import { useSaving } from './use-saving.ts'

const messages = defineMessages({
  send: { zh: '发送', en: 'Send' },
  clear: { zh: '清空', en: 'Clear' },
  sent: { zh: '已发送给 {count} 人', en: 'Sent to {count} {count|person|people}' },
  ways: { zh: '发送方式', en: 'Sent by' },
})

const required = words('必填，请填写', 'required, please fill it in')
const fields = {
  contentType: choice(words('接收范围', 'Sent to'), contentTypes, { required: true }),
  companyCode: reference(
    words('公司（空为全部，仅管理员）', 'Company (empty: all, administrators only)'),
    'company',
  ),
  department: text(words('部门', 'Department'), { lengthMax: 60 }),
  userIds: text(words('接收人', 'Receivers')),
  includesExternal: flag(words('包括外部用户（供应商）', 'External users (suppliers) too')),
  handleUrl: text(words('打开页面（可空）', 'Page to open (may be empty)')),
  title: text(words('标题', 'Title'), { required: true, lengthMax: 100, multiline: true }),
  content: text(words('内容（可用 HTML）', 'Text (HTML allowed)'), {
    required: true,
    lengthMax: 20_000,
    multiline: true,
  }),
} satisfies Fields

const empty: Row = { contentType: 'company' }
const pages = indexedPages.map(({ path }) => cataloguePage(path))

/** Form for a notice to individuals, a department, a company or everybody. */
// oxlint-disable-next-line max-lines-per-function -- one form: a field after the other
export function NoticeForm(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const keys = useIntentKeys()
  const { isBusy, error, attempt } = useSaving()
  const waysId = useId()
  const [values, setValues] = useState<Row>(empty)
  const [ways, setWays] = useState<SendType[]>(['mail'])
  const [isChecked, setChecked] = useState(false)
  useUnsavedWork(textOf(values['title']) !== '' || textOf(values['content']) !== '')
  const contentType = textOf(values['contentType'])
  const companyCode = textOf(values['companyCode'])
  const userIds = Array.isArray(values['userIds']) ? (values['userIds'] as string[]) : []
  const { department, userIds: people, includesExternal, ...others } = fields
  const { title, content, handleUrl, ...head } = others
  const shown: Fields = {
    ...head,
    ...(contentType === 'dept' && { department }),
    ...(contentType === 'user' ? { userIds: people } : { includesExternal }),
    handleUrl,
    title,
    content,
  }
  const problems = {
    ...validateFields(shown, values),
    ...(contentType === 'user' && userIds.length === 0 && { userIds: required }),
    ...(contentType === 'dept' && textOf(values['department']) === '' && { department: required }),
  }
  const served = servedProblems(error, Object.keys(shown))
  const send = (): Promise<void> =>
    attempt(async () => {
      setChecked(true)
      if (Object.keys(problems).length > 0) return
      const body = {
        contentType,
        companyCode,
        department: contentType === 'dept' ? textOf(values['department']) : '',
        userIds: contentType === 'user' ? userIds : [],
        includesExternal: values['includesExternal'] === true,
        title: textOf(values['title']),
        content: textOf(values['content']),
        handleUrl: textOf(values['handleUrl']),
        sendTypes: ways,
      }
      const answer = await api.post<{ receiverCount: number }>('/api/messages/notices', body, {
        idempotencyKey: keys.of(body),
      })
      keys.done()
      toast.success(t('sent', { count: answer.receiverCount }))
      setValues(empty)
      setChecked(false)
    })
  return (
    <div className={styles.notice}>
      {error !== null && <ErrorBanner error={error} details={served.rest} />}
      <FieldForm
        fields={shown}
        values={values}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        onChange={(name, value) =>
          setValues((known) => ({
            ...known,
            [name]: value,
            // Departments and users depend on the company.
            ...(name === 'companyCode' && { department: null, userIds: [] }),
          }))
        }
        editors={editorsOf(companyCode, userIds)}
      />
      <div role="group" aria-labelledby={waysId}>
        <div id={waysId} className={styles.ways}>
          {t('ways')}
        </div>
        <Checkbox.Group
          className={styles.ways ?? ''}
          value={ways}
          onChange={setWays}
          options={Object.entries(sendTypes).map(([value, name]) => ({
            value: value as SendType,
            label: label(name),
          }))}
        />
      </div>
      <div className={styles.noticeFoot}>
        <Button onClick={() => setValues(empty)}>{t('clear')}</Button>
        <Button
          type="primary"
          loading={isBusy}
          disabled={ways.length === 0}
          onClick={() => {
            send().catch(toast.error)
          }}
        >
          {t('send')}
        </Button>
      </div>
    </div>
  )
}

/** Editors of the fields whose choices depend on the company. */
function editorsOf(companyCode: string, userIds: string[]): NonNullable<FieldFormProps['editors']> {
  return {
    department: (value, give) => (
      <DepartmentSelect companyCode={companyCode} value={textOf(value)} onChange={give} />
    ),
    userIds: (_value, give) => (
      <PeopleSelect companyCode={companyCode} value={userIds} onChange={give} />
    ),
    content: (value, give) => (
      <LongText label={translateLabel(fields.content.label)} value={value} onChange={give} />
    ),
    handleUrl: (value, give) => <PageSelect value={textOf(value)} onChange={give} />,
  }
}

interface ChoiceProps {
  value: string
  onChange: (value: unknown) => void
}

function PageSelect({ value, onChange }: ChoiceProps): ReactNode {
  const { label } = useLanguage()
  return (
    <Select<string | null>
      aria-label={label(fields.handleUrl.label)}
      style={{ width: '100%' }}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clearable()}
      value={value === '' ? null : value}
      onChange={(path) => onChange(path ?? '')}
      options={pages.map((page) => ({ value: page.path, label: label(page) }))}
    />
  )
}

function DepartmentSelect(props: ChoiceProps & { companyCode: string }): ReactNode {
  const { companyCode } = props
  const { label } = useLanguage()
  const { data } = useQuery({
    queryKey: ['messages', 'departments', companyCode],
    queryFn: ({ signal }) =>
      api.get<string[]>('/api/messages/departments', { query: { companyCode }, signal }),
    enabled: companyCode !== '',
  })
  return (
    <Select<string | null>
      aria-label={label(fields.department.label)}
      style={{ width: '100%' }}
      showSearch
      value={props.value === '' ? null : props.value}
      onChange={(value) => props.onChange(value)}
      options={(data ?? []).map((value) => ({ value, label: value }))}
    />
  )
}
