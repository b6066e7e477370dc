import type { ListRequest, ListResponse } from '@kufang/contract/document/api.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { addQuantity, compareQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import { readMaterials } from '../../masters/public.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { refuseInput } from '../../platform/list/refuse-input.ts'
import type { Session } from '../../platform/session/session.ts'
import { stockAsOf } from './as-of.ts'
import type { StockAsOfRow } from './as-of.ts'
import { readCursor } from './read-cursor.ts'
import { readStockFilters } from './read-filters.ts'

/** Adding up and sorting happens over this many rows at most: beyond it a person narrows the filters. */
const gatheredMax = 10_000
const sizeDefault = 50
const sizeMax = 500

interface AsOfRow extends StockAsOfRow {
  description: string
  specification: string
  unit: string
  expiryDate: string | null
}

/** What the stock was at a moment cannot be asked of these: they speak of today. */
const ofToday = ['quantity', 'reserved', 'frozen', 'available', 'lastMoveAt']

/**
 * One block of the stock as it lay at a moment, by material and place; another order, count and totals are
 * given where no more than 10,000 keys are left.
 *
 * @throws `input-invalid` for a filter on today's stock, an order of too many rows, a broken cursor
 */
export async function readStockAsOf(
  database: Database,
  session: Session,
  at: Date,
  request: ListRequest,
): Promise<ListResponse> {
  for (const { field } of request.filters ?? []) {
    if (ofToday.includes(field))
      throw refuseInput(
        field,
        '历史库存不能按当前数量筛选',
        "past stock cannot be filtered by today's",
      )
  }
  return database.snapshot(async (tx) => {
    const filters = await readStockFilters(tx, request)
    const selection = { scope: session.scope, filters, at }
    const size = Math.min(request.size ?? sizeDefault, sizeMax)
    const [sort] = request.sort ?? []
    const needsAll = request.withTotals === true || sort !== undefined
    const all = needsAll ? await stockAsOf(tx, { ...selection, size: gatheredMax }) : null
    const isWhole = all !== null && all.next === null
    let page: { rows: StockAsOfRow[]; next: string | null }
    if (sort !== undefined) {
      if (all === null || !isWhole)
        throw refuseInput(
          'sort',
          `超过 ${gatheredMax} 行，请先缩小筛选再排序`,
          `more than ${gatheredMax} rows: narrow the filters before sorting`,
        )
      return {
        ...sortedPage(await described(tx, all.rows), request, size),
        ...totalsOf(all.rows, true),
      }
    }
    if (all !== null && !hasCursor(request))
      page = firstOf(all, size) ?? (await stockAsOf(tx, { ...selection, size }))
    else
      page = await stockAsOf(tx, {
        ...selection,
        size,
        after: request.cursor == null ? null : readCursor(request.cursor, 'as-of', 10),
      })
    const rows = (await described(tx, page.rows)).map((row) => ({ ...row }))
    return { rows, nextCursor: page.next, ...(all === null ? {} : totalsOf(all.rows, isWhole)) }
  })
}

const hasCursor = (request: ListRequest) => request.cursor !== undefined && request.cursor !== null

/** The whole list as its first page, where it fits. */
function firstOf(all: { rows: StockAsOfRow[]; next: string | null }, size: number) {
  return all.next === null && all.rows.length <= size ? { rows: all.rows, next: null } : undefined
}

function totalsOf(
  rows: readonly StockAsOfRow[],
  isWhole: boolean,
): Pick<ListResponse, 'total' | 'totalIsCapped' | 'totals'> {
  if (!isWhole) return { total: rows.length, totalIsCapped: true }
  let quantity: Quantity = zeroQuantity
  for (const row of rows) quantity = addQuantity(quantity, row.quantity)
  return { total: rows.length, totalIsCapped: false, totals: { quantity } }
}

/** What the masters and the batches say of the rows. */
async function described(queryable: Queryable, rows: readonly StockAsOfRow[]): Promise<AsOfRow[]> {
  const materials = await readMaterials(
    queryable,
    rows.map((row) => row.materialNo),
  )
  const ofBatches = rows.filter((row) => row.batch !== '')
  const batches =
    ofBatches.length === 0
      ? []
      : await queryable.query<{
          companyCode: string
          materialNo: string
          batch: string
          expiryDate: string | null
        }>(
          `select b.company_code, b.material_no, b.batch, b.expiry_date from batch b
           join (select distinct * from unnest($1::text[], $2::text[], $3::text[]) as wanted (company_code, material_no, batch)) wanted
             using (company_code, material_no, batch)`,
          [
            ofBatches.map((row) => row.companyCode),
            ofBatches.map((row) => row.materialNo),
            ofBatches.map((row) => row.batch),
          ],
        )
  const expiry = new Map(
    batches.map((row) => [`${row.companyCode}/${row.materialNo}/${row.batch}`, row.expiryDate]),
  )
  return rows.map((row) => {
    const material = materials.get(row.materialNo)
    return {
      ...row,
      description: material?.description ?? '',
      specification: material?.specification ?? '',
      unit: material?.unit ?? '',
      expiryDate: expiry.get(`${row.companyCode}/${row.materialNo}/${row.batch}`) ?? null,
    }
  })
}

/** Rows in the wanted order; the cursor counts rows, for the moment's stock does not change any more. */
function sortedPage(
  rows: AsOfRow[],
  request: ListRequest,
  size: number,
): { rows: Record<string, unknown>[]; nextCursor: string | null } {
  const wanted = (request.sort ?? []).map(({ field, direction }) => ({
    field: sortable(field),
    sign: direction === 'desc' ? -1 : 1,
  }))
  rows.sort((a, b) => {
    for (const { field, sign } of wanted) {
      const order =
        field === 'quantity'
          ? compareQuantity(a.quantity, b.quantity)
          : compareTexts(a[field], b[field])
      if (order !== 0) return order * sign
    }
    return a.keyId - b.keyId
  })
  const start = request.cursor == null ? 0 : Number(request.cursor)
  if (!Number.isInteger(start) || start < 0)
    throw refuseInput(
      'cursor',
      '翻页位置与排序不符，请从头查询',
      'the cursor belongs to another sort; start again',
    )
  return {
    rows: rows.slice(start, start + size).map((row) => ({ ...row })),
    nextCursor: start + size < rows.length ? String(start + size) : null,
  }
}

const sortableFields = [
  'companyCode',
  'plant',
  'storageLocation',
  'bin',
  'materialNo',
  'description',
  'specification',
  'materialGroup',
  'batch',
  'expiryDate',
  'stockCategory',
  'specialStock',
  'specialStockReference',
  'book',
  'unit',
  'quantity',
] as const

function sortable(field: string): (typeof sortableFields)[number] {
  const found = sortableFields.find((name) => name === field)
  if (found === undefined)
    throw refuseInput(field, '历史库存不能按此列排序', 'past stock cannot be sorted by this column')
  return found
}

const compareTexts = (a: string | null, b: string | null): number =>
  a === b ? 0 : (a ?? '\uffff') < (b ?? '\uffff') ? -1 : 1
