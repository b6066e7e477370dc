/** Time allowed for a page to show its heading; afterwards the focus is not moved. */
const patienceMs = 10_000

/**
 * Moves the focus to the heading of the newly visible page if no element has it, for keyboard and screen reader users;
 * waits for a page being loaded. Returns the function that stops waiting.
 */
export function focusHeading(host: HTMLElement): () => void {
  const isFree = (): boolean => document.activeElement === document.body
  const tryNow = (): boolean => {
    if (!isFree()) return true
    const heading = host.querySelector<HTMLElement>('h1')
    if (heading === null) return false
    heading.setAttribute('tabindex', '-1')
    heading.focus({ preventScroll: true })
    return true
  }
  if (tryNow()) return () => undefined
  const observer = new MutationObserver(() => {
    if (tryNow()) end()
  })
  const timer = setTimeout(() => end(), patienceMs)
  function end(): void {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(host, { childList: true, subtree: true })
  return end
}
