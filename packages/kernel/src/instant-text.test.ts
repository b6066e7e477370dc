import { expect, test } from 'vitest'
import { readInstant } from './instant-text.ts'

test.each([
  ['2099-12-01T02:00:00Z', '2099-12-01T02:00:00.000Z'],
  ['2026-11-25T10:00+08:00', '2026-11-25T02:00:00.000Z'],
  ['2026-11-25 10:00:00.5+0800', '2026-11-25T02:00:00.500Z'],
  ['9999-12-30T23:59:59Z', '9999-12-30T23:59:59.000Z'],
  // Days that do not exist, texts in which something is guessed, and the ends of the calendar.
  ['2027-02-30T10:00:00Z', null],
  ['2026-11-25T24:00:00Z', null],
  ['2026-11-25T10:60:00Z', null],
  ['2026-11-25T10:00:00', null],
  ['2026-11-25', null],
  ['箱子 12', null],
  ['12', null],
  ['9999-12-31T20:00:00Z', null],
  ['0001-01-01T00:00:00Z', null],
  ['0000-12-31T00:00:00Z', null],
  ['+012026-11-25T10:00:00Z', null],
])('%s is the moment %s', (text, moment) => {
  expect(readInstant(text)).toBe(moment)
})
