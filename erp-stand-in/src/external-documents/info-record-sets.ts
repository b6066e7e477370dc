import type { Database, Transaction } from '../database.ts'
import { defineEntitySets } from '../protocol/service.ts'
import type { EntitySet, EntitySetDeclaration } from '../protocol/service.ts'

export const infoRecordServiceName = 'API_INFORECORD_PROCESS_SRV'

export const infoRecordTables = {
  record: `${infoRecordServiceName}.A_PurgInfoRecdOrgPlantData`,
} as const

/** The category of info records for goods that stay their supplier's (EINE-ESOKZ). */
export const consignmentCategory = '2'

/** Purchasing data by organisation and plant only: they bear the price, and supplier and material with it. */
const declarations: readonly EntitySetDeclaration[] = [
  {
    name: 'A_PurgInfoRecdOrgPlantData',
    keyCount: 4,
    properties: `PurchasingInfoRecord 10a, PurchasingInfoRecordCategory 1u, PurchasingOrganization 4u, Plant 4u,
      Supplier 10a, Material 40a, MaterialGroup 9u, CreationDate date, CreatedByUser 12u, PurchasingGroup 3u,
      Currency 5, MaterialPlannedDeliveryDurn 3.0, StandardPurchaseOrderQuantity 13.3, NetPriceAmount 11.2,
      MaterialPriceUnitQty 5.0, PurchaseOrderPriceUnit 3u, PriceValidityEndDate date, IsMarkedForDeletion boolean`,
    indexed: ['Material'],
    abilities: ['create', 'update'],
  },
]

export function defineInfoRecordSets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, infoRecordServiceName, declarations)
}

/** Whether goods of a supplier may be drawn on a day: a consignment price of the plant, or of all plants, is valid. */
export function hasConsignmentPrice(
  transaction: Transaction,
  goods: { supplier: string; material: string; plant: string },
  day: string,
): boolean {
  return transaction
    .where(infoRecordTables.record, 'Material', goods.material)
    .some(
      (row) =>
        row.PurchasingInfoRecordCategory === consignmentCategory &&
        row.Supplier === goods.supplier &&
        (row.Plant === '' || row.Plant === goods.plant) &&
        row.IsMarkedForDeletion !== true &&
        String(row.PriceValidityEndDate ?? '') >= day,
    )
}
