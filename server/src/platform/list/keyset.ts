import type { Sort } from '@kufang/contract/document/api.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { ListColumn } from './column-type.ts'
import { columnType, orderedSql, textOfType } from './column-type.ts'
import type { Bind } from './filter-sql.ts'
import { refuseInput } from './refuse-input.ts'

/** A sort column with the data needed for paging. */
export interface OrderColumn extends Sort {
  column: ListColumn
}

/** A position in the order: the values of the sort columns in the last row read, as text. */
export type Position = (string | null)[]

/** Uses PostgreSQL's default order of nulls (last ascending, first descending), which indexes support. */
export function orderSql(order: readonly OrderColumn[]): string {
  return order.map(({ column, direction }) => `${orderedSql(column)} ${direction}`).join(', ')
}

/**
 * The condition for rows after a position. One row comparison if no column can be null and all have the same direction;
 * otherwise "equal in the previous columns and later in this one" for each column, with conditions on the first column and
 * on those before the first difference in front for indexes.
 */
export function afterSql(order: readonly OrderColumn[], position: Position, bind: Bind): string {
  const values = order.map(({ column }, index) =>
    position[index] === null ? null : `${bind(position[index])}::${columnType(column)}`,
  )
  const first = firstOf(order)
  const isOther = ({ column, direction }: OrderColumn, index: number) =>
    column.isNotNull !== true || direction !== first.direction || values[index] === null
  const uniform = order.slice(0, order.some(isOther) ? order.findIndex(isOther) : undefined)
  const compared = (sign: string) => {
    const columns = uniform.map(({ column }) => orderedSql(column)).join(', ')
    return `(${columns}) ${sign} (${values.slice(0, uniform.length).join(', ')})`
  }
  const sign = first.direction === 'asc' ? '>' : '<'
  // The columns may be of several tables: then an index is entered by the first one only.
  if (uniform.length === order.length) return `${boundSql(first, values[0]!)}${compared(sign)}`
  const steps: string[] = []
  const equal: string[] = []
  order.forEach((item, index) => {
    const further = furtherSql(item, values[index]!)
    if (further !== null) steps.push([...equal, further].join(' and '))
    const sql = orderedSql(item.column)
    equal.push(values[index] === null ? `${sql} is null` : `${sql} = ${values[index]}`)
  })
  const bound = `${boundSql(first, values[0]!)}${uniform.length > 1 ? `${compared(`${sign}=`)} and ` : ''}`
  return `${bound}(${steps.length === 0 ? 'false' : steps.map((step) => `(${step})`).join(' or ')})`
}

/** The condition for later values of one column; null if there are none. */
function furtherSql({ column, direction }: OrderColumn, value: string | null): string | null {
  const sql = orderedSql(column)
  if (direction === 'desc') return value === null ? `${sql} is not null` : `${sql} < ${value}`
  if (value === null) return null
  return column.isNotNull ? `${sql} > ${value}` : `(${sql} > ${value} or ${sql} is null)`
}

function boundSql({ column, direction }: OrderColumn, value: string | null): string {
  if (value === null || (direction === 'asc' && !column.isNotNull)) return ''
  return `${orderedSql(column)} ${direction === 'asc' ? '>=' : '<='} ${value} and `
}

function signature(order: readonly OrderColumn[]): string {
  return order.map(({ field, direction }) => `${field} ${direction}`).join(',')
}

/** Opaque to the browser; includes a signature of the order. */
export function writeCursor(order: readonly OrderColumn[], position: Position): string {
  return Buffer.from(JSON.stringify([signature(order), ...position])).toString('base64url')
}

/** @throws `input-invalid` for an invalid cursor or one of another order */
export function readCursor(order: readonly OrderColumn[], cursor: string): Position {
  const wrong = () =>
    refuseInput(
      'cursor',
      '翻页位置与排序不符，请从头查询',
      'the cursor belongs to another sort; start again',
    )
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw wrong()
  }
  if (!Array.isArray(parts) || parts.length !== order.length + 1 || parts[0] !== signature(order))
    throw wrong()
  return order.map(({ column }, index) => {
    const value: unknown = parts[index + 1]
    if (value === null && !column.isNotNull) return null
    const text = textOfType(columnType(column), value)
    if (text === null) throw wrong()
    return text
  })
}
