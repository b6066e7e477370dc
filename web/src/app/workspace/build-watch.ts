import { createStore } from '../../kit/store.ts'

/** Whether the server hands out another build of the page than the one that is open. */
export const hasNewBuildStore = createStore(false)

const lookEveryMs = 5 * 60_000

/** What names a build: the address of its first module, which holds a digest of its content. */
export function buildOf(html: string): string | null {
  const tag = /<script\b[^>]*\btype="module"[^>]*>/.exec(html)?.[0] ?? ''
  return /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? null
}

function ownBuild(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/** Asks the server for the page once more; what cannot be had now is asked for later. */
export async function lookForNewBuild(): Promise<void> {
  if (document.hidden || hasNewBuildStore.get()) return
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' })
    if (!answer.ok) return
    const served = buildOf(await answer.text())
    if (served !== null && served !== ownBuild()) hasNewBuildStore.set(true)
  } catch {
    // No connection: the banner about that says so.
  }
}

/** Looks from time to time, and when the window is looked at again. Returns the end. */
export function watchBuild(): () => void {
  let lookedAt = Date.now()
  const look = (): void => {
    if (Date.now() - lookedAt < lookEveryMs) return
    lookedAt = Date.now()
    void lookForNewBuild()
  }
  const timer = setInterval(look, lookEveryMs)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
