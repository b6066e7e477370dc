import type { Transaction } from '../database.ts'
import { productTables } from '../masters/product-sets.ts'
import type { Row } from '../protocol/edm.ts'
import type { ItemContext } from './item-context.ts'
import type { ItemPosting } from './item-posting.ts'
import { materialDocumentTables } from './material-document-sets.ts'
import { textOf } from './movement-rules.ts'
import type { StockKey } from './stock-ledger.ts'

/** Number and year of a document being written, and its number of lines so far. */
export interface DocumentDraft {
  readonly year: string
  readonly document: string
  readonly postingDate: string
  lines: number
}

/**
 * Writes the lines of one posted item: the item itself and, for transfers, the counter line created by SAP. Returns the
 * item's number.
 */
export function writeItemRows(
  transaction: Transaction,
  draft: DocumentDraft,
  context: ItemContext,
  posting: ItemPosting,
): string {
  const [first, ...others] = posting.lines
  const number = nextLine(draft)
  const common: Row = {
    MaterialDocumentYear: draft.year,
    MaterialDocument: draft.document,
    MaterialBaseUnit: String(context.product.BaseUnit),
    QuantityInBaseUnit: context.baseQuantity,
    QuantityInEntryUnit: context.entryQuantity,
    CompanyCodeCurrency: context.company.currency,
    FiscalYear: draft.year,
    FiscalYearPeriod: `${draft.year}0${draft.postingDate.slice(5, 7)}`,
    FiscalYearVariant: 'K4',
  }
  const sign = first?.sign ?? defaultSign(context)
  const item: Row = {
    ...context.row,
    ...enteredAmount(context),
    ...common,
    MaterialDocumentItem: number,
    MaterialDocumentLine: number,
    HierarchyNodeLevel: '',
    DebitCreditCode: sign === 1 ? 'S' : 'H',
    ...(first === undefined ? {} : stockColumns(first.key)),
    ...(posting.record.order?.completed === true ? { IsCompletelyDelivered: true } : {}),
    ...(posting.record.reservation?.finallyIssued === true
      ? { ReservationIsFinallyIssued: true }
      : {}),
  }
  transaction.put(materialDocumentTables.item, item)
  for (const { key, sign } of others) {
    const line = nextLine(draft)
    transaction.put(materialDocumentTables.item, {
      ...item,
      MaterialDocumentItem: line,
      MaterialDocumentLine: line,
      MaterialDocumentParentLine: number,
      HierarchyNodeLevel: '1',
      IsAutomaticallyCreated: 'X',
      GdsMvtExtAmtInCoCodeCrcy: null,
      DebitCreditCode: sign === 1 ? 'S' : 'H',
      Material: key.material,
      Plant: key.plant,
      StorageLocation: key.storageLocation,
      ...stockColumns(key),
      ...counterpart(first?.key),
    })
  }
  for (const { key } of posting.lines) keepLocation(transaction, key, draft.postingDate)
  return number
}

// The external amount (MSEG-EXBWR) is what the sender entered, never what was posted; zero is its initial value.
function enteredAmount({ row }: ItemContext): Row {
  const entered = textOf(row, 'GdsMvtExtAmtInCoCodeCrcy')
  return { GdsMvtExtAmtInCoCodeCrcy: entered === '' || entered === '0' ? null : entered }
}

export function nextLine(draft: DocumentDraft): string {
  draft.lines += 1
  return String(draft.lines)
}

// GR blocked stock and direct consumption have no stock effect, but receipts are still debits.
function defaultSign(context: ItemContext): 1 | -1 {
  const outward = ['return', 'return-blocked', 'return-item'].includes(context.movement.order)
  const sign = outward ? -1 : 1
  return context.movement.direction === 1 ? sign : sign === 1 ? -1 : 1
}

function stockColumns(key: StockKey): Row {
  const { special } = key
  return {
    Batch: key.batch,
    InventoryStockType: key.stockType,
    InventorySpecialStockType: special.type,
    SpecialStockIdfgWBSElement: special.wbsElement,
    SpecialStockIdfgSalesOrder: special.salesOrder,
    SpecialStockIdfgSalesOrderItem: special.salesOrderItem,
  }
}

function counterpart(key: StockKey | undefined): Row {
  if (key === undefined) return {}
  return {
    IssgOrRcvgMaterial: key.material,
    IssuingOrReceivingPlant: key.plant,
    IssuingOrReceivingStorageLoc: key.storageLocation,
    IssgOrRcvgBatch: key.batch,
    IssuingOrReceivingStockType: key.stockType,
    IssgOrRcvgSpclStockInd: key.special.type,
  }
}

// The storage location view of a material is created with its first movement there.
function keepLocation(transaction: Transaction, key: StockKey, day: string): void {
  if (key.storageLocation === '') return
  const place = [key.material, key.plant, key.storageLocation] as const
  if (transaction.get(productTables.storageLocation, ...place) !== undefined) return
  transaction.put(productTables.storageLocation, {
    Product: key.material,
    Plant: key.plant,
    StorageLocation: key.storageLocation,
    CreationDate: day,
  })
}

/** Inventory transaction type (VGART) by goods movement code, as set by SAP. */
export function transactionType(movementCode: string): string {
  if (movementCode === '01') return 'WE'
  return movementCode === '02' ? 'WF' : 'WA'
}

/** The header columns set by SAP itself. */
export function creationColumns(moment: number, user: string): Row {
  const created = new Date(moment)
  const [day = '', time = ''] = created.toISOString().split('T')
  const [hours, minutes, seconds] = [time.slice(0, 2), time.slice(3, 5), time.slice(6, 8)]
  return {
    CreationDate: day,
    CreationTime: `PT${hours}H${minutes}M${seconds}S`,
    CreatedByUser: textOf({ user: user.toUpperCase().slice(0, 12) }, 'user'),
  }
}
