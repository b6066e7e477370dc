import type { Transaction } from '../database.ts'
import { productTables } from '../masters/product-sets.ts'
import { normalizeText } from '../protocol/edm.ts'
import type { SeedConsignmentPrice } from '../seed.ts'
import { upsert } from '../upsert.ts'
import { consignmentCategory, infoRecordTables } from './info-record-sets.ts'

const unlimited = '9999-12-31'

/** Upserts the price of a supplier's goods in a plant. */
export function seedConsignmentPrice(
  transaction: Transaction,
  { supplier, product, plant, price, validTo, isDeleted }: SeedConsignmentPrice,
): void {
  const material = normalizeText('alpha', product)
  const number = numberOf(transaction, normalizeText('alpha', supplier), material)
  upsert(transaction, infoRecordTables.record, [number, consignmentCategory, plant, plant], {
    PurchasingInfoRecord: number,
    PurchasingInfoRecordCategory: consignmentCategory,
    PurchasingOrganization: plant,
    Plant: plant,
    Supplier: normalizeText('alpha', supplier),
    Material: material,
    Currency: 'CNY',
    NetPriceAmount: price,
    MaterialPriceUnitQty: '1',
    PurchaseOrderPriceUnit: String(
      transaction.get(productTables.product, material)?.BaseUnit ?? '',
    ),
    PriceValidityEndDate: validTo ?? unlimited,
    IsMarkedForDeletion: isDeleted ?? false,
  })
}

/**
 * What an order of goods on consignment, or stock of them, presupposes: SAP takes no item of category K without an info
 * record. One that is there already stays as it is.
 */
export function seedPriceOfConsigned(
  transaction: Transaction,
  goods: { supplier: string; product: string; plant: string; price: string },
): void {
  const material = normalizeText('alpha', goods.product)
  const supplier = normalizeText('alpha', goods.supplier)
  const isThere = transaction
    .where(infoRecordTables.record, 'Material', material)
    .some((row) => row.Supplier === supplier && row.Plant === goods.plant)
  if (!isThere) seedConsignmentPrice(transaction, goods)
}

/** An info record is of one supplier and material; its number is kept. */
function numberOf(transaction: Transaction, supplier: string, material: string): string {
  const found = transaction
    .where(infoRecordTables.record, 'Material', material)
    .find((row) => row.Supplier === supplier)
  return found === undefined
    ? String(transaction.nextNumber('PurchasingInfoRecord', 5_300_000_000))
    : String(found.PurchasingInfoRecord)
}
