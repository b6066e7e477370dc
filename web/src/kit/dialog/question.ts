import type { ModalFuncProps } from 'antd'
import { createContext, useContext } from 'react'

/** One of several answers. */
export interface Choice<Key extends string = string> {
  key: Key
  text: string
  isDangerous?: boolean
  /** The one that stands out. */
  isMain?: boolean
  /** What Enter chooses. */
  isFocused?: boolean
}

/** Puts a question; gives the key of the answer, null for none (Escape, cancelled). */
export type Ask = (question: ModalFuncProps, choices: readonly Choice[]) => Promise<string | null>

export interface QuestionHostProps {
  /** Says how a question is put; null when that ends. */
  onReady: (ask: Ask | null) => void
}

/** Where questions are put; null outside of a `KitProvider`. */
export const QuestionContext = createContext<Ask | null>(null)

/** Throws outside of a `KitProvider`. */
export function useQuestions(): Ask {
  const ask = useContext(QuestionContext)
  if (ask === null) throw new Error('a question needs a KitProvider around it')
  return ask
}
