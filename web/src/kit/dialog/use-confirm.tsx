import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { useLanguage } from '../text/language.ts'
import { useQuestions } from './question.ts'
import type { Choice } from './question.ts'

export interface ConfirmRequest {
  title: ReactNode
  content?: ReactNode
  /** The label of the action: 删除, 过账, 冲销. */
  actionText: string
  isDangerous?: boolean
}

interface ChoiceRequest<Key extends string> {
  title: ReactNode
  content?: ReactNode
  /** From left to right. */
  choices: readonly Choice<Key>[]
}

/** Asks a question in its own tab; resolves with the key of the answer, null for Escape. */
export function useChoice(): <Key extends string>(
  request: ChoiceRequest<Key>,
) => Promise<Key | null> {
  const ask = useQuestions()
  return useCallback(
    async <Key extends string>({ title, content, choices }: ChoiceRequest<Key>) => {
      const chosen = await ask(
        {
          title,
          content,
          centered: true,
          keyboard: true,
          scrollLock: false,
          mask: { closable: false, blur: false },
        },
        choices,
      )
      return choices.find(({ key }) => key === chosen)?.key ?? null
    },
    [ask],
  )
}

/** Asks for confirmation in its own tab; resolves with true if confirmed. */
export function useConfirm(): (request: ConfirmRequest) => Promise<boolean> {
  const choose = useChoice()
  const { label } = useLanguage()
  return useCallback(
    async ({ title, content, actionText, isDangerous = false }) => {
      const chosen = await choose({
        title,
        content,
        choices: [
          // Enter must not trigger an irreversible action.
          {
            key: 'cancel',
            text: label({ zh: '取消', en: 'Cancel' }),
            isFocused: isDangerous,
          },
          { key: 'ok', text: actionText, isDangerous, isMain: true, isFocused: !isDangerous },
        ],
      })
      return chosen === 'ok'
    },
    [choose, label],
  )
}
