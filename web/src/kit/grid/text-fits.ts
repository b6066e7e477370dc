import { tableFontSize } from '../theme/tokens.ts'

/** Margins and border of a cell on both sides, pixels (use-grid-theme.ts). */
const aroundText = 2 * 8 + 2

/** Maximum width of digits, lower case letters and the characters between, in all our fonts, em. */
const narrow = 0.69

/**
 * Whether a text certainly fits into a column, estimated from above without measuring. Such a cell needs no clip, and
 * clips are most of the cost of painting thousands of cells.
 * @param columnWidth pixels
 */
export function textFits(text: string, columnWidth: number): boolean {
  const room = columnWidth - aroundText
  // Most texts are short or far too long, so that the characters need not be examined.
  if (text.length * tableFontSize <= room) return true
  if (text.length * tableFontSize * 0.2 > room) return false
  return estimatedWidth(text) <= room
}

/** The width of a column into which a text certainly fits, pixels. */
export function columnFitting(text: string): number {
  return Math.ceil(estimatedWidth(text) + aroundText)
}

function estimatedWidth(text: string): number {
  let width = 0
  for (let index = 0; index < text.length; index += 1) {
    width += isNarrow(text.charCodeAt(index)) ? narrow * tableFontSize : tableFontSize
  }
  return width
}

/** Blank to `:`, and a to z without m and w. */
function isNarrow(code: number): boolean {
  if (code >= 0x20 && code <= 0x3a) return code !== 0x25 && code !== 0x26
  return code >= 0x61 && code <= 0x7a && code !== 0x6d && code !== 0x77
}
