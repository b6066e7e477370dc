import { refuse } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'

/** A row of a file, with its number there; the column names are row 1. */
export interface TableRow {
  line: number
  cells: string[]
}

/** A file of an old system: column names, none of them twice or empty, and rows that are not empty. */
export interface LegacyTable {
  fileName: string
  headers: string[]
  rows: TableRow[]
}

/** As many rows as a workbook may have (web/src/kit/workbook). */
export const rowsMax = 20_000
const columnsMax = 256

/**
 * Reads a CSV file: UTF-8 or GB 18030, separated by commas, semicolons or tabs, quoted as in RFC 4180.
 * @throws Refusal `legacy-file-unreadable`, `legacy-file-empty`, `legacy-file-too-long`
 */
export function readTable(fileName: string, bytes: Uint8Array): LegacyTable {
  const records = readRecords(fileName, textOf(fileName, bytes))
  const [head, ...rows] = records
  if (head === undefined || rows.length === 0) throw refuse('legacy-file-empty', { name: fileName })
  if (head.cells.length > columnsMax)
    throw unreadable(fileName, `超过 ${columnsMax} 列`, `more than ${columnsMax} columns`)
  if (rows.length > rowsMax)
    throw refuse('legacy-file-too-long', { name: fileName, found: rows.length, limit: rowsMax })
  return { fileName, headers: distinct(head.cells), rows }
}

function textOf(fileName: string, bytes: Uint8Array): string {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  throw unreadable(fileName, '既不是 UTF-8 也不是 GB 18030', 'it is neither UTF-8 nor GB 18030')
}

/** The separator that occurs most in the first row, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map((separator) => [separator, 0]))
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted && counts.has(character))
      counts.set(character, entryOf(counts, character) + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

function readRecords(fileName: string, text: string): TableRow[] {
  const separator = separatorOf(text)
  const records: TableRow[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 0
  const endRecord = () => {
    cells.push(cell.trim())
    cell = ''
    line += 1
    if (cells.some((one) => one !== '')) records.push({ line, cells })
    cells = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (character === separator) {
      cells.push(cell.trim())
      cell = ''
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at += 1
      endRecord()
    } else cell += character
  }
  if (isQuoted)
    throw unreadable(
      fileName,
      `第 ${line + 1} 行起有未结束的引号`,
      `a quotation mark is not closed after row ${line}`,
    )
  if (cell !== '' || cells.length > 0) endRecord()
  return records
}

/** Names of columns that are empty or repeated get their letter, as in a spreadsheet. */
function distinct(cells: readonly string[]): string[] {
  const used = new Set<string>()
  return cells.map((cell, index) => {
    const name = cell === '' || used.has(cell) ? `${cell} (${letterOf(index)})`.trim() : cell
    used.add(name)
    return name
  })
}

function letterOf(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest === 0 ? '' : letterOf(rest - 1)) + String.fromCodePoint(65 + (index % 26))
}

const unreadable = (name: string, problem: string, problemEn: string) =>
  refuse('legacy-file-unreadable', { name, problem, problemEn })
