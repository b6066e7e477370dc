import type { ReactNode } from 'react'

export interface SidePanelProps {
  isOpen: boolean
  title: ReactNode
  children: ReactNode
  onClose: () => void
  /** Covers what is behind it until closed; for panels of the shell. */
  isModal?: boolean
  /** For documents: wide, and resizable with a stored width. */
  isWide?: boolean
  /** Select the previous or next row of the list; absent at its ends. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** To the right of the title, such as "open in its own tab". */
  extra?: ReactNode
  footer?: ReactNode
}
