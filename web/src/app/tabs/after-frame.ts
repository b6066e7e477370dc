/** A background window draws no frames; this timeout applies instead. */
const patienceMs = 100

/**
 * Runs a function once: after the next frame, or at once on a key or button press, which it receives as `isPressed`.
 * Returns the function that cancels it.
 */
export function afterFrame(run: (isPressed: boolean) => void): () => void {
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
  // A timeout set in an animation frame runs after that frame is drawn.
  const frame = requestAnimationFrame(() => {
    drawn = setTimeout(() => go(false), 0)
  })
  const patience = setTimeout(() => go(false), patienceMs)
  window.addEventListener('pointerdown', onPress, { capture: true })
  window.addEventListener('keydown', onPress, { capture: true })
  return end
}
