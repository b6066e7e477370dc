import type { ModalFuncProps } from 'antd'
import { createContext, useContext } from 'react'

/** One of several answers. */
export interface Choice<Key extends string = string> {
  key: Key
  text: string
  isDangerous?: boolean
  /** The primary button. */
  isMain?: boolean
  /** The button activated by Enter. */
  isFocused?: boolean
}

/** Asks a question; resolves with the key of the answer, or null (Escape, cancelled). */
export type Ask = (question: ModalFuncProps, choices: readonly Choice[]) => Promise<string | null>

export interface QuestionHostProps {
  /** Passes the function that asks questions; null on unmount. */
  onReady: (ask: Ask | null) => void
}

/** The function that asks questions; null outside a `KitProvider`. */
export const QuestionContext = createContext<Ask | null>(null)

/** Throws outside a `KitProvider`. */
export function useQuestions(): Ask {
  const ask = useContext(QuestionContext)
  if (ask === null) throw new Error('a question needs a KitProvider around it')
  return ask
}
