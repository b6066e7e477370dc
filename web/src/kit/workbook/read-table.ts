import { readXlsxTable, type NumberedRow } from './read-xlsx.ts'
import { tooLarge, unreadable } from './workbook-refusal.ts'

const mebibyte = 1024 * 1024
const fileMax = 20 * mebibyte

/**
 * The rows of a workbook's first sheet or of a CSV file (UTF-8 or GB 18030; commas, semicolons or tabs; RFC 4180), with
 * their numbers and without empty rows.
 * @throws ApiError `workbook-unreadable`, `workbook-too-large`
 */
export async function readTable(file: File): Promise<NumberedRow[]> {
  if (/\.xlsx$/i.test(file.name)) return readXlsxTable(file)
  if (file.size > fileMax)
    throw tooLarge(
      { zh: '文件', en: 'file' },
      `${Math.ceil(file.size / mebibyte)} MiB`,
      `${fileMax / mebibyte} MiB`,
    )
  return csvRows(decoded(await file.arrayBuffer()))
}

function decoded(bytes: ArrayBuffer): string {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  throw unreadable('CSV')
}

/** The rows of a CSV text; a row within quotes has the number of its first line. */
export function csvRows(text: string): NumberedRow[] {
  const separator = separatorOf(text)
  const rows: NumberedRow[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let begun = 1
  const endRow = (): void => {
    cells.push(cell)
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: begun, cells })
    cells = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    if (isQuoted) {
      if (character === '"' && text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else if (character === '"') isQuoted = false
      else cell += character
      if (character === '\n') line += 1
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      cells.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at += 1
      endRow()
      line += 1
      begun = line
    } else cell += character
  }
  if (cell !== '' || cells.length > 0) endRow()
  return rows
}

/** The separator that occurs most in the first row, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map((separator) => [separator, 0]))
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}
