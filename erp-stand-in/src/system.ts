import { inventoryServices } from './stocktake/services.ts'
import { Database, Table } from './database.ts'
import { defineOrderProgressTable } from './external-documents/order-progress.ts'
import { externalDocumentServices } from './external-documents/services.ts'
import { deliveryServices } from './issue/services.ts'
import { Faults } from './faults.ts'
import { Journal } from './journal.ts'
import { defineOrganizationTables } from './masters/organization.ts'
import { masterServices } from './masters/services.ts'
import { parseProperties } from './protocol/edm.ts'
import { defineIdempotencyTable } from './protocol/idempotency.ts'
import type { Service } from './protocol/service.ts'
import { Sessions } from './protocol/session.ts'
import { defaultSettings } from './settings.ts'
import type { Settings } from './settings.ts'
import { definePeriodTable } from './stock/periods.ts'
import { definePostingRecordTable } from './stock/posting-record.ts'
import { defineReceiptTable } from './stock/receipt-reference.ts'
import { defineSerialNumberTable } from './stock/serial-numbers.ts'
import { stockServices } from './stock/services.ts'
import { defineStockTables } from './stock/stock-ledger.ts'
import { defineValuationTables } from './stock/valuation.ts'

/** The stand-in without its HTTP server. */
export interface StandIn {
  readonly database: Database
  readonly services: ReadonlyMap<string, Service>
  readonly settings: Settings
  readonly sessions: Sessions
  readonly faults: Faults
  close(): void
}

/** Builds the system and replays its journal. */
export function openStandIn(folder: string, synchronous: boolean): StandIn {
  const database = new Database()
  const settings = defaultSettings()
  database.add(new Table('NumberRange', parseProperties('Range 60')))
  defineOrganizationTables(database)
  defineOrderProgressTable(database)
  defineStockTables(database)
  defineValuationTables(database)
  definePeriodTable(database)
  definePostingRecordTable(database)
  defineSerialNumberTable(database)
  defineReceiptTable(database)
  defineIdempotencyTable(database)
  const services = [
    ...masterServices(database),
    ...externalDocumentServices(database),
    ...stockServices(database, settings),
    ...deliveryServices(database, settings),
    ...inventoryServices(database, settings),
  ]
  database.add(new Table('OrdersFileLine', parseProperties('Line 9n')))
  database.add(new Table('OrdersFile', parseProperties('Name 60')))
  const journal = Journal.open(folder, database, synchronous)
  return {
    database,
    services: new Map(services.map((service) => [service.name, service])),
    settings,
    sessions: new Sessions(settings),
    faults: new Faults(),
    close: () => journal.close(),
  }
}
