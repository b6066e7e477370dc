import { createStore } from '../store.ts'
import { PartMissing } from './part-files.ts'

const lookEveryMs = 3000

/** Grows when parts that could not be fetched are to be asked for again. */
export const attemptStore = createStore(0)
/** Makes each of them new; React itself would keep a failure for ever. */
const failed = new Set<() => void>()
/** Files that were not to be had because nobody answered. */
const missing = new Set<string>()
let timer: ReturnType<typeof setInterval> | null = null

/** Parts of the product that were not to be had are asked for once more, where they are shown. */
export function askAgainForParts(): void {
  const all = [...failed]
  failed.clear()
  missing.clear()
  lookNoMore()
  for (const makeNew of all) makeNew()
  attemptStore.set((attempts) => attempts + 1)
}

/** Keeps in mind a part that failed, and asks for it again by itself when its file is to be had. */
export function partFailed(error: unknown, makeNew: () => void): void {
  failed.add(makeNew)
  if (!(error instanceof PartMissing)) return
  missing.add(error.address)
  if (timer !== null) return
  timer = setInterval(look, lookEveryMs)
  window.addEventListener('online', look)
}

function look(): void {
  for (const address of missing) void lookFor(address)
}

async function lookFor(address: string): Promise<void> {
  try {
    const { ok, status } = await fetch(address, { method: 'HEAD', cache: 'no-store' })
    if (!missing.has(address)) return
    if (ok) askAgainForParts()
    // A deploy took it away: it will not come back, and the person was told what to do.
    else if (status === 404) missing.delete(address)
    if (missing.size === 0) lookNoMore()
  } catch {
    // Still no line: looked for again.
  }
}

function lookNoMore(): void {
  if (timer === null) return
  clearInterval(timer)
  timer = null
  window.removeEventListener('online', look)
}
