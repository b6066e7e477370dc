import { todayIn } from './local-date.ts'
import type { LocalDate } from './local-date.ts'

/** The zone in which the company's days and months begin and end, from wherever somebody looks. */
export const companyTimeZone = 'Asia/Shanghai'

/** The day it is for the company. */
export function companyToday(now: Date = new Date()): LocalDate {
  return todayIn(companyTimeZone, now)
}
