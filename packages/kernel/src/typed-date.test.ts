import { describe, expect, test } from 'vitest'
import { parseLocalDate } from './local-date.ts'
import { readTypedDate, readTypedMoment } from './typed-date.ts'

const today = parseLocalDate('2026-11-22')

describe('a typed day', () => {
  test.each([
    ['20261125', '2026-11-25'],
    ['2026-11-25', '2026-11-25'],
    ['2026/1/5', '2026-01-05'],
    ['2026/11/25 0:00:00', '2026-11-25'],
    ['2026-11-25T00:00:00', '2026-11-25'],
    ['2026.01.05', '2026-01-05'],
    ['2026年11月25日', '2026-11-25'],
    ['２０２６１１２５', '2026-11-25'],
    ['1125', '2026-11-25'],
    [' 11-25 ', '2026-11-25'],
    ['1/5', '2026-01-05'],
    ['11月5日', '2026-11-05'],
    ['0105', '2026-01-05'],
  ])('%s is %s', (text, day) => {
    expect(readTypedDate(text, today)).toBe(day)
  })

  test.each(['', '11', '1332', '20261301', '0230', '20260230', '2026112', 'Montag', '25'])(
    '%s is no day',
    (text) => {
      expect(readTypedDate(text, today)).toBeNull()
    },
  )

  test('without its year is one to come where the past is not meant', () => {
    const coming = (text: string) => readTypedDate(text, today, { isNotPast: true })
    expect(['1122', '1123', '1121', '0105'].map(coming)).toEqual([
      '2026-11-22',
      '2026-11-23',
      '2027-11-21',
      '2027-01-05',
    ])
    // A date with its year is taken literally.
    expect(coming('20261101')).toBe('2026-11-01')
  })

  test('the last of February is found in the year that has it', () => {
    const before = parseLocalDate('2027-12-01')
    expect(readTypedDate('0229', before)).toBeNull()
    expect(readTypedDate('0229', before, { isNotPast: true })).toBe('2028-02-29')
  })
})

describe('a typed moment', () => {
  test.each([
    ['20261125 0900', '2026-11-25 09:00'],
    ['202611250900', '2026-11-25 09:00'],
    ['1125 9:30', '2026-11-25 09:30'],
    ['11250930', '2026-11-25 09:30'],
    ['2026-11-25T23:59', '2026-11-25 23:59'],
    ['11月25日 9点30分', '2026-11-25 09:30'],
  ])('%s is %s', (text, moment) => {
    expect(readTypedMoment(text, today)).toBe(moment)
  })

  test.each(['1125', '20261125', '1125 24:00', '1125 9:60', '9:30'])('%s is no moment', (text) => {
    expect(readTypedMoment(text, today)).toBeNull()
  })
})
