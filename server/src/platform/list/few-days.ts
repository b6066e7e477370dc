import type { Filter } from '@kufang/contract/document/api.ts'
import type { ListColumn } from './column-type.ts'
import { columnType } from './column-type.ts'
import type { OrderColumn } from './keyset.ts'

/** So many days of a date have few enough rows to read them all and sort them. */
const fewDaysMax = 7
const dayMs = 86_400_000

/**
 * The order of a list without the index of its first column if a few days of another date are asked for. The rows of a few
 * days were made at about the same time, but PostgreSQL takes them as spread evenly over the time of creation, and reads
 * from the newest row down to these days because it expects a page of them long before. What is no column any more cannot
 * be read in its order, so that the rows are found by their date.
 */
export function orderWithinDays(
  order: readonly OrderColumn[],
  filters: readonly Filter[],
  columns: Readonly<Record<string, ListColumn>>,
): readonly OrderColumn[] {
  const [first, ...rest] = order
  const type = first && columnType(first.column)
  if (first === undefined || (type !== 'timestamptz' && type !== 'date')) return order
  const isOfDays = filters.some(
    (filter) => filter.field !== first.field && isFewDays(filter, columns[filter.field]),
  )
  if (!isOfDays) return order
  const nothing = type === 'date' ? '0' : `interval '0'`
  return [
    { ...first, column: { ...first.column, sql: `(${first.column.sql} + ${nothing})` } },
    ...rest,
  ]
}

function isFewDays({ operator, value }: Filter, column: ListColumn | undefined): boolean {
  if (column === undefined || !['date', 'timestamptz'].includes(columnType(column))) return false
  if (operator === 'eq') return true
  if (operator !== 'between' || !Array.isArray(value)) return false
  const [from, to] = value.map((end) => Date.parse(String(end)))
  return to! - from! < fewDaysMax * dayMs
}
