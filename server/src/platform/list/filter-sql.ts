import type { Filter } from '@kufang/contract/document/api.ts'
import { inCodeForm } from '@kufang/contract/document/code-form.ts'
import { searchForm } from '@kufang/kernel/search-form.ts'
import { isLocalDate } from '@kufang/kernel/local-date.ts'
import type { ColumnType, ListColumn } from './column-type.ts'
import { columnType, comparableSql, isList, textOfType } from './column-type.ts'
import { refuseInput } from './refuse-input.ts'
import { hasWordSql, isIndexedWord } from './search-text.ts'

/** Adds a parameter to the statement and returns its placeholder, such as `$3`. */
export type Bind = (value: unknown) => string

/** Maximum text length and number of values of one filter. */
const textLengthMax = 200
const valuesMax = 1000

/** A text for LIKE in the form that is compared (`search_form`), with `%`, `_` and `\` escaped. */
export function likeForm(text: string): string {
  return searchForm(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)
}

/**
 * The SQL condition of a filter on a column. `eq` and `in` compare texts exactly, `contains` and `startsWith` ignore
 * case and width; a day given for an instant means that whole day in the time zone.
 * @throws `input-invalid` for an operator unknown to the kind, or an invalid value
 */
export function filterSql(
  filter: Filter,
  column: ListColumn,
  timeZone: string,
  bind: Bind,
): string {
  const sql = comparableSql(column)
  const type = columnType(column)
  switch (filter.operator) {
    case 'empty':
      return emptySql(column, sql, type)
    case 'notEmpty':
      return `not (${emptySql(column, sql, type)})`
    case 'contains':
      return likeSql(column, textOfFilter(filter, column, type), (text) => `%${text}%`, bind)
    case 'startsWith':
      if (isList(column)) throw badOperator(filter, column)
      return likeSql(column, textOfFilter(filter, column, type), (text) => `${text}%`, bind)
    case 'eq':
    case 'in':
    case 'gte':
    case 'lte':
    case 'between':
      if (isList(column)) throw badOperator(filter, column)
      return comparison({ ...filter, operator: filter.operator }, column, sql, type, timeZone, bind)
    default:
      // Requests are not checked by the compiler.
      throw badOperator(filter, column)
  }
}

type Comparison = Filter & { operator: 'eq' | 'in' | 'gte' | 'lte' | 'between' }

function comparison(
  filter: Comparison,
  column: ListColumn,
  sql: string,
  type: ColumnType,
  timeZone: string,
  bind: Bind,
): string {
  const lower = (value: unknown) =>
    `${sql} >= ${bound(filter, column, type, value, timeZone, bind, 0)}`
  const upper = (value: unknown) =>
    isDayOfInstant(type, value)
      ? `${sql} < ${bound(filter, column, type, value, timeZone, bind, 1)}`
      : `${sql} <= ${bound(filter, column, type, value, timeZone, bind, 0)}`
  switch (filter.operator) {
    case 'eq':
      if (isDayOfInstant(type, filter.value))
        return `(${lower(filter.value)} and ${upper(filter.value)})`
      return `${sql} = ${bound(filter, column, type, filter.value, timeZone, bind, 0)}`
    case 'gte':
      return lower(filter.value)
    case 'lte':
      return upper(filter.value)
    case 'in': {
      const values = listOf(filter, column, type)
      // A single value leaves an index in the order of its further columns.
      return values.length === 1
        ? `${sql} = ${bind(values[0])}::${type}`
        : `${sql} = any(${bind(values)}::${type}[])`
    }
    case 'between': {
      const pair = filter.value
      if (!Array.isArray(pair) || pair.length !== 2) throw badValue(filter, column)
      return `(${lower(pair[0])} and ${upper(pair[1])})`
    }
  }
}

function isDayOfInstant(type: ColumnType, value: unknown): value is string {
  return type === 'timestamptz' && isLocalDate(value)
}

function bound(
  filter: Filter,
  column: ListColumn,
  type: ColumnType,
  value: unknown,
  timeZone: string,
  bind: Bind,
  daysLater: 0 | 1,
): string {
  if (isDayOfInstant(type, value))
    return `((${bind(value)}::date + ${daysLater})::timestamp at time zone ${bind(timeZone)}::text)`
  return `${bind(valueOf(filter, column, type, value))}::${type}`
}

function valueOf(filter: Filter, column: ListColumn, type: ColumnType, value: unknown): string {
  const text = textOfType(type, value)
  if (text === null || text.length > textLengthMax) throw badValue(filter, column)
  return column.code === undefined ? text : inCodeForm(column.code, text)
}

function listOf(filter: Filter, column: ListColumn, type: ColumnType): string[] {
  if (!Array.isArray(filter.value) || filter.value.length > valuesMax)
    throw badValue(filter, column)
  return filter.value.map((value) => valueOf(filter, column, type, value))
}

function textOfFilter(filter: Filter, column: ListColumn, type: ColumnType): string {
  if (type !== 'text') throw badOperator(filter, column)
  return valueOf(filter, column, type, filter.value)
}

/** A pattern with the text, in any case, by the index of the column's table if that has the column. */
function likeSql(
  column: ListColumn,
  given: string,
  patternOf: (escaped: string) => string,
  bind: Bind,
): string {
  const text = searchForm(given)
  const pattern = bind(patternOf(likeForm(text)))
  if (column.hasPattern !== undefined) return column.hasPattern(pattern)
  const own = `search_form(${comparableSql(column)})`
  const like = `${own} like ${pattern}`
  if (column.searchText === undefined || !isIndexedWord(text)) return like
  // The index finds the rows with the word, and its statistics say how many those are. Of this form there are none: a plain
  // condition would count for one row in two hundred, and a frequent word be read as a whole and sorted. Said in two ways
  // that PostgreSQL takes for a half and a third it leaves a rare word to the index and a frequent one to the order.
  const word = bind(text)
  return `(${hasWordSql(column.searchText, word)} and coalesce(${like}, false) and strpos(${own}, ${word}::text) > 0)`
}

function emptySql(column: ListColumn, sql: string, type: ColumnType): string {
  if (isList(column)) return `coalesce(${sql}, '') in ('', '{}', '[]')`
  return type === 'text' ? `coalesce(${sql}, '') = ''` : `${sql} is null`
}

function badOperator(filter: Filter, column: ListColumn) {
  return refuseInput(
    filter.field,
    `不支持筛选方式 ${String(filter.operator)}`,
    `operator ${String(filter.operator)} does not apply`,
    column.label,
  )
}

function badValue(filter: Filter, column: ListColumn) {
  return refuseInput(filter.field, '筛选值无效', 'the filter value is not valid', column.label)
}
