import { readXlsx } from './read-xlsx.ts'
import { likelySheet } from './headed-table.ts'
import { shownIn, type TableCell } from './table-cell.ts'

/** A sheet of a file, as it is chosen. */
export interface NamedTable {
  /** '' if the file is no workbook. */
  name: string
  /** Its table as a CSV file. */
  file: () => Promise<File>
}

/**
 * The tables of a file as CSV: each sheet of a workbook is one, any other file stays as it is. So the server reads one format
 * only, and a workbook is read by the reader that lines are read by.
 * @returns the tables, and the number of the likeliest
 * @throws ApiError `workbook-unreadable`, `workbook-too-large`
 */
export async function tableFiles(file: File): Promise<{ tables: NamedTable[]; likeliest: number }> {
  if (!/\.xlsx$/i.test(file.name))
    return { tables: [{ name: '', file: () => Promise.resolve(file) }], likeliest: 0 }
  const sheets = await readXlsx(file)
  const { lastModified } = file
  const name = file.name.replace(/\.xlsx$/i, '.csv')
  const tables = sheets.map((sheet) => ({
    name: sheet.name,
    file: async () => {
      const rows = (await sheet.read()).map(({ cells }) => cells.map(plainText))
      return new File([csvOf(rows)], name, { type: 'text/csv', lastModified })
    },
  }))
  return { tables, likeliest: await likelySheet(sheets, () => false) }
}

/** A date as a date, whatever the workbook shows of it. */
const plainText = (cell: TableCell): string => (cell.kind === 'date' ? cell.text : shownIn(cell))

/** Rows as CSV (RFC 4180), separated by commas. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}

const quoted = (cell: string): string =>
  /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
