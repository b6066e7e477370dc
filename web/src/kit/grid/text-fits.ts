import { tableFontSize } from '../theme/tokens.ts'

/** A cell's margins and border, both sides, pixels (use-grid-theme.ts). */
const aroundText = 2 * 8 + 2

/** Digits, small letters and what stands between them are never wider, in no font of ours, em. */
const narrow = 0.69

/**
 * Whether a text surely fits into a column without being cut: reckoned from above, never measured.
 * A cell that cannot be cut needs no clip of its own, which costs the browser most of what showing
 * thousands of cells costs.
 *
 * @param columnWidth pixels
 */
export function textFits(text: string, columnWidth: number): boolean {
  const room = columnWidth - aroundText
  // Most texts are short or far too long: the letters need not be looked at one by one.
  if (text.length * tableFontSize <= room) return true
  if (text.length * tableFontSize * 0.2 > room) return false
  let width = 0
  for (let index = 0; index < text.length; index += 1) {
    width += isNarrow(text.charCodeAt(index)) ? narrow * tableFontSize : tableFontSize
  }
  return width <= room
}

/** Blank to `:`, and a to z without m and w. */
function isNarrow(code: number): boolean {
  if (code >= 0x20 && code <= 0x3a) return code !== 0x25 && code !== 0x26
  return code >= 0x61 && code <= 0x7a && code !== 0x6d && code !== 0x77
}
