import type { Fields } from '@kufang/contract/document/declare/field.ts'
import type { Row } from '../fields/field-column.ts'
import { headedTable } from './headed-table.ts'
import { cellEntry, cellName, shownIn, type NumberedRow } from './table-cell.ts'
import { tableRefusal, type CellRefusal } from './workbook-refusal.ts'

/**
 * The rows of a sheet as lines: a row names the columns, by field or by label in either language. Texts and numbers that are
 * not valid stay unchanged for the user to correct; cells that are something else than they show are refused.
 * @throws ApiError `table-heads-unknown` with the headings expected and found, `table-empty`, `table-row-beyond`
 */
export function sheetLines(
  fields: Fields,
  sheet: readonly NumberedRow[],
): { lines: Row[]; unknown: string[]; refused: CellRefusal[] } {
  const { heads, rows } = headedTable(sheet, (text) => fieldNamed(fields, text) !== undefined)
  const columns = heads.map((head) => fieldNamed(fields, head))
  const named = heads.filter((head) => head !== '')
  if (columns.every((name) => name === undefined))
    throw tableRefusal('table-heads-unknown', {
      expected: Object.values(fields)
        .map(({ label }) => label.zh)
        .join('、'),
      expectedEn: Object.values(fields)
        .map(({ label }) => label.en)
        .join(', '),
      found: named.slice(0, 20).join('、'),
    })
  const unknown = heads.filter((head, index) => head !== '' && columns[index] === undefined)
  const refused: CellRefusal[] = []
  const lines = rows.flatMap(({ line: rowNo, cells }): Row[] => {
    const line: Row = {}
    for (const [index, cell] of cells.entries()) {
      const name = columns[index]
      const field = name === undefined ? undefined : fields[name]
      if (name === undefined || field === undefined || shownIn(cell).trim() === '') continue
      const entry = cellEntry(name, field, cell)
      if ('problem' in entry && cell.kind !== 'text' && cell.kind !== 'number')
        refused.push({ cell: cellName(index, rowNo), column: field.label, problem: entry.problem })
      line[name] = 'value' in entry ? entry.value : cell.text
    }
    return Object.keys(line).length === 0 ? [] : [line]
  })
  return { lines, unknown, refused }
}

/** The field that a heading names; a star marks what is required. */
export function fieldNamed(fields: Fields, head: string): string | undefined {
  const wanted = head
    .replace(/[*\s]+$/, '')
    .trim()
    .toLowerCase()
  return Object.entries(fields).find(([name, { label }]) =>
    [name, label.zh, label.en].some((word) => word.toLowerCase() === wanted),
  )?.[0]
}
