import type { ReactNode } from 'react'

export interface DialogProps {
  isOpen: boolean
  title: ReactNode
  children: ReactNode
  /** The X and the cancel button; Escape, too, but asks first where something can be entered. Clicks outside never close. */
  onClose: () => void
  /** The verb of the dialog; without it there is only a close button. */
  actionText?: string
  onAction?: () => void
  isDangerous?: boolean
  /** It acts: what became of it is still to be told, so it stays open as long. */
  isBusy?: boolean
  /** Why the action is not possible now; shown on the disabled button. */
  actionRefusal?: string | null
  /** 'narrow' is 480 px, 'normal' 800, 'broad' 1080, 'wide' 1440; never wider than the screen. */
  size?: 'narrow' | 'normal' | 'broad' | 'wide'
  /** Left of the buttons. */
  footerExtra?: ReactNode
}
