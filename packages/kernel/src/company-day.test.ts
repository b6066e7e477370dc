import { expect, test } from 'vitest'
import { companyToday } from './company-day.ts'

test('a new day begins at midnight of the company, whatever the clock of the machine says', () => {
  expect(companyToday(new Date('2026-11-30T15:59:59Z'))).toBe('2026-11-30')
  expect(companyToday(new Date('2026-11-30T16:00:00Z'))).toBe('2026-12-01')
})
