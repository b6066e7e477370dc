import type { ListRequest, ListResponse, Sort } from '@kufang/contract/document/api.ts'
import { label } from '@kufang/contract/document/label.ts'
import type { Label } from '@kufang/contract/document/label.ts'
import type { Database } from '../platform/database/database.ts'
import type { ListOptions } from '../platform/list/build-list.ts'
import type { ListColumn } from '../platform/list/column-type.ts'
import { readList } from '../platform/list/read-list.ts'
import type { Session } from '../platform/session/session.ts'
import { createParameters } from './parameters.ts'
import { companyTimeZone } from './periods.ts'
import { buildScopeCondition } from './scope.ts'
import { availableOf } from './stock-filters.ts'

export const stockSizeMax = 500

const text = (sql: string): ListColumn => ({ sql, kind: 'text', isNotNull: true })
const choice = (sql: string): ListColumn => ({ sql, kind: 'choice', isNotNull: true })
const amount = (sql: string): ListColumn => ({
  sql,
  kind: 'quantity',
  isTotalled: true,
  isNotNull: true,
})

/** The columns of the stock list; each can be filtered and sorted by. */
const columns: Record<string, ListColumn> = {
  companyCode: text('b.company_code'),
  keyId: { sql: 'b.key_id', kind: 'integer', isNotNull: true },
  plant: text('b.plant'),
  storageLocation: text('b.storage_location'),
  bin: text('b.bin'),
  materialNo: text('b.material_no'),
  description: { sql: 'm.description', kind: 'text' },
  specification: { sql: 'm.specification', kind: 'text' },
  materialGroup: text('b.material_group'),
  batch: text('b.batch'),
  expiryDate: { sql: 't.expiry_date', kind: 'date' },
  stockCategory: choice('b.stock_category'),
  specialStock: choice('b.special_stock'),
  specialStockReference: text('b.special_stock_reference'),
  book: choice('b.book'),
  unit: { sql: 'm.unit', kind: 'text' },
  quantity: amount('b.quantity'),
  reserved: amount('b.reserved'),
  frozen: amount('b.frozen'),
  available: amount(availableOf('b')),
  lastMoveAt: { sql: 'b.last_move_at', kind: 'instant' },
}

/** Labels of coded columns, for the workbook. */
export const stockWords: Record<string, Record<string, Label>> = {
  stockCategory: {
    UU: label('非限制', 'Unrestricted'),
    QI: label('质检', 'In inspection'),
    BL: label('冻结', 'Blocked'),
    GRB: label('收货冻结', 'GR blocked'),
    IT: label('在途', 'In transit'),
  },
  specialStock: {
    K: label('代储', 'Consignment'),
    Q: label('项目', 'Project'),
    E: label('销售订单', 'Sales order'),
    O: label('外协', 'Subcontractor'),
  },
  book: {
    ERP: label('账内', 'In the ERP'),
    ZERO: label('零价值', 'Zero value'),
    OFF: label('账外', 'Off book'),
  },
}

/**
 * Columns that an index of stock_balance begins with, and how that index goes on: a wish for the first is
 * answered in the order of all of them, so that the list is read off the index whatever its size.
 */
const indexedOrders: Record<string, readonly string[]> = {
  materialNo: ['materialNo', 'plant', 'storageLocation'],
  plant: ['plant', 'storageLocation', 'bin', 'materialNo'],
  batch: ['batch'],
  materialGroup: ['materialGroup', 'materialNo'],
}

/**
 * The stock list as the generic list takes it: what is in stock within the person's scope. A person of
 * several companies sees them one after the other where the order comes from an index.
 */
export function stockListOptions(
  session: Session,
  request: ListRequest,
): Omit<ListOptions, 'sizeMax'> {
  const parameters = createParameters()
  const scope = `b.has_stock and ${buildScopeCondition(session.scope, 'b', parameters)}`
  const isOneCompany = session.scope.companyCodes.length === 1
  return {
    from: `stock_balance b
      left join material m on m.material_no = b.material_no
      left join batch t on t.company_code = b.company_code and t.material_no = b.material_no and t.batch = b.batch`,
    columns,
    key: isOneCompany ? ['keyId'] : ['companyCode', 'keyId'],
    search: ['materialNo', 'description', 'specification', 'bin', 'batch'],
    request: { ...request, sort: sortFor(request.sort ?? [], isOneCompany) },
    scope: { sql: scope, values: parameters.values },
    unit: 'm.unit',
    defaultSort: [],
    timeZone: companyTimeZone,
  }
}

function sortFor(wanted: readonly Sort[], isOneCompany: boolean): Sort[] {
  const [first] =
    wanted.length === 0 ? [{ field: 'materialNo', direction: 'asc' as const }] : wanted
  const indexed =
    wanted.length > 1 || first === undefined || !Object.hasOwn(indexedOrders, first.field)
      ? undefined
      : indexedOrders[first.field]
  if (first === undefined || indexed === undefined) return [...wanted]
  const { direction } = first
  return [...(isOneCompany ? [] : ['companyCode']), ...indexed].map((field) => ({
    field,
    direction,
  }))
}

/** One block of the stock list. */
export function readStockList(
  database: Database,
  session: Session,
  request: ListRequest,
): Promise<ListResponse> {
  return readList(database, { ...stockListOptions(session, request), sizeMax: stockSizeMax })
}
