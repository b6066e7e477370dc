import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  checkReachable,
  isReachableStore,
  slowAfterMs,
  slowRequestStore,
  watchRequest,
} from './request-watch.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

it('takes a server that gives no answer at all for away, and one that answers for back', async () => {
  vi.stubGlobal('location', { pathname: '/' })
  const answers = [() => Promise.reject(new TypeError('refused')), () => new Response(null)]
  vi.stubGlobal('fetch', async () => answers.shift()!())
  await checkReachable()
  expect(isReachableStore.get()).toBe(false)
  await checkReachable()
  expect(isReachableStore.get()).toBe(true)
})
