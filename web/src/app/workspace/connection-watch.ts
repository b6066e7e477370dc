import { checkReachable, isReachableStore } from '../../kit/api/request-watch.ts'
import { createStore } from '../../kit/state/store.ts'

const tryEveryMs = 5000

/** The browser's network state. */
export const isOnlineStore = createStore(typeof navigator === 'undefined' || navigator.onLine)

/** Follows the browser's network state and tries to reach an unavailable server. Returns the function that stops it. */
export function watchConnection(onBack: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | null = null
  const follow = (): void => {
    const isAway = !isReachableStore.get()
    if (isAway && timer === null) timer = setInterval(() => void checkReachable(), tryEveryMs)
    if (isAway || timer === null) return
    clearInterval(timer)
    timer = null
    onBack()
  }
  const onNetwork = (): void => {
    isOnlineStore.set(navigator.onLine)
    if (navigator.onLine && timer !== null) void checkReachable()
  }
  window.addEventListener('online', onNetwork)
  window.addEventListener('offline', onNetwork)
  const unfollow = isReachableStore.subscribe(follow)
  follow()
  return () => {
    window.removeEventListener('online', onNetwork)
    window.removeEventListener('offline', onNetwork)
    unfollow()
    if (timer !== null) clearInterval(timer)
  }
}
