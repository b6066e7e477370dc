import type { Field } from '@kufang/contract/document/declare/field.ts'
import { parseEntry, type Entry } from '../grid/parse-entry.ts'
import { fieldColumn, type Row } from '../fields/field-column.ts'
import { filled } from '../text/messages.ts'

/** What a cell of a table holds; each field decides what it takes of it. */
export type TableCell =
  | { kind: 'text' | 'error'; text: string }
  /** `text` is the shortest decimal that is the same number, or what a format of zeros shows; `day` the date it stands for. */
  | { kind: 'number'; text: string; day: string | null }
  /** A number that its format shows as a date or a time: `text` is the date, `shown` what a person sees. */
  | { kind: 'date'; text: string; shown: string }

/** A row of a table with its number there, as the program that wrote it shows it; the first is 1. */
export interface NumberedRow {
  line: number
  cells: TableCell[]
}

export const textCell = (text: string): TableCell => ({ kind: 'text', text })

/** What a person sees in a cell; '' beyond the end of its row. */
export const shownIn = (cell: TableCell | undefined): string =>
  cell === undefined ? '' : cell.kind === 'date' ? cell.shown : cell.text

const problems = {
  error: { zh: '“{text}”是公式的错误值', en: '"{text}" is the error of a formula' },
  date: {
    zh: '“{text}”在工作簿中是日期，不是文字；请把单元格设为文本后重新输入',
    en: '"{text}" is a date in the workbook, not a text; format the cell as text and type it again',
  },
} as const

/** Day 0 of dates of Excel, which count days, in a text that is no workbook. */
const dayZero = Date.UTC(1899, 11, 30)
const dayMs = 24 * 3600 * 1000

/** The day of a count of days from `zero`; null outside the years of four digits. */
export function dayOfSerial(serial: number, zero = dayZero): string | null {
  const moment = new Date(zero + Math.floor(serial) * dayMs)
  return Number.isNaN(moment.getTime()) || !/^\d{4}-/.test(moment.toISOString())
    ? null
    : moment.toISOString().slice(0, 10)
}

/** What a field takes of a cell that is not empty, or what is wrong with it. */
export function cellEntry(name: string, field: Field, cell: TableCell): Entry {
  const isTime = field.kind === 'date' || field.kind === 'instant'
  if (cell.kind === 'error') return { problem: filled(problems.error, { text: cell.text }) }
  if (cell.kind === 'date' && !isTime)
    return { problem: filled(problems.date, { text: cell.shown }) }
  return parseEntry<Row>(fieldColumn(name, field), textFor(field, cell))
}

/** A number in a column of dates is the day it counts to. */
function textFor({ kind }: Field, cell: TableCell): string {
  if (kind !== 'date') return cell.text
  if (cell.kind === 'number') return cell.day ?? cell.text
  return cell.kind === 'text' && /^\d{5}(\.\d+)?$/.test(cell.text)
    ? (dayOfSerial(Number(cell.text)) ?? cell.text)
    : cell.text
}

/** The name of a cell, such as `C7`. */
export const cellName = (column: number, line: number): string => `${columnLetters(column)}${line}`

/** The letters of a column, counted from 0. */
export function columnLetters(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}
