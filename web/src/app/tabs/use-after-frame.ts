import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** A window in the background draws no frames; then this long must do. */
const patienceMs = 100

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

/** Runs it once: after the next frame, or at once when the person does something. Returns its end. */
function afterFrame(run: (isPressed: boolean) => void): () => void {
  let drawn: ReturnType<typeof setTimeout> | undefined
  const end = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(drawn)
    clearTimeout(patience)
    window.removeEventListener('pointerdown', onPress, { capture: true })
    window.removeEventListener('keydown', onPress, { capture: true })
  }
  const go = (isPressed: boolean): void => {
    end()
    run(isPressed)
  }
  const onPress = (): void => go(true)
  // What is asked for in a frame comes after it was drawn.
  const frame = requestAnimationFrame(() => {
    drawn = setTimeout(() => go(false), 0)
  })
  const patience = setTimeout(() => go(false), patienceMs)
  window.addEventListener('pointerdown', onPress, { capture: true })
  window.addEventListener('keydown', onPress, { capture: true })
  return end
}
