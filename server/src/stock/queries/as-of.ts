import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { Book, SpecialStock, StockCategory } from '../ledger/key.ts'
import { createParameters } from '../parameters.ts'
import { keysCondition, keysWithBalances } from './stock-query.ts'
import type { StockSelection } from './stock-query.ts'

export interface StockAsOfRow {
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
}

export interface StockAsOfRequest extends Omit<StockSelection, 'withEmpty'> {
  /** The moves of this very moment are in. */
  at: Date
  after?: string | null
  size: number
}

const order = 'as-of'

// The order of the unique index of stock_key, which makes the list stop at the end of its page: only
// the keys of the page (and the empty ones between them) are added up.
const orderColumns = [
  'company_code',
  'material_no',
  'plant',
  'storage_location',
  'bin',
  'batch',
  'stock_category',
  'special_stock',
  'special_stock_reference',
  'book',
]
const orderBy = orderColumns.map((column) => `k.${column}`).join(', ')

/**
 * The stock as it lay at a moment: the last monthly snapshot before it plus the moves after that (spec
 * domain.md 2.4), by material and place, keys that were empty then left out. Filters on quantities,
 * holds and the last move speak of today's stock and are refused here.
 */
export async function stockAsOf(
  queryable: Queryable,
  request: StockAsOfRequest,
): Promise<{ rows: StockAsOfRow[]; next: string | null }> {
  const { quantity, reserved, frozen, available, lastMoveAt } = request.filters
  if ([quantity, reserved, frozen, available, lastMoveAt].some((filter) => filter !== undefined))
    throw new Error('stock as of a moment cannot be filtered by what is there today')
  const parameters = createParameters()
  const selection = keysCondition(request, parameters)
  const at = `${parameters.add(request.at)}::timestamptz`
  let page = ''
  if (request.after !== undefined && request.after !== null) {
    const values = decodeCursor(request.after, order, orderColumns.length)
    page = `and (${orderBy}) > (${values.map((value) => `${parameters.add(value)}::text`).join(', ')})`
  }
  const since = `m.company_code = k.company_code and m.moved_at <= ${at}
        and m.moved_at >= coalesce(base.ends_at, '-infinity')`
  const rows = await queryable.query<StockAsOfRow>(
    `with base as materialized (
      select distinct on (company_code) company_code, month, ends_at from stock_snapshot_month
      where ends_at <= ${at} order by company_code, ends_at desc
    )
    select ${orderBy}, k.id as key_id, b.material_group, stood.quantity
    from ${keysWithBalances}
    left join base on base.company_code = k.company_code
    cross join lateral (
      select sum(part.quantity) as quantity from (
        select s.quantity from stock_snapshot s
        where s.company_code = k.company_code and s.month = base.month and s.key_id = k.id
        union all
        select m.quantity from stock_move m where ${since} and m.to_key = k.id
        union all
        select -m.quantity from stock_move m where ${since} and m.from_key = k.id
      ) part
    ) stood
    where ${selection} ${page} and stood.quantity <> 0
    order by ${orderBy}
    limit ${parameters.add(request.size + 1)}`,
    parameters.values,
  )
  const list = rows.slice(0, request.size)
  const last = list.at(-1)
  const next =
    rows.length > request.size && last !== undefined
      ? encodeCursor(order, [
          last.companyCode,
          last.materialNo,
          last.plant,
          last.storageLocation,
          last.bin,
          last.batch,
          last.stockCategory,
          last.specialStock,
          last.specialStockReference,
          last.book,
        ])
      : null
  return { rows: list, next }
}
