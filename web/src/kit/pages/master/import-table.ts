import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { flag, type Field, type Fields } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import type { MasterImportRow } from '@kufang/contract/document/master-record.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import type { Row } from '../../fields/field-column.ts'
import { parseEntry } from '../../grid/parse-entry.ts'
import type { NumberedRow } from '../../workbook/read-xlsx.ts'

// A table that is imported into a master: which of its columns is which field, and the rows that follow from it.

/** A file as read: the row with the names of the columns is the first. */
export interface ImportTable {
  fileName: string
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

/** Day 0 of Excel dates, which count days. */
const dayZero = Date.UTC(1899, 11, 30)
const dayMs = 24 * 3600 * 1000

/** The rows as the server takes them; a cell that cannot be read is sent as it is, so that it is refused with its place. */
export function importRows(
  fields: Fields,
  table: ImportTable,
  mapping: ImportMapping,
): MasterImportRow[] {
  return table.rows.map(({ line, cells }) => {
    const values: Row = {}
    for (const [name, from] of Object.entries(mapping)) {
      const field = fields[name]
      const cell = 'column' in from ? (cells[from.column] ?? '') : from.value
      if (field !== undefined && cell.trim() !== '') values[name] = readCell(name, field, cell)
    }
    return { line, values }
  })
}

function readCell(name: string, field: Field, cell: string): unknown {
  const text =
    field.kind === 'date' && /^\d{5}(\.\d+)?$/.test(cell)
      ? new Date(dayZero + Math.floor(Number(cell)) * dayMs).toISOString().slice(0, 10)
      : cell
  const entry = parseEntry<Row>(fieldColumn(name, field), text)
  return 'value' in entry ? entry.value : text
}

/** The name of a cell, such as `C7`; null of a field without a column. */
export function cellName(mapping: ImportMapping, field: string, line: number): string | null {
  const from = mapping[field]
  return from !== undefined && 'column' in from ? `${columnLetters(from.column)}${line}` : null
}

function columnLetters(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}
