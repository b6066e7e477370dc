import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DocumentResponse } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { holdsAny, rolesFor } from '@kufang/contract/document/decide.ts'
import { undoPath } from '@kufang/contract/document/undo-path.ts'
import { useConfirm } from '../../dialog/use-confirm.tsx'
import { toast } from '../../feedback/toast.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { ActionDialog } from './action-dialog.tsx'
import { listedDocument } from '../listed-document.ts'
import { documentApi } from '../document-api.ts'
import styles from '../document.module.css'
import { useDecider } from '../../session/decider.ts'
import { UndoDialog } from './undo-dialog.tsx'
import { waitsForBooks } from './use-books-watch.ts'
import { useIntentKeys } from '../../api/intent-key.ts'
import { primaryAction, primaryLast } from './primary-action.ts'
import { afterDocumentWrite } from '../related.ts'

const messages = defineMessages({
  edit: { zh: '编辑', en: 'Edit' },
  remove: { zh: '删除', en: 'Delete' },
  removeOne: { zh: '删除 {no}？', en: 'Delete {no}?' },
  undo: { zh: '撤销整条链', en: 'Undo the chain' },
  removed: { zh: '已删除 {no}', en: '{no} deleted' },
})

/** Refusals for which the button is hidden instead of disabled. */
const silent: ReadonlySet<string> = new Set([
  'role-missing',
  'function-missing',
  'wrong-state',
  'action-of-system',
])

/** The bottom bar of a document with the actions possible now, the next step on the right. */
// oxlint-disable-next-line max-lines-per-function -- one bar: the actions share which of them runs
export function DocumentActions(props: {
  definition: AnyDocument
  document: DocumentResponse
  preferred?: readonly string[]
  onEdit: () => void
  onGone: () => void
  onActed?: () => void
}): ReactNode {
  const { definition, document: shown } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const confirm = useConfirm()
  const client = useQueryClient()
  const keys = useIntentKeys()
  const [running, setRunning] = useState<string | null>(null)
  const [isUndoing, setUndoing] = useState(false)
  const decider = useDecider()
  const offered = Object.keys(definition.actions).filter((name) => {
    const refusal = shown.actions[name]
    return refusal === null || (refusal !== undefined && !silent.has(refusal.code))
  })
  const possible = offered.filter((name) => shown.actions[name] === null)
  const primary = primaryAction(definition, possible, props.preferred)
  const remove = async (): Promise<void> => {
    const { docNo, id, version } = shown.header
    const agreed = await confirm({
      title: t('removeOne', { no: docNo }),
      actionText: t('remove'),
      isDangerous: true,
    })
    if (!agreed) return
    await documentApi.remove(definition.name, id, version, keys.of([id, version]))
    toast.success(t('removed', { no: docNo }))
    afterDocumentWrite(client, definition.name)
    props.onGone()
  }
  const undoing = Object.entries(definition.actions).filter(([, action]) => action.isUndo === true)
  // Users with a role in undoing the document may see the plan and start it.
  const mayUndo =
    shown.hiddenLines.length === 0 &&
    undoing.some(([name]) => holdsAny(decider, rolesFor(definition, name))) &&
    (waitsForBooks(shown.header) || undoPath(definition, shown.header).length > 0)
  if (offered.length === 0 && !shown.isEditable && !mayUndo && !isUndoing) return null
  return (
    <div className={styles.bar}>
      {shown.isEditable && (
        <Button
          danger
          type="text"
          onClick={() => {
            remove().catch(toast.error)
          }}
        >
          {t('remove')}
        </Button>
      )}
      {mayUndo && (
        <Button danger type="text" onClick={() => setUndoing(true)}>
          {t('undo')}
        </Button>
      )}
      <span className={styles.spring} />
      {shown.isEditable && <Button onClick={props.onEdit}>{t('edit')}</Button>}
      {primaryLast(offered, primary).map((name) => {
        const declared = definition.actions[name]
        const refusal = shown.actions[name]
        return (
          <Button
            key={name}
            type={name === primary ? 'primary' : 'default'}
            danger={declared?.isDangerous === true}
            {...(name === primary && { 'aria-keyshortcuts': 'Control+Enter' })}
            disabled={refusal !== null}
            title={refusal == null ? '' : label(refusal)}
            onClick={() => setRunning(name)}
          >
            {declared === undefined ? name : label(declared.label)}
          </Button>
        )
      })}
      {isUndoing && (
        <UndoDialog
          definition={definition}
          document={listedDocument(shown.header)}
          onClose={() => setUndoing(false)}
        />
      )}
      {running !== null && (
        <ActionDialog
          definition={definition}
          action={running}
          documents={[listedDocument(shown.header)]}
          onClose={() => setRunning(null)}
          onDone={() => props.onActed?.()}
        />
      )}
    </div>
  )
}
