import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { spaced } from './spaced.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('runs at once, once more for all that was asked meanwhile, and not after it was cancelled', () => {
  const work = vi.fn<() => void>()
  const calm = spaced(work, 1000)
  for (let count = 0; count < 5; count++) calm.run()
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(work).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(2)
  calm.run()
  calm.run()
  calm.cancel()
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(3)
})
