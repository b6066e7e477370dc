import type { Database } from '../database.ts'
import { defineEntitySets, navigation } from '../protocol/service.ts'
import type { EntitySet } from '../protocol/service.ts'

export const inventoryServiceName = 'API_PHYSICAL_INVENTORY_DOC_SRV'

export const inventoryTables = {
  document: `${inventoryServiceName}.A_PhysInventoryDocHeader`,
  item: `${inventoryServiceName}.A_PhysInventoryDocItem`,
} as const

const documentKey = ['FiscalYear', 'PhysicalInventoryDocument']

/** Physical inventory documents and their items, without serial numbers. */
export function defineInventorySets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, inventoryServiceName, [
    {
      name: 'A_PhysInventoryDocHeader',
      keyCount: 2,
      properties: `FiscalYear 4n, PhysicalInventoryDocument 10u, InventoryTransactionType 2u,
        Plant 4u, StorageLocation 4u, InventorySpecialStockType 1u, DocumentDate date,
        PhysInventoryPlannedCountDate date, PhysicalInventoryLastCountDate date, PostingDate date,
        FiscalPeriod 2, CreatedByUser 12u, PostingIsBlockedForPhysInvtry boolean,
        PhysicalInventoryCountStatus 1u, PhysInvtryAdjustmentPostingSts 1u,
        PhysInvtryDeletionStatus 1u, PhysInvtryDocHasQtySnapshot boolean,
        PhysicalInventoryNumber 16u, PhysInventoryReferenceNumber 16u,
        PhysicalInventoryDocumentDesc 40, PhysicalInventoryType 1u, LastChangeDateTime timestamp`,
      indexed: ['PhysicalInventoryDocument'],
      abilities: ['create'],
      versionColumn: 'LastChangeDateTime',
      navigations: [
        navigation('to_PhysicalInventoryDocumentItem', 'A_PhysInventoryDocItem', true, documentKey),
      ],
    },
    {
      name: 'A_PhysInventoryDocItem',
      keyCount: 3,
      properties: `FiscalYear 4n, PhysicalInventoryDocument 10u, PhysicalInventoryDocumentItem 3n,
        Plant 4u, StorageLocation 4u, Material 40a, Batch 10u, InventorySpecialStockType 1u,
        PhysicalInventoryStockType 1u, SalesOrder 10a, SalesOrderItem 6n, Supplier 10a,
        Customer 10a, WBSElement 24u, LastChangeUser 12u, LastChangeDate date, CountedByUser 12u,
        PhysicalInventoryLastCountDate date, AdjustmentPostingMadeByUser 12u, PostingDate date,
        PhysicalInventoryItemIsCounted boolean, PhysInvtryDifferenceIsPosted boolean,
        PhysInvtryItemIsRecounted boolean, PhysInvtryItemIsDeleted boolean,
        PhysInventoryReferenceNumber 16u, MaterialDocument 10u, MaterialDocumentYear 4n,
        MaterialDocumentItem 4n, PhysInvtryRecountDocument 10u, PhysicalInventoryItemIsZero boolean,
        ReasonForPhysInvtryDifference 4n, MaterialBaseUnit 3, BookQtyBfrCountInMatlBaseUnit 13.3,
        Quantity 13.3, UnitOfEntry 3, QuantityInUnitOfEntry 13.3, Currency 5,
        DifferenceAmountInCoCodeCrcy 14.3, LastChangeDateTime timestamp`,
      indexed: ['PhysicalInventoryDocument', 'Material'],
      abilities: ['update'],
      versionColumn: 'LastChangeDateTime',
      padDecimals: true,
      navigations: [
        navigation('to_PhysicalInventoryDocument', 'A_PhysInventoryDocHeader', false, documentKey),
      ],
    },
  ])
}
