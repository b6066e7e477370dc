/** A row of a table with its number there; one with line breaks within quotes has the number of its first line. */
export interface CsvRow {
  line: number
  cells: string[]
}

/**
 * The text of a file: UTF-8 or GB 18030; null if it is neither.
 * @param decode throws a TypeError if the file is not in the encoding
 */
export function decodedText(decode: (encoding: string) => string): string | null {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return decode(encoding)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  return null
}

/**
 * The rows of a CSV text (RFC 4180; separated by commas, semicolons or tabs) that are not empty, with trimmed cells. A quotation
 * mark that is never closed would swallow all rows behind it: then only the row where it stands is returned.
 */
export function csvRows(text: string): { rows: CsvRow[] } | { unclosedIn: number } {
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let begun = 1
  const endCell = (): void => {
    cells.push(cell.trim())
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (cells.some((one) => one !== '')) rows.push({ line: begun, cells })
    cells = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    if (isQuoted) {
      if (character === '\n') line += 1
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (character === separator) endCell()
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at += 1
      endRow()
      line += 1
      begun = line
    } else cell += character
  }
  if (isQuoted) return { unclosedIn: begun }
  if (cell !== '' || cells.length > 0) endRow()
  return { rows }
}

/** The separator that occurs most in the first row, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map((separator) => [separator, 0]))
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted && counts.has(character))
      counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}
