import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../feedback/lazy-part.tsx'
import type { DialogProps } from './dialog-props.ts'
import { loadDialogBox } from './load-dialogs.ts'

const DialogBox = lazyPart(loadDialogBox, 'overlay')

/**
 * The one dialog of the product. It belongs to its tab: it lives in the tab's element, covers
 * only that, and is still there with what was typed when the person comes back. Its code
 * comes when one is first opened.
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
