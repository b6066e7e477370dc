/** What is pressed to do something. */
const pressable = 'button, a[href], label, summary, [role=menuitem], [role=tab], [role=option]'
/** A pointer that moved further, in pixels, was drawn away on purpose: the usual way to take a press back. */
const restMax = 4

interface Press {
  on: HTMLElement
  x: number
  y: number
}

/**
 * Completes presses of what moves away under the resting pointer while it is pressed, because the content above has
 * just arrived. The browser then reports a click on whatever contains both places, so that nothing happens; the click
 * goes to what the press began on instead. Called once at start-up.
 *
 * UI Events, section 5.6.1.1: the target of a click is the nearest common ancestor of those of both halves.
 */
export function finishPresses(): void {
  let press: Press | null = null
  const begin = (event: PointerEvent): void => {
    const on = event.target instanceof Element ? event.target.closest(pressable) : null
    const isMain = event.isPrimary && event.button === 0
    press = isMain && on instanceof HTMLElement ? { on, x: event.clientX, y: event.clientY } : null
  }
  const finish = (event: MouseEvent): void => {
    // The click made below, and those of the keyboard.
    if (!event.isTrusted || press === null) return
    const { on, x, y } = press
    press = null
    if (event.target instanceof Node && on.contains(event.target)) return
    const isAtRest =
      Math.abs(event.clientX - x) <= restMax && Math.abs(event.clientY - y) <= restMax
    if (!isAtRest || !on.isConnected) return
    event.preventDefault()
    event.stopImmediatePropagation()
    on.click()
  }
  window.addEventListener('pointerdown', begin, { capture: true })
  window.addEventListener('click', finish, { capture: true })
}
