import type { ListRequest, Sort } from '@kufang/contract/document/api.ts'
import type { Queryable, Row } from '../database/database.ts'
import type { ListColumn } from './column-type.ts'

/** One word of a search, as placeholders. */
export interface SearchedWord {
  /** The pattern in the form that is compared (`search_form`). */
  pattern: string
  /** The word itself; null if no index finds it, because it is too short. */
  indexed: string | null
}

/** Options of a list: source, columns, request and scope. */
export interface ListOptions {
  /** The FROM clause; `$1`… refer to `values`. */
  from: string
  values?: readonly unknown[]
  /** All columns of a row, each of which can be filtered and sorted. */
  columns: Record<string, ListColumn>
  /** Further columns of rows as SQL, which cannot be filtered, sorted or exported. */
  unlisted?: Readonly<Record<string, string>>
  /**
   * Fields that identify a row and are never null; appended to every order, so that paging neither skips nor repeats
   * rows.
   */
  key: readonly string[]
  /** Fields of the key that ascend in every order: the lines of a document are read from its first. */
  ascending?: readonly string[]
  /** Fields searched by free text. */
  search?: readonly string[]
  /** The condition that a row or what belongs to it, such as its lines, has the word; by default its search fields. */
  searchWord?: (word: SearchedWord) => string
  request: ListRequest
  /** The data scope of the person as a condition; its `$1`… refer to its own values. */
  scope: { sql: string; values: readonly unknown[] }
  /**
   * The leading column of the indexes that serve the order (the company), and its visible values. Rows are read value
   * by value in index order and merged: over a million rows of two companies 50 rows take a millisecond, while
   * `company_code = any(…)` in the scope must sort all of them.
   */
  partition?: { sql: string; values: readonly string[] }
  /**
   * Every row of `from` is one row of this table, and the rest of `from` only adds to it, under the alias `without`. Rows are
   * counted and added up in it alone where nothing names that alias: a line always has its header.
   */
  alone?: { from: string; partition: string; without: string }
  /** The database is one of Citus: see `Queryable`. */
  isDistributed?: boolean
  defaultSort: readonly Sort[]
  /** Fields besides the first of the default order and of the key whose order an index serves, at any size. */
  inOrderOf?: readonly string[]
  /** Limit of rows that are sorted by other fields; default `sortedMax`. */
  sortedMax?: number
  /** The unit of a row's quantities: they are totalled only if all rows have the same unit. */
  unit?: string
  /** Maximum rows per page. */
  sizeMax: number
  /** Limit of the count; default `countLimit`. */
  countMax?: number
  /** The time zone of days that filter instants. */
  timeZone?: string
  /**
   * Groupings and orders other than these read at most `rowsMax` rows, totals `totalsMax`: see `QuerySource.gathered`. Rows
   * can be counted without what only columns need whose expressions match `apart`.
   */
  gathered?: {
    rowsMax: number
    totalsMax?: number
    inOrderOf: readonly string[]
    apart?: RegExp
  }
  /** Sets columns of the rows of a page that `from` does not have, with a constant number of statements. */
  complete?: (queryable: Queryable, rows: readonly Row[]) => Promise<void>
  /** Fields to group by, with sums of the totalled columns (`group-list.ts`). */
  grouping?: readonly string[]
}
