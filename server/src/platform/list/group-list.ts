import { fieldOf } from '@kufang/kernel/present.ts'
import type { ListOptions } from './list-options.ts'
import { all, findColumn, readConditions } from './list-conditions.ts'
import type { ListColumn } from './column-type.ts'
import { columnType } from './column-type.ts'

/**
 * Groups a list into one row per combination of `by`: totalled columns are summed, others are omitted; a grouping names the
 * units of the quantities it sums, so that each row has one. Filters on
 * totalled columns apply to the sums, all other filters and the search to the rows.
 */
export function groupList(options: ListOptions, by: readonly string[]): ListOptions {
  const { columns, request, partition } = options
  const totalled = Object.keys(columns).filter(
    (field) => fieldOf(columns, field).isTotalled === true,
  )
  const filters = request.filters ?? []
  const ofSums = filters.filter(({ field }) => totalled.includes(field))
  const inner = readConditions({
    ...options,
    request: { ...request, filters: filters.filter((filter) => !ofSums.includes(filter)) },
  })
  const { conditions, values } = inner
  if (partition !== undefined)
    conditions.push(`${partition.sql} = any($${values.push(partition.values)}::text[])`)
  const keys = by.map((field) => ({ field, sql: groupedSql(field, findColumn(columns, field)) }))
  // A group without a second unit has no quantity in it, so nothing is not zero.
  const hasOwnUnit = (field: string) => fieldOf(columns, field).unitField !== undefined
  const sums = totalled.map((field) => {
    const sum = `sum(${fieldOf(columns, field).sql})`
    return `${hasOwnUnit(field) ? sum : `coalesce(${sum}, 0)`} as "${field}"`
  })
  const grouped = (field: string): ListColumn => ({
    ...fieldOf(columns, field),
    sql: `g."${field}"`,
    isNotNull: !hasOwnUnit(field),
  })
  const {
    partition: _inner,
    searchWord: _searched,
    grouping: _done,
    complete: _single,
    ...rest
  } = options
  const unit = by.includes('unit') ? { unit: 'g."unit"' } : {}
  delete rest.unit
  return {
    ...rest,
    ...unit,
    from: `(select ${[...keys.map(({ field, sql }) => `${sql} as "${field}"`), ...sums].join(', ')}
      from ${options.from} where ${all(conditions)} group by ${keys.map(({ sql }) => sql).join(', ')}) g`,
    values,
    columns: Object.fromEntries([...by, ...totalled].map((field) => [field, grouped(field)])),
    key: by,
    search: [],
    scope: { sql: 'true', values: [] },
    request: { ...request, filters: ofSums },
    defaultSort: by.map((field) => ({ field, direction: 'asc' })),
  }
}

/** An empty value is a group of its own: a key of a list is never null. */
function groupedSql(field: string, column: ListColumn): string {
  if (columnType(column) !== 'text') throw new Error(`rows are grouped by texts, not by ${field}`)
  return column.isNotNull === true ? column.sql : `coalesce(${column.sql}, '')`
}
