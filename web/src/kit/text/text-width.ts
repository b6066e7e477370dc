/** Pixels of a letter and of a Chinese character in the type of tables, tags and headers. */
const letterWidth = 7.2
const characterWidth = 12.5

/** About how wide a text will be, pixels: reckoned, since measuring makes the browser lay out. */
export function textWidth(text: string): number {
  return [...text].reduce(
    (width, letter) => width + (letter > '\u2e80' ? characterWidth : letterWidth),
    0,
  )
}
