import type { ComponentType } from 'react'
import type { DialogProps } from './dialog-props.ts'
import type { QuestionHostProps } from './question.ts'

/** Dialogs come when one is first needed: no list needs them to show its rows. */
export const loadDialogBox = async (): Promise<{ default: ComponentType<DialogProps> }> => ({
  default: (await import('./dialog-box.tsx')).DialogBox,
})

export const loadQuestionHost = async (): Promise<{ Host: ComponentType<QuestionHostProps> }> => ({
  Host: (await import('./question-host.tsx')).QuestionHost,
})

/** The person looks at the first page by then. */
const fetchAheadMs = 5000

/**
 * Fetches them when the window has come to rest: the question about unsaved work must be there
 * when the server is not. Returns the end of waiting.
 */
export function fetchDialogsAhead(): () => void {
  const timer = setTimeout(() => {
    // What fails now is said when a dialog is opened.
    void Promise.allSettled([loadDialogBox(), loadQuestionHost()])
  }, fetchAheadMs)
  return () => clearTimeout(timer)
}
