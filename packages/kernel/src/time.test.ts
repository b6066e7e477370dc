import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLocalDate } from './local-date.ts'
import { formatTime, greeting, parseTime, quickRanges } from './time.ts'

// 2018-07-13 17:54:01, a Friday, in the time zone of the test.
const moment = new Date(2018, 6, 13, 17, 54, 1)

describe('parseTime', () => {
  test('takes dates, milliseconds and seconds, also as text', () => {
    const shown = '2018-07-13 17:54:01'
    const seconds = moment.getTime() / 1000
    expect(parseTime(moment)).toBe(shown)
    expect(parseTime(moment.getTime())).toBe(shown)
    expect(parseTime(String(moment.getTime()))).toBe(shown)
    expect(parseTime(seconds)).toBe(shown)
    expect(parseTime(String(seconds))).toBe(shown)
    expect(parseTime(moment.toISOString())).toBe(shown)
  })

  test('a text without zone is local', () => {
    expect(parseTime('2018-07-13')).toBe('2018-07-13 00:00:00')
    expect(parseTime('2018/7/3 7:05')).toBe('2018-07-03 07:05:00')
    expect(parseTime('2018-07-13T17:54:01.123')).toBe('2018-07-13 17:54:01')
  })

  test('follows the pattern', () => {
    expect(parseTime(moment, '{y}-{m}-{d}')).toBe('2018-07-13')
    expect(parseTime(moment, '{m}/{d} {h}{i}{s} 星期{a} {x}')).toBe('07/13 175401 星期五 {x}')
    expect(parseTime('2018-07-15', '{a}')).toBe('日')
  })

  test('no time is null', () => {
    expect(parseTime()).toBeNull()
    expect(parseTime(null)).toBeNull()
    expect(parseTime('')).toBeNull()
    expect(parseTime(0)).toBeNull()
  })

  test.each(['nonsense', '2018-02-30', '2018-13-01', '2018-01-01 25:00:00', '99999999999999999'])(
    '"%s" is null too',
    (text) => {
      expect(parseTime(text)).toBeNull()
    },
  )

  test('never throws', () => {
    expect(parseTime(new Date(NaN))).toBeNull()
    expect(parseTime(NaN)).toBeNull()
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.date()), fc.string(), (input, pattern) => {
        expect(['string', 'object']).toContain(typeof parseTime(input, pattern))
        expect(['string', 'object']).toContain(typeof formatTime(input, pattern))
      }),
    )
  })
})

describe('formatTime', () => {
  const ago = (seconds: number, pattern?: string) =>
    formatTime(new Date(moment.getTime() - seconds * 1000), pattern, moment)

  test.each([
    [-3_600, '刚刚'],
    [0, '刚刚'],
    [29, '刚刚'],
    [30, '1分钟前'],
    [61, '2分钟前'],
    [3_599, '60分钟前'],
    [3_600, '1小时前'],
    [3_601, '2小时前'],
    [86_399, '24小时前'],
    [86_400, '1天前'],
    [2 * 86_400 - 1, '1天前'],
    [2 * 86_400, '7月11日17时54分'],
  ])('%i seconds ago is %s', (seconds, shown) => {
    expect(ago(seconds)).toBe(shown)
  })

  test('older moments follow the pattern, or are written unpadded', () => {
    expect(ago(9 * 86_400, '{y}-{m}-{d}')).toBe('2018-07-04')
    expect(formatTime(new Date(2018, 0, 2, 3, 4), undefined, moment)).toBe('1月2日3时4分')
  })

  test('seconds and bad input are understood as parseTime does', () => {
    expect(formatTime(moment.getTime() / 1000, '{y}')).toBe('2018')
    expect(formatTime(null)).toBeNull()
    expect(formatTime('nonsense')).toBeNull()
  })
})

test('quick ranges end today and go 7, 30 and 90 days back', () => {
  const to = parseLocalDate('2026-03-01')
  expect(quickRanges(to)).toEqual([
    { key: 'today', from: '2026-03-01', to },
    { key: 'lastWeek', from: '2026-02-22', to },
    { key: 'lastMonth', from: '2026-01-30', to },
    { key: 'lastThreeMonths', from: '2025-12-01', to },
  ])
})

test.each([
  [0, 0, 'morning'],
  [11, 59, 'morning'],
  [12, 0, 'afternoon'],
  [17, 59, 'afternoon'],
  [18, 0, 'evening'],
  [23, 59, 'evening'],
])('at %i:%i it is %s', (hours, minutes, part) => {
  expect(greeting(new Date(2026, 0, 1, hours, minutes))).toBe(part)
})
