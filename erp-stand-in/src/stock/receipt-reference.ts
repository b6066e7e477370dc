import {
  addQuantity,
  compareQuantity,
  negateQuantity,
  subtractQuantity,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { Table } from '../database.ts'
import type { Database, Transaction } from '../database.ts'
import { parseProperties } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import type { ItemContext } from './item-context.ts'
import { materialDocumentTables } from './material-document-sets.ts'
import { textOf } from './movement-rules.ts'

const tableName = 'ReceiptReturned'

/** What of the item of a receipt was returned or taken back with reference to it, in base units. */
export function defineReceiptTable(database: Database): void {
  database.add(
    new Table(
      tableName,
      parseProperties('MaterialDocumentYear 4n, MaterialDocument 10u, MaterialDocumentItem 4n'),
    ),
  )
}

/** The change of what was returned of a receipt's item; negative if a return is taken back. */
export interface ReceiptChange {
  readonly year: string
  readonly document: string
  readonly item: string
  readonly returned: Quantity
}

const receipts: readonly string[] = ['101', '103', '105', '107', '109']
/** Movement types that refer to a receipt, and the sign of what they return of it. */
const referring: Readonly<Record<string, 1 | 0 | -1>> = {
  '102': 1,
  '104': 1,
  '105': 0,
  '106': 0,
  '122': 1,
  '123': -1,
  '124': 1,
  '125': -1,
}

/**
 * With invoice verification by goods receipts (EKPO-WEBRE) a return, a reversal and a release name the item of the receipt
 * (LFBNR, LFBJA, LFPOS) and the supplier's delivery note (XBLNR), because the invoice is checked against both.
 */
export function checkReceiptReference(
  transaction: Transaction,
  { movement, row, line, baseQuantity }: ItemContext,
  deliveryNote: string,
): ReceiptChange | null {
  const sign = referring[movement.code]
  if (line === null || sign === undefined) return null
  const year = textOf(row, 'ReferenceDocumentFiscalYear')
  const document = textOf(row, 'InvtryMgmtReferenceDocument')
  const item = textOf(row, 'InvtryMgmtRefDocumentItem')
  const isNamed = year !== '' && document !== '' && item !== ''
  if (line.item.InvoiceIsGoodsReceiptBased === true) {
    if (!isNamed) throw new BusinessMessage('M7/018', 'Reference document')
    if (deliveryNote === '') throw new BusinessMessage('M7/018', 'Delivery note')
  }
  if (!isNamed) return null
  const receipt = transaction.get(materialDocumentTables.item, year, document, item)
  if (
    receipt === undefined ||
    receipt.GoodsMovementIsCancelled === true ||
    !receipts.includes(textOf(receipt, 'GoodsMovementType'))
  )
    throw new BusinessMessage('M7/083', `${document} ${item}`, year)
  const [order, orderItem] = [
    textOf(line.item, 'PurchaseOrder'),
    textOf(line.item, 'PurchaseOrderItem'),
  ]
  if (
    textOf(receipt, 'PurchaseOrder') !== order ||
    textOf(receipt, 'PurchaseOrderItem') !== orderItem
  )
    throw new BusinessMessage('M7/425', `${document} ${item}`, `${order} ${orderItem}`)
  if (sign === 0) return null
  const returned = sign === 1 ? baseQuantity : negateQuantity(baseQuantity)
  const rest = subtractQuantity(
    String(receipt.QuantityInBaseUnit) as Quantity,
    addQuantity(returnedOf(transaction, { year, document, item }), returned),
  )
  if (compareQuantity(rest, zeroQuantity) < 0)
    throw new BusinessMessage('M7/426', `${document} ${item}`, negateQuantity(rest))
  return { year, document, item, returned }
}

function returnedOf(
  transaction: Transaction,
  { year, document, item }: Omit<ReceiptChange, 'returned'>,
): Quantity {
  const row = transaction.get(tableName, year, document, item)
  return row === undefined ? zeroQuantity : (String(row.Returned) as Quantity)
}

export function applyReceiptChange(transaction: Transaction, change: ReceiptChange): void {
  transaction.put(tableName, {
    MaterialDocumentYear: change.year,
    MaterialDocument: change.document,
    MaterialDocumentItem: change.item,
    Returned: addQuantity(returnedOf(transaction, change), change.returned),
  })
}
