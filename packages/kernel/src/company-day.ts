import { todayIn } from './local-date.ts'
import type { LocalDate } from './local-date.ts'

/** The time zone of the company's days and months, wherever the user is. */
export const companyTimeZone = 'Asia/Shanghai'

/** The current day of the company. */
export function companyToday(now: Date = new Date()): LocalDate {
  return todayIn(companyTimeZone, now)
}

/** `2026-11-21 14:05` in the company's time zone, for texts without a reader's time zone. */
export function companyMoment(instant: string | Date): string {
  return momentFormat.format(new Date(instant))
}

// Swedish is the only ICU locale that formats as sortable 2026-11-21 09:05.
const momentFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: companyTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
