import { csvRows, decodedText, type CsvRow } from '@kufang/kernel/csv.ts'
import { refuse } from '@kufang/kernel/refusal.ts'

/** A row of a file, with its number there; the column names are row 1. */
export type TableRow = CsvRow

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
  const [head, ...rows] = recordsOf(fileName, bytes)
  if (head === undefined || rows.length === 0) throw refuse('legacy-file-empty', { name: fileName })
  if (head.cells.length > columnsMax)
    throw unreadable(fileName, `超过 ${columnsMax} 列`, `more than ${columnsMax} columns`)
  if (rows.length > rowsMax)
    throw refuse('legacy-file-too-long', { name: fileName, found: rows.length, limit: rowsMax })
  return { fileName, headers: distinct(head.cells), rows }
}

function recordsOf(fileName: string, bytes: Uint8Array): TableRow[] {
  const text = decodedText((encoding) => new TextDecoder(encoding, { fatal: true }).decode(bytes))
  if (text === null)
    throw unreadable(fileName, '既不是 UTF-8 也不是 GB 18030', 'it is neither UTF-8 nor GB 18030')
  const read = csvRows(text)
  if ('rows' in read) return read.rows
  throw unreadable(
    fileName,
    `第 ${read.unclosedIn} 行有未结束的引号`,
    `a quotation mark in row ${read.unclosedIn} is not closed`,
  )
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
