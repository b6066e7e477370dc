import { firstSheet } from './first-sheet.ts'
import { findZipEntries, readZipEntry } from './read-zip.ts'
import { tooLarge, unreadable } from './workbook-refusal.ts'
import { xmlEvents } from './xml-events.ts'

const mebibyte = 1024 * 1024
/** Size of the selected file. */
const fileMax = 20 * mebibyte
/** Forms have fewer columns; an Excel sheet could have 16,384. */
const columnsMax = 256
const rowsMax = 20_000

/** A row of a table with its number there, as the program that wrote it shows it; the first is 1. */
export interface NumberedRow {
  line: number
  cells: string[]
}

/**
 * The cells of a workbook's first sheet as texts, row by row, without empty rows. Numbers are returned as stored, not
 * rounded by their format. Time and memory are bounded for any file.
 * @throws ApiError `workbook-unreadable`, `workbook-too-large`
 */
export async function readXlsxRows(file: Blob): Promise<string[][]> {
  return (await readXlsxTable(file)).map(({ cells }) => cells)
}

/** The same with the numbers of the rows. @throws ApiError as `readXlsxRows` */
export async function readXlsxTable(file: Blob): Promise<NumberedRow[]> {
  if (file.size > fileMax)
    throw tooLarge(
      { zh: '文件', en: 'file' },
      `${Math.ceil(file.size / mebibyte)} MiB`,
      `${fileMax / mebibyte} MiB`,
    )
  const bytes = new Uint8Array(await file.arrayBuffer())
  const entries = findZipEntries(bytes)
  const sheet = await firstSheet(bytes, entries)
  const shared = entries.get('xl/sharedStrings.xml')
  const strings =
    shared === undefined ? [] : sharedStrings(await readZipEntry(bytes, shared), shared.name)
  return sheetRows(await readZipEntry(bytes, sheet), sheet.name, strings)
}

/** A string may consist of runs with different fonts; phonetic text (`rPh`) is not part of it. */
function sharedStrings(xml: string, part: string): string[] {
  const strings: string[] = []
  let current = ''
  let isText = false
  let phonetic = 0
  for (const event of xmlEvents(xml, part)) {
    if (event.kind === 'text') {
      if (isText && phonetic === 0) current += event.text
      continue
    }
    const opens = event.kind === 'open'
    if (event.name === 't') isText = opens
    else if (event.name === 'rPh') phonetic += opens ? 1 : -1
    else if (event.name === 'si') {
      if (opens) current = ''
      else strings.push(current)
    }
  }
  return strings
}

interface Cell {
  column: number
  kind: string | undefined
  value: string
}

function sheetRows(xml: string, part: string, strings: readonly string[]): NumberedRow[] {
  const rows: NumberedRow[] = []
  let row: string[] = []
  let line = 0
  /** The column after the last cell of the row. */
  let next = 0
  let cell: Cell | null = null
  let isText = false
  let phonetic = 0
  for (const event of xmlEvents(xml, part)) {
    if (event.kind === 'text') {
      if (cell !== null && isText && phonetic === 0) cell.value += event.text
      continue
    }
    const opens = event.kind === 'open'
    if (event.name === 'row') {
      if (event.kind === 'open') {
        row = []
        next = 0
        const number = Number(event.attributes.get('r'))
        line = Number.isInteger(number) && number > line ? number : line + 1
      } else if (row.length > 0 && rows.push({ line, cells: row }) > rowsMax)
        throw tooLarge({ zh: '数据行数', en: 'rows' }, `>${rowsMax}`, String(rowsMax))
    } else if (event.name === 'c') {
      if (event.kind === 'open') {
        const column = columnIndex(event.attributes.get('r') ?? '') ?? next
        cell = { column, kind: event.attributes.get('t'), value: '' }
      } else if (cell !== null) {
        put(row, cell.column, cellText(cell, strings, part))
        next = cell.column + 1
        cell = null
      }
    } else if (event.name === 'rPh') phonetic += opens ? 1 : -1
    else if (event.name === 'v' || event.name === 't') isText = opens
  }
  return rows
}

function put(row: string[], column: number, text: string): void {
  // Cells with only a format may be in any column.
  if (text === '') return
  if (column >= columnsMax)
    throw tooLarge({ zh: '列数', en: 'columns' }, String(column + 1), String(columnsMax))
  while (row.length < column) row.push('')
  row[column] = text
}

/** A reference to a missing shared string means a damaged workbook, not an empty cell. */
function cellText({ kind, value }: Cell, strings: readonly string[], part: string): string {
  if (kind === 's') {
    if (value === '') return ''
    const text = /^\d+$/.test(value) ? strings[Number(value)] : undefined
    if (text === undefined) throw unreadable(part)
    return text
  }
  if (kind === 'b') return value === '1' ? 'true' : 'false'
  return value
}

/** "C7" is column 2; null for an invalid reference. */
export function columnIndex(reference: string): number | null {
  const letters = /^[A-Z]{1,3}(?=\d|$)/.exec(reference)?.[0]
  if (letters === undefined) return null
  let index = 0
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}
