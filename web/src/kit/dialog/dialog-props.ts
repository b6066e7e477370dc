import type { ReactNode } from 'react'

export interface DialogProps {
  isOpen: boolean
  title: ReactNode
  children: ReactNode
  /**
   * Called by the X, the cancel button and Escape; Escape first asks if the dialog has input fields. Clicks outside
   * never close it.
   */
  onClose: () => void
  /** The label of the action; without it there is only a close button. */
  actionText?: string
  onAction?: () => void
  isDangerous?: boolean
  /** Input exists outside of form fields, such as in cells of a grid: Escape asks before it is discarded. */
  hasEntries?: boolean
  /** The action is running; the dialog stays open until it has ended. */
  isBusy?: boolean
  /** Why the action is not possible now; shown beside the disabled button. */
  actionRefusal?: string | null
  /** 'narrow' is 480 px, 'normal' 800, 'broad' 1080, 'wide' 1440; never wider than the screen. */
  size?: 'narrow' | 'normal' | 'broad' | 'wide'
  /** To the left of the buttons. */
  footerExtra?: ReactNode
}
