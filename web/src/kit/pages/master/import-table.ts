import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { flag, type Fields } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import type { MasterImportRow } from '@kufang/contract/document/master-record.ts'
import type { Row } from '../../fields/field-column.ts'
import type { CellRefusal } from '../../workbook/workbook-refusal.ts'
import {
  cellEntry,
  cellName,
  shownIn,
  textCell,
  type NumberedRow,
} from '../../workbook/table-cell.ts'

// A table that is imported into a master: which of its columns is which field, and the rows that follow from it.

/** A sheet of a file as read, with the names of its columns. */
export interface ImportTable {
  fileName: string
  /** The number of the sheet. */
  sheet: number
  heads: readonly string[]
  rows: readonly NumberedRow[]
}

/** By field: the index of its column, or one value for all rows. */
export type ImportMapping = Readonly<Record<string, { column: number } | { value: string }>>

/** The fields that a table may have: what persons enter, and whether the row is in use. */
export function importFields(definition: AnyMaster): Fields {
  const local = definition.localFields ?? []
  const own = Object.entries(definition.fields).filter(
    ([name, { by }]) =>
      by !== 'server' &&
      (definition.isMirror !== true || definition.key.includes(name) || local.includes(name)),
  )
  const mayBeSwitched = definition.isMirror !== true && definition.approval?.ofRows !== true
  return {
    ...Object.fromEntries(own),
    ...(mayBeSwitched && { isActive: flag(label('启用', 'Active')) }),
  }
}

/** Columns that are named like a field, by its name or label in either language. */
export function proposedMapping(fields: Fields, heads: readonly string[]): ImportMapping {
  const plain = (text: string): string =>
    text
      .replace(/[*\s]+$/, '')
      .trim()
      .toLowerCase()
  const taken = new Set<number>()
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { label: words }]) => {
      const known = [name, words.zh, words.en].map(plain)
      const column = heads.findIndex(
        (head, index) => !taken.has(index) && known.includes(plain(head)),
      )
      if (column < 0) return []
      taken.add(column)
      return [[name, { column }]]
    }),
  )
}

/** The fields without which no row can be added, and that have neither column nor value. */
export function missingFields(
  definition: AnyMaster,
  fields: Fields,
  mapping: ImportMapping,
): string[] {
  return Object.keys(fields).filter(
    (name) =>
      // Of a mirror rows are only changed.
      (definition.key.includes(name) || definition.isMirror !== true) &&
      definition.fields[name]?.required === true &&
      definition.fields[name]!.kind !== 'flag' &&
      mapping[name] === undefined,
  )
}

/**
 * The rows as the server takes them, and the cells that no column of their kind takes. A text or number that cannot be read is
 * sent as it is, so that it is refused with its place.
 */
export function importRows(
  fields: Fields,
  table: ImportTable,
  mapping: ImportMapping,
): { rows: MasterImportRow[]; refused: CellRefusal[] } {
  const refused: CellRefusal[] = []
  const rows = table.rows.map(({ line, cells }) => {
    const values: Row = {}
    for (const [name, from] of Object.entries(mapping)) {
      const field = fields[name]
      const cell = 'column' in from ? cells[from.column] : textCell(from.value)
      if (field === undefined || cell === undefined || shownIn(cell).trim() === '') continue
      const entry = cellEntry(name, field, cell)
      if ('problem' in entry && 'column' in from && (cell.kind === 'error' || cell.kind === 'date'))
        refused.push({
          cell: cellName(from.column, line),
          column: field.label,
          problem: entry.problem,
        })
      values[name] = 'value' in entry ? entry.value : cell.text
    }
    return { line, values }
  })
  return { rows, refused }
}

/** The name of the cell of a field, such as `C7`; null of a field without a column. */
export function cellOfField(mapping: ImportMapping, field: string, line: number): string | null {
  const from = mapping[field]
  return from !== undefined && 'column' in from ? cellName(from.column, line) : null
}
