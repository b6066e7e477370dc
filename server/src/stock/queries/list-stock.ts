import type { Filter, Sort } from '@kufang/contract/document/api.ts'
import type { QueryColumn } from '@kufang/contract/document/declare/define-query.ts'
import { stockQuery } from '@kufang/contract/stock/stock-query.ts'
import { bindQuery, filled } from '../../document/list/bind-query.ts'
import { materialsWithWord } from '../../masters/public.ts'
import type { SearchedWord } from '../../platform/list/list-options.ts'
import { hasWordSql, searchTextSql } from '../../platform/list/search-text.ts'
import { createParameters } from '../parameters.ts'
import { frozenBySql } from '../../ledger/public.ts'
import { available, movable } from '../../ledger/public.ts'
import { scopeWithinCompanies } from './scope.ts'

/**
 * The columns of the indexes of stock_balance between the company and the key id. If an index begins with the requested
 * sort column, the order is extended to all its columns, so that the list is read from the index whatever its size.
 */
const indexes: readonly (readonly QueryColumn<typeof stockQuery>[])[] = [
  ['materialNo', 'plant', 'storageLocation'],
  ['plant', 'storageLocation', 'bin', 'materialNo'],
  ['batch'],
  ['materialGroup', 'materialNo'],
]

const searched = (alias: string) =>
  ['batch', 'bin', 'material_no', 'place_reference'].map((name) => `${alias}.${name}`)

/**
 * By the stock's own texts, and by the few materials that have the word.
 * @param more further rows with the word, of aliases of the list, and as a query of company and key by an index
 */
export function searchStock(
  { pattern, indexed }: SearchedWord,
  more?: { columns: readonly string[]; rows: (pattern: string, indexed: string) => string },
): string {
  const has = (columns: readonly string[]) =>
    columns.map((sql) => `search_form(${sql}) like ${pattern}`).join(' or ')
  return indexed === null
    ? has([...searched('b'), 'm.description', 'm.specification', ...(more?.columns ?? [])])
    : `(b.company_code, b.key_id) in (
        select s.company_code, s.key_id from stock_balance s
          where ${hasWordSql(searchTextSql(searched('s')), indexed)} and (${has(searched('s'))})
        union all select s.company_code, s.key_id from stock_balance s
          where s.has_stock and s.material_no in (${materialsWithWord(pattern, indexed)})
        ${more === undefined ? '' : `union all ${more.rows(pattern, indexed)}`})`
}

/** The current stock within the person's scope. */
export const stockList = bindQuery(stockQuery, {
  from: `stock_balance b
    left join material m on m.material_no = b.material_no
    left join batch t on t.company_code = b.company_code and t.material_no = b.material_no and t.batch = b.batch
    left join storage_location s on s.company_code = b.company_code and s.plant = b.plant and s.storage_location = b.storage_location`,
  searchText: { of: ['batch', 'bin', 'materialNo', 'placeReference'], columns: searched('b') },
  searchWord: searchStock,
  where: 'b.has_stock',
  columns: {
    companyCode: filled('b.company_code'),
    keyId: filled('b.key_id'),
    plant: filled('b.plant'),
    storageLocation: filled('b.storage_location'),
    bin: filled('b.bin'),
    place: filled('b.place'),
    placeReference: filled('b.place_reference'),
    materialNo: filled('b.material_no'),
    description: 'm.description',
    specification: 'm.specification',
    hazardClass: `nullif(m.hazard_class, '')`,
    materialGroup: filled('b.material_group'),
    batch: filled('b.batch'),
    expiryDate: 't.expiry_date',
    productionDate: 't.production_date',
    heatNo: 't.heat_no',
    certificateNo: 't.mtc_no',
    valuationType: `nullif(t.valuation_type, '')`,
    keeperName: 's.keeper_name',
    stockCategory: filled('b.stock_category'),
    specialStock: filled('b.special_stock'),
    specialStockReference: filled('b.special_stock_reference'),
    book: filled('b.book'),
    unit: 'm.unit',
    quantity: filled('b.quantity'),
    secondQuantity: 'b.second_quantity',
    secondUnit: `nullif(m.second_unit, '')`,
    reserved: filled('b.reserved'),
    // Of a held bin, area or storage location everything that is not reserved.
    frozen: filled('(case when b.is_held then b.quantity - b.reserved else b.frozen end)'),
    frozenBy: frozenBySql,
    available: filled(available),
    movable: filled(movable),
    lastMoveAt: 'b.last_move_at',
    stockAge: `(select a.name from stock_age a
      where a.company_code = b.company_code and a.is_active and t.first_received_at <= now() - a.from_months * interval '1 month'
      order by a.from_months desc limit 1)`,
    lastCountedAt: `(select c.counted_at from stock_count_date c where c.company_code = b.company_code and c.key_id = b.key_id)`,
  },
  scope: ({ scope }) => {
    const parameters = createParameters()
    return { sql: scopeWithinCompanies(scope, 'b', parameters), values: parameters.values }
  },
  order: alongIndex,
  inOrderOf: (filters) => indexes.flatMap((index) => index.slice(0, heldBy(index, filters) + 1)),
})

/** The number of columns at the beginning of an index that equality filters fix. */
function heldBy(index: readonly string[], filters: readonly Filter[]): number {
  const at = index.findIndex(
    (field) => !filters.some((filter) => filter.operator === 'eq' && filter.field === field),
  )
  return at < 0 ? index.length : at
}

/**
 * Columns fixed by an equality filter may precede the sort column in an index; the more of them precede it, the fewer
 * rows are read.
 */
function alongIndex(wanted: readonly Sort[], filters: readonly Filter[]): Sort[] {
  const [first] = wanted
  if (first === undefined || wanted.length > 1) return [...wanted]
  const { field: wish, direction } = first
  const held = (index: readonly string[]) => heldBy(index, filters)
  const [best] = (indexes as readonly (readonly string[])[])
    .filter((index) => index.includes(wish) && index.indexOf(wish) <= held(index))
    .toSorted((one, other) => held(other) - held(one))
  if (best === undefined) return [...wanted]
  return best.slice(best.indexOf(wish)).map((field) => ({ field, direction }))
}
