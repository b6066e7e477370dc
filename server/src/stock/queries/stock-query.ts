import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/session/session.ts'
import { toSnake } from '../../platform/database/case.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { Book, SpecialStock, StockCategory } from '../ledger/key.ts'
import { createParameters } from '../parameters.ts'
import type { Parameters } from '../parameters.ts'
import { buildScopeCondition } from './scope.ts'
import { availableOf, buildFilterCondition } from './stock-filters.ts'
import type { StockFilters } from './stock-filters.ts'

interface OrderColumn {
  /** As in the row; also the column's name in snake_case unless an expression is given. */
  name: keyof StockRow
  type: 'text' | 'bigint' | 'numeric' | 'timestamptz'
  expression?: string
}

const text = (name: keyof StockRow): OrderColumn => ({ name, type: 'text' })
const amount = (name: keyof StockRow, expression?: string): OrderColumn => ({
  name,
  type: 'numeric',
  ...(expression === undefined ? {} : { expression }),
})
const keyId: OrderColumn = { name: 'keyId', type: 'bigint' }

// The first four have an index each, whose columns these are; the others sort what the filters leave.
const orders = {
  material: [text('materialNo'), text('plant'), text('storageLocation'), keyId],
  place: [text('plant'), text('storageLocation'), text('bin'), text('materialNo'), keyId],
  batch: [text('batch'), keyId],
  materialGroup: [text('materialGroup'), text('materialNo'), keyId],
  storageLocation: [text('storageLocation'), text('plant'), keyId],
  bin: [text('bin'), keyId],
  stockCategory: [
    text('stockCategory'),
    text('materialNo'),
    text('plant'),
    text('storageLocation'),
    keyId,
  ],
  specialStock: [text('specialStock'), text('specialStockReference'), text('materialNo'), keyId],
  book: [text('book'), text('materialNo'), text('plant'), text('storageLocation'), keyId],
  quantity: [amount('quantity'), keyId],
  reserved: [amount('reserved'), keyId],
  frozen: [amount('frozen'), keyId],
  available: [amount('available', availableOf('b')), keyId],
  lastMoveAt: [
    {
      name: 'lastMoveAt',
      type: 'timestamptz',
      expression: `coalesce(b.last_move_at, '-infinity')`,
    },
    keyId,
  ],
} satisfies Record<string, OrderColumn[]>

export type StockOrder = keyof typeof orders

export interface StockRow {
  companyCode: string
  keyId: number
  plant: string
  storageLocation: string
  bin: string
  materialNo: string
  materialGroup: string
  batch: string
  stockCategory: StockCategory
  specialStock: SpecialStock
  specialStockReference: string
  book: Book
  quantity: Quantity
  reserved: Quantity
  frozen: Quantity
  available: Quantity
  lastMoveAt: string | null
  expiryDate: LocalDate | null
  productionDate: LocalDate | null
  heatNo: string
  mtcNo: string
}

export interface StockSelection {
  scope: Scope
  filters: StockFilters
  /** Also keys that ran empty, which no index of the list knows: with filters that leave few. */
  withEmpty?: boolean
}

export interface StockPageRequest extends StockSelection {
  order?: StockOrder
  direction?: 'ascending' | 'descending'
  /** The `next` of the page before. */
  after?: string | null
  size: number
}

/**
 * One page of the stock list, companies in order and each in the order asked for. Paging follows the
 * last row seen, so a late page costs what the first one does.
 */
