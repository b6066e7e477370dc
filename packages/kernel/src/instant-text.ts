import { isLocalDate } from './local-date.ts'

const written =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d){0,2})$/

/** Whether a text is a moment of an existing day, with time and zone (ISO 8601); nothing is guessed and nothing rolls over. */
export function isInstantText(text: string): boolean {
  const [, day] = written.exec(text) ?? []
  return day !== undefined && isLocalDate(day)
}

/** One day from the ends of the calendar, so that the moment has a day in every time zone. */
const earliest = '0001-01-02T00:00:00.000Z'
const latest = '9999-12-31T00:00:00.000Z'

/** The moment as ISO text in UTC; null if the text is none, or at an end of the calendar. */
export function readInstant(text: string): string | null {
  if (!isInstantText(text)) return null
  const date = new Date(text.replace(' ', 'T'))
  if (Number.isNaN(date.getTime())) return null
  const moment = date.toISOString()
  return moment >= earliest && moment < latest ? moment : null
}
