/** A window in the background draws no frames; then this long must do. */
const patienceMs = 100

/**
 * Runs it once: when the next frame is drawn, or at once when the person presses a key or a
 * button, which it is told. Returns its end.
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
  // What is asked for in a frame comes after it was drawn.
  const frame = requestAnimationFrame(() => {
    drawn = setTimeout(() => go(false), 0)
  })
  const patience = setTimeout(() => go(false), patienceMs)
  window.addEventListener('pointerdown', onPress, { capture: true })
  window.addEventListener('keydown', onPress, { capture: true })
  return end
}
