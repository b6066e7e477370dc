import { addAll } from '@kufang/kernel/add-all.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { searchForm } from '@kufang/kernel/search-form.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { ListOptions } from './list-options.ts'
import type { ListColumn } from './column-type.ts'
import { comparableSql } from './column-type.ts'
import { filterSql, likeForm } from './filter-sql.ts'
import { refuseInput } from './refuse-input.ts'
import { hasWordSql, isIndexedWord } from './search-text.ts'

const filtersMax = 50
const wordsMax = 8
const searchLengthMax = 200

/** Combines conditions with AND. */
export const all = (conditions: readonly string[]) =>
  conditions.map((condition) => `(${condition})`).join(' and ')

/** Scope, filters and search as conditions, with all parameters. */
export function readConditions(options: ListOptions): { conditions: string[]; values: unknown[] } {
  const { request, scope } = options
  const values = [...(options.values ?? [])]
  const bind = (value: unknown) => `$${values.push(value)}`
  const shift = values.length
  addAll(values, scope.values)
  const conditions = [
    scope.sql.replace(/\$(\d+)/g, (_all, index: string) => `$${Number(index) + shift}`),
  ]
  const filters = request.filters ?? []
  if (filters.length > filtersMax)
    throw refuseInput('filters', `最多 ${filtersMax} 个筛选`, `at most ${filtersMax} filters`)
  for (const filter of filters) {
    const column = findColumn(options.columns, filter.field)
    conditions.push(filterSql(filter, column, options.timeZone ?? companyTimeZone, bind))
  }
  addAll(conditions, searchConditions(options, bind))
  return { conditions, values }
}

/** Every word must occur in one of the search columns, or where `searchWord` looks for it. */
function searchConditions(options: ListOptions, bind: (value: unknown) => string): string[] {
  const search = options.request.search?.trim() ?? ''
  const fields = options.search ?? []
  if (search === '' || fields.length === 0) return []
  if (search.length > searchLengthMax || search.includes('\u0000'))
    throw refuseInput('search', '查询文字过长或无效', 'the search text is too long or not valid')
  const words = search.split(/\s+/).slice(0, wordsMax).map(searchForm)
  return words.map((text) => {
    const pattern = bind(`%${likeForm(text)}%`)
    const isIndexed = isIndexedWord(text)
    if (options.searchWord !== undefined)
      return options.searchWord({ pattern, indexed: isIndexed ? bind(text) : null })
    const columns = fields.map((field) => findColumn(options.columns, field))
    const found = columns
      .map((column) => `search_form(${comparableSql(column)}) like ${pattern}`)
      .join(' or ')
    const { searchText } = firstOf(columns)
    return isIndexed &&
      searchText !== undefined &&
      columns.every((one) => one.searchText === searchText)
      ? `${hasWordSql(searchText, bind(text))} and (${found})`
      : found
  })
}

/** @throws `column-unknown` for a field the list does not have, or the person may not see */
export function findColumn(columns: Record<string, ListColumn>, field: string): ListColumn {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (column === undefined) throw refuse('column-unknown', { column: field }, { field })
  return column
}
