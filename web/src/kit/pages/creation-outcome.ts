import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { AnyDocumentPage } from './list/document-list.tsx'

/** What the main button of a create page says, and what is said once it was pressed. */
export interface CreationOutcome {
  verb: Label
  made: Label
  /** Said when the document was saved without its first action. */
  draftMade: Label
  /** A second button saves without acting: only where the main one does more than that. */
  hasDraftButton: boolean
}

/**
 * The button and the message of a create page, in the same words: the action that follows at once, or else a draft
 * is saved, or a document that begins in a state nobody edits is created.
 */
export function creationOutcome(
  definition: Pick<AnyDocument, 'label' | 'initial' | 'editable' | 'actions'>,
  page: Pick<AnyDocumentPage, 'actionAfterCreate'>,
): CreationOutcome {
  const { label, initial, editable, actions } = definition
  const isDraft = editable.includes(initial)
  const draftMade = isDraft
    ? { zh: `${label.zh}已存为草稿`, en: `${label.en} saved as a draft` }
    : { zh: `${label.zh}已创建`, en: `${label.en} created` }
  const action = page.actionAfterCreate === undefined ? undefined : actions[page.actionAfterCreate]
  if (action !== undefined)
    return {
      verb: action.label,
      made: { zh: `${action.label.zh}完成`, en: `${action.label.en}: done` },
      draftMade,
      hasDraftButton: isDraft,
    }
  const verb = isDraft ? { zh: '存为草稿', en: 'Save as draft' } : { zh: '创建', en: 'Create' }
  return { verb, made: draftMade, draftMade, hasDraftButton: false }
}
