import { expect, test } from 'vitest'
import { Lag } from './lag.ts'

test('a replica that replays within the limit is good, one that stands still is not', () => {
  const lag = new Lag(10_000)
  expect(lag.isWithin(1_000_000)).toBe(false)
  for (let second = 0; second <= 100; second++) {
    lag.note(second * 1000, second * 10)
    const seen = Math.max(second - 9, 0) * 10
    expect([second, lag.isWithin(seen)]).toEqual([second, true])
  }
  expect(lag.isWithin(900)).toBe(true)
  expect(lag.isWithin(899)).toBe(false)
})

test('an idle primary leaves its replica good for ever', () => {
  const lag = new Lag(2000)
  for (let second = 0; second < 1000; second++) lag.note(second * 1000, 5000)
  expect(lag.isWithin(5000)).toBe(true)
  expect(lag.isWithin(4999)).toBe(false)
})

test('a watch that begins anew asks for all that was there', () => {
  const lag = new Lag(10_000)
  lag.note(0, 500)
  lag.note(1000, 600)
  expect(lag.isWithin(500)).toBe(true)
  expect(lag.isWithin(499)).toBe(false)
})
