import { ApiError } from '../api/api-error.ts'
import type { Sheet } from './read-xlsx.ts'
import { cellName, shownIn, type NumberedRow } from './table-cell.ts'
import { tableRefusal } from './workbook-refusal.ts'

/** A table as a sheet has it: the names of its columns, and the rows below them. */
export interface HeadedTable {
  heads: readonly string[]
  rows: readonly NumberedRow[]
}

/** Whether a text is the name of a column that is expected. */
export type IsHead = (text: string) => boolean

const headsOf = ({ cells }: NumberedRow): string[] => cells.map((cell) => shownIn(cell).trim())
const filledIn = (row: NumberedRow): number => headsOf(row).filter((text) => text !== '').length

/**
 * The table of a sheet: above it there may be a title. Its headings are the first row with expected ones, if none is known the
 * first row with at least as many cells as each row below.
 * @throws ApiError `table-empty`, `table-row-beyond` if a row has a cell without heading
 */
export function headedTable(sheet: readonly NumberedRow[], isHead: IsHead): HeadedTable {
  const known = (row: NumberedRow): number => headsOf(row).filter(isHead).length
  const most = Math.max(0, ...sheet.map(known))
  const at =
    most > 0
      ? sheet.findIndex((row) => known(row) >= Math.min(most, 2))
      : sheet.findIndex((row, index) =>
          sheet.slice(index + 1).every((below) => filledIn(below) <= filledIn(row)),
        )
  const head = sheet[at]
  if (head === undefined) throw tableRefusal('table-empty', {})
  const heads = headsOf(head)
  const rows = sheet.slice(at + 1)
  for (const { line, cells } of rows) {
    const beyond = cells.findIndex((cell, column) => shownIn(cell) !== '' && !heads[column])
    if (beyond >= 0)
      throw tableRefusal('table-row-beyond', {
        cell: cellName(beyond, line),
        text: shownIn(cells[beyond]).slice(0, 40),
        head: String(head.line),
      })
  }
  return { heads, rows }
}

/** So many sheets are looked at for the table. */
const sheetsMax = 20

/**
 * The number of the sheet that has the table: the first with expected headings, else the first with rows that are one.
 */
export async function likelySheet(sheets: readonly Sheet[], isHead: IsHead): Promise<number> {
  let first: number | null = null
  for (const [index, sheet] of sheets.slice(0, sheetsMax).entries()) {
    // oxlint-disable-next-line no-await-in-loop -- the first that fits is enough
    const rows = await sheet.read()
    if (rows.some((row) => headsOf(row).some(isHead))) return index
    if (first === null && isTable(rows)) first = index
  }
  return first ?? 0
}

function isTable(rows: readonly NumberedRow[]): boolean {
  try {
    return headedTable(rows, () => false).rows.length > 0
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
