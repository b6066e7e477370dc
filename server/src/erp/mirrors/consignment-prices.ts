import { type LocalDate } from '@kufang/kernel/local-date.ts'
import { textLiteral } from '../client/odata-text.ts'
import { day, type MirrorSource, numberText, readRows, text } from './source.ts'

/** What a supplier gets for his goods that are drawn from his stock at our plant: a consignment info record (EINE). */
export interface ConsignmentPrice {
  supplierNo: string
  materialNo: string
  /** '' for all plants of the purchasing organisation. */
  plant: string
  purchasingOrganization: string
  /** For so many of the unit. */
  price: string
  priceQuantity: string
  unit: string
  currency: string
  /** The last day; null without limit. */
  validTo: LocalDate | null
}

/** The category of info records for goods that stay their supplier's (EINE-ESOKZ). */
const consignment = '2'

/** Reads all consignment prices that are not deleted; the service tells no time of change. */
export async function* readConsignmentPrices(
  source: MirrorSource,
): AsyncGenerator<ConsignmentPrice> {
  const rows = readRows(
    source,
    'A_PurgInfoRecdOrgPlantData',
    [`PurchasingInfoRecordCategory eq ${textLiteral(consignment)}`],
    { $orderby: 'PurchasingInfoRecord,PurchasingOrganization,Plant' },
  )
  for await (const row of rows) {
    if (row.IsMarkedForDeletion === true) continue
    yield {
      supplierNo: numberText(row.Supplier),
      materialNo: numberText(row.Material),
      plant: text(row.Plant),
      purchasingOrganization: text(row.PurchasingOrganization),
      price: text(row.NetPriceAmount),
      priceQuantity: text(row.MaterialPriceUnitQty),
      unit: text(row.PurchaseOrderPriceUnit),
      currency: text(row.Currency),
      validTo: day(row.PriceValidityEndDate),
    }
  }
}
