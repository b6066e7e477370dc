import { companyToday } from '@kufang/kernel/company-day.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { countdownTo } from './countdown.ts'

const hourMs = 3_600_000

/**
 * What the clock of a document says, in words (look.md: "late, clock runs out"): since when it is overdue, or that it is due
 * today. Null if it has no due date, is not due in its state, or is due later: then the date says enough.
 * @param now a parameter for tests
 */
export function dueWords(
  { due, header }: Pick<AnyDocument, 'due' | 'header'>,
  document: Readonly<Record<string, unknown>>,
  now: Date = new Date(),
): Label | null {
  const value = due === undefined ? null : document[due.by]
  const isDue = due?.states.includes(textOf(document['state'])) === true
  if (due === undefined || !isDue || typeof value !== 'string' || value === '') return null
  const isInstant = header[due.by]?.kind === 'instant'
  if (isInstant) {
    const hours = Math.floor((now.getTime() - Date.parse(value)) / hourMs)
    if (hours >= 0 && hours < 24) return overdueHours(hours)
  }
  const day = isInstant ? companyToday(new Date(value)) : value
  const countdown = countdownTo(companyToday(now), day)
  if (countdown === null || countdown.kind === 'left') return null
  return countdown.kind === 'today' ? dueToday : overdueDays(countdown.days)
}

const dueToday: Label = { zh: '今天到期', en: 'Due today' }

const overdueDays = (days: number): Label => ({
  zh: `逾期 ${days} 天`,
  en: `${days} ${days === 1 ? 'day' : 'days'} overdue`,
})

const overdueHours = (hours: number): Label =>
  hours === 0
    ? { zh: '已到期', en: 'Overdue' }
    : { zh: `逾期 ${hours} 小时`, en: `${hours} ${hours === 1 ? 'hour' : 'hours'} overdue` }
