import { createStore } from '../state/store.ts'
import { PartMissing } from './part-files.ts'

const lookEveryMs = 3000

/** Incremented when failed parts are to be loaded again. */
export const attemptStore = createStore(0)
/** Functions that recreate failed parts; React itself would cache the failure permanently. */
const failed = new Set<() => void>()
/** Files that could not be fetched because of the network. */
const missing = new Set<string>()
let timer: ReturnType<typeof setInterval> | null = null

/** Loads failed parts again where they are shown. */
export function askAgainForParts(): void {
  const all = [...failed]
  failed.clear()
  missing.clear()
  lookNoMore()
  for (const makeNew of all) makeNew()
  attemptStore.set((attempts) => attempts + 1)
}

/** Records a failed part and loads it again automatically when its file is available. */
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
    // Removed by a deployment: it will not become available, and the user was told what to do.
    else if (status === 404) missing.delete(address)
    if (missing.size === 0) lookNoMore()
  } catch {
    // Still offline: try again later.
  }
}

function lookNoMore(): void {
  if (timer === null) return
  clearInterval(timer)
  timer = null
  window.removeEventListener('online', look)
}
