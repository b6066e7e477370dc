/**
 * Parses cells copied from Excel: rows end with a line break, cells with a tab; a cell with either, or with a quote, is
 * quoted and its quotes are doubled. The final line break ends the last row and starts no new one.
 */
export function parseClipboardTable(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  let position = 0
  const endRow = (): void => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  while (position < text.length) {
    const character = text.charAt(position)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text.charAt(position + 1) === '"') {
        cell += '"'
        position += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '' && isClosedQuote(text, position)) isQuoted = true
    else if (character === '\t') {
      row.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text.charAt(position + 1) === '\n') position += 1
      endRow()
    } else cell += character
    position += 1
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** A quote opens a quoted cell only if it is closed: 3" valve is not quoted. */
function isClosedQuote(text: string, opening: number): boolean {
  let position = opening + 1
  while (position < text.length) {
    if (text.charAt(position) === '"') {
      if (text.charAt(position + 1) === '"') position += 1
      else {
        const after = text.charAt(position + 1)
        return after === '' || after === '\t' || after === '\n' || after === '\r'
      }
    }
    position += 1
  }
  return false
}

/** Formats cells for the clipboard, quoted where needed. */
export function formatClipboardTable(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) =>
      row
        .map((cell) => (/[\t\n\r]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join('\t'),
    )
    .join('\r\n')
}
