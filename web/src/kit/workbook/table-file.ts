import { readXlsxRows } from './read-xlsx.ts'

/** Kinds of files that `tableFile` takes, for the file picker. */
export const tableFileTypes = '.csv,.txt,.xlsx'

/**
 * A file with a table as CSV: a workbook becomes its first sheet, any other file stays as it is. So the server reads one
 * format only, and a workbook is read by the reader that lines are read by.
 * @throws ApiError `workbook-unreadable`, `workbook-too-large`
 */
export async function tableFile(file: File): Promise<File> {
  if (!/\.xlsx$/i.test(file.name)) return file
  const text = csvOf(await readXlsxRows(file))
  const { lastModified } = file
  return new File([text], file.name.replace(/\.xlsx$/i, '.csv'), { type: 'text/csv', lastModified })
}

/** Rows as CSV (RFC 4180), separated by commas. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}

const quoted = (cell: string): string =>
  /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
