import { Table } from '../database.ts'
import type { Database, Transaction } from '../database.ts'
import { addQuantity, isNegative, negateQuantity } from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { parseProperties } from '../protocol/edm.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import { materialStockTables } from './material-stock-sets.ts'
import type { StockType } from './movement-types.ts'

/** The special stock: '' own, K consignment, Q project, E sales order, O at the subcontractor. */
export interface SpecialStock {
  readonly type: '' | 'K' | 'Q' | 'E' | 'O'
  readonly supplier: string
  readonly wbsElement: string
  readonly salesOrder: string
  readonly salesOrderItem: string
}

export const ownStock: SpecialStock = {
  type: '',
  supplier: '',
  wbsElement: '',
  salesOrder: '',
  salesOrderItem: '',
}

/** A stock: SAP's eleven keys, with the project's external number. */
export interface StockKey {
  readonly material: string
  readonly plant: string
  readonly storageLocation: string
  readonly batch: string
  readonly special: SpecialStock
  readonly stockType: StockType
  readonly baseUnit: string
}

const wbsTable = 'WorkBreakdownElement'
/** The valuation type of a batch (MCHA-BWTAR), which no service reads. */
export const batchValuationTable = 'BatchValuation'

export function defineStockTables(database: Database): void {
  database.add(new Table(wbsTable, parseProperties('WBSElementExternalID 24u')))
  database.add(new Table(batchValuationTable, parseProperties('Material 40a, Plant 4u, Batch 10u')))
}

const stockTypeNames: Record<StockType, string> = {
  '01': 'SL Unrestricted-use',
  '02': 'SL In qual. insp.',
  '04': 'SL Stock in transfer',
  '05': 'PL Stock in transfer',
  '06': 'PL Stock in transit',
  '07': 'SL Blocked',
  '10': 'PL Valuated GR blocked',
}

/** Adds the (signed) quantity to a stock; M7/021 if it would become negative. */
export function moveStock(transaction: Transaction, key: StockKey, quantity: Quantity): void {
  const row = stockRow(transaction, key)
  const before = String(row.MatlWrhsStkQtyInMatlBaseUnit) as Quantity
  const after = addQuantity(before, quantity)
  if (isNegative(after)) {
    throw new BusinessMessage(
      'M7/021',
      stockTypeNames[key.stockType],
      negateQuantity(after),
      key.baseUnit,
      key.material,
      key.plant,
      `${key.storageLocation} ${key.batch}`.trim(),
    )
  }
  transaction.patch(materialStockTables.stock, row, { MatlWrhsStkQtyInMatlBaseUnit: after })
  if (transaction.get(materialStockTables.material, key.material) === undefined) {
    const material = { Material: key.material, MaterialBaseUnit: key.baseUnit }
    transaction.put(materialStockTables.material, material)
  }
}

/** How much is in a stock. */
export function stockQuantity(transaction: Transaction, key: StockKey): Quantity {
  return String(stockRow(transaction, key).MatlWrhsStkQtyInMatlBaseUnit) as Quantity
}

function stockRow(transaction: Transaction, key: StockKey): Row {
  const internalWbs = wbsInternalId(transaction, key.special.wbsElement)
  const keys: Row = {
    Material: key.material,
    Plant: key.plant,
    StorageLocation: key.storageLocation,
    Batch: key.batch,
    Supplier: key.special.supplier,
    Customer: '',
    WBSElementInternalID: internalWbs,
    SDDocument: key.special.salesOrder,
    SDDocumentItem: key.special.salesOrderItem,
    InventorySpecialStockType: key.special.type,
    InventoryStockType: key.stockType,
  }
  const found = transaction.get(materialStockTables.stock, ...Object.values(keys))
  return (
    found ?? {
      ...keys,
      WBSElementExternalID: key.special.wbsElement,
      MaterialBaseUnit: key.baseUnit,
      MatlWrhsStkQtyInMatlBaseUnit: '0',
    }
  )
}

// SAP stores projects by an internal number, which is the one in the stock key.
function wbsInternalId(transaction: Transaction, external: string): string {
  if (external === '') return ''
  const known = transaction.get(wbsTable, external)
  if (known !== undefined) return String(known.WBSElementInternalID)
  const number = String(transaction.nextNumber(wbsTable, 1))
  transaction.put(wbsTable, { WBSElementExternalID: external, WBSElementInternalID: number })
  return number
}
