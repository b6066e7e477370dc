import { expect, test } from 'vitest'
import { companyMoment, companyToday } from './company-day.ts'

test('a new day begins at midnight of the company, whatever the clock of the machine says', () => {
  expect(companyToday(new Date('2026-11-30T15:59:59Z'))).toBe('2026-11-30')
  expect(companyToday(new Date('2026-11-30T16:00:00Z'))).toBe('2026-12-01')
})

test('a moment is written by the clock of the company', () => {
  expect(companyMoment('2026-11-21T16:23:59.123Z')).toBe('2026-11-22 00:23')
  expect(companyMoment(new Date('2026-01-02T03:04:00Z'))).toBe('2026-01-02 11:04')
})
