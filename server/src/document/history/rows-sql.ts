import type { Filter } from '@kufang/contract/document/api.ts'
import { historyItems } from '@kufang/contract/history-items.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import type { SearchedWord } from '../../platform/list/list-options.ts'
import { likeForm } from '../../platform/list/filter-sql.ts'
import { hasWordSql, isIndexedWord, searchTextSql } from '../../platform/list/search-text.ts'
import { itemSql } from '../storage/history-item.ts'
import { typesWithHistory } from '../storage/prove-history.ts'
import { documentTable } from '../storage/table.ts'

// The rows of the histories of all items as SQL, for lists of them: `y` is the row, `i` its item.

const tableOf = (type: string) => documentTable(definitionOf(type))

/** As SQL: company, type and id of the documents of these types whose number contains the word, found by the indexes of their texts. */
function numbered(types: readonly string[], pattern: string, word: string): string {
  return types
    .map((type) => {
      const { header, searched } = tableOf(type)
      const text = searchTextSql(searched.header.map((column) => `o.${column}`))
      return `select o.company_code, '${type}' as type, o.id from ${header} o where ${hasWordSql(text, word)} and search_form(o.doc_no) like ${pattern}`
    })
    .join(' union all ')
}

const writers = (): string[] => typesWithHistory().map(({ name }) => name)
const ofItems = '(y.company_code, y.item_type, y.item_id)'
const ofDocuments = '(y.company_code, y.document_type, y.document_id)'

/** What is being posted has not happened yet: the tab of the item says it, and the lists of what is to be posted. */
const happened = `y.book <> 'posting'`

/**
 * What filters of numbers say of the rows themselves, so that documents are found first, by their indexes, and then their rows.
 * Only of values that are nothing but letters, digits and hyphens: they are written into the statement.
 */
export function rowsImpliedBy(filters: readonly Filter[]): string {
  const conditions = filters.flatMap(({ field, operator, value }) => {
    if (typeof value !== 'string' || !/^[\w-]+$/.test(value)) return []
    if (!['contains', 'startsWith', 'eq'].includes(operator) || !isIndexedWord(value)) return []
    const [pattern, word] = [`'%${likeForm(value)}%'`, `'${value}'`]
    if (field === 'itemNo') return [`${ofItems} in (${numbered(historyItems(), pattern, word)})`]
    return field === 'documentNo'
      ? [`${ofDocuments} in (${numbered(writers(), pattern, word)})`]
      : []
  })
  return [happened, ...conditions].join(' and ')
}

/** As FROM: the rows with their items. */
export const historyRows = (): string => `item_history y
  left join lateral (${itemSql(historyItems(), 'y', ['description', 'unit'])}) i on true`

const keyOf = (alias: string): string =>
  ['company_code', 'item_type', 'item_id', 'item_line', 'history_no']
    .map((column) => `${alias}.${column}`)
    .join(', ')

/** As SQL: the keys of rows that belong to what a query finds; each way is planned by its own index. */
const rowsOf = (found: string, columns: readonly string[]): string =>
  `select ${keyOf('z')} from (${found}) o (${columns.join(', ')})
   join item_history z on ${columns.map((column) => `z.${column} = o.${column}`).join(' and ')}`

/** As SQL: the lines of items whose goods have a number that contains the word. */
const ofMaterial = (pattern: string, word: string): string =>
  historyItems()
    .map((type) => {
      const { line, searched } = tableOf(type)
      const text = searchTextSql(searched.line.map((column) => `l.${column}`))
      return `select l.company_code, '${type}', l.document_id, l.line_no from ${line} l
        where ${hasWordSql(text, word)} and search_form(l.material_no) like ${pattern}`
    })
    .join(' union all ')

/** Rows of items or documents whose number has the word, or of goods whose number has it. */
export function rowsWith({ pattern, indexed }: SearchedWord): string {
  if (indexed === null)
    return `(search_form(y.item_no) like ${pattern} or search_form(y.document_no) like ${pattern} or search_form(y.material_no) like ${pattern})`
  const item = ['company_code', 'item_type', 'item_id']
  const ways = [
    rowsOf(numbered(historyItems(), pattern, indexed), item),
    rowsOf(numbered(writers(), pattern, indexed), ['company_code', 'document_type', 'document_id']),
    rowsOf(ofMaterial(pattern, indexed), [...item, 'item_line']),
  ]
  return `(${keyOf('y')}) in (${ways.join(' union ')})`
}
