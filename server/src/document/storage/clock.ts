import { companyToday } from '@kufang/kernel/company-day.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'

/** One timestamp for a whole transaction; movements always happen now. */
export interface Clock {
  now: Date
  today: LocalDate
}

export function clock(now: Date = new Date()): Clock {
  return { now, today: companyToday(now) }
}
