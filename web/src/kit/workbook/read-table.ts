import { csvRows, decodedText } from '@kufang/kernel/csv.ts'
import { readXlsx, type Sheet } from './read-xlsx.ts'
import { textCell } from './table-cell.ts'
import { tableRefusal, tooLarge, unreadable } from './workbook-refusal.ts'

const mebibyte = 1024 * 1024
const fileMax = 20 * mebibyte

/**
 * The sheets of a workbook; a CSV file (UTF-8 or GB 18030; commas, semicolons or tabs; RFC 4180) has one without name.
 * @throws ApiError `workbook-unreadable`, `workbook-too-large`, `csv-unclosed`
 */
export async function readSheets(file: File): Promise<Sheet[]> {
  if (/\.xlsx$/i.test(file.name)) return readXlsx(file)
  if (file.size > fileMax)
    throw tooLarge(
      { zh: '文件', en: 'file' },
      `${Math.ceil(file.size / mebibyte)} MiB`,
      `${fileMax / mebibyte} MiB`,
    )
  const bytes = await file.arrayBuffer()
  const text = decodedText((encoding) => new TextDecoder(encoding, { fatal: true }).decode(bytes))
  if (text === null) throw unreadable('CSV')
  const read = csvRows(text)
  if ('unclosedIn' in read) throw tableRefusal('csv-unclosed', { line: String(read.unclosedIn) })
  const rows = read.rows.map(({ line, cells }) => ({ line, cells: cells.map(textCell) }))
  return [{ name: '', read: () => Promise.resolve(rows) }]
}
