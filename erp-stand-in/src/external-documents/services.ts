import type { Database, Transaction } from '../database.ts'
import { organizationTables } from '../masters/organization.ts'
import { productTables } from '../masters/product-sets.ts'
import { storeDeepRow } from '../protocol/deep-store.ts'
import type { Completion } from '../protocol/deep-store.ts'
import type { Row, Value } from '../protocol/edm.ts'
import { ODataError } from '../protocol/odata-error.ts'
import type { DeepRow, EntitySet, Service } from '../protocol/service.ts'
import { parseProperties } from '../protocol/edm.ts'
import { defineInfoRecordSets, infoRecordServiceName } from './info-record-sets.ts'
import {
  definePurchaseContractSets,
  purchaseContractServiceName,
} from './purchase-contract-sets.ts'
import {
  definePurchaseOrderSets,
  purchaseOrderServiceName,
  purchaseOrderTables,
} from './purchase-order-sets.ts'
import { requisitionFunctions } from './requisition-functions.ts'
import {
  defineRequisitionSets,
  requisitionServiceName,
  requisitionTables,
} from './requisition-sets.ts'
import {
  defineReservationSets,
  reservationServiceName,
  reservationTables,
} from './reservation-sets.ts'
import {
  defineSalesOrderSets,
  salesOrderServiceName,
  salesOrderTables,
} from './sales-order-sets.ts'

/** Number ranges of documents numbered by the ERP, by header set. */
const numberRanges: Record<string, { readonly key: string; readonly first: number }> = {
  A_PurchaseContract: { key: 'PurchaseContract', first: 4_600_000_000 },
  A_PurchaseOrder: { key: 'PurchaseOrder', first: 4_500_000_000 },
  A_PurchaseRequisitionHeader: { key: 'PurchaseRequisition', first: 10_000_000 },
  A_ReservationDocumentHeader: { key: 'Reservation', first: 1000 },
  A_SalesOrder: { key: 'SalesOrder', first: 1 },
}

/** The column that links every row of a service to its header, and the header's table. */
const headers: Record<string, { readonly table: string; readonly columns: readonly string[] }> = {
  [purchaseOrderServiceName]: {
    table: purchaseOrderTables.order,
    columns: ['PurchaseOrder', 'PurchasingDocument'],
  },
  [salesOrderServiceName]: { table: salesOrderTables.order, columns: ['SalesOrder'] },
}

/** Purchase contracts and orders, requisitions, reservations and sales orders. */
export function externalDocumentServices(database: Database): Service[] {
  return [
    documentService(purchaseContractServiceName, definePurchaseContractSets(database), new Map()),
    documentService(infoRecordServiceName, defineInfoRecordSets(database), new Map()),
    documentService(purchaseOrderServiceName, definePurchaseOrderSets(database), new Map()),
    documentService(
      requisitionServiceName,
      defineRequisitionSets(database),
      requisitionFunctions(parseProperties('PurchaseRequisition 10a, PurchaseRequisitionItem 5n')),
    ),
    documentService(reservationServiceName, defineReservationSets(database), new Map()),
    documentService(salesOrderServiceName, defineSalesOrderSets(database), new Map()),
  ]
}

function documentService(
  name: string,
  sets: Map<string, EntitySet>,
  functions: Service['functions'],
): Service {
  const service: Service = {
    name,
    sets,
    functions,
    create: (set, entity, context) =>
      context.database.transact((transaction) => {
        const row = createDocument(service, transaction, set, entity, context.user)
        touchHeader(transaction, name, row)
        return row
      }),
    update: (set, row, changed, transaction) => {
      const keys = Object.fromEntries(set.keys.map((key) => [key.name, row[key.name] ?? '']))
      const stamp = set.versionColumn === null ? {} : { [set.versionColumn]: transaction.moment }
      transaction.patch(set.table.name, row, { ...changed, ...keys, ...stamp })
      touchHeader(transaction, name, row)
    },
    remove: (set, row, transaction) => {
      removeRow(service, set, row, transaction)
      touchHeader(transaction, name, row)
    },
  }
  return service
}

