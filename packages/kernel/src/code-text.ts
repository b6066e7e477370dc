/**
 * How a code is written: what identifies something in the ERP or on a label. SAP keeps such texts in capitals; labels and
 * input methods write the same letters wide, and with characters nobody sees.
 */

/** Characters nobody sees: control characters, which scanners send, and marks of format, which web pages contain. */
const unseen = /[\p{Cc}\p{Cf}]+/gu

/** Narrow letters and digits without unseen characters: what a person believes to have typed. */
export function narrowText(given: string): string {
  return given
    .normalize('NFKC')
    .replaceAll(/[\t\n\r]+/g, ' ')
    .replaceAll(unseen, '')
    .trim()
}

/** The one form of a code: narrow, in capitals, with single blanks inside. */
export function codeText(given: string): string {
  return narrowText(given).replaceAll(/\s+/g, ' ').toUpperCase()
}

/** Lengths to which SAP fills numbers with zeros: documents and partners, materials (old and new). */
const filledLengths = [10, 18, 40]

/** A number that has the length to which SAP fills it, without its zeros; any other code as it is. */
export function withoutFilledZeros(code: string): string {
  return filledLengths.includes(code.length) ? withoutZeros(code) : code
}

/** A code of digits only without leading zeros, as SAP's conversion exit ALPHA shows it. */
export function withoutZeros(code: string): string {
  return /^\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : code
}

/**
 * The first character that cannot be part of a code, null if all can: a code consists of letters, digits, blanks and signs that
 * labels have. Masks, quotation marks and what separates the fields of a label cannot; nor does a code begin with #, as
 * the errors of a spreadsheet do.
 */
export function foreignSign(code: string): string | null {
  if (code.startsWith('#')) return '#'
  return /[^\p{L}\p{M}\p{N} ._\-/+#()&:=%@~[\]]/u.exec(code)?.[0] ?? null
}