export async function listStock(
  queryable: Queryable,
  request: StockPageRequest,
): Promise<{ rows: StockRow[]; next: string | null }> {
  const order = request.order ?? 'material'
  const descending = request.direction === 'descending'
  const parameters = createParameters()
  const conditions = [selectionCondition(request, parameters)]
  const columns: OrderColumn[] = [
    ...(request.scope.companyCodes.length === 1 ? [] : [text('companyCode')]),
    ...orders[order],
  ]
  const expressions = columns.map((column) => column.expression ?? `b.${toSnake(column.name)}`)
  const orderName = `${order}/${descending ? 'descending' : 'ascending'}`
  if (request.after !== undefined && request.after !== null) {
    const values = decodeCursor(request.after, orderName, columns.length)
    const places = columns.map(
      (column, index) => `${parameters.add(values[index])}::${column.type}`,
    )
    conditions.push(`(${expressions.join(', ')}) ${descending ? '<' : '>'} (${places.join(', ')})`)
  }
  const by = (prefix: string) =>
    columns.map((_column, index) => `${prefix}${index} ${descending ? 'desc' : 'asc'}`).join(', ')
  const sortBy = expressions.map((expression) => `${expression} ${descending ? 'desc' : 'asc'}`)
  const limit = parameters.add(request.size + 1)
  const rows = await queryable.query<StockRow & Record<`order${number}`, unknown>>(
    `select page.*, batch.expiry_date, batch.production_date, coalesce(batch.heat_no, '') as heat_no,
      coalesce(batch.mtc_no, '') as mtc_no
    from (
      select b.company_code, b.key_id, b.plant, b.storage_location, b.bin, b.material_no, b.material_group,
        b.batch, b.stock_category, b.special_stock, b.special_stock_reference, b.book, b.quantity,
        b.reserved, b.frozen, ${availableOf('b')} as available, b.last_move_at,
        ${expressions.map((expression, index) => `${expression} as order${index}`).join(', ')}
      from stock_balance b
      where ${conditions.join(' and ')}
      order by ${sortBy.join(', ')}
      limit ${limit}
    ) page
    left join batch on batch.company_code = page.company_code and batch.material_no = page.material_no
      and batch.batch = page.batch
    order by ${by('page.order')}`,
    parameters.values,
  )
  const page = rows.slice(0, request.size)
  const last = page.at(-1)
  const next =
    rows.length > request.size && last !== undefined
      ? encodeCursor(
          orderName,
          columns.map((_column, index) => last[`order${index}`]),
        )
      : null
  return { rows: page.map((row) => withoutOrder(row, columns.length)), next }
}

export interface StockTotals {
  count: number
  quantity: Quantity
  reserved: Quantity
  frozen: Quantity
  available: Quantity
}

/** Count and sums of everything the filters leave, all pages together. */
export async function totalStock(
  queryable: Queryable,
  selection: StockSelection,
): Promise<StockTotals> {
  const parameters = createParameters()
  const condition = selectionCondition(selection, parameters)
  const rows = await queryable.query<StockTotals>(
    `select count(*) as count, coalesce(sum(b.quantity), 0) as quantity,
      coalesce(sum(b.reserved), 0) as reserved, coalesce(sum(b.frozen), 0) as frozen,
      coalesce(sum(${availableOf('b')}), 0) as available
    from stock_balance b where ${condition}`,
    parameters.values,
  )
  return rows[0]!
}

/** Scope and filters as one condition over the alias `b` of `stock_balance`. */
function selectionCondition(selection: StockSelection, parameters: Parameters): string {
  return [
    ...(selection.withEmpty === true ? [] : ['b.has_stock']),
    buildScopeCondition(selection.scope, 'b', parameters),
    buildFilterCondition(selection.filters, 'b', parameters),
  ].join(' and ')
}

/** All keys inside the stock (`k`) with their balances (`b`), those that ran empty included. */
export const keysWithBalances = `stock_key k
    join stock_balance b on b.company_code = k.company_code and b.key_id = k.id`

/** Scope and filters over `keysWithBalances`. */
export function keysCondition(selection: StockSelection, parameters: Parameters): string {
  return [
    `k.place = 'stock'`,
    buildScopeCondition(selection.scope, 'b', parameters, 'k'),
    buildFilterCondition(selection.filters, 'b', parameters, 'k'),
  ].join(' and ')
}

function withoutOrder(row: StockRow & Record<`order${number}`, unknown>, count: number): StockRow {
  const plain: Record<string, unknown> = { ...row }
  for (let index = 0; index < count; index++) delete plain[`order${index}`]
  return plain as unknown as StockRow
}
