import { afterEach, expect, test, vi } from 'vitest'
import { newId } from './identifier.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

test('is a UUID of version 7 that carries the time', () => {
  const before = Date.now()
  const id = newId()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(timeOf(id)).toBeGreaterThanOrEqual(before)
  expect(timeOf(id)).toBeLessThanOrEqual(Date.now())
})

test('is unique and ascending, within one millisecond too', () => {
  vi.useFakeTimers({ now: Date.now() + 60_000 })
  const ids = Array.from({ length: 20_000 }, () => newId())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})

test('does not go back when the clock does', () => {
  vi.useFakeTimers({ now: Date.now() + 120_000 })
  const first = newId()
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(newId() > first).toBe(true)
})

test('works where only getRandomValues exists, as over plain http', () => {
  const whole = globalThis as unknown as {
    crypto: { getRandomValues(bytes: Uint8Array): Uint8Array }
  }
  const real = whole.crypto
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => real.getRandomValues(bytes) })
  expect(newId()).toHaveLength(36)
  vi.stubGlobal('crypto', undefined)
  expect(() => newId()).toThrow('getRandomValues')
})
