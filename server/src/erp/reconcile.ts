import {
  addQuantity,
  isZero,
  type Quantity,
  subtractQuantity,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import { firstOf, itemAt } from '@kufang/kernel/present.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import type { MirrorSource } from './mirrors/source.ts'
import { readStock } from './mirrors/stock.ts'

/** A key of the ERP's stock. */
export interface StockPosition {
  plant: string
  storageLocation: string
  materialNo: string
  batch: string
  stockCategory: string
  specialStock: string
  specialStockReference: string
}

/** One key in both ledgers, in base units. */
export interface ReconciledRow extends StockPosition {
  /** The ERP's current quantity. */
  erpQuantity: Quantity
  /** Our own physical stock. */
  wmsQuantity: Quantity
  /** Signed: the change in the ERP by movements not yet posted. */
  inFlight: Quantity
  /** The part of it the ERP may already have (outcome unknown). */
  inDoubt: Quantity
  /** The quantity confirmed by the ERP, to distinguish our own errors from postings by others. */
  bookQuantity: Quantity
  /** ERP − WMS + in flight: zero if documents explain every difference. */
  unexplained: Quantity
  /** The ERP's base unit; '' for keys it does not have. */
  unit: string
}

export interface ReconcileRequest {
  companyCode: string
  plants: readonly string[]
  materialNos?: readonly string[]
  /** Replaces the ledger's physical stock, for tests and for stock kept elsewhere. */
  readPhysical?: (queryable: Queryable) => Promise<(StockPosition & { quantity: Quantity })[]>
}

export interface Reconciliation {
  /** The time our own side was read; the ERP is read right after it. */
  at: string
  rows: ReconciledRow[]
}

const keyColumns = `plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference`

/**
 * Compares the ERP's stock with ours, key by key; keys on one side only are differences too. Postings settled during
 * the comparison appear as differences, so run it at a quiet time (spec sap.md section 3.9). Throws `ErpFailure` if the
 * ERP cannot be read.
 */
export async function reconcile(
  database: Database,
  stock: MirrorSource,
  request: ReconcileRequest,
): Promise<Reconciliation> {
  const rows = new Map<string, ReconciledRow>()
  const rowOf = (position: StockPosition): ReconciledRow => {
    const key = JSON.stringify([
      position.plant,
      position.storageLocation,
      position.materialNo,
      position.batch,
      position.stockCategory,
      position.specialStock,
      position.specialStockReference,
    ])
    let row = rows.get(key)
    if (row === undefined) {
      const {
        plant,
        storageLocation,
        materialNo,
        batch,
        stockCategory,
        specialStock,
        specialStockReference,
      } = position
      row = {
        plant,
        storageLocation,
        materialNo,
        batch,
        stockCategory,
        specialStock,
        specialStockReference,
        erpQuantity: zeroQuantity,
        wmsQuantity: zeroQuantity,
        inFlight: zeroQuantity,
        inDoubt: zeroQuantity,
        bookQuantity: zeroQuantity,
        unexplained: zeroQuantity,
        unit: '',
      }
      rows.set(key, row)
    }
    return row
  }
  const at = await readOwnSide(database, request, rowOf)
  for await (const entry of readStock(stock, request)) {
    // A stock type without a category is kept as a separate row with the ERP's code.
    const row = rowOf({ ...entry, stockCategory: entry.stockCategory || entry.stockType })
    row.erpQuantity = addQuantity(row.erpQuantity, entry.quantity)
    row.unit = entry.unit
  }
  for (const row of rows.values())
    row.unexplained = addQuantity(subtractQuantity(row.erpQuantity, row.wmsQuantity), row.inFlight)
  return { at, rows: [...rows.values()].filter(hasAnything).sort(byPosition) }
}

type Amount = StockPosition & { quantity: Quantity }

/** Physical stock, open effects and the ERP book in one snapshot. */
async function readOwnSide(
  database: Database,
  request: ReconcileRequest,
  rowOf: (position: StockPosition) => ReconciledRow,
): Promise<string> {
  return database.snapshot(async (tx) => {
    const values = [request.companyCode, request.plants, request.materialNos ?? null]
    const where = `company_code = $1 and plant = any ($2::text[]) and ($3::text[] is null or material_no = any ($3::text[]))`
    const moment = firstOf(await tx.query<{ now: string }>('select now()'))
    const physical =
      request.readPhysical === undefined
        ? await tx.query<Amount>(
            `select ${keyColumns}, sum(quantity) as quantity from stock_balance join stock_place using (place) join stock_book using (book)
             where ${where} and erp_view = 'stock' and is_in_erp group by ${keyColumns} having sum(quantity) <> 0`,
            values,
          )
        : await request.readPhysical(tx)
    const open = await tx.query<Amount & { inDoubt: Quantity | null }>(
      `select ${keyColumns}, sum(quantity) as quantity, sum(quantity) filter (where is_in_doubt) as in_doubt
       from erp_open_effect where ${where} group by ${keyColumns}`,
      values,
    )
    const books = await tx.query<Amount>(
      `select ${keyColumns}, quantity from erp_book where ${where} and quantity <> 0`,
      values,
    )
    for (const entry of physical) {
      const row = rowOf(entry)
      row.wmsQuantity = addQuantity(row.wmsQuantity, entry.quantity)
    }
    for (const entry of open) {
      const row = rowOf(entry)
      row.inFlight = addQuantity(row.inFlight, entry.quantity)
      row.inDoubt = addQuantity(row.inDoubt, entry.inDoubt ?? zeroQuantity)
    }
    for (const entry of books) rowOf(entry).bookQuantity = entry.quantity
    return moment.now
  })
}

function hasAnything(row: ReconciledRow): boolean {
  return [row.erpQuantity, row.wmsQuantity, row.inFlight, row.bookQuantity].some(
    (quantity) => !isZero(quantity),
  )
}

function byPosition(a: ReconciledRow, b: ReconciledRow): number {
  const left = [
    a.plant,
    a.storageLocation,
    a.materialNo,
    a.batch,
    a.stockCategory,
    a.specialStock,
    a.specialStockReference,
  ]
  const right = [
    b.plant,
    b.storageLocation,
    b.materialNo,
    b.batch,
    b.stockCategory,
    b.specialStock,
    b.specialStockReference,
  ]
  for (let index = 0; index < left.length; index++) {
    const order = itemAt(left, index).localeCompare(itemAt(right, index))
    if (order !== 0) return order
  }
  return 0
}
