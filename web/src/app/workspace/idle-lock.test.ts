import { expect, it } from 'vitest'
import { isIdle } from './idle-lock.ts'

const minute = 60_000

it('locks after the chosen minutes without a key or the pointer, not before', () => {
  expect(isIdle(0, 5 * minute - 1, 5)).toBe(false)
  expect(isIdle(0, 5 * minute, 5)).toBe(true)
})

it('never locks when the person wants none of it', () => {
  expect(isIdle(0, 1e12, 0)).toBe(false)
})
