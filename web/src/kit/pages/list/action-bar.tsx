import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { hasButtonPermission } from '@kufang/kernel/permission.ts'
import { ActionDialog } from '../../document/act/action-dialog.tsx'
import { actionRefusal } from '../../document/act/action-refusal.ts'
import { listedDocuments } from '../../document/listed-document.ts'
import type { ListedDocument } from '../../document/listed-document.ts'
import { useDecider } from '../../session/decider.ts'
import { primaryAction, primaryLast } from '../../document/act/primary-action.ts'
import { PrintButton } from '../../document/print/print-button.tsx'
import type { Row } from '../../fields/field-column.ts'
import type { GridSelection } from '../../grid/data-grid.tsx'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { ActionButtons } from './action-buttons.tsx'
import { SelectionBar } from './selection-bar.tsx'
import styles from '../frame/pages.module.css'

const messages = defineMessages({
  none: { zh: '不能{verb}：{reason}', en: 'Cannot {verb}: {reason}' },
})

/** Shown at the bottom while rows are selected: their number and the actions; impossible ones show the reason. */
export function ActionBar(props: {
  definition: AnyDocument
  actions: readonly string[]
  selection: GridSelection<Row>
  /** Not all selected rows are loaded yet. */
  isReading: boolean
  onDone: () => void
}): ReactNode {
  const { definition, selection } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const decider = useDecider()
  // The action applies to the documents as they were when the dialog opened, even if the list changes.
  const [running, setRunning] = useState<{
    action: string
    documents: readonly ListedDocument[]
    isDone: boolean
  } | null>(null)
  const documents = listedDocuments(selection.rows)
  // Buttons whose function code the user lacks are hidden (product.md section 5).
  const actions = props.actions.filter((action) => {
    const code = definition.actions[action]?.functionCode
    const held = decider.functionCodes ?? []
    return code === undefined || hasButtonPermission(held, [code], !decider.isAdmin)
  })
  const refusals = new Map(
    actions.map((action) => [action, actionRefusal(definition, action, decider, documents)]),
  )
  const possible = actions.filter((action) => refusals.get(action) === null)
  const primary = primaryAction(definition, possible, props.actions)
  const [main] = actions
  /** If nothing can be done, the reason stands beside the buttons: nobody looks for it under grey ones. */
  const whyNone =
    main === undefined || possible.length > 0
      ? ''
      : t('none', {
          verb: label(definition.actions[main]?.label ?? main),
          reason: label(refusals.get(main) ?? ''),
        })
  return (
    <>
      <SelectionBar count={documents.length} selection={selection} isReading={props.isReading}>
        {whyNone !== '' && (
          <span className={styles.whyNone} role="status" title={whyNone}>
            {whyNone}
          </span>
        )}
        <PrintButton isBatch definition={definition} ids={documents.map(({ id }) => id)} />
        <ActionButtons
          actions={primaryLast(actions, primary).map((name) => {
            const declared = definition.actions[name]
            const refusal = refusals.get(name) ?? null
            return {
              name,
              text: declared === undefined ? name : label(declared.label),
              isPossible: refusal === null,
              reason: refusal === null ? '' : label(refusal),
              isDangerous: declared?.isDangerous === true,
              isPrimary: name === primary,
            }
          })}
          isDisabled={props.isReading}
          onAction={(action) => setRunning({ action, documents, isDone: false })}
        />
      </SelectionBar>
      {running !== null && (
        <ActionDialog
          definition={definition}
          action={running.action}
          documents={running.documents}
          onClose={() => {
            setRunning(null)
            // After cancelling, the selection stays unchanged.
            if (running.isDone) props.onDone()
          }}
          onDone={() => setRunning({ ...running, isDone: true })}
        />
      )}
    </>
  )
}
