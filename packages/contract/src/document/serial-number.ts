/** Length of a serial number in SAP (GERNR, CHAR 18). */
export const serialNumberLengthMax = 18
/** The most serial numbers of a line. */
export const serialNumbersMax = 2000

/**
 * A serial number as it is stored and compared: trimmed, in upper case, and without leading zeros if it consists of digits
 * only, because SAP fills such numbers with zeros on the left (conversion exit GERNR): 0007 and 7 are the same piece.
 */
export function serialNumberOf(given: string): string {
  const text = given.trim().toUpperCase()
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text
}
