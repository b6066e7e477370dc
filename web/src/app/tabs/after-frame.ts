/** A background window draws no frames; this timeout applies instead. */
const patienceMs = 100

/** What a person does: a press, or text without a key, as of a paste, an input method or a scanner. */
const touches = ['pointerdown', 'keydown', 'beforeinput'] as const

/**
 * Runs a function after the next frame, with false. What a person does does not wait: until it was done once, or the
 * returned function is called, the function runs with true as well, also between the first run and the end of the work
 * that the first run began.
 */
export function afterFrame(run: (isTouched: boolean) => void): () => void {
  let drawn: ReturnType<typeof setTimeout> | undefined
  const stopWaiting = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(drawn)
    clearTimeout(patience)
  }
  const end = (): void => {
    stopWaiting()
    for (const touch of touches) window.removeEventListener(touch, onTouch, { capture: true })
  }
  const go = (): void => {
    stopWaiting()
    run(false)
  }
  const onTouch = (): void => {
    end()
    run(true)
  }
  // A timeout set in an animation frame runs after that frame is drawn.
  const frame = requestAnimationFrame(() => {
    drawn = setTimeout(go, 0)
  })
  const patience = setTimeout(go, patienceMs)
  for (const touch of touches) window.addEventListener(touch, onTouch, { capture: true })
  return end
}
