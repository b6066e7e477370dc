import type { Book, SpecialStock, StockCategory } from '../ledger/key.ts'
import type { Parameters } from '../parameters.ts'

/** Conditions on a code; all that are given must hold. */
export interface TextFilter {
  in?: readonly string[] | undefined
  startsWith?: string | undefined
  contains?: string | undefined
}

/** Both ends included; texts of quantities, dates or instants. */
export interface RangeFilter {
  from?: string | undefined
  to?: string | undefined
}

/** Filters on every column of the stock list. */
export interface StockFilters {
  keyIds?: readonly number[] | undefined
  plant?: TextFilter | undefined
  storageLocation?: TextFilter | undefined
  bin?: TextFilter | undefined
  materialNo?: TextFilter | undefined
  materialGroup?: TextFilter | undefined
  batch?: TextFilter | undefined
  specialStockReference?: TextFilter | undefined
  heatNo?: TextFilter | undefined
  mtcNo?: TextFilter | undefined
  stockCategory?: readonly StockCategory[] | undefined
  specialStock?: readonly SpecialStock[] | undefined
  book?: readonly Book[] | undefined
  quantity?: RangeFilter | undefined
  reserved?: RangeFilter | undefined
  frozen?: RangeFilter | undefined
  available?: RangeFilter | undefined
  lastMoveAt?: RangeFilter | undefined
  expiryDate?: RangeFilter | undefined
  productionDate?: RangeFilter | undefined
}

const categories: readonly string[] = ['GRB', 'QI', 'UU', 'BL', 'IT']
const specialStocks: readonly string[] = ['', 'K', 'Q', 'E', 'O']
const books: readonly string[] = ['ERP', 'ZERO', 'OFF']

/** Columns that `stock_key` has too. */
const keyColumns = new Set([
  'company_code',
  'plant',
  'storage_location',
  'bin',
  'material_no',
  'batch',
  'stock_category',
  'special_stock',
  'special_stock_reference',
  'book',
])

/**
 * The filters as a SQL condition over a `stock_balance` alias; 'true' for none.
 *
 * @param keyAlias a joined `stock_key` to take the parts of the key from: its indexes know the keys
 *   that ran empty too
 */
export function buildFilterCondition(
  filters: StockFilters,
  alias: string,
  parameters: Parameters,
  keyAlias: string = alias,
): string {
  const column = (name: string) => `${keyColumns.has(name) ? keyAlias : alias}.${name}`
  const ofBatch = [
    ...text('batch.heat_no', filters.heatNo, parameters),
    ...text('batch.mtc_no', filters.mtcNo, parameters),
    ...range('batch.expiry_date', 'date', filters.expiryDate, parameters),
    ...range('batch.production_date', 'date', filters.productionDate, parameters),
  ]
  const conditions = [
    ...(filters.keyIds === undefined
      ? []
      : [`${column('key_id')} = any(${parameters.add(filters.keyIds)}::bigint[])`]),
    ...text(column('plant'), filters.plant, parameters),
    ...text(column('storage_location'), filters.storageLocation, parameters),
    ...text(column('bin'), filters.bin, parameters),
    ...text(column('material_no'), filters.materialNo, parameters),
    ...text(column('material_group'), filters.materialGroup, parameters),
    ...text(column('batch'), filters.batch, parameters),
    ...text(column('special_stock_reference'), filters.specialStockReference, parameters),
    ...closed(column('stock_category'), filters.stockCategory, categories),
    ...closed(column('special_stock'), filters.specialStock, specialStocks),
    ...closed(column('book'), filters.book, books),
    ...range(column('quantity'), 'numeric', filters.quantity, parameters),
    ...range(column('reserved'), 'numeric', filters.reserved, parameters),
    ...range(column('frozen'), 'numeric', filters.frozen, parameters),
    ...range(availableOf(alias), 'numeric', filters.available, parameters),
    ...range(column('last_move_at'), 'timestamptz', filters.lastMoveAt, parameters),
    ...(ofBatch.length === 0
      ? []
      : [
          `exists (select from batch where batch.company_code = ${column('company_code')}
            and batch.material_no = ${column('material_no')} and batch.batch = ${column('batch')}
            and ${ofBatch.join(' and ')})`,
        ]),
  ]
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

/** What can be issued, as SQL: of unrestricted stock what nobody holds; of any other nothing (domain.md 1.1). */
export function availableOf(alias: string): string {
  return `(case when ${alias}.stock_category = 'UU' then ${alias}.quantity - ${alias}.reserved - ${alias}.frozen else 0 end)`
}

function text(column: string, filter: TextFilter | undefined, parameters: Parameters): string[] {
  if (filter === undefined) return []
  const conditions: string[] = []
  if (filter.in !== undefined)
    conditions.push(
      filter.in.length === 1
        ? `${column} = ${parameters.add(filter.in[0])}`
        : `${column} = any(${parameters.add(filter.in)}::text[])`,
    )
  if (filter.startsWith !== undefined)
    conditions.push(`${column} like ${parameters.add(`${escapeLike(filter.startsWith)}%`)}`)
  if (filter.contains !== undefined)
    conditions.push(`${column} like ${parameters.add(`%${escapeLike(filter.contains)}%`)}`)
  return conditions
}

/** Values of a closed set stand in the text itself: only so do the partial indexes on them apply. */
function closed(
  column: string,
  values: readonly string[] | undefined,
  allowed: readonly string[],
): string[] {
  if (values === undefined) return []
  if (values.length === 0) return ['false']
  for (const value of values)
    if (!allowed.includes(value)) throw new Error(`${column} is never ${JSON.stringify(value)}`)
  const quoted = [...new Set(values)].sort().map((value) => `'${value}'`)
  return [quoted.length === 1 ? `${column} = ${quoted[0]}` : `${column} in (${quoted.join(', ')})`]
}

function range(
  expression: string,
  type: 'numeric' | 'date' | 'timestamptz',
  filter: RangeFilter | undefined,
  parameters: Parameters,
): string[] {
  const conditions: string[] = []
  if (filter?.from !== undefined)
    conditions.push(`${expression} >= ${parameters.add(filter.from)}::${type}`)
  if (filter?.to !== undefined)
    conditions.push(`${expression} <= ${parameters.add(filter.to)}::${type}`)
  return conditions
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (letter) => `\\${letter}`)
}
