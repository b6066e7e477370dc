import { isLocalDate } from '@kufang/kernel/local-date.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A date of the file as 'yyyy-MM-dd': '02-Jun-06', '11/13/06' and '10/09/2014' (month first in both). Texts such as
 * 'Date Not Captured' and non-existent dates return null.
 */
export function readFileDate(text: string): string | null {
  const named = /^(\d{1,2})-([A-Za-z]{3})-(\d{2,4})$/.exec(text.trim())
  if (named !== null) {
    const month = months.indexOf((named[2] ?? '').toLowerCase()) + 1
    return day(named[3] ?? '', month, Number(named[1]))
  }
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{2,4})$/.exec(text.trim())
  if (slashed === null) return null
  return day(slashed[3] ?? '', Number(slashed[1]), Number(slashed[2]))
}

function day(year: string, month: number, dayOfMonth: number): string | null {
  const whole = year.length === 2 ? `20${year}` : year
  const text = `${whole}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
  return isLocalDate(text) ? text : null
}

/** A plain number, or null for texts and references ('See ASN-31750 (ID#:19272)'). */
export function readFileNumber(text: string): string | null {
  return /^\d+(\.\d+)?$/.test(text.trim()) ? text.trim() : null
}

/** 'SCMS-116590' as an order number of at most ten characters: 'SCMS-199' stays unchanged. */
export function orderNumber(text: string): string {
  const upper = text.trim().toUpperCase()
  if (upper.length <= 10) return upper
  const short = upper.replace(/[^A-Z0-9]/g, '')
  if (short.length <= 10) return short
  throw new Error(`order number too long: ${text}`)
}
