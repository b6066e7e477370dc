import { createStore } from '../state/store.ts'

/** Requests that take longer show the overlay of product.md section 4. */
export const slowAfterMs = 1000

/** The number of requests running longer than that. */
export const slowRequestStore = createStore(0)

/** Whether the server answered the last request; false shows the offline banner. */
export const isReachableStore = createStore(true)

/** Requests the page itself to test whether the server is reachable. */
export async function checkReachable(): Promise<void> {
  try {
    const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
    if (answer.ok) isReachableStore.set(true)
  } catch {
    isReachableStore.set(false)
  }
}

/** Watches a request; call the returned function when it has ended, successfully or not. */
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
