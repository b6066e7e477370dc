import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterFrame } from './after-frame.ts'

/**
 * The previous value until the frame with the change is drawn, then the new one; a key or button press does not wait.
 * For work that must not delay the response to an input.
 */
export function useAfterFrame(value: boolean): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (settled === value) return undefined
    return afterFrame((isPressed) => {
      if (isPressed) flushSync(() => setSettled(value))
      else startTransition(() => setSettled(value))
    })
  }, [settled, value])
  return settled
}
