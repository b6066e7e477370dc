import { createStore } from '../store.ts'

/** A request that takes longer is shown to be under way (the overlay of product.md section 4). */
export const slowAfterMs = 1000

/** How many requests have been under way for longer than that. */
export const slowRequestStore = createStore(0)

/** Whether the server answered the last time it was asked; false shows the offline banner. */
export const isReachableStore = createStore(true)

/** Asks for the page itself, to learn whether the server is there; no answer at all means that it is not. */
export async function checkReachable(): Promise<void> {
  try {
    const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
    if (answer.ok) isReachableStore.set(true)
  } catch {
    isReachableStore.set(false)
  }
}

/** Begins to watch a request; the answer is called when it ended, whichever way. */
export function watchRequest(): () => void {
  let isSlow = false
  let hasEnded = false
  const timer = setTimeout(() => {
    isSlow = true
    slowRequestStore.set((count) => count + 1)
  }, slowAfterMs)
  return () => {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(timer)
    if (isSlow) slowRequestStore.set((count) => count - 1)
  }
}
