/**
 * A calendar day 'yyyy-MM-dd' without time and zone, as used by people and the ERP. Years 0001 to 9999. Sorting the
 * text sorts the days.
 */
export type LocalDate = string & { readonly __localDate: true }

/** Thrown if a text is not an existing calendar day. */
export class DateProblem extends Error {
  readonly input: string

  constructor(input: unknown) {
    super(`no calendar day: ${String(input)}`)
    this.name = 'DateProblem'
    this.input = String(input)
  }
}

const dayLengthMs = 86_400_000
const firstDayMs = utcMidnight(1, 1, 1)
const lastDayMs = utcMidnight(9999, 12, 31)
const lastDay = '9999-12-31'
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Accepts exactly 'yyyy-MM-dd' of an existing day; throws `DateProblem` for 2026-02-30. */
export function parseLocalDate(text: string): LocalDate {
  if (!isLocalDate(text)) throw new DateProblem(text)
  return text
}

export function isLocalDate(input: unknown): input is LocalDate {
  if (typeof input !== 'string') return false
  const match = dayPattern.exec(input)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  return day <= lengthOfMonth(year, month)
}

/** The last result by zone, cached for a quarter of an hour: since 1972 days begin on a quarter in every zone. */
const lastAsked = new Map<string, { quarter: number; day: LocalDate }>()
const quarterMs = 900_000

/** The calendar day in a time zone ('Asia/Shanghai') at a given time; RangeError for an unknown zone. */
export function todayIn(timeZone: string, now: Date): LocalDate {
  const quarter = Math.floor(now.getTime() / quarterMs)
  const last = lastAsked.get(timeZone)
  if (last?.quarter === quarter) return last.day
  const day = dayIn(timeZone, now)
  // Before 1972 zone offsets were not multiples of a quarter of an hour.
  if (quarter > 100_000) lastAsked.set(timeZone, { quarter, day })
  return day
}

function dayIn(timeZone: string, now: Date): LocalDate {
  const found: Record<string, string> = {}
  for (const part of dayFormatter(timeZone).formatToParts(now)) found[part.type] = part.value
  const { year = '', month = '', day = '' } = found
  return parseLocalDate(`${year.padStart(4, '0')}-${month}-${day}`)
}

/**
 * The day `days` later; earlier if negative. Beyond an end of the calendar, such as after 9999-12-31 ("without end" in SAP),
 * it is that end, so that no day that a person enters leads out of it.
 */
export function addDays(date: LocalDate, days: number): LocalDate {
  if (!Number.isInteger(days)) throw new RangeError(`days must be whole: ${days}`)
  return fromUtcMidnight(withinCalendar(toUtcMidnight(date) + days * dayLengthMs))
}

const withinCalendar = (ms: number): number => Math.min(Math.max(ms, firstDayMs), lastDayMs)

/** The same day `months` later, or the last day of that month if it is shorter; within the calendar as `addDays`. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  if (!Number.isInteger(months)) throw new RangeError(`months must be whole: ${months}`)
  const [year, month, day] = partsOf(date)
  const count = year * 12 + (month - 1) + months
  const newYear = Math.floor(count / 12)
  const newMonth = count - newYear * 12 + 1
  const newDay = Math.min(day, lengthOfMonth(newYear, newMonth))
  return fromUtcMidnight(withinCalendar(utcMidnight(newYear, newMonth, newDay)))
}

/** Whole days between two days; negative if `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (toUtcMidnight(to) - toUtcMidnight(from)) / dayLengthMs
}

export function compareDates(a: LocalDate, b: LocalDate): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The posting period of a day, 'yyyyMM'. */
export function periodOf(date: LocalDate): string {
  return date.slice(0, 4) + date.slice(5, 7)
}

/** The OData V2 form of a date in the ERP: midnight UTC of the calendar day, not local midnight. */
export function toSapDate(date: LocalDate): string {
  return `/Date(${toUtcMidnight(date)})/`
}

/**
 * The calendar day of an OData V2 date: '/Date(ms)/', '/Date(ms+0000)/' (the offset is in minutes) or an ISO text
 * without zone. A text with a zone is a point in time and rejected.
 */
export function fromSapDate(text: string): LocalDate {
  const ticks = /^\/Date\((-?\d+)([+-]\d{1,4})?\)\/$/.exec(text)
  if (ticks !== null) {
    return fromUtcMidnight(Number(ticks[1]) + Number(ticks[2] ?? 0) * 60_000)
  }
  const iso = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)?$/.exec(text)
  if (iso?.[1] === undefined) throw new DateProblem(text)
  return parseLocalDate(iso[1])
}

/**
 * The working day `days` working days after a day, for limits such as "supplement within 3 working days". Saturdays,
 * Sundays and `holidays` do not count; weekend days declared working days (调休), given in `extraWorkingDays`, do. Zero
 * days returns the day itself.
 */
export function workingDaysAfter(
  date: LocalDate,
  days: number,
  holidays: ReadonlySet<string>,
  extraWorkingDays: ReadonlySet<string> = new Set(),
): LocalDate {
  if (!Number.isInteger(days) || days < 0) {
    throw new RangeError(`working days must be a whole number, 0 or more: ${days}`)
  }
  let current = date
  for (let left = days; left > 0;) {
    current = addDays(current, 1)
    const weekday = new Date(toUtcMidnight(current)).getUTCDay()
    const works = extraWorkingDays.has(current) || (weekday % 6 !== 0 && !holidays.has(current))
    // Behind the last day there is none.
    if (works || current === lastDay) left -= 1
  }
  return current
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function dayFormatter(timeZone: string): Intl.DateTimeFormat {
  // Creating a formatter costs far more than using it.
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formatters.set(timeZone, made)
  return made
}

function partsOf(date: LocalDate): [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))]
}

function lengthOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function utcMidnight(year: number, month: number, day: number): number {
  // Date.UTC maps years 0 to 99 to 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, day)
}

function toUtcMidnight(date: LocalDate): number {
  const [year, month, day] = partsOf(date)
  return utcMidnight(year, month, day)
}

function fromUtcMidnight(ms: number): LocalDate {
  if (!(ms >= firstDayMs && ms < lastDayMs + dayLengthMs)) throw new DateProblem(ms)
  return new Date(ms).toISOString().slice(0, 10) as LocalDate
}
