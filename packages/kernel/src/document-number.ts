/**
 * Document numbers: `{prefix}{yyyyMM}{seq:5}` (issue 2, section 2), such as DN20260100042. The sequence starts anew per
 * month and company, and begins with the company's number range (none for the first, DN202601100042 for the second), so
 * that numbers are unique across companies. The database draws the sequence without gaps; this file only formats and
 * parses it.
 */
export interface DocumentNumberParts {
  prefix: string
  /** 'yyyyMM' */
  period: string
  /** 1 for the first document of the period. */
  sequence: number
}

/** Minimum number of digits of a sequence. */
export const sequenceWidth = 5
// A trailing digit of the prefix could not be distinguished from the year.
const prefixPattern = /^[A-Z](?:[A-Z0-9-]*[A-Z-])?$/
const periodPattern = /^\d{4}(?:0[1-9]|1[0-2])$/
const numberPattern = /^([A-Z](?:[A-Z0-9-]*[A-Z-])?)(\d{6})(\d{5,})$/

/**
 * Formats a document number. A sequence above 99999 uses more digits. Throws `RangeError` for a prefix other than A-Z,
 * 0-9 and '-' or ending in a digit, a period that is not yyyyMM, or a sequence that is not a positive integer.
 */
export function formatDocumentNumber(prefix: string, period: string, sequence: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) {
    throw new RangeError(`no document sequence: ${sequence}`)
  }
  return `${documentNumberStart(prefix, period)}${String(sequence).padStart(sequenceWidth, '0')}`
}

/** The part before the sequence; throws `RangeError` like `formatDocumentNumber`. */
export function documentNumberStart(prefix: string, period: string): string {
  if (!prefixPattern.test(prefix)) throw new RangeError(`no document number prefix: ${prefix}`)
  if (!periodPattern.test(period)) throw new RangeError(`no period yyyyMM: ${period}`)
  return `${prefix}${period}`
}

/** The parts of a document number, or null if the text is not one (search input). */
export function parseDocumentNumber(text: string): DocumentNumberParts | null {
  const match = numberPattern.exec(text)
  if (match === null) return null
  const [, prefix = '', period = '', digits = ''] = match
  const sequence = Number(digits)
  if (!periodPattern.test(period) || !Number.isSafeInteger(sequence) || sequence < 1) return null
  // Sequence 12 is formatted as 00012, so 000012 is not a valid number.
  if (digits.length > sequenceWidth && digits.startsWith('0')) return null
  return { prefix, period, sequence }
}
