import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { momentFrom } from '../client/odata-text.ts'
import {
  day,
  filtersOf,
  type MirrorRequest,
  type MirrorSource,
  numberText,
  readRows,
  text,
} from './source.ts'

/** A contract that orders call off (EKKO, category K). */
export interface PurchaseContract {
  contractNo: string
  companyCode: string
  supplierNo: string
  /** Its validity (EKKO-KDATB, -KDATE), both days included; null if it has no such limit. */
  validFrom: LocalDate | null
  validTo: LocalDate | null
  isDeleted: boolean
  changedAt: string
}

/** Reads contracts changed since a time. */
export async function* readPurchaseContracts(
  source: MirrorSource,
  request: MirrorRequest,
): AsyncGenerator<PurchaseContract> {
  const filters = filtersOf(request, {
    key: 'PurchaseContract',
    changed: 'LastChangeDateTime',
    company: 'CompanyCode',
  })
  const rows = readRows(source, 'A_PurchaseContract', filters, { $orderby: 'PurchaseContract' })
  for await (const row of rows)
    yield {
      contractNo: numberText(row.PurchaseContract),
      companyCode: text(row.CompanyCode),
      supplierNo: text(row.Supplier),
      validFrom: day(row.ValidityStartDate),
      validTo: day(row.ValidityEndDate),
      isDeleted: text(row.PurchasingDocumentDeletionCode) !== '',
      changedAt: momentFrom(row.LastChangeDateTime),
    }
}
