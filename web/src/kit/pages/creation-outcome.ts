import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { AnyDocumentPage } from './list/document-list.tsx'

/** The label of the main button of a create page, and its success messages. */
export interface CreationOutcome {
  verb: Label
  made: Label
  /** Shown if the document was saved without its first action. */
  draftMade: Label
  /** Whether a second button saves without the action; only if the main button performs one. */
  hasDraftButton: boolean
}

/**
 * The button label and matching message of a create page: the action performed immediately, or saving a draft, or
 * creating a document whose initial state is not editable.
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
