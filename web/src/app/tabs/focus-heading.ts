/** How long a page may take to show its heading before focus is left where it is. */
const patienceMs = 10_000

/**
 * Puts the focus, when it has nowhere to be, on the heading of the page that came to the front,
 * for the keyboard and for readers; a page still being fetched is waited for. Returns the end of
 * waiting.
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
