import type { ComponentType } from 'react'
import type { DialogProps } from './dialog-props.ts'
import type { QuestionHostProps } from './question.ts'

/** Dialogs are loaded on first use, because lists do not need them to show rows. */
export const loadDialogBox = async (): Promise<{ default: ComponentType<DialogProps> }> => ({
  default: (await import('./dialog-box.tsx')).DialogBox,
})

export const loadQuestionHost = async (): Promise<{ Host: ComponentType<QuestionHostProps> }> => ({
  Host: (await import('./question-host.tsx')).QuestionHost,
})

/** By then the first page is shown. */
const fetchAheadMs = 5000

/**
 * Loads them in advance: the question about unsaved work must work without the server. Returns a function that cancels
 * the timer.
 */
export function fetchDialogsAhead(): () => void {
  const timer = setTimeout(() => {
    // Errors are reported when a dialog is opened.
    void Promise.allSettled([loadDialogBox(), loadQuestionHost()])
  }, fetchAheadMs)
  return () => clearTimeout(timer)
}
