import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { api } from '../../api/client.ts'
import { Dialog } from '../../dialog/dialog.tsx'
import { servedProblems } from '../../document/entry/served-problems.ts'
import { useIntentKeys } from '../../document/act/intent-key.ts'
import { ErrorBanner } from '../../feedback/error-banner.tsx'
import { toast } from '../../feedback/toast.ts'
import type { Row } from '../../fields/field-column.ts'
import { FieldForm } from '../../fields/field-form.tsx'
import { typedValues, validateFields } from '../../fields/validate-fields.ts'
import { useUnsavedWork } from '../../tab/tab-context.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'

const messages = defineMessages({
  add: { zh: '新增{name}', en: 'New {name}' },
  edit: { zh: '编辑{name} {key}', en: 'Edit {name} {key}' },
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '已保存 {name}', en: '{name} saved' },
})

/** Edits a row of a master: the key is read-only after creation, fields of the ERP always. */
export function MasterDialog(props: {
  definition: AnyMaster
  row: Row | null
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { definition, row } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const keys = useIntentKeys()
  const [values, setValues] = useState<Row>(row ?? {})
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useUnsavedWork(values !== row && Object.keys(values).length > 0)
  const isFixed = (name: string): boolean =>
    (row !== null && definition.key.includes(name)) ||
    (definition.isMirror === true && definition.localFields?.includes(name) !== true)
  const fixed = new Set(Object.keys(definition.fields).filter(isFixed))
  const editable = Object.fromEntries(
    Object.entries(definition.fields).filter(([name]) => !fixed.has(name)),
  )
  const problems = validateFields(editable, values)
  const served = servedProblems(error, Object.keys(definition.fields))
  const name = label(definition.label)
  const save = async (): Promise<void> => {
    setChecked(true)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    setError(null)
    try {
      const sent = typedValues(editable, values)
      const path = `/api/masters/${definition.name}`
      if (row === null) await api.post(path, sent, { idempotencyKey: keys.of(sent) })
      else {
        const key = Object.fromEntries(definition.key.map((part) => [part, row[part]]))
        const body = { key, version: row['version'], ...sent }
        await api.put(path, body, { idempotencyKey: keys.of(body) })
      }
      keys.done()
      toast.success(t('saved', { name }))
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
      title={
        row === null
          ? t('add', { name })
          : t('edit', { name, key: definition.key.map((part) => String(row[part])).join(' / ') })
      }
      actionText={t('save')}
      isBusy={isBusy}
      onClose={props.onClose}
      onAction={() => {
        save().catch(toast.error)
      }}
    >
      {error !== null && <ErrorBanner error={error} details={served.rest} />}
      <FieldForm
        fields={definition.fields}
        values={values}
        readOnly={fixed}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        onChange={(field, value) => setValues((known) => ({ ...known, [field]: value }))}
      />
    </Dialog>
  )
}
