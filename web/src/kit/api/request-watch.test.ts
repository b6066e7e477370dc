import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { slowAfterMs, slowRequestStore, watchRequest } from './request-watch.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('tells of a request only when it takes over a second', () => {
  const endFast = watchRequest()
  const endSlow = watchRequest()
  vi.advanceTimersByTime(slowAfterMs - 1)
  endFast()
  expect(slowRequestStore.get()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(slowRequestStore.get()).toBe(1)
  endSlow()
  endSlow()
  expect(slowRequestStore.get()).toBe(0)
})
