import type { Sort } from '@kufang/contract/document/api.ts'
import { stockQuery } from '@kufang/contract/stock/stock-query.ts'
import { bindQuery, filled } from '../document/bind-query.ts'
import { createParameters } from './parameters.ts'
import { scopeWithinCompanies } from './scope.ts'
import { availableOf } from './stock-filters.ts'

/**
 * Columns that an index of stock_balance goes on with after the company, and how it goes on: a wish for the first
 * is answered in the order of all of them, so that the list is read off the index whatever its size.
 */
const indexedOrders: Record<string, readonly string[]> = {
  materialNo: ['materialNo', 'plant', 'storageLocation'],
  plant: ['plant', 'storageLocation', 'bin', 'materialNo'],
  batch: ['batch'],
  materialGroup: ['materialGroup', 'materialNo'],
}

/** What is in stock now, within the person's scope. */
export const stockList = bindQuery(stockQuery, {
  from: `stock_balance b
    left join material m on m.material_no = b.material_no
    left join batch t on t.company_code = b.company_code and t.material_no = b.material_no and t.batch = b.batch`,
  where: 'b.has_stock',
  columns: {
    companyCode: filled('b.company_code'),
    keyId: filled('b.key_id'),
    plant: filled('b.plant'),
    storageLocation: filled('b.storage_location'),
    bin: filled('b.bin'),
    materialNo: filled('b.material_no'),
    description: 'm.description',
    specification: 'm.specification',
    materialGroup: filled('b.material_group'),
    batch: filled('b.batch'),
    expiryDate: 't.expiry_date',
    stockCategory: filled('b.stock_category'),
    specialStock: filled('b.special_stock'),
    specialStockReference: filled('b.special_stock_reference'),
    book: filled('b.book'),
    unit: 'm.unit',
    quantity: filled('b.quantity'),
    reserved: filled('b.reserved'),
    frozen: filled('b.frozen'),
    available: filled(availableOf('b')),
    lastMoveAt: 'b.last_move_at',
  },
  scope: ({ scope }) => {
    const parameters = createParameters()
    return { sql: scopeWithinCompanies(scope, 'b', parameters), values: parameters.values }
  },
  order: alongIndex,
})

function alongIndex(wanted: readonly Sort[]): Sort[] {
  const [first] = wanted
  if (first === undefined || wanted.length > 1 || !Object.hasOwn(indexedOrders, first.field))
    return [...wanted]
  const { direction } = first
  return indexedOrders[first.field]!.map((field) => ({ field, direction }))
}
