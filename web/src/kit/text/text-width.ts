/** Width of a letter and of a Chinese character in tables, tags and headers, pixels. */
const letterWidth = 7.2
const characterWidth = 12.5

/** The approximate width of a text in pixels; computed, because measuring forces layout. */
export function textWidth(text: string): number {
  return [...text].reduce(
    (width, letter) => width + (letter > '\u2e80' ? characterWidth : letterWidth),
    0,
  )
}