/** Stores a document from a caller or the seed; an existing key is refused. */
function createDocument(
  service: Service,
  transaction: Transaction,
  set: EntitySet,
  entity: DeepRow,
  user: string,
): Row {
  const keys = set.keys.map((key) => entity.row[key.name] ?? '')
  if (transaction.get(set.table.name, ...keys) !== undefined) {
    throw new ODataError(400, '06/002', `${set.name} ${keys.join(' ')} already exists`)
  }
  return storeDeepRow(service, transaction, set, entity, completion(transaction, user))
}

/** Fills numbers, dates, timestamps and derived columns. */
export function completion(transaction: Transaction, user: string): Completion {
  const today = new Date(transaction.moment).toISOString().slice(0, 10)
  return (set, row, parent) => {
    const range = numberRanges[set.name]
    if (range !== undefined && (row[range.key] ?? '') === '') {
      row[range.key] = String(transaction.nextNumber(range.key, range.first))
    }
    if (set.versionColumn !== null) row[set.versionColumn] = transaction.moment
    const fill = (column: string, value: Value) => {
      if (set.byName.has(column) && row[column] === undefined) row[column] = value
    }
    fill('CreationDate', today)
    fill('CreatedByUser', user.toUpperCase().slice(0, 12))
    if (set.table.name === reservationTables.item) completeReservationItem(transaction, row, parent)
    if (set.table.name === requisitionTables.item) completeRequisitionItem(transaction, row)
    return row
  }
}

function completeReservationItem(transaction: Transaction, row: Row, header: Row | null): void {
  const product = transaction.get(productTables.product, row.Product ?? '')
  row.RecordType ??= ''
  row.GoodsMovementType ??= header?.GoodsMovementType ?? ''
  row.GoodsMovementIsAllowed ??= true
  row.BaseUnit ??= product?.BaseUnit ?? ''
  row.EntryUnit ??= row.BaseUnit
  row.DebitCreditCode ??= 'H'
  row.ResvnItmRequiredQtyInBaseUnit ??= row.ResvnItmRequiredQtyInEntryUnit ?? '0'
  row.ResvnItmRequiredQtyInEntryUnit ??= row.ResvnItmRequiredQtyInBaseUnit
}

function completeRequisitionItem(transaction: Transaction, row: Row): void {
  const plant = transaction.get(organizationTables.plant, row.Plant ?? '')
  row.CompanyCode ??= plant?.CompanyCode ?? ''
  row.ProcessingStatus ??= 'N'
}

// A changed item changes its document's timestamp, which "changed since" reads.
function touchHeader(transaction: Transaction, service: string, row: Row): void {
  const header = headers[service]
  if (header === undefined) return
  const column = header.columns.find((name) => row[name] !== undefined)
  const found = transaction.get(header.table, row[column ?? ''] ?? '')
  if (found !== undefined) {
    transaction.patch(header.table, found, { LastChangeDateTime: transaction.moment })
  }
}

// Orders are marked, never deleted; a reservation is deleted if nothing was withdrawn.
function removeRow(service: Service, set: EntitySet, row: Row, transaction: Transaction): void {
  if (set.table.name === purchaseOrderTables.item || set.table.name === purchaseOrderTables.order) {
    transaction.patch(set.table.name, row, { PurchasingDocumentDeletionCode: 'L' })
    return
  }
  for (const navigation of set.navigations.values()) {
    const target = service.sets.get(navigation.target)
    if (!navigation.many || target === undefined) continue
    const [[here, there] = ['', '']] = navigation.join
    for (const child of transaction.where(target.table.name, there, row[here] ?? '')) {
      const withdrawn = String(child.ResvnItmWithdrawnQtyInBaseUnit ?? '0')
      if (withdrawn !== '0') {
        throw new ODataError(400, 'M7/425', 'Reservation cannot be deleted: goods were withdrawn')
      }
      const below = navigation.join.every(([a, b]) => (row[a] ?? '') === (child[b] ?? ''))
      if (below) transaction.remove(target.table.name, child)
    }
  }
  transaction.remove(set.table.name, row)
}
