import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { theme as antdTheme } from 'antd'
import type { DocumentResponse } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { variantOfDocument } from '@kufang/contract/document/page-variants.ts'
import { toast } from '../../feedback/toast.ts'
import type { LineGridHandle } from '../../grid/line-grid.tsx'
import { useUnsavedWork } from '../../tab/tab-context.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { documentApi } from '../document-api.ts'
import { documentPath } from '../document-path.ts'
import styles from '../document.module.css'
import { EntryForm } from './entry-form.tsx'
import { newRowId } from './entry-lines.ts'
import { useIntentKeys } from '../../api/intent-key.ts'
import { useEntry } from './use-entry.ts'

const messages = defineMessages({
  save: { zh: '保存（Ctrl+S）', en: 'Save (Ctrl+S)' },
  cancel: { zh: '放弃修改', en: 'Discard changes' },
  saved: { zh: '已保存', en: 'Saved' },
})

/** Edits a draft with the same form as for creating. */
export function EditForm(props: {
  definition: AnyDocument
  document: DocumentResponse
  onDone: () => void
  onCancel: () => void
}): ReactNode {
  const { document: shown } = props
  const definition = variantOfDocument(props.definition, shown.header)
  const t = useMessages(messages)
  const { token } = antdTheme.useToken()
  const grid = useRef<LineGridHandle>(null)
  const keys = useIntentKeys()
  const [isBusy, setBusy] = useState(false)
  const entry = useEntry(definition, {
    header: shown.header,
    lines: shown.lines.map((line) => ({ ...line, ...sourceOf(line), rowId: newRowId() })),
  })
  const [opened] = useState(() => JSON.stringify(entry.request()))
  /** Returns false if saving failed; the form shows the reason. */
  const save = async (reportsRefusal = false): Promise<boolean> => {
    // A cell editor commits its text in the next task.
    grid.current?.finishEditing()
    await new Promise((done) => setTimeout(done, 0))
    if (!entry.check()) return false
    setBusy(true)
    try {
      const { id, version } = shown.header
      const request = { version, ...entry.request(), ...(reportsRefusal && { reportsRefusal }) }
      const made = await documentApi.update(definition.name, id, request, keys.of(request))
      toast.success(t('saved'), { text: made.docNo, path: documentPath(definition.name, made.id) })
      props.onDone()
      return true
    } catch (thrown) {
      entry.refuse(thrown)
      return false
    } finally {
      setBusy(false)
    }
  }
  // Without changes the tab closes without a question.
  useUnsavedWork(JSON.stringify(entry.request()) !== opened, { keep: () => save() })
  const start = (): void => {
    save().catch(toast.error)
  }
  return (
    <div className={styles.view} style={{ '--line': token.colorBorder } as CSSProperties}>
      <div className={styles.scroll}>
        <EntryForm
          definition={definition}
          entry={entry}
          hasSource={definition.source !== undefined}
          grid={grid}
          onReport={() => void save(true).catch(toast.error)}
        />
      </div>
      <div className={styles.bar}>
        <Button type="text" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
        <span className={styles.spring} />
        <Button
          type="primary"
          aria-keyshortcuts="Control+Enter Control+S"
          loading={isBusy}
          onClick={start}
        >
          {t('save')}
        </Button>
      </div>
    </div>
  )
}

/** Lines read from the server have their source in separate columns. */
function sourceOf(line: Record<string, unknown>): Record<string, unknown> {
  const id = line['sourceId']
  const lineNo = line['sourceLine']
  return typeof id === 'string' && typeof lineNo === 'number' ? { source: { id, lineNo } } : {}
}
