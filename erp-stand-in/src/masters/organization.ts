import { Table } from '../database.ts'
import type { Database, Transaction } from '../database.ts'
import { parseProperties } from '../protocol/edm.ts'
import type { Row } from '../protocol/edm.ts'

/** Customizing that no query service returns: companies of plants, and their storage locations. */
export const organizationTables = {
  plant: 'Plant',
  storageLocation: 'PlantStorageLocation',
} as const

export function defineOrganizationTables(database: Database): void {
  database.add(new Table(organizationTables.plant, parseProperties('Plant 4u'), ['CompanyCode']))
  database.add(
    new Table(organizationTables.storageLocation, parseProperties('Plant 4u, StorageLocation 4u'), [
      'Plant',
    ]),
  )
}

/** The plant's row (Plant, CompanyCode, Currency), or undefined if unknown. */
export function findPlant(transaction: Transaction, plant: string): Row | undefined {
  return transaction.get(organizationTables.plant, plant)
}
