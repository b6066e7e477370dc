import { todayIn } from './local-date.ts'
import type { LocalDate } from './local-date.ts'

/** The zone in which the company's days and months begin and end, from wherever somebody looks. */
export const companyTimeZone = 'Asia/Shanghai'

/** The day it is for the company. */
export function companyToday(now: Date = new Date()): LocalDate {
  return todayIn(companyTimeZone, now)
}

/** `2026-11-21 14:05` by the clock of the company, for texts that are made where nobody looks from. */
export function companyMoment(instant: string | Date): string {
  return momentFormat.format(new Date(instant))
}

// Swedish writes 2026-11-21 09:05, the only locale of ICU that writes it sortable.
const momentFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: companyTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
