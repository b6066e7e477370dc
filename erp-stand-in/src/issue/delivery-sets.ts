import type { Database } from '../database.ts'
import { defineEntitySets, navigation } from '../protocol/service.ts'
import type { EntitySet, EntitySetDeclaration } from '../protocol/service.ts'

export const deliveryServiceName = 'API_OUTBOUND_DELIVERY_SRV'

export const deliveryTables = {
  delivery: `${deliveryServiceName}.A_OutbDeliveryHeader`,
  item: `${deliveryServiceName}.A_OutbDeliveryItem`,
  serialNumber: `${deliveryServiceName}.A_SerialNmbrDelivery`,
} as const

const itemKey = ['DeliveryDocument', 'DeliveryDocumentItem']

const declarations: readonly EntitySetDeclaration[] = [
  {
    name: 'A_OutbDeliveryHeader',
    keyCount: 1,
    properties: `DeliveryDocument 10a, DeliveryDocumentType 4u, SDDocumentCategory 4,
      ActualGoodsMovementDate date, PlannedGoodsIssueDate date, CreationDate date,
      CreationTime time, CreatedByUser 12u, LastChangeDate date, LastChangeDateTime timestamp,
      DeliveryBlockReason 2u, DeliveryDate date, DeliveryDocumentBySupplier 35,
      OverallGoodsMovementStatus 1u, OverallPickingStatus 1u, OverallSDProcessStatus 1u,
      ReceivingPlant 4u, SalesOrganization 4u, ShippingPoint 4u, ShipToParty 10a,
      SoldToParty 10a, Supplier 10a`,
    indexed: ['DeliveryDocument'],
    abilities: ['update'],
    versionColumn: 'LastChangeDateTime',
    navigations: [
      navigation('to_DeliveryDocumentItem', 'A_OutbDeliveryItem', true, ['DeliveryDocument']),
    ],
  },
  {
    name: 'A_OutbDeliveryItem',
    keyCount: 2,
    properties: `DeliveryDocument 10a, DeliveryDocumentItem 6n, ActualDeliveryQuantity 13.3,
      ActualDeliveredQtyInBaseUnit 13.3, OriginalDeliveryQuantity 13.3, DeliveryQuantityUnit 3,
      BaseUnit 3, Batch 10u, DeliveryDocumentItemCategory 4u, DeliveryDocumentItemText 40,
      GoodsMovementStatus 1u, GoodsMovementType 3u, InventorySpecialStockType 1u,
      InventoryValuationType 10u, Material 40a, PickingStatus 1u, Plant 4u,
      ReferenceSDDocument 10a, ReferenceSDDocumentCategory 4, ReferenceSDDocumentItem 6n,
      StorageLocation 4u`,
    indexed: ['DeliveryDocument', 'ReferenceSDDocument'],
    abilities: ['update'],
    padDecimals: true,
    navigations: [navigation('to_SerialDeliveryItem', 'A_SerialNmbrDelivery', true, itemKey)],
  },
  {
    name: 'A_SerialNmbrDelivery',
    keyCount: 3,
    properties: `DeliveryDocument 10a, DeliveryDocumentItem 6n, SerialNumber 18a`,
    indexed: ['DeliveryDocument'],
  },
]

export function defineDeliverySets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, deliveryServiceName, declarations)
}
