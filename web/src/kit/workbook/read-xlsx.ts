import { cellFormats, shownDate, type CellFormat } from './cell-formats.ts'
import { findZipEntries, readZipEntry } from './read-zip.ts'
import { sheetList } from './sheet-list.ts'
import { dayOfSerial, textCell, type NumberedRow, type TableCell } from './table-cell.ts'
import { tooLarge, unreadable } from './workbook-refusal.ts'
import { xmlEvents } from './xml-events.ts'

const mebibyte = 1024 * 1024
/** Size of the selected file. */
const fileMax = 20 * mebibyte
/** Forms have fewer columns; an Excel sheet could have 16,384. */
const columnsMax = 256
const rowsMax = 20_000

/** A sheet of a workbook, read when it is wanted. */
export interface Sheet {
  name: string
  /** Its rows that are not empty. @throws ApiError `workbook-unreadable`, `workbook-too-large` */
  read: () => Promise<NumberedRow[]>
}

/**
 * The visible sheets of a workbook. Time and memory are bounded for any file.
 * @throws ApiError `workbook-unreadable`, `workbook-too-large`
 */
export async function readXlsx(file: Blob): Promise<Sheet[]> {
  if (file.size > fileMax)
    throw tooLarge(
      { zh: '文件', en: 'file' },
      `${Math.ceil(file.size / mebibyte)} MiB`,
      `${fileMax / mebibyte} MiB`,
    )
  const bytes = new Uint8Array(await file.arrayBuffer())
  const entries = findZipEntries(bytes)
  const { sheets, isFrom1904 } = await sheetList(bytes, entries)
  const textOf = async (name: string): Promise<string> => {
    const entry = entries.get(name)
    return entry === undefined ? '' : readZipEntry(bytes, entry)
  }
  const book: Book = {
    strings: sharedStrings(await textOf('xl/sharedStrings.xml'), 'xl/sharedStrings.xml'),
    formats: cellFormats(await textOf('xl/styles.xml'), 'xl/styles.xml'),
    dayZero: isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30),
  }
  return sheets.map(({ name, entry }) => ({
    name,
    read: async () => sheetRows(await readZipEntry(bytes, entry), entry.name, book),
  }))
}

/** What the cells of all sheets refer to. */
interface Book {
  strings: readonly string[]
  formats: readonly CellFormat[]
  /** Day 0 of its dates, which count days. */
  dayZero: number
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
  style: number
  value: string
}

function sheetRows(xml: string, part: string, book: Book): NumberedRow[] {
  const rows: NumberedRow[] = []
  let row: TableCell[] = []
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
        cell = {
          column,
          kind: event.attributes.get('t'),
          style: Number(event.attributes.get('s') ?? 0),
          value: '',
        }
      } else if (cell !== null) {
        put(row, cell.column, cellOf(cell, book, part))
        next = cell.column + 1
        cell = null
      }
    } else if (event.name === 'rPh') phonetic += opens ? 1 : -1
    else if (event.name === 'v' || event.name === 't') isText = opens
  }
  return rows
}

function put(row: TableCell[], column: number, cell: TableCell): void {
  // Cells with only a format may be in any column.
  if (cell.text === '') return
  if (column >= columnsMax)
    throw tooLarge({ zh: '列数', en: 'columns' }, String(column + 1), String(columnsMax))
  while (row.length < column) row.push(textCell(''))
  row[column] = cell
}

/** A reference to a missing shared string means a damaged workbook, not an empty cell. */
function cellOf({ kind, style, value }: Cell, book: Book, part: string): TableCell {
  switch (kind) {
    case 's': {
      if (value === '') return textCell('')
      const text = /^\d+$/.test(value) ? book.strings[Number(value)] : undefined
      if (text === undefined) throw unreadable(part)
      return textCell(text)
    }
    case 'b':
      return textCell(value === '1' ? 'true' : 'false')
    case 'e':
      return { kind: 'error', text: value }
    case undefined:
    case 'n':
      return numberCell(value, book.formats[style] ?? null, book.dayZero)
    case 'd':
      return { kind: 'date', text: value.replace(/T00:00.*$/, ''), shown: value }
    default:
      return textCell(value)
  }
}

/** Numbers from here on are not exact, and kept as they are stored. */
const exactMax = 1e15

/** A number is stored with up to 17 digits; meant is the shortest decimal that is the same number. */
function numberCell(value: string, format: CellFormat, dayZero: number): TableCell {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return textCell(value)
  const day = dayOfSerial(number, dayZero)
  if (format?.kind === 'date' && day !== null && number >= 0) {
    const moment = new Date(dayZero + Math.round(number * 86_400) * 1000)
    const time = moment.toISOString().slice(11, 19)
    return {
      kind: 'date',
      text: time === '00:00:00' ? day : `${moment.toISOString().slice(0, 10)} ${time}`,
      shown: shownDate(format.code, moment),
    }
  }
  const text = Math.abs(number) < exactMax ? String(number) : value
  const isFilled = format?.kind === 'zeros' && /^\d+$/.test(text)
  return { kind: 'number', text: isFilled ? text.padStart(format.width, '0') : text, day }
}

/** "C7" is column 2; null for an invalid reference. */
export function columnIndex(reference: string): number | null {
  const letters = /^[A-Z]{1,3}(?=\d|$)/.exec(reference)?.[0]
  if (letters === undefined) return null
  let index = 0
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}
