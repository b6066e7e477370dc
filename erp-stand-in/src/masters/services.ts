import type { Database } from '../database.ts'
import type { Service } from '../protocol/service.ts'
import { defineProductSets, productServiceName } from './product-sets.ts'
import { businessPartnerServiceName, defineSupplierSets } from './supplier-sets.ts'

/** Products and supplier names, read only. */
export function masterServices(database: Database): Service[] {
  return [
    { name: productServiceName, sets: defineProductSets(database), functions: new Map() },
    { name: businessPartnerServiceName, sets: defineSupplierSets(database), functions: new Map() },
  ]
}
