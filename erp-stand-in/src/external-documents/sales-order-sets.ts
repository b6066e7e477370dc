import type { Database } from '../database.ts'
import { defineEntitySets, navigation } from '../protocol/service.ts'
import type { EntitySet, EntitySetDeclaration } from '../protocol/service.ts'

export const salesOrderServiceName = 'API_SALES_ORDER_SRV'

export const salesOrderTables = {
  order: `${salesOrderServiceName}.A_SalesOrder`,
  item: `${salesOrderServiceName}.A_SalesOrderItem`,
  scheduleLine: `${salesOrderServiceName}.A_SalesOrderScheduleLine`,
  partner: `${salesOrderServiceName}.A_SalesOrderHeaderPartner`,
  flow: `${salesOrderServiceName}.A_SalesOrderSubsqntProcFlow`,
  itemFlow: `${salesOrderServiceName}.A_SalesOrderItmSubsqntProcFlow`,
} as const

const itemKey = ['SalesOrder', 'SalesOrderItem']

const declarations: readonly EntitySetDeclaration[] = [
  {
    name: 'A_SalesOrder',
    keyCount: 1,
    properties: `SalesOrder 10a, SalesOrderType 4u, SalesOrganization 4u, DistributionChannel 2u,
      OrganizationDivision 2u, SalesGroup 3u, SalesOffice 4u, SalesDistrict 6u, SoldToParty 10a,
      CreationDate date, CreatedByUser 12u, LastChangeDate date, SenderBusinessSystemName 60,
      ExternalDocumentID 40u, LastChangeDateTime timestamp,
      ExternalDocLastChangeDateTime timestamp, PurchaseOrderByCustomer 35,
      PurchaseOrderByShipToParty 35, CustomerPurchaseOrderType 4u,
      CustomerPurchaseOrderDate date, SalesOrderDate date, TotalNetAmount 16.3,
      OverallDeliveryStatus 1u, TotalBlockStatus 1u, OverallOrdReltdBillgStatus 1u,
      OverallSDDocReferenceStatus 1u, TransactionCurrency 5u, SDDocumentReason 3u,
      PricingDate date, PriceDetnExchangeRate 9.5, BillingPlan 10u, RequestedDeliveryDate date,
      ShippingCondition 2u, CompleteDeliveryIsDefined boolean, ShippingType 2u,
      HeaderBillingBlockReason 2u, DeliveryBlockReason 2u, DeliveryDateTypeRule 1u,
      IncotermsClassification 3u, IncotermsTransferLocation 28, IncotermsLocation1 70,
      IncotermsLocation2 70, IncotermsVersion 4u, CustomerPriceGroup 2u, PriceListType 2u,
      CustomerPaymentTerms 4u, PaymentMethod 1u, FixedValueDate date, AssignmentReference 18,
      ReferenceSDDocument 10u, ReferenceSDDocumentCategory 4, AccountingDocExternalReference 16u,
      CustomerAccountAssignmentGroup 2u, AccountingExchangeRate 9.5, CustomerGroup 2u,
      AdditionalCustomerGroup1 3u, AdditionalCustomerGroup2 3u, AdditionalCustomerGroup3 3u,
      AdditionalCustomerGroup4 3u, AdditionalCustomerGroup5 3u,
      SlsDocIsRlvtForProofOfDeliv boolean, CustomerTaxClassification1 1u,
      CustomerTaxClassification2 1u, CustomerTaxClassification3 1u,
      CustomerTaxClassification4 1u, CustomerTaxClassification5 1u,
      CustomerTaxClassification6 1u, CustomerTaxClassification7 1u,
      CustomerTaxClassification8 1u, CustomerTaxClassification9 1u, TaxDepartureCountry 3u,
      VATRegistrationCountry 3u, SalesOrderApprovalReason 4u, SalesDocApprovalStatus 1u,
      OverallSDProcessStatus 1u, TotalCreditCheckStatus 1u, OverallTotalDeliveryStatus 1u,
      OverallSDDocumentRejectionSts 1u, BillingDocumentDate date, ContractAccount 12u,
      AdditionalValueDays 2n, CustomerPurchaseOrderSuplmnt 4u, ServicesRenderedDate date`,
    indexed: ['SoldToParty'],
    abilities: ['create', 'update', 'delete'],
    versionColumn: 'LastChangeDateTime',
    navigations: [
      navigation('to_Item', 'A_SalesOrderItem', true, ['SalesOrder']),
      navigation('to_Partner', 'A_SalesOrderHeaderPartner', true, ['SalesOrder']),
      navigation('to_SubsequentProcFlowDoc', 'A_SalesOrderSubsqntProcFlow', true, ['SalesOrder']),
    ],
  },
  {
    name: 'A_SalesOrderItem',
    keyCount: 2,
    properties: `SalesOrder 10a, SalesOrderItem 6n, HigherLevelItem 6n, SalesOrderItemCategory 4u,
      SalesOrderItemText 40, PurchaseOrderByCustomer 35, Material 40a, MaterialByCustomer 35u,
      PricingDate date, BillingPlan 10u, RequestedQuantity 15.3, RequestedQuantityUnit 3,
      OrderQuantityUnit 3, ConfdDelivQtyInOrderQtyUnit 15.3, ItemGrossWeight 15.3,
      ItemNetWeight 15.3, ItemWeightUnit 3, ItemVolume 15.3, ItemVolumeUnit 3,
      TransactionCurrency 5u, NetAmount 16.3, MaterialGroup 9u, MaterialPricingGroup 2u,
      BillingDocumentDate date, Batch 10u, ProductionPlant 4u, StorageLocation 4u,
      DeliveryGroup 3n, ShippingPoint 4u, ShippingType 2u, DeliveryPriority 2n,
      IncotermsClassification 3u, TaxAmount 14.3, ProductTaxClassification1 1u,
      MatlAccountAssignmentGroup 2u, CostAmount 14.3, CustomerPaymentTerms 4u, CustomerGroup 2u,
      SalesDocumentRjcnReason 2u, ItemBillingBlockReason 2u, WBSElement 24u, ProfitCenter 10a,
      AccountingExchangeRate 9.5, ReferenceSDDocument 10u, ReferenceSDDocumentItem 6n,
      SDProcessStatus 1u, DeliveryStatus 1u, OrderRelatedBillingStatus 1u`,
    indexed: ['SalesOrder', 'Material'],
    abilities: ['create', 'update', 'delete'],
    navigations: [
      navigation('to_SalesOrder', 'A_SalesOrder', false, ['SalesOrder']),
      navigation('to_ScheduleLine', 'A_SalesOrderScheduleLine', true, itemKey),
      navigation('to_SubsequentProcFlowDocItem', 'A_SalesOrderItmSubsqntProcFlow', true, itemKey),
    ],
  },
  {
    name: 'A_SalesOrderScheduleLine',
    keyCount: 3,
    properties: `SalesOrder 10a, SalesOrderItem 6n, ScheduleLine 4n, RequestedDeliveryDate date,
      ConfirmedDeliveryDate date, OrderQuantityUnit 3, ScheduleLineOrderQuantity 13.3,
      ConfdOrderQtyByMatlAvailCheck 13.3, DeliveredQtyInOrderQtyUnit 13.3,
      OpenConfdDelivQtyInOrdQtyUnit 13.3, CorrectedQtyInOrderQtyUnit 13.3,
      DelivBlockReasonForSchedLine 2u`,
    indexed: ['SalesOrder'],
    abilities: ['create', 'update', 'delete'],
  },
  {
    name: 'A_SalesOrderHeaderPartner',
    keyCount: 2,
    properties: `SalesOrder 10a, PartnerFunction 2u, Customer 10a, Supplier 10a, Personnel 8n,
      ContactPerson 10a`,
    indexed: ['SalesOrder'],
    abilities: ['create', 'update', 'delete'],
  },
  {
    name: 'A_SalesOrderSubsqntProcFlow',
    keyCount: 2,
    properties: `SalesOrder 10a, DocRelationshipUUID guid, SubsequentDocument 10a,
      SubsequentDocumentCategory 4, ProcessFlowLevel 2n, RelatedProcFlowDocStsFieldName 30u,
      CreationDate date, CreationTime time, LastChangeDate date`,
    indexed: ['SalesOrder'],
  },
  {
    name: 'A_SalesOrderItmSubsqntProcFlow',
    keyCount: 3,
    properties: `SalesOrder 10a, SalesOrderItem 6n, DocRelationshipUUID guid,
      SubsequentDocument 10a, SubsequentDocumentItem 6n, SubsequentDocumentCategory 4,
      ProcessFlowLevel 2n, RelatedProcFlowDocStsFieldName 30u, SDProcessStatus 1u,
      CreationDate date, CreationTime time, LastChangeDate date`,
    indexed: ['SalesOrder'],
  },
]

export function defineSalesOrderSets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, salesOrderServiceName, declarations)
}
