import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DateProblem,
  addDays,
  addMonths,
  compareDates,
  daysBetween,
  fromSapDate,
  isLocalDate,
  parseLocalDate,
  periodOf,
  toSapDate,
  todayIn,
  workingDaysAfter,
} from './local-date.ts'

const day = parseLocalDate
const anyDay = fc
  .integer({ min: -700_000, max: 2_900_000 })
  .map((days) => addDays(day('1970-01-01'), days))

describe('a calendar day', () => {
  test.each(['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    '%s exists',
    (text) => {
      expect(parseLocalDate(text)).toBe(text)
    },
  )

  test.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00:00',
    ' 2026-01-01',
    '',
  ])('%s does not', (text) => {
    expect(isLocalDate(text)).toBe(false)
    expect(() => parseLocalDate(text)).toThrow(DateProblem)
  })

  test('is what the clock on the wall of a zone says', () => {
    const moment = new Date('2026-01-01T16:00:00Z')
    expect(todayIn('Asia/Shanghai', moment)).toBe('2026-01-02')
    expect(todayIn('Asia/Shanghai', new Date(moment.getTime() - 1))).toBe('2026-01-01')
    expect(todayIn('America/New_York', new Date('2026-01-01T04:59:59Z'))).toBe('2025-12-31')
    expect(() => todayIn('Asia/Nowhere', moment)).toThrow(RangeError)
  })
})

describe('counting days', () => {
  test('forth and back is where it began', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -9_000, max: 9_000 }), (start, days) => {
        const end = addDays(start, days)
        expect(isLocalDate(end)).toBe(true)
        expect(daysBetween(start, end)).toBe(days)
        expect(addDays(end, -days)).toBe(start)
        expect(compareDates(start, end)).toBe(days > 0 ? -1 : days < 0 ? 1 : 0)
      }),
    )
  })

  test('crosses months, leap days and years', () => {
    expect(addDays(day('2026-12-31'), 1)).toBe('2027-01-01')
    expect(addDays(day('2024-02-28'), 1)).toBe('2024-02-29')
    expect(daysBetween(day('2026-01-01'), day('2027-01-01'))).toBe(365)
  })

  test('ends with the calendar, loudly', () => {
    expect(addDays(day('9999-12-31'), 1)).toBe('9999-12-31')
    expect(addDays(day('9999-12-01'), 3650)).toBe('9999-12-31')
    expect(addDays(day('0001-01-01'), -1)).toBe('0001-01-01')
    expect(addMonths(day('9999-12-01'), 1)).toBe('9999-12-31')
    expect(workingDaysAfter(day('9999-12-31'), 3, new Set(['9999-12-31']))).toBe('9999-12-31')
    expect(() => addDays(day('2026-01-01'), 0.5)).toThrow(RangeError)
    expect(() => addDays(day('2026-01-01'), NaN)).toThrow(RangeError)
  })

  test('by months keeps the day, or takes the last one there is', () => {
    expect(addMonths(day('2026-01-31'), 1)).toBe('2026-02-28')
    expect(addMonths(day('2024-01-31'), 1)).toBe('2024-02-29')
    expect(addMonths(day('2026-11-30'), 3)).toBe('2027-02-28')
    expect(addMonths(day('2026-01-15'), -1)).toBe('2025-12-15')
    expect(addMonths(day('2026-03-31'), -13)).toBe('2025-02-28')
  })

  test('gives the period', () => {
    expect(periodOf(day('2026-01-31'))).toBe('202601')
  })
})

describe('the ERP form', () => {
  test('is midnight UTC of the calendar day and comes back the same', () => {
    expect(toSapDate(day('2026-01-02'))).toBe(`/Date(${Date.UTC(2026, 0, 2)})/`)
    expect(toSapDate(day('1969-12-31'))).toBe('/Date(-86400000)/')
    fc.assert(
      fc.property(anyDay, (date) => {
        expect(fromSapDate(toSapDate(date))).toBe(date)
        expect(fromSapDate(`${date}T00:00:00`)).toBe(date)
      }),
    )
  })

  test.each([
    ['/Date(1767312000000+0000)/', '2026-01-02'],
    ['/Date(1767283200000+0480)/', '2026-01-02'],
    ['2026-01-02', '2026-01-02'],
    ['2026-01-02T23:59:59.999', '2026-01-02'],
  ])('%s is %s', (text, date) => {
    expect(fromSapDate(text)).toBe(date)
  })

  test.each([
    '',
    '/Date()/',
    '/Date(1e3)/',
    '2026-02-30T00:00:00',
    '2026-01-02T00:00:00Z',
    '2026-01-02T00:00:00+08:00',
    '2026-01-02T24:00:00',
    '/Date(99999999999999999)/',
  ])('"%s" is refused', (text) => {
    expect(() => fromSapDate(text)).toThrow(DateProblem)
  })
})

describe('working days', () => {
  const none = new Set<string>()

  test('skip the weekend', () => {
    // 2026-01-02 is a Friday.
    expect(workingDaysAfter(day('2026-01-02'), 1, none)).toBe('2026-01-05')
    expect(workingDaysAfter(day('2026-01-03'), 1, none)).toBe('2026-01-05')
    expect(workingDaysAfter(day('2026-01-02'), 6, none)).toBe('2026-01-12')
    expect(workingDaysAfter(day('2026-01-03'), 0, none)).toBe('2026-01-03')
  })

  test('skip holidays and count weekend days made working days', () => {
    expect(workingDaysAfter(day('2026-01-02'), 1, new Set(['2026-01-05']))).toBe('2026-01-06')
    expect(workingDaysAfter(day('2026-01-02'), 1, none, new Set(['2026-01-04']))).toBe('2026-01-04')
  })

  test('are whole and not negative', () => {
    expect(() => workingDaysAfter(day('2026-01-02'), -1, none)).toThrow(RangeError)
    expect(() => workingDaysAfter(day('2026-01-02'), 1.5, none)).toThrow(RangeError)
  })
})
