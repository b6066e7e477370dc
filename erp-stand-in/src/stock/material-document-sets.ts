import type { Database } from '../database.ts'
import { defineEntitySets, navigation } from '../protocol/service.ts'
import type { EntitySet, EntitySetDeclaration } from '../protocol/service.ts'

export const materialDocumentServiceName = 'API_MATERIAL_DOCUMENT_SRV'

export const materialDocumentTables = {
  document: `${materialDocumentServiceName}.A_MaterialDocumentHeader`,
  item: `${materialDocumentServiceName}.A_MaterialDocumentItem`,
  serialNumber: `${materialDocumentServiceName}.A_SerialNumberMaterialDocument`,
} as const

const documentKey = ['MaterialDocumentYear', 'MaterialDocument']
const itemKey = [...documentKey, 'MaterialDocumentItem']

const declarations: readonly EntitySetDeclaration[] = [
  {
    name: 'A_MaterialDocumentHeader',
    keyCount: 2,
    properties: `MaterialDocumentYear 4n, MaterialDocument 10u, InventoryTransactionType 2u,
      DocumentDate date, PostingDate date, CreationDate date, CreationTime time,
      CreatedByUser 12u, MaterialDocumentHeaderText 25, ReferenceDocument 16u,
      VersionForPrintingSlip 1u, ManualPrintIsTriggered 1u, CtrlPostgForExtWhseMgmtSyst 1u,
      GoodsMovementCode 2u`,
    indexed: ['MaterialDocument', 'MaterialDocumentHeaderText', 'ReferenceDocument', 'PostingDate'],
    abilities: ['create'],
    navigations: [
      navigation('to_MaterialDocumentItem', 'A_MaterialDocumentItem', true, documentKey),
    ],
  },
  {
    name: 'A_MaterialDocumentItem',
    keyCount: 3,
    properties: `MaterialDocumentYear 4n, MaterialDocument 10u, MaterialDocumentItem 4n,
      Material 40a, Plant 4u, StorageLocation 4u, Batch 10u, GoodsMovementType 3u,
      InventoryStockType 2u, InventoryValuationType 10u, InventorySpecialStockType 1u,
      Supplier 10a, Customer 10a, SalesOrder 10a, SalesOrderItem 6n, SalesOrderScheduleLine 4n,
      PurchaseOrder 10a, PurchaseOrderItem 5n, WBSElement 24u, ManufacturingOrder 12a,
      ManufacturingOrderItem 4n, GoodsMovementRefDocType 1u, GoodsMovementReasonCode 4n,
      Delivery 10a, DeliveryItem 6n, AccountAssignmentCategory 1u, CostCenter 10a,
      ControllingArea 4u, CostObject 12u, GLAccount 10a, FunctionalArea 16u,
      ProfitabilitySegment 10u, ProfitCenter 10a, MasterFixedAsset 12a, FixedAsset 4u,
      MaterialBaseUnit 3, QuantityInBaseUnit 13.3, EntryUnit 3, QuantityInEntryUnit 13.3,
      CompanyCodeCurrency 5, GdsMvtExtAmtInCoCodeCrcy 14.3?, SlsPrcAmtInclVATInCoCodeCrcy 14.3?,
      FiscalYear 4n, FiscalYearPeriod 7n, FiscalYearVariant 2u, IssgOrRcvgMaterial 40a,
      IssgOrRcvgBatch 10u, IssuingOrReceivingPlant 4u, IssuingOrReceivingStorageLoc 4u,
      IssuingOrReceivingStockType 2u, IssgOrRcvgSpclStockInd 1u, IssuingOrReceivingValType 10u,
      IsCompletelyDelivered boolean, MaterialDocumentItemText 50, GoodsRecipientName 12,
      UnloadingPointName 25, ShelfLifeExpirationDate date, ManufactureDate date,
      SerialNumbersAreCreatedAutomly boolean, Reservation 10n, ReservationItem 4n,
      ReservationItemRecordType 1u, ReservationIsFinallyIssued boolean,
      SpecialStockIdfgSalesOrder 10a, SpecialStockIdfgSalesOrderItem 6n,
      SpecialStockIdfgWBSElement 24u, IsAutomaticallyCreated 1u, MaterialDocumentLine 6n,
      MaterialDocumentParentLine 6n, HierarchyNodeLevel 2n, GoodsMovementIsCancelled boolean,
      ReversedMaterialDocumentYear 4n, ReversedMaterialDocument 10u,
      ReversedMaterialDocumentItem 4n, ReferenceDocumentFiscalYear 4n,
      InvtryMgmtRefDocumentItem 4n, InvtryMgmtReferenceDocument 10u,
      MaterialDocumentPostingType 1u, InventoryUsabilityCode 1u, EWMWarehouse 4u,
      EWMStorageBin 18u, DebitCreditCode 1u`,
    indexed: [
      'MaterialDocument',
      'PurchaseOrder',
      'Delivery',
      'Reservation',
      'ReversedMaterialDocument',
      'Material',
    ],
    padDecimals: true,
    navigations: [
      navigation('to_MaterialDocumentHeader', 'A_MaterialDocumentHeader', false, documentKey),
      navigation('to_SerialNumbers', 'A_SerialNumberMaterialDocument', true, itemKey),
    ],
  },
  {
    name: 'A_SerialNumberMaterialDocument',
    keyCount: 5,
    properties: `Material 40a, SerialNumber 18a, MaterialDocument 10u, MaterialDocumentItem 4n,
      MaterialDocumentYear 4n, ManufacturerSerialNumber 30`,
    indexed: ['MaterialDocument'],
  },
]

export function defineMaterialDocumentSets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, materialDocumentServiceName, declarations)
}
