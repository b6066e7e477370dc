import type { Database } from '../database.ts'
import { defineEntitySets, navigation } from '../protocol/service.ts'
import type { EntitySet, EntitySetDeclaration } from '../protocol/service.ts'

export const requisitionServiceName = 'API_PURCHASEREQ_PROCESS_SRV'

export const requisitionTables = {
  requisition: `${requisitionServiceName}.A_PurchaseRequisitionHeader`,
  item: `${requisitionServiceName}.A_PurchaseRequisitionItem`,
  account: `${requisitionServiceName}.A_PurReqnAcctAssgmt`,
  text: `${requisitionServiceName}.A_PurchaseReqnItemText`,
} as const

const itemKey = ['PurchaseRequisition', 'PurchaseRequisitionItem']

const declarations: readonly EntitySetDeclaration[] = [
  {
    name: 'A_PurchaseRequisitionHeader',
    keyCount: 1,
    properties: `PurchaseRequisition 10a, PurchaseRequisitionType 4u, PurReqnDescription 40,
      SourceDetermination boolean, PurReqnDoOnlyValidation boolean`,
    abilities: ['create', 'update'],
    navigations: [
      navigation('to_PurchaseReqnItem', 'A_PurchaseRequisitionItem', true, ['PurchaseRequisition']),
    ],
  },
  {
    name: 'A_PurchaseRequisitionItem',
    keyCount: 2,
    properties: `PurchaseRequisition 10a, PurchaseRequisitionItem 5n, PurchasingDocument 10a,
      PurchasingDocumentItem 5n, PurReqnReleaseStatus 2u, PurchaseRequisitionType 4u,
      PurchasingDocumentSubtype 1u, PurchasingDocumentItemCategory 1u,
      PurchaseRequisitionItemText 40, AccountAssignmentCategory 1u, Material 40a,
      MaterialGroup 9u, PurchasingDocumentCategory 1u, RequestedQuantity 13.3, BaseUnit 3,
      PurchaseRequisitionPrice 12.3, PurReqnPriceQuantity 5.0, MaterialGoodsReceiptDuration 3.0,
      ReleaseCode 1u, PurchaseRequisitionReleaseDate date, PurchasingOrganization 4u,
      PurchasingGroup 3u, Plant 4u, CompanyCode 4u, SourceOfSupplyIsAssigned boolean,
      SupplyingPlant 4u, OrderedQuantity 13.3, DeliveryDate date, CreationDate date,
      ProcessingStatus 1u, ExternalApprovalStatus 1u, PurchasingInfoRecord 10u, Supplier 10a,
      IsDeleted 1u, FixedSupplier 10a, RequisitionerName 12, CreatedByUser 12u,
      PurReqCreationDate date, DeliveryAddressID 10u, ManualDeliveryAddressID 10u,
      PurReqnItemCurrency 5u, MaterialPlannedDeliveryDurn 3.0, DelivDateCategory 1u,
      MultipleAcctAssgmtDistribution 1u, StorageLocation 4u, PurReqnSSPRequestor 60,
      PurReqnSSPAuthor 12u, PurchaseContract 10u, PurReqnSourceOfSupplyType 1u,
      PurchaseContractItem 5n, ConsumptionPosting 1u, PurReqnOrigin 1u, PurReqnSSPCatalog 20,
      PurReqnSSPCatalogItem 40, IsPurReqnBlocked 1u, ItemDeliveryAddressID 10u, Language 2,
      IsClosed boolean, ReleaseIsNotCompleted boolean, ServicePerformer 10a, ProductType 2u,
      PurchaseRequisitionStatus 8u, ReleaseStrategy 2u, PerformancePeriodStartDate date,
      PerformancePeriodEndDate date, PurchaseOrderPriceType 1u, SupplierMaterialNumber 35u,
      Batch 10u, MaterialRevisionLevel 2u, MinRemainingShelfLife 4.0, ItemNetAmount 16.3,
      GoodsReceiptIsExpected boolean, InvoiceIsExpected boolean,
      GoodsReceiptIsNonValuated boolean, RequirementTracking 10u, MRPController 3u, TaxCode 2u,
      PurchaseRequisitionIsFixed boolean, AddressID 10u, LastChangeDateTime timestamp,
      Reservation 10n, ExpectedOverallLimitAmount 14.3, OverallLimitAmount 14.3,
      PurContractForOverallLimit 10u, PurReqnExternalReference 35u,
      PurReqnItemExternalReference 10u, PurReqnExternalSystemId 60, PurReqnExternalSystemType 1u,
      PurReqnTypeExternalReference 4u, PurReqnProcessingType 1u, PurReqnProcessingDateTime 14u,
      ProcmtHubBackendBusSyst 60, SSPAuthorExternalBPIdnNumber 60u, SSPReqrUserId 12u`,
    indexed: ['PurchaseRequisition', 'Material'],
    abilities: ['create', 'update'],
    versionColumn: 'LastChangeDateTime',
    navigations: [
      navigation('to_PurchaseReqn', 'A_PurchaseRequisitionHeader', false, ['PurchaseRequisition']),
      navigation('to_PurchaseReqnAcctAssgmt', 'A_PurReqnAcctAssgmt', true, itemKey),
      navigation('to_PurchaseReqnItemText', 'A_PurchaseReqnItemText', true, itemKey),
    ],
  },
  {
    name: 'A_PurReqnAcctAssgmt',
    keyCount: 3,
    properties: `PurchaseRequisition 10a, PurchaseRequisitionItem 5n, PurchaseReqnAcctAssgmtNumber 2n,
      CostCenter 10a, MasterFixedAsset 12a, ProjectNetwork 12a, Quantity 13.3, BaseUnit 3,
      WBSElement 24u, GLAccount 10a, BusinessArea 4u, SalesOrder 10a, SalesOrderItem 6n,
      SalesOrderScheduleLine 4n, FixedAsset 4u, OrderID 12a, UnloadingPointName 25,
      ControllingArea 4u, CostObject 12u, ProfitCenter 10a, GoodsRecipientName 12,
      FunctionalArea 16u, IsDeleted boolean`,
    indexed: ['PurchaseRequisition'],
    abilities: ['create', 'update'],
  },
  {
    name: 'A_PurchaseReqnItemText',
    keyCount: 5,
    properties: `PurchaseRequisition 10a, PurchaseRequisitionItem 5n, DocumentText 4u,
      TechnicalObjectType 10u, Language 2, ArchObjectNumber 70u, NoteDescription 0,
      FixedIndicator 1u`,
    indexed: ['PurchaseRequisition'],
    abilities: ['create', 'update', 'delete'],
  },
]

export function defineRequisitionSets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, requisitionServiceName, declarations)
}
