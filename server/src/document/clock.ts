import { todayIn, type LocalDate } from '@kufang/kernel/local-date.ts'
import { companyTimeZone } from '../stock/public.ts'

/** One moment for a whole transaction: physical time is always now. */
export interface Clock {
  now: Date
  today: LocalDate
}

export function clock(now: Date = new Date()): Clock {
  return { now, today: todayIn(companyTimeZone, now) }
}
