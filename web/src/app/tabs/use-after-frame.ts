import { startTransition, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterFrame } from './after-frame.ts'

/**
 * The previous value until the frame with the change is drawn, then the new one; what a person does before that does
 * not wait. For work that must not delay the response to an input.
 */
export function useAfterFrame(value: boolean): boolean {
  const [settled, setSettled] = useState(value)
  // In the commit that shows the page, as text can arrive before the next task.
  useLayoutEffect(() => {
    if (settled === value) return undefined
    return afterFrame((isTouched) => {
      // React defers what is typed into a hidden page and puts the old text back: it must be awake before.
      if (isTouched) flushSync(() => setSettled(value))
      else startTransition(() => setSettled(value))
    })
  }, [settled, value])
  return settled
}
