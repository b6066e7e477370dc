import { codeText, withoutZeros } from '@kufang/kernel/code-text.ts'

/** Length of a serial number in SAP (GERNR, CHAR 18). */
export const serialNumberLengthMax = 18
/** The most serial numbers of a line. */
export const serialNumbersMax = 2000

/**
 * A serial number as it is stored and compared: a code (`codeText`), without leading zeros if it consists of digits
 * only, because SAP fills such numbers with zeros on the left (conversion exit GERNR): 0007 and 7 are the same piece.
 */
export function serialNumberOf(given: string): string {
  return withoutZeros(codeText(given))
}
