import { searchedLineFields } from '@kufang/contract/document/declare/common-fields.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { SearchedWord } from '../../platform/list/list-options.ts'
import { hasWordSql, searchTextSql } from '../../platform/list/search-text.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'

/**
 * The search of documents covers their numbers, the searched fields of their lines and the numbers of source documents; the
 * search of lines the same for each. What is found by the indexes of header and lines is one set each, because a condition
 * that may be met by either would be looked up in neither.
 */
export function searchDocuments(
  table: DocumentTable,
  level: 'header' | 'line',
  { pattern, indexed }: SearchedWord,
): string {
  const { header, line, definition } = table
  const fields = searchedLineFields(definition)
  if (indexed === null)
    return level === 'line'
      ? `search_form(h.doc_no) like ${pattern} or ${haveOf(fields, 'l', pattern)}`
      : `search_form(h.doc_no) like ${pattern} or exists (select from ${line} s where s.company_code = h.company_code and s.document_id = h.id and ${haveOf(fields, 's', pattern)})`
  return level === 'line'
    ? `(l.company_code, l.document_id, l.line_no) in (${linesWithWord(definition, fields, pattern, indexed)})`
    : `(h.company_code, h.id) in (select d.company_code, d.id from ${header} d where ${byNumber(table, pattern, indexed)}
        union all select s.company_code, s.document_id from ${line} s where ${byLine(table, fields, pattern, indexed)})`
}

/**
 * The keys (company, document, line) of lines that have the word in one of their fields or in the number of their document,
 * as a subquery.
 * @param fields are indexed, see `searchedColumns`
 * @param word a placeholder of the word, `pattern` one of its pattern in the form that is compared (`search_form`)
 */
function linesWithWord(
  definition: AnyDocument,
  fields: readonly string[],
  pattern: string,
  word: string,
): string {
  const table = documentTable(definition)
  return `select s.company_code, s.document_id, s.line_no from ${table.header} d
      join ${table.line} s on s.company_code = d.company_code and s.document_id = d.id where ${byNumber(table, pattern, word)}
    union all select s.company_code, s.document_id, s.line_no from ${table.line} s where ${byLine(table, fields, pattern, word)}`
}

const haveOf = (fields: readonly string[], alias: string, pattern: string): string =>
  `(${fields.map((name) => `search_form(${alias}.${toSnake(name)}) like ${pattern}`).join(' or ')})`

const hasWord = (columns: readonly string[], alias: string, word: string): string =>
  hasWordSql(searchTextSql(columns.map((name) => `${alias}.${name}`)), word)

const byNumber = ({ searched }: DocumentTable, pattern: string, word: string): string =>
  `${hasWord(searched.header, 'd', word)} and search_form(d.doc_no) like ${pattern}`

const byLine = (
  { searched }: DocumentTable,
  fields: readonly string[],
  pattern: string,
  word: string,
): string => `${hasWord(searched.line, 's', word)} and ${haveOf(fields, 's', pattern)}`
