import { formatTime, parseTime } from '@kufang/kernel/time.ts'
import { withDetail } from '../text/language.ts'

const twoDaysMs = 2 * 24 * 3600 * 1000

/** `2026-11-21 14:05`; an en dash if empty. */
export function momentText(instant: unknown): string {
  if (typeof instant !== 'string' || instant === '') return '–'
  return parseTime(instant, '{y}-{m}-{d} {h}:{i}') ?? instant
}

/** The same, with the relative time within two days (look.md, "words"). */
export function recentMomentText(instant: string, now: number = Date.now()): string {
  const absolute = momentText(instant)
  const age = now - new Date(instant).getTime()
  return age >= 0 && age < twoDaysMs ? withDetail(absolute, formatTime(instant) ?? '') : absolute
}
