import { parseLocalDate } from '@kufang/kernel/local-date.ts'
import { expect, test } from 'vitest'
import { countdownTo } from './countdown.ts'

const today = parseLocalDate('2026-11-26')

test('days are counted down to a day, and up after it', () => {
  expect(countdownTo(today, '2026-12-01')).toEqual({ kind: 'left', days: 5 })
  expect(countdownTo(today, '2026-11-26')).toEqual({ kind: 'today', days: 0 })
  expect(countdownTo(today, '2026-11-24')).toEqual({ kind: 'past', days: 2 })
})

test('there is no countdown to no day', () => {
  expect(countdownTo(today, null)).toBeNull()
  expect(countdownTo(today, '')).toBeNull()
})
