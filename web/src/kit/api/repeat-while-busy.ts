import { ApiError } from './api-error.ts'

/** Milliseconds before each repetition; by a quarter more or less, so that not all browsers come at once. */
const usualWaitsMs = [1000, 2000, 4000]

/**
 * Repeats a request that the server refused as busy (`server-busy`), later each time. The server did nothing then, so a
 * write is repeated too. Throws the last refusal, and the signal's reason if it is aborted while waiting.
 */
export async function repeatWhileBusy<T>(
  signal: AbortSignal | undefined,
  request: () => Promise<T>,
  waitsMs: readonly number[] = usualWaitsMs,
): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await request()
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.code !== 'server-busy') throw thrown
      await pause(waitMs * (0.75 + Math.random() / 2), signal)
    }
  }
  return request()
}

function pause(timeMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, failed) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      failed(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      done()
    }, timeMs)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
