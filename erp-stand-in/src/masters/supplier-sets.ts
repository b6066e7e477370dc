import type { Database } from '../database.ts'
import { defineEntitySets } from '../protocol/service.ts'
import type { EntitySet } from '../protocol/service.ts'

export const businessPartnerServiceName = 'API_BUSINESS_PARTNER'
export const supplierTable = `${businessPartnerServiceName}.A_Supplier`

/** The names of the suppliers in orders; only these two of SAP's many columns are needed. */
export function defineSupplierSets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, businessPartnerServiceName, [
    { name: 'A_Supplier', keyCount: 1, properties: 'Supplier 10a, SupplierName 80' },
  ])
}
