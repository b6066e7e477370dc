import { material } from '@kufang/contract/masters/material.ts'
import { toSnake } from '../platform/database/case.ts'
import { searchTextSql } from '../platform/list/search-text.ts'
import { searchedFields } from './master-table.ts'

/** The joint text of a material, as its index has it; `alias` is of the table `material`. */
export function materialSearchText(alias: string): string {
  return searchTextSql(searchedFields(material).map((field) => `${alias}.${toSnake(field)}`))
}
