import type { Transaction } from '../database.ts'
import type { Row } from '../protocol/edm.ts'
import type { StockKey } from '../stock/stock-ledger.ts'
import { inventoryTables } from './inventory-sets.ts'

/** The stock type of an inventory item (ISEG-BSTAR) and that of the stock. */
export const countedStockTypes: Readonly<Record<string, '01' | '02' | '07'>> = {
  '1': '01',
  '2': '02',
  '4': '07',
}

/** The items of inventory documents about a stock whose differences are not posted. */
export function activeItems(transaction: Transaction, key: StockKey): Row[] {
  return transaction
    .where(inventoryTables.item, 'Material', key.material)
    .filter(
      (row) =>
        row.PhysInvtryDifferenceIsPosted !== true &&
        row.PhysInvtryItemIsDeleted !== true &&
        row.Plant === key.plant &&
        row.StorageLocation === key.storageLocation &&
        (row.Batch ?? '') === key.batch &&
        (row.InventorySpecialStockType ?? '') === key.special.type &&
        (row.Supplier ?? '') === key.special.supplier &&
        (row.WBSElement ?? '') === key.special.wbsElement &&
        (row.SalesOrder ?? '') === key.special.salesOrder &&
        countedStockTypes[String(row.PhysicalInventoryStockType)] === key.stockType,
    )
}

/** The inventory document that blocks goods movements of a stock (IKPF-SPERR); undefined if none does. */
export function blockingDocument(transaction: Transaction, key: StockKey): Row | undefined {
  return activeItems(transaction, key)
    .map((item) =>
      transaction.get(
        inventoryTables.document,
        item.FiscalYear ?? '',
        item.PhysicalInventoryDocument ?? '',
      ),
    )
    .find((document) => document?.PostingIsBlockedForPhysInvtry === true)
}
