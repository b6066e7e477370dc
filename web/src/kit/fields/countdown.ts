import { daysBetween, isLocalDate } from '@kufang/kernel/local-date.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'

/** How far a day is from today: days left, or days past it. */
interface Countdown {
  kind: 'left' | 'today' | 'past'
  days: number
}

/** The countdown to a day; null without one. */
export function countdownTo(today: LocalDate, day: unknown): Countdown | null {
  if (!isLocalDate(day)) return null
  const days = daysBetween(today, day)
  return { kind: days > 0 ? 'left' : days === 0 ? 'today' : 'past', days: Math.abs(days) }
}
