/**
 * Numbers of business documents: `{prefix}{yyyyMM}{seq:5}` (issue 2, section 2), such as
 * DN20260100042. The sequence starts anew each month and company, and begins with the company's number
 * range (none for the first, DN202601100042 for the second), so that numbers are unique over companies;
 * drawing it without gaps is the database's work, this file only writes and reads the text.
 */
export interface DocumentNumberParts {
  prefix: string
  /** 'yyyyMM' */
  period: string
  /** 1 for the first document of the period. */
  sequence: number
}

/** So many digits a sequence has at least. */
export const sequenceWidth = 5
// A digit at the end of the prefix could not be told from the year.
const prefixPattern = /^[A-Z](?:[A-Z0-9-]*[A-Z-])?$/
const periodPattern = /^\d{4}(?:0[1-9]|1[0-2])$/
const numberPattern = /^([A-Z](?:[A-Z0-9-]*[A-Z-])?)(\d{6})(\d{5,})$/

/**
 * Writes a document number. A sequence beyond 99999 takes more digits: it never wraps. Throws
 * `RangeError` for a prefix that is not upper case A-Z, 0-9 and '-' ending in no digit, a period
 * that is no yyyyMM, or a sequence that is no positive whole number.
 */
export function formatDocumentNumber(prefix: string, period: string, sequence: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) {
    throw new RangeError(`no document sequence: ${sequence}`)
  }
  return `${documentNumberStart(prefix, period)}${String(sequence).padStart(sequenceWidth, '0')}`
}

/** What stands before the sequence; throws `RangeError` as `formatDocumentNumber` does. */
export function documentNumberStart(prefix: string, period: string): string {
  if (!prefixPattern.test(prefix)) throw new RangeError(`no document number prefix: ${prefix}`)
  if (!periodPattern.test(period)) throw new RangeError(`no period yyyyMM: ${period}`)
  return `${prefix}${period}`
}

/** The parts of a document number, or null for a text that is none (somebody is searching). */
export function parseDocumentNumber(text: string): DocumentNumberParts | null {
  const match = numberPattern.exec(text)
  if (match === null) return null
  const [, prefix = '', period = '', digits = ''] = match
  const sequence = Number(digits)
  if (!periodPattern.test(period) || !Number.isSafeInteger(sequence) || sequence < 1) return null
  // 000012 is not how sequence 12 is written, so it is no number that was ever given out.
  if (digits.length > sequenceWidth && digits.startsWith('0')) return null
  return { prefix, period, sequence }
}
