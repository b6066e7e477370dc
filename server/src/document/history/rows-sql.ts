import type { Filter } from '@kufang/contract/document/api.ts'
import { historyItems } from '@kufang/contract/history-items.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { SearchedWord } from '../../platform/list/list-options.ts'
import { hasWordSql, isIndexedWord, searchTextSql } from '../../platform/list/search-text.ts'
import { typesWithHistory } from '../storage/prove-history.ts'
import { documentTable } from '../storage/table.ts'

// The rows of the histories of all items as SQL, for lists of them: `y` is the row, `i` its item.

const tableOf = (type: string) => documentTable(documentDefinition(type)!)

/** As SQL: what a line says of its goods and its place, by its alias `l` or that of its header. */
const ofItem = ['plant', 'storageLocation', 'materialGroup', 'materialNo', 'description', 'unit']

/** As SQL: the line that a row is about; of the types only that of the row is looked up. */
function itemSql(type: string): string {
  const { header, line, lineColumns } = tableOf(type)
  const columns = ofItem.map((name) => `${lineColumns[name]!.sql} as ${toSnake(name)}`)
  return `select h.doc_no, ${columns.join(', ')}
    from ${header} h join ${line} l on l.company_code = h.company_code and l.document_id = h.id
    where y.item_type = '${type}' and h.company_code = y.company_code and h.id = y.item_id and l.line_no = y.item_line`
}

/** As SQL: type and id of the documents of these types whose number contains the word, found by the indexes of their texts. */
function numbered(types: readonly string[], pattern: string, word: string): string {
  return types
    .map((type) => {
      const { header, searched } = tableOf(type)
      const text = searchTextSql(searched.header.map((column) => `o.${column}`))
      return `select '${type}', o.id from ${header} o where ${hasWordSql(text, word)} and o.doc_no ilike ${pattern}`
    })
    .join(' union all ')
}

/** As SQL: id and number of the lines of items that meet a condition on their material number, which is indexed. */
const ofMaterial = (condition: string): string =>
  historyItems()
    .map(
      (type) => `select l.document_id, l.line_no from ${tableOf(type).line} l where ${condition}`,
    )
    .join(' union all ')

const writers = (): string[] => typesWithHistory().map(({ name }) => name)
const itemsLike = (pattern: string, word: string): string =>
  `(y.item_type, y.item_id) in (${numbered(historyItems(), pattern, word)})`
const documentsLike = (pattern: string, word: string): string =>
  `(y.document_type, y.document_id) in (${numbered(writers(), pattern, word)})`

/**
 * What filters of numbers say of the rows themselves, so that documents are found first, by their indexes, and then their rows.
 * Only of values that are nothing but letters, digits and hyphens: they are written into the statement.
 */
export function rowsImpliedBy(filters: readonly Filter[]): string {
  const conditions = filters.flatMap(({ field, operator, value }) => {
    if (typeof value !== 'string' || !/^[\w-]+$/.test(value)) return []
    if (field === 'materialNo' && operator === 'eq')
      return [`(y.item_id, y.item_line) in (${ofMaterial(`l.material_no = '${value}'`)})`]
    if (!['contains', 'startsWith', 'eq'].includes(operator) || !isIndexedWord(value)) return []
    const [pattern, word] = [`'%${value.replaceAll('_', '\\_')}%'`, `'${value}'`]
    if (field === 'itemNo') return [itemsLike(pattern, word)]
    return field === 'documentNo' ? [documentsLike(pattern, word)] : []
  })
  return ['true', ...conditions].join(' and ')
}

/** As FROM: the rows with their items. */
export const historyRows = (): string => `item_history y
  left join lateral (${historyItems().map(itemSql).join('\n    union all ')}) i on true`

/** Rows of items or documents whose number has the word, or of goods whose number has it. */
export const rowsWith = ({ pattern, indexed }: SearchedWord): string =>
  indexed === null
    ? `(i.doc_no ilike ${pattern} or y.document_no ilike ${pattern} or i.material_no ilike ${pattern})`
    : `(${itemsLike(pattern, indexed)} or ${documentsLike(pattern, indexed)}
        or (y.item_id, y.item_line) in (${ofMaterial(`l.material_no ilike ${pattern}`)}))`
