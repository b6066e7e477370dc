import type { ModalFuncProps } from 'antd'

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
