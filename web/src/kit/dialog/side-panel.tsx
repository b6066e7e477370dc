import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../feedback/lazy-part.tsx'
import type { SidePanelProps } from './side-panel-props.ts'

const SideDrawer = lazyPart(() => import('./side-drawer.tsx'), 'overlay')

/** A panel on the right; its code is loaded on first use. */
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
