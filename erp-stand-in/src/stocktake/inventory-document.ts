import {
  compareQuantity,
  isNegative,
  isZero,
  negateQuantity,
  parseQuantity,
  subtractQuantity,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import { organizationTables } from '../masters/organization.ts'
import { productTables } from '../masters/product-sets.ts'
import { checkDecimals, factorOf, toBaseUnit } from '../masters/units.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import type { DeepRow } from '../protocol/service.ts'
import { textOf } from '../stock/movement-rules.ts'
import { postWithin } from '../stock/post-document.ts'
import type { PostingContext } from '../stock/post-document.ts'
import { batchValuationTable, ownStock, stockQuantity } from '../stock/stock-ledger.ts'
import type { SpecialStock, StockKey } from '../stock/stock-ledger.ts'
import { inventoryTables } from './inventory-sets.ts'
import { activeItems, countedStockTypes } from './posting-block.ts'

// What MI01, MI04, MI05 and MI07 do with a physical inventory document: create it, enter and change the counts, post the
// differences as one material document.

const navigationName = 'to_PhysicalInventoryDocumentItem'

/** Creates a document (MI01): each stock once, and in no other document whose differences are open. */
export function createDocument(
  transaction: Transaction,
  { user }: PostingContext,
  { row: sent, children }: DeepRow,
): Row {
  const [plant, location] = [textOf(sent, 'Plant'), textOf(sent, 'StorageLocation')]
  if (transaction.get(organizationTables.storageLocation, plant, location) === undefined)
    throw new BusinessMessage('M7/001', 'T001L', `${plant} ${location}`)
  for (const name of ['DocumentDate', 'PhysInventoryPlannedCountDate'])
    if (textOf(sent, name) === '') throw new BusinessMessage('M7/018', name)
  const today = dayOf(transaction)
  const year = textOf(sent, 'PhysInventoryPlannedCountDate').slice(0, 4)
  const number = String(transaction.nextNumber(`PhysicalInventoryDocument ${year}`, 100_000_001))
  const key = { FiscalYear: year, PhysicalInventoryDocument: number }
  const items = children.get(navigationName) ?? []
  if (items.length === 0) throw new BusinessMessage('M7/018', 'Item')
  for (const [index, { row }] of items.entries()) {
    const item: Row = {
      ...row,
      ...key,
      Plant: plant,
      StorageLocation: location,
      InventorySpecialStockType: textOf(sent, 'InventorySpecialStockType'),
      PhysicalInventoryStockType: textOf(row, 'PhysicalInventoryStockType') || '1',
      PhysicalInventoryDocumentItem: String(index + 1),
      PhysInventoryReferenceNumber: textOf(sent, 'PhysInventoryReferenceNumber'),
      LastChangeDateTime: transaction.moment,
    }
    const stock = stockOf(transaction, item)
    const [other] = activeItems(transaction, stock)
    if (other !== undefined)
      throw new BusinessMessage(
        'M7/703',
        stock.material,
        `${plant} ${location} ${stock.batch}`,
        textOf(other, 'PhysicalInventoryDocument'),
      )
    const isFrozen = sent.PhysInvtryDocHasQtySnapshot === true
    transaction.put(inventoryTables.item, {
      ...item,
      MaterialBaseUnit: stock.baseUnit,
      ...(isFrozen && { BookQtyBfrCountInMatlBaseUnit: stockQuantity(transaction, stock) }),
    })
  }
  return transaction.put(inventoryTables.document, {
    ...sent,
    ...key,
    InventoryTransactionType: 'IB',
    CreatedByUser: user.toUpperCase().slice(0, 12),
    FiscalPeriod: today.slice(5, 7),
    LastChangeDateTime: transaction.moment,
  })
}

/** Enters or changes the count of an item (MI04, MI05): the book quantity is that of the first count, or frozen. */
export function countItem(
  transaction: Transaction,
  user: string,
  item: Row,
  { QuantityInUnitOfEntry: sent, UnitOfEntry, PhysicalInventoryItemIsZero }: Row,
): void {
  const key = [textOf(item, 'PhysicalInventoryDocument'), textOf(item, 'FiscalYear')] as const
  const number = textOf(item, 'PhysicalInventoryDocumentItem')
  if (item.PhysInvtryDifferenceIsPosted === true)
    throw new BusinessMessage('M7/705', ...key, number)
  const stock = stockOf(transaction, item)
  const product = productOf(transaction, item)
  const unit = String(UnitOfEntry ?? '') || stock.baseUnit
  const isNone = PhysicalInventoryItemIsZero === true
  const entered = isNone ? zeroQuantity : parseQuantity(String(sent ?? '0'))
  // A count of nothing is said to be one.
  if (isNegative(entered) || isZero(entered) !== isNone) throw new BusinessMessage('M7/120')
  checkDecimals(entered, unit)
  const document = documentOf(transaction, ...key)
  const isKept =
    item.PhysicalInventoryItemIsCounted === true || document.PhysInvtryDocHasQtySnapshot === true
  transaction.patch(inventoryTables.item, item, {
    Quantity: toBaseUnit(entered, factorOf(transaction, product, unit)),
    QuantityInUnitOfEntry: entered,
    UnitOfEntry: unit,
    PhysicalInventoryItemIsZero: isNone,
    PhysicalInventoryItemIsCounted: true,
    PhysicalInventoryLastCountDate: dayOf(transaction),
    CountedByUser: user.toUpperCase().slice(0, 12),
    LastChangeDateTime: transaction.moment,
    ...(!isKept && { BookQtyBfrCountInMatlBaseUnit: stockQuantity(transaction, stock) }),
  })
  touch(transaction, document, { PhysicalInventoryCountStatus: 'A' })
}

/** Posts the differences of the counted items, or of one of them, as one material document (MI07). */
export function postDifferences(
  transaction: Transaction,
  context: PostingContext,
  of: { document: string; year: string; item: string | null; postingDate: string; reason: string },
): Row {
  const document = documentOf(transaction, of.document, of.year)
  const all = itemsOf(transaction, document)
  const chosen = all.filter(
    (row) => of.item === null || row.PhysicalInventoryDocumentItem === of.item,
  )
  if (chosen.length > 0 && chosen.every((row) => row.PhysInvtryDifferenceIsPosted === true))
    throw new BusinessMessage('M7/705', of.document, of.year, of.item ?? '')
  const counted = chosen.filter(
    (row) =>
      row.PhysicalInventoryItemIsCounted === true && row.PhysInvtryDifferenceIsPosted !== true,
  )
  if (counted.length === 0) throw new BusinessMessage('M7/706', of.document, of.year)
  const postingDate = of.postingDate || dayOf(transaction)
  // The items are no longer open, so that the block of their own document does not hold them.
  for (const row of counted) markPosted(transaction, context, row, postingDate, {})
  const different = counted.filter((row) => !isZero(differenceOf(row)))
  if (different.length > 0) {
    const header = {
      GoodsMovementCode: '06',
      PostingDate: postingDate,
      DocumentDate: dayOf(transaction),
    }
    const items = different.map((row) => ({
      row: documentItem(transaction, row, of.reason),
      serialNumbers: [],
    }))
    const posted = postWithin(transaction, context, { header, items }, 'inventory document')
    for (const [index, row] of different.entries())
      markPosted(transaction, context, row, postingDate, {
        MaterialDocument: textOf(posted, 'MaterialDocument'),
        MaterialDocumentYear: textOf(posted, 'MaterialDocumentYear'),
        MaterialDocumentItem: String(index + 1),
      })
  }
  const isAll = itemsOf(transaction, document).every((row) => row.PhysInvtryDifferenceIsPosted)
  return touch(transaction, document, {
    PostingDate: postingDate,
    PhysInvtryAdjustmentPostingSts: isAll ? 'X' : 'A',
  })
}

function markPosted(
  transaction: Transaction,
  { user }: PostingContext,
  row: Row,
  postingDate: string,
  more: Row,
): void {
  transaction.patch(inventoryTables.item, row, {
    PhysInvtryDifferenceIsPosted: true,
    AdjustmentPostingMadeByUser: user.toUpperCase().slice(0, 12),
    PostingDate: postingDate,
    LastChangeDateTime: transaction.moment,
    ...more,
  })
}

/** 701 to 708: by the type of stock, and whether there is more or less than in the books. */
const movementTypes: Readonly<Record<string, readonly [more: string, less: string]>> = {
  '01': ['701', '702'],
  '02': ['703', '704'],
  '07': ['707', '708'],
}

function documentItem(transaction: Transaction, item: Row, reason: string): Row {
  const difference = differenceOf(item)
  const stock = stockOf(transaction, item)
  const isLess = isNegative(difference)
  const isBatchManaged = productOf(transaction, item).IsBatchManagementRequired === true
  return {
    GoodsMovementType: movementTypes[stock.stockType]?.[isLess ? 1 : 0] ?? '',
    GoodsMovementReasonCode: reason || textOf(item, 'ReasonForPhysInvtryDifference'),
    Material: stock.material,
    Plant: stock.plant,
    StorageLocation: stock.storageLocation,
    Batch: isBatchManaged ? stock.batch : '',
    InventoryValuationType: isBatchManaged ? typeOfBatch(transaction, stock) : stock.batch,
    QuantityInEntryUnit: isLess ? negateQuantity(difference) : difference,
    EntryUnit: stock.baseUnit,
    InventorySpecialStockType: stock.special.type,
    Supplier: stock.special.supplier,
    SpecialStockIdfgWBSElement: stock.special.wbsElement,
    SpecialStockIdfgSalesOrder: stock.special.salesOrder,
    SpecialStockIdfgSalesOrderItem: stock.special.salesOrderItem,
  }
}

function typeOfBatch(transaction: Transaction, { material, plant, batch }: StockKey): string {
  const row = transaction.get(batchValuationTable, material, plant, batch)
  return row === undefined ? '' : textOf(row, 'ValuationType')
}

const differenceOf = (item: Row): Quantity =>
  subtractQuantity(
    (textOf(item, 'Quantity') || '0') as Quantity,
    (textOf(item, 'BookQtyBfrCountInMatlBaseUnit') || '0') as Quantity,
  )

function productOf(transaction: Transaction, item: Row): Row {
  const material = textOf(item, 'Material')
  const product = transaction.get(productTables.product, material)
  if (product === undefined) throw new BusinessMessage('M3/305', material)
  return product
}

/** The stock that an item counts. */
function stockOf(transaction: Transaction, item: Row): StockKey {
  const product = productOf(transaction, item)
  const type = textOf(item, 'InventorySpecialStockType') as SpecialStock['type']
  const stockType = countedStockTypes[textOf(item, 'PhysicalInventoryStockType')]
  if (stockType === undefined)
    throw new BusinessMessage('M7/001', 'T064S', textOf(item, 'PhysicalInventoryStockType'))
  if (product.IsBatchManagementRequired === true && textOf(item, 'Batch') === '')
    throw new BusinessMessage('M7/018', 'Batch')
  return {
    material: textOf(item, 'Material'),
    plant: textOf(item, 'Plant'),
    storageLocation: textOf(item, 'StorageLocation'),
    batch: textOf(item, 'Batch'),
    special: {
      ...ownStock,
      type,
      supplier: textOf(item, 'Supplier'),
      wbsElement: textOf(item, 'WBSElement'),
      salesOrder: textOf(item, 'SalesOrder'),
      salesOrderItem: textOf(item, 'SalesOrderItem'),
    },
    stockType,
    baseUnit: String(product.BaseUnit),
  }
}

function documentOf(transaction: Transaction, number: string, year: string): Row {
  const found = transaction.get(inventoryTables.document, year, number)
  if (found === undefined) throw new BusinessMessage('M7/701', number, year)
  return found
}

const itemsOf = (transaction: Transaction, document: Row): Row[] =>
  transaction
    .where(
      inventoryTables.item,
      'PhysicalInventoryDocument',
      textOf(document, 'PhysicalInventoryDocument'),
    )
    .filter((row) => row.FiscalYear === document.FiscalYear)
    .toSorted((a, b) =>
      compareQuantity(
        textOf(a, 'PhysicalInventoryDocumentItem') as Quantity,
        textOf(b, 'PhysicalInventoryDocumentItem') as Quantity,
      ),
    )

function touch(transaction: Transaction, document: Row, changed: Row): Row {
  return transaction.patch(inventoryTables.document, document, {
    ...changed,
    LastChangeDateTime: transaction.moment,
  })
}

const dayOf = ({ moment }: Transaction): string => new Date(moment).toISOString().slice(0, 10)
