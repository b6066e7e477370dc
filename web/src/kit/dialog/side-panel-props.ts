import type { ReactNode } from 'react'

export interface SidePanelProps {
  isOpen: boolean
  title: ReactNode
  children: ReactNode
  onClose: () => void
  /** Covers what is behind it until it is closed; for the shell's own panels. */
  isModal?: boolean
  /** Made for a document: wide, and with a width a person may change, which is kept. */
  isWide?: boolean
  /** Walks through the list beside it; left out at the ends of the list. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** Right of the title, such as "open in its own tab". */
  extra?: ReactNode
  footer?: ReactNode
}
