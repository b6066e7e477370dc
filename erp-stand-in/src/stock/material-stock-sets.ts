import type { Database } from '../database.ts'
import { defineEntitySets, navigation } from '../protocol/service.ts'
import type { EntitySet } from '../protocol/service.ts'

export const materialStockServiceName = 'API_MATERIAL_STOCK_SRV'

export const materialStockTables = {
  material: `${materialStockServiceName}.A_MaterialStock`,
  stock: `${materialStockServiceName}.A_MatlStkInAcctMod`,
} as const

/** Eleven keys; unused ones are empty, also in URLs. */
export function defineMaterialStockSets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, materialStockServiceName, [
    {
      name: 'A_MaterialStock',
      keyCount: 1,
      properties: 'Material 40a, MaterialBaseUnit 3',
      navigations: [navigation('to_MatlStkInAcctMod', 'A_MatlStkInAcctMod', true, ['Material'])],
    },
    {
      name: 'A_MatlStkInAcctMod',
      keyCount: 11,
      properties: `Material 40a, Plant 4u, StorageLocation 4u, Batch 10u, Supplier 10a,
        Customer 10a, WBSElementInternalID 8n, SDDocument 10a, SDDocumentItem 6n,
        InventorySpecialStockType 1u, InventoryStockType 2u, WBSElementExternalID 24u,
        MaterialBaseUnit 3, MatlWrhsStkQtyInMatlBaseUnit 31.14`,
      indexed: ['Material'],
      navigations: [navigation('to_MaterialStock', 'A_MaterialStock', false, ['Material'])],
    },
  ])
}
