import type { Database } from '../database.ts'
import { defineEntitySets, navigation } from '../protocol/service.ts'
import type { EntitySet, EntitySetDeclaration } from '../protocol/service.ts'

export const productServiceName = 'API_PRODUCT_SRV'

/** Table names of the sets, for transactions. */
export const productTables = {
  product: `${productServiceName}.A_Product`,
  description: `${productServiceName}.A_ProductDescription`,
  plant: `${productServiceName}.A_ProductPlant`,
  storageLocation: `${productServiceName}.A_ProductStorageLocation`,
  unit: `${productServiceName}.A_ProductUnitsOfMeasure`,
  valuation: `${productServiceName}.A_ProductValuation`,
} as const

const declarations: readonly EntitySetDeclaration[] = [
  {
    name: 'A_Product',
    keyCount: 1,
    properties: `Product 40a, ProductType 4u, CrossPlantStatus 2u, CrossPlantStatusValidityDate date,
      CreationDate date, CreatedByUser 12u, LastChangeDate date, LastChangedByUser 12u,
      LastChangeDateTime timestamp, IsMarkedForDeletion boolean, ProductOldID 40u, GrossWeight 13.3,
      PurchaseOrderQuantityUnit 3, SourceOfSupply 1u, WeightUnit 3, NetWeight 13.3,
      CountryOfOrigin 3u, CompetitorID 10u, ProductGroup 9u, BaseUnit 3, ItemCategoryGroup 4u,
      ProductHierarchy 18u, Division 2u, VarblPurOrdUnitIsActive 1u, VolumeUnit 3,
      MaterialVolume 13.3, ANPCode 9n, Brand 4u, ProcurementRule 1u, ValidityStartDate date,
      LowLevelCode 3u, ProdNoInGenProdInPrepackProd 40a, SerialIdentifierAssgmtProfile 4u,
      SizeOrDimensionText 32u, IndustryStandardName 18u, ProductStandardID 18u,
      InternationalArticleNumberCat 2u, ProductIsConfigurable boolean,
      IsBatchManagementRequired boolean, ExternalProductGroup 18u,
      CrossPlantConfigurableProduct 40a, SerialNoExplicitnessLevel 1u,
      ProductManufacturerNumber 40u, ManufacturerNumber 10a, ManufacturerPartProfile 4u,
      QltyMgmtInProcmtIsActive boolean, IndustrySector 1u, ChangeNumber 12u,
      MaterialRevisionLevel 2u, HandlingIndicator 4u, WarehouseProductGroup 4u,
      WarehouseStorageCondition 2u, StandardHandlingUnitType 4u, SerialNumberProfile 4u,
      AdjustmentProfile 3u, PreferredUnitOfMeasure 3, IsPilferable boolean,
      IsRelevantForHzdsSubstances boolean, QuarantinePeriod 3.0, TimeUnitForQuarantinePeriod 3,
      QualityInspectionGroup 4u, AuthorizationGroup 4u, DocumentIsCreatedByCAD boolean,
      HandlingUnitType 4u, HasVariableTareWeight boolean, MaximumPackagingLength 15.3,
      MaximumPackagingWidth 15.3, MaximumPackagingHeight 15.3, UnitForMaxPackagingDimensions 3`,
    navigations: [
      navigation('to_Description', 'A_ProductDescription', true, ['Product']),
      navigation('to_Plant', 'A_ProductPlant', true, ['Product']),
      navigation('to_ProductUnitsOfMeasure', 'A_ProductUnitsOfMeasure', true, ['Product']),
      navigation('to_Valuation', 'A_ProductValuation', true, ['Product']),
    ],
  },
  {
    name: 'A_ProductDescription',
    keyCount: 2,
    properties: 'Product 40a, Language 2, ProductDescription 40',
    indexed: ['Product'],
  },
  {
    name: 'A_ProductPlant',
    keyCount: 2,
    properties: `Product 40a, Plant 4u, PurchasingGroup 3u, CountryOfOrigin 3u, RegionOfOrigin 3u,
      ProductionInvtryManagedLoc 4u, ProfileCode 2u, ProfileValidityStartDate date,
      AvailabilityCheckType 2u, FiscalYearVariant 2u, PeriodType 1u, ProfitCenter 10a,
      Commodity 17u, GoodsReceiptDuration 3.0, MaintenanceStatusName 15u,
      IsMarkedForDeletion boolean, MRPType 2u, MRPResponsible 3u, ABCIndicator 1u,
      MinimumLotSizeQuantity 13.3, MaximumLotSizeQuantity 13.3, FixedLotSizeQuantity 13.3,
      ConsumptionTaxCtrlCode 16u, IsCoProduct boolean, ProductIsConfigurable 40u,
      StockDeterminationGroup 4u, StockInTransferQuantity 13.3, StockInTransitQuantity 13.3,
      HasPostToInspectionStock boolean, IsBatchManagementRequired boolean,
      SerialNumberProfile 4u, IsNegativeStockAllowed boolean, GoodsReceiptBlockedStockQty 13.3,
      HasConsignmentCtrl 1u, FiscalYearCurrentPeriod 4n, FiscalMonthCurrentPeriod 2n,
      ProcurementType 1u, IsInternalBatchManaged boolean, ProductCFOPCategory 2u,
      ProductIsExciseTaxRelevant boolean, BaseUnit 3, ConfigurableProductVariant 40a,
      GoodsIssueUnit 3, MaterialFreightGroup 8u, OriginalBatchReferenceMaterial 40a,
      OriglBatchManagementIsRequired 1u, ProductIsCriticalPrt boolean,
      ProductLogisticsHandlingGroup 4u`,
    indexed: ['Product'],
    navigations: [
      navigation('to_StorageLocation', 'A_ProductStorageLocation', true, ['Product', 'Plant']),
    ],
  },
  {
    name: 'A_ProductStorageLocation',
    keyCount: 3,
    properties: `Product 40a, Plant 4u, StorageLocation 4u, WarehouseStorageBin 10u,
      MaintenanceStatus 15u, PhysicalInventoryBlockInd 1u, CreationDate date,
      IsMarkedForDeletion boolean, DateOfLastPostedCntUnRstrcdStk date,
      InventoryCorrectionFactor 10.3, InvtryRestrictedUseStockInd 3u,
      InvtryCurrentYearStockInd 3u, InvtryQualInspCurrentYrStkInd 3u, InventoryBlockStockInd 3u,
      InvtryRestStockPrevPeriodInd 3u, InventoryStockPrevPeriod 3u,
      InvtryStockQltyInspPrevPeriod 3u, HasInvtryBlockStockPrevPeriod 3u,
      FiscalYearCurrentPeriod 4n, FiscalMonthCurrentPeriod 2n, FiscalYearCurrentInvtryPeriod 4n,
      LeanWrhsManagementPickingArea 3u`,
    indexed: ['Product'],
  },
  {
    name: 'A_ProductUnitsOfMeasure',
    keyCount: 2,
    properties: `Product 40a, AlternativeUnit 3, QuantityNumerator 5.0, QuantityDenominator 5.0,
      MaterialVolume 13.3, VolumeUnit 3, GrossWeight 13.3, WeightUnit 3, GlobalTradeItemNumber 18u,
      GlobalTradeItemNumberCategory 2u, UnitSpecificProductLength 13.3,
      UnitSpecificProductWidth 13.3, UnitSpecificProductHeight 13.3, ProductMeasurementUnit 3,
      LowerLevelPackagingUnit 3, RemainingVolumeAfterNesting 3.0, MaximumStackingFactor 3.0,
      CapacityUsage 15.3, BaseUnit 3`,
    indexed: ['Product'],
  },
  {
    name: 'A_ProductValuation',
    keyCount: 3,
    properties: `Product 40a, ValuationArea 4u, ValuationType 10u, ValuationClass 4u,
      PriceDeterminationControl 1u, StandardPrice 12.3, PriceUnitQty 5.0,
      InventoryValuationProcedure 1u, IsMarkedForDeletion boolean, MovingAveragePrice 12.3,
      ValuationCategory 1u, ProductUsageType 1u, ProductOriginType 1u,
      IsProducedInhouse boolean, ProdCostEstNumber 12n, ProjectStockValuationClass 4u,
      ValuationClassSalesOrderStock 4u, PlannedPrice1InCoCodeCrcy 12.3,
      PlannedPrice2InCoCodeCrcy 12.3, PlannedPrice3InCoCodeCrcy 12.3,
      FuturePlndPrice1ValdtyDate date, FutureEvaluatedAmountValue 12.3,
      FuturePriceValidityStartDate date, BaseUnit 3, Currency 5`,
    indexed: ['Product'],
  },
]

export function defineProductSets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, productServiceName, declarations)
}
