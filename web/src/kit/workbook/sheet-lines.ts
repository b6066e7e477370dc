import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { parseEntry } from '../grid/parse-entry.ts'
import type { Row } from '../fields/field-column.ts'
import { fieldColumn } from '../fields/field-column.ts'

/** Day 0 of Excel dates, which count days. */
const dayZero = Date.UTC(1899, 11, 30)
const dayMs = 24 * 3600 * 1000

/**
 * The rows of a sheet as lines: the first row names the columns, by field or by label in either language. Invalid cells
 * stay unchanged for the user to correct.
 */
export function sheetLines(
  fields: Fields,
  rows: readonly (readonly string[])[],
): { lines: Row[]; unknown: string[] } {
  const [heads = [], ...body] = rows
  const columns = heads.map((head) => fieldNamed(fields, head.replace(/[*\s]+$/, '').trim()))
  const unknown = heads.filter((head, index) => head.trim() !== '' && columns[index] === undefined)
  const lines = body.flatMap((cells): Row[] => {
    const line: Row = {}
    for (const [index, cell] of cells.entries()) {
      const name = columns[index]
      const field = name === undefined ? undefined : fields[name]
      if (name === undefined || field === undefined || cell.trim() === '') continue
      const text =
        field.kind === 'date' && /^\d{5}(\.\d+)?$/.test(cell) ? dayOf(Number(cell)) : cell
      const entry = parseEntry<Row>(fieldColumn(name, field), text)
      line[name] = 'value' in entry ? entry.value : text
    }
    return Object.keys(line).length === 0 ? [] : [line]
  })
  return { lines, unknown }
}

function dayOf(serial: number): string {
  return new Date(dayZero + Math.floor(serial) * dayMs).toISOString().slice(0, 10)
}

function fieldNamed(fields: Fields, head: string): string | undefined {
  const wanted = head.toLowerCase()
  return Object.entries(fields).find(([name, { label }]) =>
    [name, label.zh, label.en].some((word) => word.toLowerCase() === wanted),
  )?.[0]
}
