import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../feedback/lazy-part.tsx'
import type { DialogProps } from './dialog-props.ts'
import { loadDialogBox } from './load-dialogs.ts'

const DialogBox = lazyPart(loadDialogBox, 'overlay')

/**
 * The only dialog component of the product. It is rendered in the element of its tab, covers only that tab, and keeps
 * its input while the tab is hidden. Its code is loaded on first use.
 */
export function Dialog(props: DialogProps): ReactNode {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense fallback={null}>
      <DialogBox {...props} />
    </Suspense>
  )
}
