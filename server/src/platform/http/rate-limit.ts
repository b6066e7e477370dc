/** Counts failures of a key within a sliding minute, per process, which is sufficient to slow down guessing. */
export interface FailureLimit {
  /** Seconds to wait, or 0 if the key may try. */
  waitSeconds(key: string): number
  fail(key: string): void
}

const windowMs = 60_000
const keysMax = 50_000

export function createFailureLimit(perMinute: number, now: () => number = Date.now): FailureLimit {
  const windows = new Map<string, { startedAt: number; failures: number }>()
  return {
    waitSeconds(key) {
      const window = windows.get(key)
      if (window === undefined || window.failures < perMinute) return 0
      const left = window.startedAt + windowMs - now()
      return left > 0 ? Math.ceil(left / 1000) : 0
    },
    fail(key) {
      const window = windows.get(key)
      if (window !== undefined && window.startedAt + windowMs > now()) {
        window.failures++
        return
      }
      windows.delete(key)
      // Insertion order is age: the oldest window is evicted, so that memory is bounded.
      if (windows.size >= keysMax) windows.delete(windows.keys().next().value!)
      windows.set(key, { startedAt: now(), failures: 1 })
    },
  }
}

/** Counts requests of a key within a minute, each key with its own limit, per process. */
export interface RequestRate {
  /** Counts a request and returns 0, or returns the seconds to wait if the limit of this minute is reached. */
  take(key: string, perMinute: number): number
}

export function createRequestRate(now: () => number = Date.now): RequestRate {
  const windows = new Map<string, { startedAt: number; requests: number }>()
  return {
    take(key, perMinute) {
      const window = windows.get(key)
      const left = window === undefined ? 0 : window.startedAt + windowMs - now()
      if (window === undefined || left <= 0) {
        windows.set(key, { startedAt: now(), requests: 1 })
        return 0
      }
      if (window.requests >= perMinute) return Math.ceil(left / 1000)
      window.requests++
      return 0
    },
  }
}
