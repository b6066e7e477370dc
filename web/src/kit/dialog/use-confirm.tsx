import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { useLanguage } from '../text/language.ts'
import { useQuestions } from './question-place.tsx'

export interface ConfirmRequest {
  title: ReactNode
  content?: ReactNode
  /** The verb: 删除, 过账, 冲销. */
  actionText: string
  isDangerous?: boolean
}

/** Asks once, in the tab it belongs to; true when the person agreed. */
export function useConfirm(): (request: ConfirmRequest) => Promise<boolean> {
  const ask = useQuestions()
  const { label } = useLanguage()
  return useCallback(
    async (request) =>
      ask({
        title: request.title,
        content: request.content,
        okText: request.actionText,
        cancelText: label({ zh: '取消', en: 'Cancel' }),
        okButtonProps: { danger: request.isDangerous === true },
        // Enter must not do what cannot be undone.
        autoFocusButton: request.isDangerous === true ? 'cancel' : 'ok',
        centered: true,
        keyboard: false,
        scrollLock: false,
        mask: { closable: false, blur: false },
      }),
    [ask, label],
  )
}
