import { parseDecimal } from '@kufang/kernel/decimal-text.ts'
import type { Database, Transaction } from '../database.ts'
import type { SeedPlant, SeedProduct } from '../seed.ts'
import { setPrice } from '../stock/valuation.ts'
import { normalizeText } from '../protocol/edm.ts'
import { upsert } from '../upsert.ts'
import { organizationTables } from './organization.ts'
import { productTables } from './product-sets.ts'
import { supplierTable } from './supplier-sets.ts'

export function seedPlant(transaction: Transaction, plant: SeedPlant): void {
  upsert(transaction, organizationTables.plant, [plant.plant], {
    Plant: plant.plant,
    CompanyCode: plant.companyCode,
    Currency: plant.currency ?? 'CNY',
  })
  for (const location of plant.storageLocations) {
    upsert(transaction, organizationTables.storageLocation, [plant.plant, location], {
      Plant: plant.plant,
      StorageLocation: location,
    })
  }
}

export function seedSupplier(
  transaction: Transaction,
  supplier: { readonly supplier: string; readonly name: string },
): void {
  const number = normalizeText('alpha', supplier.supplier)
  upsert(transaction, supplierTable, [number], {
    Supplier: number,
    SupplierName: supplier.name.slice(0, 80),
  })
}

/** Writes a product with its texts, units, plants and prices; changes its timestamp if anything differs. */
export function seedProduct(
  database: Database,
  transaction: Transaction,
  product: SeedProduct,
): void {
  const number = normalizeText('alpha', product.product)
  const changed = [
    upsert(transaction, productTables.product, [number], {
      Product: number,
      BaseUnit: product.baseUnit,
      ProductType: product.productType ?? 'ROH',
      ProductGroup: product.productGroup,
      SizeOrDimensionText: product.sizeOrDimension?.slice(0, 32),
      IndustryStandardName: product.industryStandard?.slice(0, 18),
      ProductManufacturerNumber: product.manufacturerPartNumber?.slice(0, 40),
      IsBatchManagementRequired: product.isBatchManaged ?? false,
      SerialNumberProfile: product.serialNumberProfile,
      IsRelevantForHzdsSubstances: product.isHazardous ?? false,
      IsMarkedForDeletion: product.isMarkedForDeletion ?? false,
    }),
  ]
  for (const [language, text] of Object.entries(product.descriptions)) {
    changed.push(
      upsert(transaction, productTables.description, [number, language], {
        Product: number,
        Language: language,
        ProductDescription: text.slice(0, 40),
      }),
    )
  }
  const base = { unit: product.baseUnit, numerator: 1, denominator: 1 }
  for (const unit of [base, ...(product.units ?? [])]) {
    changed.push(
      upsert(transaction, productTables.unit, [number, unit.unit], {
        Product: number,
        AlternativeUnit: unit.unit,
        QuantityNumerator: String(unit.numerator),
        QuantityDenominator: String(unit.denominator),
        BaseUnit: product.baseUnit,
      }),
    )
  }
  const plants =
    product.plants ??
    database
      .table(organizationTables.plant)
      .all()
      .map((row) => String(row.Plant))
  for (const plant of plants) changed.push(seedProductPlant(transaction, number, plant, product))
  if (!changed.includes(true)) return
  const row = transaction.get(productTables.product, number)
  const today = new Date(transaction.moment).toISOString().slice(0, 10)
  transaction.put(productTables.product, {
    CreationDate: today,
    ...row,
    Product: number,
    LastChangeDate: today,
    LastChangeDateTime: transaction.moment,
  })
}

function seedProductPlant(
  transaction: Transaction,
  number: string,
  plant: string,
  product: SeedProduct,
): boolean {
  const changed = upsert(transaction, productTables.plant, [number, plant], {
    Product: number,
    Plant: plant,
    BaseUnit: product.baseUnit,
    IsBatchManagementRequired: product.isBatchManaged ?? false,
    HasPostToInspectionStock:
      product.isInspected === true && (product.inspectedPlants?.includes(plant) ?? true),
    // Customizing of inspection types (QMAT), which no service reads.
    IsQualityManaged: product.qualityManagedPlants?.includes(plant) ?? false,
    SerialNumberProfile: product.serialNumberProfile,
    IsMarkedForDeletion: product.isMarkedForDeletion ?? false,
  })
  if (product.price === undefined) return changed
  const company = transaction.get(organizationTables.plant, plant)
  const price = parseDecimal(product.price, 2)
  if (transaction.get(productTables.valuation, number, plant, '') === undefined) {
    transaction.put(productTables.valuation, {
      Product: number,
      ValuationArea: plant,
      ValuationType: '',
      ValuationCategory: product.valuationCategory ?? '',
      InventoryValuationProcedure: 'V',
      PriceUnitQty: '1',
      MovingAveragePrice: price,
      BaseUnit: product.baseUnit,
      Currency: String(company?.Currency ?? 'CNY'),
    })
    setPrice(transaction, number, plant, price)
    for (const type of product.valuationTypes ?? [])
      transaction.put(productTables.valuation, {
        Product: number,
        ValuationArea: plant,
        ValuationType: type,
        ValuationCategory: product.valuationCategory ?? '',
        InventoryValuationProcedure: 'V',
        PriceUnitQty: '1',
        MovingAveragePrice: price,
        BaseUnit: product.baseUnit,
        Currency: String(company?.Currency ?? 'CNY'),
      })
  }
  return changed
}
