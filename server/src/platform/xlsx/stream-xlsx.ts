import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { Readable } from 'node:stream'
import type { FieldKind } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { unitWord } from '@kufang/contract/document/catalogue/unit-words.ts'
import { daysBetween, isLocalDate } from '@kufang/kernel/local-date.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import {
  cellStyles,
  escapeXml,
  sheetClosing,
  sheetOpening,
  workbookParts,
} from './workbook-parts.ts'
import { zipStream } from './zip-stream.ts'

export interface XlsxColumn {
  field: string
  /** The heading in the reader's language. */
  label: string
  kind: FieldKind
  choices?: Record<string, Label>
  /** Units of measure, as people say them. */
  isUnit?: boolean
  /** As on the screen, in pixels. */
  width?: number
}

export interface XlsxOptions {
  sheetName: string
  language: 'zh' | 'en'
  /** The time zone in which instants are shown. */
  timeZone?: string
}

/** The maximum number of rows below the heading. */
export const xlsxRowsMax = 1_048_575
const textLengthMax = 32_767
const chunkLength = 32_768
const firstDay = '1899-12-30' as LocalDate
/** Excel has a non-existent 1900-02-29; earlier day numbers differ. */
const firstSafeDay = '1900-03-01'

/**
 * A workbook with one sheet, streamed with constant memory. Exact numbers are numbers up to Excel's 15 digits and texts
 * beyond; days and instants are dates; texts remain texts, even if they begin with = + - or @.
 */
export function streamXlsx(
  columns: readonly XlsxColumn[],
  rows: AsyncIterable<Record<string, unknown>> | Iterable<Record<string, unknown>>,
  options: XlsxOptions,
): Readable {
  const entries = [
    ...workbookParts(options.sheetName),
    { name: 'xl/worksheets/sheet1.xml', contents: sheet(columns, rows, options) },
  ]
  return Readable.from(zipStream(entries), { objectMode: false })
}

async function* sheet(
  columns: readonly XlsxColumn[],
  rows: AsyncIterable<Record<string, unknown>> | Iterable<Record<string, unknown>>,
  options: XlsxOptions,
): AsyncGenerator<Buffer> {
  const write = columns.map((column) => cellWriter(column, options))
  const widths = columns.map(
    ({ width = 110 }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.round(width / 7)}" customWidth="1"/>`,
  )
  const letters = columns.map((_column, index) => columnName(index + 1))
  const heading = columns
    .map(({ label }, index) => `<c r="${letters[index]}1"${textCell(label, cellStyles.header)}`)
    .join('')
  let buffered = `${sheetOpening(widths.join(''))}<row r="1">${heading}</row>`
  let count = 0
  for await (const row of rows) {
    if (++count > xlsxRowsMax) throw new Error(`a sheet holds at most ${xlsxRowsMax} rows`)
    buffered += `<row r="${count + 1}">`
    for (let index = 0; index < columns.length; index++) {
      const value = row[itemAt(columns, index).field]
      if (value === null || value === undefined || value === '') continue
      buffered += `<c r="${letters[index]}${count + 1}"${itemAt(write, index)(value)}`
    }
    buffered += '</row>'
    if (buffered.length >= chunkLength) {
      yield Buffer.from(buffered)
      buffered = ''
    }
  }
  yield Buffer.from(buffered + sheetClosing(`A1:${letters.at(-1) ?? 'A'}${count + 1}`))
}

/** Writes the part of a cell after its address; never called with an empty value. */
type CellWriter = (value: unknown) => string

function cellWriter(column: XlsxColumn, options: XlsxOptions): CellWriter {
  const chinese = options.language === 'zh'
  switch (column.kind) {
    case 'quantity':
    case 'money':
    case 'integer':
    case 'decimal':
      return (value) =>
        isExactInExcel(String(value)) ? `><v>${String(value)}</v></c>` : textCell(String(value))
    case 'date':
      return (value) => dayCell(String(value))
    case 'instant': {
      const clock = clockOf(options.timeZone ?? companyTimeZone)
      return (value) => instantCell(String(value), clock)
    }
    case 'flag':
      return (value) => textCell(value === true ? (chinese ? '是' : 'Yes') : chinese ? '否' : 'No')
    case 'list':
    case 'serialNumbers':
      return (value) =>
        textCell(
          (Array.isArray(value) ? value : [value]).map(plainText).join(chinese ? '、' : ', '),
        )
    case 'choice':
      return (value) => {
        const label = column.choices?.[String(value)]
        return textCell(label === undefined ? String(value) : label[options.language])
      }
    case 'reference':
      return column.isUnit === true
        ? (value) => textCell(unitWord(String(value), options.language))
        : (value) => textCell(plainText(value))
    case 'text':
      return (value) => textCell(plainText(value))
  }
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function textCell(text: string, style: number = cellStyles.plain): string {
  const shown = text.length > textLengthMax ? `${text.slice(0, textLengthMax - 1)}…` : text
  const isFormulaLike = style === cellStyles.plain && /^[=+\-@\t\r]/.test(shown)
  const applied = isFormulaLike ? cellStyles.quoted : style
  return ` t="inlineStr"${applied === cellStyles.plain ? '' : ` s="${applied}"`}><is><t xml:space="preserve">${escapeXml(shown)}</t></is></c>`
}

/** Excel keeps 15 significant digits; longer numbers would change. */
function isExactInExcel(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && text.replace(/^-?0*(\.0*)?|\./g, '').length <= 15
}

function dayCell(text: string): string {
  if (!isLocalDate(text) || text < firstSafeDay) return textCell(text)
  return ` s="${cellStyles.date}"><v>${daysBetween(firstDay, text)}</v></c>`
}

function instantCell(
  text: string,
  clock: (at: Date) => { day: LocalDate; seconds: number },
): string {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return textCell(text)
  const { day, seconds } = clock(at)
  if (day < firstSafeDay) return textCell(text)
  return ` s="${cellStyles.instant}"><v>${daysBetween(firstDay, day) + seconds / 86_400}</v></c>`
}

function clockOf(timeZone: string): (at: Date) => { day: LocalDate; seconds: number } {
  // Swedish is the only ICU locale that formats as sortable 2026-11-21 09:05:00.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => {
    const [day = '', time = ''] = format.format(at).split(' ')
    const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
    return { day: day as LocalDate, seconds: hours * 3600 + minutes * 60 + seconds }
  }
}

/** 1 is A, 27 is AA. */
function columnName(index: number): string {
  let name = ''
  for (let left = index; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  return name
}
