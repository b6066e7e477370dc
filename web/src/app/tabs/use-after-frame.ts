import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterFrame } from './after-frame.ts'

/**
 * The value as it was until the frame with its change is on the screen, then the value; a press
 * of a key or a button does not wait for that. For work that must not stand between a press and
 * what the person wants to see.
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
