/**
 * Digits, or groups of three of them separated by commas as Excel shows thousands, of which the first does not begin with
 * zero; then decimals, and an exponent as Excel writes it, with its sign.
 */
const written = /^[+-]?(?=\.?\d)(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.\d*)?(?:[eE][+-]\d+)?$/

/**
 * A number that was typed, pasted or read from a file, without the commas between its thousands: the only place where a comma
 * is taken out of a number. Wide digits and signs count as narrow ones. Null if it is no number, or could be another one: 1,5
 * and 0,125 may have a decimal comma, and 1e3 is a slip.
 */
export function typedNumber(text: string): string | null {
  const narrow = text.normalize('NFKC').trim()
  return written.test(narrow) ? narrow.replaceAll(',', '') : null
}
