import type { CodeForm, FieldKind } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { isInstantText } from '@kufang/kernel/instant-text.ts'
import { isLocalDate } from '@kufang/kernel/local-date.ts'

/** The SQL type for comparing a column; values are sent as text and cast. */
export type ColumnType = 'text' | 'uuid' | 'bigint' | 'numeric' | 'date' | 'timestamptz' | 'boolean'

/** A column of a list on the server. */
export interface ListColumn {
  /** An expression over the tables of `from`; never taken from a request. */
  sql: string
  kind: FieldKind
  /** Summed in the totals row. */
  isTotalled?: boolean
  /** Of a quantity in another unit than the row's: the field with that unit. */
  unitField?: string
  /** Never null: allows paging by one row comparison, which can use an index. */
  isNotNull?: boolean
  /** SQL of the joint text (`searchTextSql`) by whose index is found what is searched in the column. */
  searchText?: string
  /** The condition that it has the pattern, a placeholder, if that is found by another table. */
  hasPattern?: (pattern: string) => string
  /** The form in which its codes are kept, and values of filters with them. */
  code?: CodeForm | undefined
  /** Ordered as people look words up, in Chinese by pronunciation. */
  isOfWords?: boolean
  /** Overrides the type of the kind, such as `uuid` for an id. */
  type?: ColumnType
  /** The name in refusals; the field's name if absent. */
  label?: Label
}

const typeOfKind: Record<FieldKind, ColumnType> = {
  text: 'text',
  quantity: 'numeric',
  money: 'numeric',
  integer: 'bigint',
  decimal: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  flag: 'boolean',
  choice: 'text',
  reference: 'text',
  list: 'text',
  serialNumbers: 'text',
}

export function columnType(column: ListColumn): ColumnType {
  return column.type ?? typeOfKind[column.kind]
}

/** Whether a column holds several texts. */
export const isList = ({ kind }: Pick<ListColumn, 'kind'>): boolean =>
  kind === 'list' || kind === 'serialNumbers'

/** The expression for comparing and searching; a list is compared as text. */
export function comparableSql(column: ListColumn): string {
  return isList(column) ? `(${column.sql})::text` : column.sql
}

/** The expression for ordering, and for comparing positions in the order: words in that of migration 1722. */
export function orderedSql(column: ListColumn): string {
  const sql = comparableSql(column)
  return column.isOfWords === true ? `${sql} collate words` : sql
}

const numberPattern = /^[+-]?\d{1,18}(\.\d{1,12})?$/
const integerPattern = /^[+-]?\d{1,18}$/
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/**
 * The text that PostgreSQL can cast to the type, or null if the value is invalid: a request can never make a cast fail.
 */
export function textOfType(type: ColumnType, value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string' || text.includes('\u0000')) return null
  switch (type) {
    case 'text':
      return text
    case 'uuid':
      return uuidPattern.test(text) ? text : null
    case 'bigint':
      return integerPattern.test(text) ? text : null
    case 'numeric':
      return numberPattern.test(text) ? text : null
    case 'date':
      return isLocalDate(text) ? text : null
    case 'timestamptz':
      return isInstantText(text) ? text : null
    case 'boolean':
      return text === 'true' || text === 'false' ? text : null
  }
}
