import { addDays } from './local-date.ts'
import type { LocalDate } from './local-date.ts'

/** A time from dates, the server or legacy data: 10 digits are seconds, other numbers ms. */
export type TimeInput = Date | number | string | null | undefined

export type Greeting = 'morning' | 'afternoon' | 'evening'

export interface QuickRange {
  key: 'today' | 'lastWeek' | 'lastMonth' | 'lastThreeMonths'
  from: LocalDate
  to: LocalDate
}

const weekdays = '日一二三四五六'
const [minute, hour, day] = [60, 3_600, 86_400]
const localText =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T ]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?)?$/

/**
 * Formats a time in the user's time zone by a pattern of {y} {m} {d} {h} {i} {s} (two digits) and {a} (weekday
 * 日一二三四五六). Null for no time (null, '', 0) and for invalid input; never throws.
 */
export function parseTime(time?: TimeInput, pattern = '{y}-{m}-{d} {h}:{i}:{s}'): string | null {
  const date = toDate(time)
  if (date === null) return null
  const parts: Record<string, string> = {
    y: String(date.getFullYear()),
    m: padded(date.getMonth() + 1),
    d: padded(date.getDate()),
    h: padded(date.getHours()),
    i: padded(date.getMinutes()),
    s: padded(date.getSeconds()),
    a: weekdays.charAt(date.getDay()),
  }
  return pattern.replace(/\{([ymdhisa])\1*\}/g, (whole, key: string) => parts[key] ?? whole)
}

/**
 * The age of a time (product.md section 9): 刚刚 under 30 s and for the future, minutes under an hour and hours under a
 * day (both rounded up), 1天前 under two days; older ones by the pattern, by default M月D日H时m分 without padding. Null where
 * `parseTime` returns null.
 */
export function formatTime(
  time?: TimeInput,
  pattern?: string,
  now: Date = new Date(),
): string | null {
  const date = toDate(time)
  if (date === null) return null
  const age = (now.getTime() - date.getTime()) / 1000
  if (age < 30) return '刚刚'
  if (age < hour) return `${Math.ceil(age / minute)}分钟前`
  if (age < day) return `${Math.ceil(age / hour)}小时前`
  if (age < 2 * day) return '1天前'
  if (pattern !== undefined && pattern !== '') return parseTime(date, pattern)
  const [month, dayOfMonth] = [date.getMonth() + 1, date.getDate()]
  return `${month}月${dayOfMonth}日${date.getHours()}时${date.getMinutes()}分`
}

/** The quick choices of date filters: today, and from 7, 30 and 90 days ago until today. */
export function quickRanges(today: LocalDate): QuickRange[] {
  return [
    { key: 'today', from: today, to: today },
    { key: 'lastWeek', from: addDays(today, -7), to: today },
    { key: 'lastMonth', from: addDays(today, -30), to: today },
    { key: 'lastThreeMonths', from: addDays(today, -90), to: today },
  ]
}

/** Before 12:00 morning, until 17:59 afternoon, from 18:00 evening, in the user's time zone. */
export function greeting(date: Date): Greeting {
  const hours = date.getHours()
  return hours < 12 ? 'morning' : hours < 18 ? 'afternoon' : 'evening'
}

function toDate(time: TimeInput): Date | null {
  // Legacy data uses 0 for "never".
  if (time === null || time === undefined || time === '' || time === 0) return null
  if (time instanceof Date) return existing(time)
  const text = String(time).trim()
  if (/^-?\d+(?:\.\d+)?$/.test(text)) {
    return existing(new Date(/^\d{10}$/.test(text) ? Number(text) * 1000 : Number(text)))
  }
  const match = localText.exec(text)
  // With a zone, or an unknown format: parsed by the JavaScript engine.
  return match === null ? existing(new Date(text)) : fromLocalText(match)
}

function fromLocalText(match: RegExpExecArray): Date | null {
  const [year = 0, month = 0, dayOfMonth = 0, hours = 0, minutes = 0, seconds = 0] = [
    match[1],
    match[3],
    match[4],
    match[5],
    match[6],
    match[7],
  ].map((digits) => Number(digits ?? 0))
  if (hours > 23 || minutes > 59 || seconds > 59) return null
  const milliseconds = Number((match[8] ?? '').padEnd(3, '0').slice(0, 3))
  const date = new Date(2000, 0, 1, hours, minutes, seconds, milliseconds)
  date.setFullYear(year, month - 1, dayOfMonth)
  const overflowed = date.getMonth() !== month - 1 || date.getDate() !== dayOfMonth
  return overflowed ? null : date
}

function existing(date: Date): Date | null {
  return Number.isNaN(date.getTime()) ? null : date
}

function padded(value: number): string {
  return String(value).padStart(2, '0')
}
