import { createStore } from '../../kit/state/store.ts'

/** Whether the server delivers another build than the open one. */
export const hasNewBuildStore = createStore(false)

const lookEveryMs = 5 * 60_000

/** Identifies a build: the URL of its first module, which contains a content hash. */
export function buildOf(html: string): string | null {
  const tag = /<script\b[^>]*\btype="module"[^>]*>/.exec(html)?.[0] ?? ''
  return /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? null
}

function ownBuild(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/** Requests the page from the server; a failure is retried later. */
export async function lookForNewBuild(): Promise<void> {
  if (document.hidden || hasNewBuildStore.get()) return
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' })
    if (!answer.ok) return
    const served = buildOf(await answer.text())
    if (served !== null && served !== ownBuild()) hasNewBuildStore.set(true)
  } catch {
    // No connection: the connection banner reports it.
  }
}

/** Checks periodically, and when the window becomes visible. Returns the function that stops it. */
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
