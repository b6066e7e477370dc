import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../feedback/lazy-part.tsx'

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

const SideDrawer = lazyPart(() => import('./side-drawer.tsx'), 'overlay')

/** A panel at the right; its code comes when one is first opened. */
export function SidePanel(props: SidePanelProps): ReactNode {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense fallback={null}>
      <SideDrawer {...props} />
    </Suspense>
  )
}
