import { companyToday } from '@kufang/kernel/company-day.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'

/** One moment for a whole transaction: physical time is always now. */
export interface Clock {
  now: Date
  today: LocalDate
}

export function clock(now: Date = new Date()): Clock {
  return { now, today: companyToday(now) }
}
