import { material } from '@kufang/contract/masters/material.ts'
import { toSnake } from '../platform/database/case.ts'
import { hasWordSql, searchTextSql } from '../platform/list/search-text.ts'
import { searchedFields } from './master-table.ts'

/** The numbers of materials whose number, description or specification has the word, as a subquery. */
export function materialsWithWord(pattern: string, word: string): string {
  const indexed = searchTextSql(searchedFields(material).map((field) => `i.${toSnake(field)}`))
  const texts = ['material_no', 'description', 'specification']
  return `select i.material_no from material i
    where ${hasWordSql(indexed, word)} and (${texts.map((name) => `search_form(i.${name}) like ${pattern}`).join(' or ')})`
}
