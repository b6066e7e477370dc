/**
 * A page may open under the second press of a double click, which would mark its text and move the focus: that press is
 * ignored. Returns the function that stops it; it stops by itself with the next press that begins a click.
 */
export function ignoreSecondPress(host: HTMLElement): () => void {
  const pressed = new AbortController()
  host.addEventListener(
    'mousedown',
    (event) => {
      if (event.detail > 1) event.preventDefault()
      else pressed.abort()
    },
    { capture: true, signal: pressed.signal },
  )
  return () => pressed.abort()
}
