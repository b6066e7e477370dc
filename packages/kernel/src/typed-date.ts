import { isLocalDate } from './local-date.ts'
import type { LocalDate } from './local-date.ts'

const dayText =
  /^(?:(\d{4})[-/.年]?)?(?:(\d{2})(\d{2})|(\d{1,2})[-/.月](\d{1,2})[日号]?)(?:[T ]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/
const momentText = /^(.*?)[\sT]*(?:(\d{2})(\d{2})|(\d{1,2})[:时点](\d{2})分?)$/

/**
 * Reads a typed date: 20261125, 2026-11-25, 2026/1/5, 2026年11月25日, or without the year as 1125, 11-25 and 11月25日; also
 * with full-width digits, or with a time behind, as tables write it, which is not taken. Without a year it is a date of this year, or of the next one if it would be before today and
 * `isNotPast` is set. Null if it is not a date.
 */
export function readTypedDate(
  text: string,
  today: LocalDate,
  { isNotPast = false }: { isNotPast?: boolean } = {},
): LocalDate | null {
  const match = dayText.exec(text.normalize('NFKC').trim())
  if (match === null) return null
  const month = (match[2] ?? match[4] ?? '').padStart(2, '0')
  const day = (match[3] ?? match[5] ?? '').padStart(2, '0')
  const inYear = (year: number): LocalDate | null => {
    const date = `${String(year).padStart(4, '0')}-${month}-${day}`
    return isLocalDate(date) ? date : null
  }
  if (match[1] !== undefined) return inYear(Number(match[1]))
  const thisYear = Number(today.slice(0, 4))
  const date = inYear(thisYear)
  return isNotPast && (date === null || date < today) ? inYear(thisYear + 1) : date
}

/**
 * Reads a typed date followed by a time: 1125 0900, 20261125 9:00, 202611250900. Returns `2026-11-25 09:00` in the
 * local time of the caller, or null.
 */
export function readTypedMoment(
  text: string,
  today: LocalDate,
  options: { isNotPast?: boolean } = {},
): string | null {
  const match = momentText.exec(text.normalize('NFKC').trim())
  if (match === null) return null
  const day = readTypedDate(match[1] ?? '', today, options)
  const hour = (match[2] ?? match[4] ?? '').padStart(2, '0')
  const minute = match[3] ?? match[5] ?? ''
  return day === null || hour > '23' || minute > '59' ? null : `${day} ${hour}:${minute}`
}
