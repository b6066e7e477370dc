import type { ListRequest, Sort } from '@kufang/contract/document/api.ts'
import type { ListColumn } from './column-type.ts'

/** What a list is read with: its source, its columns, the request and the scope. */
export interface ListOptions {
  /** What follows FROM; `$1`… are those of `values`. */
  from: string
  values?: readonly unknown[]
  /** Everything a row carries; each of it can be filtered and sorted by. */
  columns: Record<string, ListColumn>
  /** What rows carry besides, as SQL, and nobody filters, sorts or exports. */
  unlisted?: Readonly<Record<string, string>>
  /** Fields that identify a row and are never null: they end every order, so that paging never skips or repeats. */
  key: readonly string[]
  /** Fields the free search looks into. */
  search?: readonly string[]
  /** A condition that looks for the pattern (`$n`) in what belongs to a row, such as the lines of a document. */
  searchParts?: (pattern: string) => string
  request: ListRequest
  /** What the person may see, as a condition; its `$1`… are those of its own values. */
  scope: { sql: string; values: readonly unknown[] }
  /**
   * The leading column of the indexes that serve the order (the company), and the values of it that are seen.
   * Rows are then read value by value, each in the order of its index, and merged: over a million rows of two
   * companies 50 rows take a millisecond, where `company_code = any(…)` in the scope has to sort all of them.
   */
  partition?: { sql: string; values: readonly string[] }
  defaultSort: readonly Sort[]
  /** Expression of the unit of a row's quantities: they are totalled only where all rows have the same. */
  unit?: string
  /** Most rows of one block. */
  sizeMax: number
  /** Counting goes no further than this; `countLimit` where absent. */
  countMax?: number
  /** Of the days that instants are filtered by. */
  timeZone?: string
  /** Totals, groups and orders other than these read no more rows than this; see `QuerySource.gathered`. */
  gathered?: { rowsMax: number; inOrderOf: readonly string[] }
  /** Fields whose combinations become the rows, with sums of the totalled columns (`group-list.ts`). */
  grouping?: readonly string[]
}
