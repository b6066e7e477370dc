import { companyToday } from '@kufang/kernel/company-day.ts'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import type { ReactNode } from 'react'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { api } from '../../api/client.ts'
import { approvalFields } from '../../approval/approval-fields.ts'
import { toast } from '../../feedback/toast.ts'
import type { Row } from '../../fields/field-column.ts'
import { FieldDialog } from '../../fields/field-dialog.tsx'
import { typedValues } from '../../fields/validate-fields.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'

const messages = defineMessages({
  add: { zh: '新增{name}', en: 'New {name}' },
  edit: { zh: '编辑{name} {key}', en: 'Edit {name} {key}' },
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '已保存 {name}', en: '{name} saved' },
  request: { zh: '提交变更申请', en: 'Request the change' },
  requested: {
    zh: '已提交{name}的变更申请，由另一人批准后自生效日执行',
    en: 'The change of {name} is requested; it is in force from its day once someone else approves it',
  },
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
  const isFixed = (name: string): boolean =>
    (row !== null && definition.key.includes(name)) ||
    (definition.isMirror === true && definition.localFields?.includes(name) !== true)
  const fixed = new Set(Object.keys(definition.fields).filter(isFixed))
  const editable = Object.fromEntries(
    Object.entries(definition.fields).filter(([name]) => !fixed.has(name)),
  )
  // What the server keeps of a row stands in the list.
  const shown =
    definition.isMirror === true
      ? definition.fields
      : Object.fromEntries(
          Object.entries(definition.fields).filter(([, { by }]) => by !== 'server'),
        )
  /** Whether another person must approve what is entered. */
  const isRule = (values: Row): boolean =>
    definition.approval !== undefined &&
    (row === null
      ? definition.approval.ofRows
      : definition.approval.fields.some((part) => !isSame(values[part], row[part])))
  const name = label(definition.label)
  const nameWithin = label(inSentence(definition.label))
  return (
    <FieldDialog
      title={
        row === null
          ? t('add', { name: nameWithin })
          : t('edit', {
              name: nameWithin,
              key: definition.key.map((part) => String(row[part])).join(' / '),
            })
      }
      actionText={(values) => t(isRule(values) ? 'request' : 'save')}
      fields={(values) => ({ ...shown, ...(isRule(values) && approvalFields) })}
      initial={{ ...row, effectiveFrom: companyToday() }}
      readOnly={fixed}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        const approval = isRule(values) && {
          approval: { effectiveFrom: values['effectiveFrom'], reason: values['reason'] },
        }
        const sent = { ...typedValues(editable, values), ...approval }
        const path = `/api/masters/${definition.name}`
        if (row === null) await api.post(path, sent, { idempotencyKey: keys.of(sent) })
        else {
          const key = Object.fromEntries(definition.key.map((part) => [part, row[part]]))
          const body = { key, version: row['version'], ...sent }
          await api.put(path, body, { idempotencyKey: keys.of(body) })
        }
        toast.success(t(approval === false ? 'saved' : 'requested', { name }))
        props.onDone()
      }}
    />
  )
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '')
