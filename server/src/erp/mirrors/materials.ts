import type { UnitFraction } from '@kufang/kernel/unit-conversion.ts'
import { type Entity, rowsOf } from '../client/odata-client.ts'
import { momentFrom } from '../client/odata-text.ts'
import {
  filtersOf,
  flag,
  fraction,
  type MirrorRequest,
  type MirrorSource,
  numberText,
  readRows,
  text,
} from './source.ts'

export interface Material {
  materialNo: string
  /** As written by the ERP, possibly with leading zeros. */
  materialNoOriginal: string
  materialType: string
  materialGroup: string
  unit: string
  /** By language code of the ERP: ZH, EN ... */
  descriptions: Record<string, string>
  oldMaterialNo: string
  sizeOrDimension: string
  industryStandard: string
  manufacturerNo: string
  manufacturerPartNo: string
  grossWeight: string
  netWeight: string
  weightUnit: string
  isBatchManaged: boolean
  /** Pieces have serial numbers: a profile of the material, or of a plant. */
  isSerialManaged: boolean
  /** The valuation types of split valuation, by valuation area (usually the plant). */
  valuationTypes: { valuationArea: string; valuationType: string }[]
  isHazardous: boolean
  isDeleted: boolean
  plants: {
    plant: string
    isBatchManaged: boolean
    isInspectedOnReceipt: boolean
    abcIndicator: string
    isDeleted: boolean
  }[]
  /** `numerator` base units are `denominator` of this unit. */
  units: ({ unit: string } & UnitFraction)[]
  /** Price per `priceUnit` of the base unit, by valuation area (usually the plant). */
  valuations: { valuationArea: string; price: string; priceUnit: string; currency: string }[]
  changedAt: string
}

/** Reads materials changed since a time, or those with given numbers. */
export async function* readMaterials(
  source: MirrorSource,
  request: MirrorRequest,
): AsyncGenerator<Material> {
  const filters = filtersOf(request, { key: 'Product', changed: 'LastChangeDateTime', company: '' })
  const rows = readRows(source, 'A_Product', filters, {
    $expand: 'to_Description,to_Plant,to_ProductUnitsOfMeasure,to_Valuation',
    $orderby: 'Product',
  })
  for await (const row of rows) yield materialOf(row)
}

function materialOf(row: Entity): Material {
  return {
    materialNo: numberText(row.Product),
    materialNoOriginal: text(row.Product),
    materialType: text(row.ProductType),
    materialGroup: text(row.ProductGroup),
    unit: text(row.BaseUnit),
    descriptions: Object.fromEntries(
      rowsOf(row.to_Description).map((entry) => [
        text(entry.Language),
        text(entry.ProductDescription),
      ]),
    ),
    oldMaterialNo: text(row.ProductOldID),
    sizeOrDimension: text(row.SizeOrDimensionText),
    industryStandard: text(row.IndustryStandardName),
    manufacturerNo: text(row.ManufacturerNumber),
    manufacturerPartNo: text(row.ProductManufacturerNumber),
    grossWeight: text(row.GrossWeight) || '0',
    netWeight: text(row.NetWeight) || '0',
    weightUnit: text(row.WeightUnit),
    isBatchManaged: flag(row.IsBatchManagementRequired),
    isSerialManaged: [row, ...rowsOf(row.to_Plant)].some(
      (entry) => text(entry.SerialNumberProfile) !== '',
    ),
    valuationTypes: rowsOf(row.to_Valuation).flatMap((entry) => {
      const valuationType = text(entry.ValuationType)
      const isLive = text(entry.ValuationCategory) !== '' && !flag(entry.IsMarkedForDeletion)
      return valuationType === '' || !isLive
        ? []
        : [{ valuationArea: text(entry.ValuationArea), valuationType }]
    }),
    isHazardous: flag(row.IsRelevantForHzdsSubstances),
    isDeleted: flag(row.IsMarkedForDeletion),
    plants: rowsOf(row.to_Plant).map((entry) => ({
      plant: text(entry.Plant),
      isBatchManaged: flag(entry.IsBatchManagementRequired),
      isInspectedOnReceipt: flag(entry.HasPostToInspectionStock),
      abcIndicator: text(entry.ABCIndicator),
      isDeleted: flag(entry.IsMarkedForDeletion),
    })),
    units: rowsOf(row.to_ProductUnitsOfMeasure).flatMap((entry) => {
      const converted = fraction(entry.QuantityNumerator, entry.QuantityDenominator)
      return converted === null ? [] : [{ unit: text(entry.AlternativeUnit), ...converted }]
    }),
    valuations: rowsOf(row.to_Valuation).map((entry) => ({
      valuationArea: text(entry.ValuationArea),
      // S: valued at the standard price; V: at the moving average price.
      price:
        text(
          text(entry.InventoryValuationProcedure) === 'S'
            ? entry.StandardPrice
            : entry.MovingAveragePrice,
        ) || '0',
      priceUnit: text(entry.PriceUnitQty) || '1',
      currency: text(entry.Currency),
    })),
    changedAt: momentFrom(row.LastChangeDateTime),
  }
}
