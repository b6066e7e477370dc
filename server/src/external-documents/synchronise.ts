import type { postingObstacles } from '@kufang/contract/masters/material.ts'
import { clock } from '../document/storage/clock.ts'
import { readingProblem } from '../erp.ts'
import {
  upsertMaterialGroups,
  replaceUninspectedPlants,
  replaceValuationTypes,
  upsertMaterialUnits,
  upsertMaterials,
  upsertSuppliers,
  upsertUnits,
} from '../masters/public.ts'
import type { Database } from '../platform/database/database.ts'
import type { ErpConnections } from '../erp/gateway.ts'
import type { InterfaceCode } from '../erp/interface-settings.ts'
import { readMaterials, type Material } from '../erp/mirrors/materials.ts'
import { readPurchaseContracts } from '../erp/mirrors/purchase-contracts.ts'
import { readPurchaseOrders } from '../erp/mirrors/purchase-orders.ts'
import { readPurchaseRequests } from '../erp/mirrors/purchase-requests.ts'
import { readReservations } from '../erp/mirrors/reservations.ts'
import { readSalesOrders } from '../erp/mirrors/sales-orders.ts'
import {
  openMirrorSource,
  readSyncState,
  type MirrorRequest,
  type MirrorSource,
} from '../erp/mirrors/source.ts'
import { setMaterialGroups } from '../ledger/public.ts'
import {
  mapPurchaseOrder,
  mapPurchaseRequests,
  mapReservation,
  mapSalesOrder,
} from './map-orders.ts'
import { announcedByRequest, bookedByOrder, issuedByReservation } from './booked-by-order.ts'
import { knownOf } from './known-materials.ts'
import { inBatches } from './in-batches.ts'
import { newUnit } from './usual-units.ts'
import { mirrorConsignmentPrices } from './mirror-consignment-prices.ts'
import { mirrorDeliveries } from './outbound-deliveries.ts'
import { storeContracts } from './store-contracts.ts'
import { storeMirror, type MirroredDocument } from './store-mirror.ts'

export type MirrorName =
  | 'material'
  | 'purchase-contract'
  | 'consignment-price'
  | 'purchase-order'
  | 'purchase-request'
  | 'reservation'
  | 'sales-order'
  | 'outbound-delivery'

/** Materials first, because the others copy their descriptions; contracts before the orders that call them off. */
export const mirrorNames: readonly MirrorName[] = [
  'material',
  'purchase-contract',
  'consignment-price',
  'purchase-order',
  'purchase-request',
  'reservation',
  'sales-order',
  'outbound-delivery',
]

export const interfaceOf: Record<MirrorName, InterfaceCode> = {
  material: 'product',
  'purchase-contract': 'purchase-contract',
  'consignment-price': 'consignment-price',
  'purchase-order': 'purchase-order',
  'purchase-request': 'purchase-request',
  reservation: 'reservation',
  'sales-order': 'sales-order',
  'outbound-delivery': 'outbound-delivery',
}

export interface SynchroniseOptions {
  database: Database
  connections: ErpConnections
  /** Reads everything, not only changes since the last time. */
  isComplete?: boolean
}

/** Every mirror of documents of ours; materials, contracts, prices and deliveries are none. */
export type DocumentMirrorName = Exclude<
  MirrorName,
  'material' | 'purchase-contract' | 'consignment-price' | 'outbound-delivery'
>

/** What can be read again by numbers; deliveries by those of their orders. */
export type ReadAgainName = DocumentMirrorName | 'outbound-delivery'

interface Reading {
  options: SynchroniseOptions
  source: MirrorSource
  request: MirrorRequest
  companyCode: string
  startedAt: Date
}

const documentsOf =
  (mirror: DocumentMirrorName) =>
  ({ options, source, request, companyCode, startedAt }: Reading): Promise<number> =>
    mirrorDocuments(options, source, mirror, request, companyCode, startedAt)

/** How each mirror is read and written; they return the number of what was read. */
const readers: Readonly<Record<MirrorName, (reading: Reading) => Promise<number>>> = {
  material: ({ options, source, request, companyCode }) =>
    mirrorMaterials(options.database, source, request, companyCode),
  'purchase-contract': ({ options, source, request, companyCode }) =>
    mirrorContracts(options.database, source, request, companyCode),
  // As a whole each time: the ERP tells no time of change.
  'consignment-price': ({ options, source, companyCode }) =>
    mirrorConsignmentPrices(options.database, source, companyCode),
  'purchase-order': documentsOf('purchase-order'),
  'purchase-request': documentsOf('purchase-request'),
  reservation: documentsOf('reservation'),
  'sales-order': documentsOf('sales-order'),
  'outbound-delivery': ({ options, source, request, companyCode }) =>
    mirrorDeliveries(options.database, source, request, companyCode),
}

/** Synchronises all mirrors of all companies; returns the number of documents read. */
export async function synchroniseAll(
  options: SynchroniseOptions,
): Promise<Record<MirrorName, number>> {
  const counts = Object.fromEntries(mirrorNames.map((mirror) => [mirror, 0])) as Record<
    MirrorName,
    number
  >
  const companies = await options.database.query<{ companyCode: string }>(
    'select company_code from company where is_active order by company_code',
  )
  for (const mirror of mirrorNames) {
    for (const { companyCode } of companies)
      counts[mirror] += await synchroniseMirror(options, mirror, companyCode)
  }
  return counts
}

/**
 * Reads the changes of one mirror of one company since the last time. Written in batches, each in its own transaction;
 * the position is stored only after everything was read, so an interrupted read is repeated.
 */
export async function synchroniseMirror(
  options: SynchroniseOptions,
  mirror: MirrorName,
  companyCode: string,
): Promise<number> {
  const { database, connections } = options
  const interfaceCode = interfaceOf[mirror]
  const startedAt = new Date()
  const since = options.isComplete
    ? null
    : await readSyncState(database, companyCode, interfaceCode)
  await database.query(
    `insert into erp_sync_state (company_code, interface_code, last_started_at) values ($1, $2, $3)
     on conflict (company_code, interface_code) do update set last_started_at = excluded.last_started_at`,
    [companyCode, interfaceCode, startedAt],
  )
  try {
    const source = await openMirrorSource(connections, companyCode, interfaceCode)
    const request: MirrorRequest = { changedSince: since, companyCode }
    const count = await readers[mirror]({ options, source, request, companyCode, startedAt })
    await database.query(
      // One minute earlier, because changes committed by the ERP during the read may have an earlier timestamp.
      `update erp_sync_state set changed_until = $3::timestamptz - interval '1 minute',
         last_succeeded_at = now(), last_count = $4, last_error_zh = '', last_error_en = '' where company_code = $1 and interface_code = $2`,
      [companyCode, interfaceCode, startedAt, count],
    )
    return count
  } catch (error) {
    const { zh, en } = readingProblem(error) ?? {
      zh: '同步程序出错，详情见服务器日志',
      en: 'the synchronisation broke; the server log has the details',
    }
    await database.query(
      `update erp_sync_state set last_error_zh = $3, last_error_en = $4 where company_code = $1 and interface_code = $2`,
      [companyCode, interfaceCode, zh.slice(0, 500), en.slice(0, 500)],
    )
    throw error
  }
}

/**
 * Reads these documents of one mirror whenever they changed, without changing the stored position; returns the number
 * returned by the ERP. Throws the errors of the ERP calls.
 */
export async function readNumbers(
  options: SynchroniseOptions,
  mirror: ReadAgainName,
  companyCode: string,
  numbers: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const startedAt = new Date()
  const source = await openMirrorSource(
    options.connections,
    companyCode,
    interfaceOf[mirror],
    signal,
  )
  const request: MirrorRequest = { changedSince: null, companyCode, numbers }
  if (mirror === 'outbound-delivery')
    return mirrorDeliveries(options.database, source, request, companyCode)
  return mirrorDocuments(options, source, mirror, request, companyCode, startedAt, signal)
}

async function mirrorMaterials(
  database: Database,
  source: MirrorSource,
  request: MirrorRequest,
  companyCode: string,
): Promise<number> {
  let count = 0
  for await (const batch of inBatches(readMaterials(source, request))) {
    await database.transaction(async (tx) => {
      const units = batch.flatMap((material) =>
        [material, ...material.units].map(({ unit }) => unit),
      )
      await upsertUnits(tx, [...new Set(units)].map(newUnit))
      await upsertMaterialGroups(
        tx,
        [...new Set(batch.map((material) => material.materialGroup))]
          .filter((group) => group !== '')
          .map((materialGroup) => ({ materialGroup, name: materialGroup })),
      )
      await upsertMaterials(tx, batch.map(materialRow))
      await upsertMaterialUnits(tx, batch)
      await replaceValuationTypes(tx, batch)
      await replaceUninspectedPlants(tx, batch)
      await setMaterialGroups(
        tx,
        companyCode,
        batch.map(({ materialNo, materialGroup }) => ({ materialNo, materialGroup })),
      )
    })
    count += batch.length
  }
  return count
}

async function mirrorContracts(
  database: Database,
  source: MirrorSource,
  request: MirrorRequest,
  companyCode: string,
): Promise<number> {
  let count = 0
  for await (const batch of inBatches(readPurchaseContracts(source, request))) {
    await database.transaction((tx) => storeContracts(tx, companyCode, batch))
    count += batch.length
  }
  return count
}

const obstacleOf = ({ isSerialManaged }: Material): keyof typeof postingObstacles | null =>
  isSerialManaged ? 'serialNumbers' : null

function materialRow(material: Material) {
  const description =
    material.descriptions['ZH'] ??
    material.descriptions['EN'] ??
    Object.values(material.descriptions)[0] ??
    material.materialNo
  return {
    materialNo: material.materialNo,
    description,
    descriptionEn: material.descriptions['EN'] ?? '',
    materialGroup: material.materialGroup,
    unit: material.unit,
    isBatchManaged: material.isBatchManaged,
    isSplitValued: material.valuationTypes.length > 0,
    isSerialManaged: material.isSerialManaged,
    postingObstacle: obstacleOf(material),
    isActive: !material.isDeleted,
    ...(material.sizeOrDimension ? { specification: material.sizeOrDimension } : {}),
    ...(material.manufacturerPartNo ? { manufacturer: material.manufacturerPartNo } : {}),
    needsInspection: material.plants.some((plant) => plant.isInspectedOnReceipt),
    changedInErpAt: material.changedAt || null,
  }
}

// oxlint-disable-next-line max-lines-per-function -- one branch per mirrored document, all with the same tools
async function mirrorDocuments(
  { database, connections }: SynchroniseOptions,
  source: MirrorSource,
  mirror: DocumentMirrorName,
  request: MirrorRequest,
  companyCode: string,
  readAt: Date,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  const { today } = clock()
  const plants = new Map(
    (
      await database.query<{ plant: string; companyCode: string }>(
        'select plant, company_code from plant',
      )
    ).map((row) => [row.plant, row.companyCode]),
  )
  const isOurs = (items: readonly { plant: string }[]) =>
    items.some((item) => plants.get(item.plant) === companyCode)
  const store = async (documents: readonly MirroredDocument[]) => {
    await database.transaction((tx) =>
      storeMirror(
        tx,
        mirror,
        companyCode,
        documents.filter((document) => document.companyCode === companyCode),
        readAt,
      ),
    )
    count += documents.length
  }
  const describe = (items: Parameters<typeof knownOf>[2]) => knownOf(database, companyCode, items)
  if (mirror === 'purchase-order') {
    const receipts = await openMirrorSource(connections, companyCode, 'material-document', signal)
    for await (const batch of inBatches(readPurchaseOrders(source, request, receipts))) {
      const known = await describe(batch.flatMap((order) => order.items))
      await rememberSuppliers(
        database,
        batch.map((order) => order.supplierNo),
      )
      const booked = await bookedByOrder(
        database,
        companyCode,
        batch.map((order) => order.orderNo),
      )
      await store(batch.map((order) => mapPurchaseOrder(order, known, booked, today)))
    }
  } else if (mirror === 'purchase-request') {
    const items = []
    for await (const item of readPurchaseRequests(source, request)) items.push(item)
    const known = await describe(items)
    await store(
      mapPurchaseRequests(
        items.map((item) => ({
          ...item,
          companyCode: item.companyCode || plants.get(item.plant) || '',
        })),
        known,
        await announcedByRequest(
          database,
          companyCode,
          items.map((item) => item.requestNo),
        ),
        today,
      ),
    )
  } else if (mirror === 'reservation') {
    const open = await database.query<{ docNo: string }>(
      `select doc_no from reservation where company_code = $1 and state = 'synced'`,
      [companyCode],
    )
    const wanted = request.numbers
      ? { numbers: request.numbers }
      : { openNumbers: open.map((row) => row.docNo) }
    for await (const batch of inBatches(readReservations(source, wanted))) {
      const own = batch.filter((one) => isOurs(one.items))
      const known = await describe(own.flatMap((one) => one.items))
      const issued = await issuedByReservation(
        database,
        companyCode,
        own.map((one) => one.reservationNo),
      )
      await store(own.map((one) => mapReservation(one, companyCode, known, issued, today)))
    }
  } else {
    for await (const batch of inBatches(readSalesOrders(source, request))) {
      const own = batch.filter((one) => isOurs(one.items))
      const known = await describe(own.flatMap((one) => one.items))
      await store(own.map((one) => mapSalesOrder(one, companyCode, known, today)))
    }
  }
  return count
}

/** Inserts suppliers named by orders but not yet known, so that no reference dangles. */
async function rememberSuppliers(database: Database, numbers: readonly string[]): Promise<void> {
  const wanted = [...new Set(numbers)].filter((number) => number !== '')
  const known = await database.query<{ supplierNo: string }>(
    'select supplier_no from supplier where supplier_no = any($1)',
    [wanted],
  )
  const missing = wanted.filter((number) => !known.some((row) => row.supplierNo === number))
  if (missing.length > 0)
    await database.transaction((tx) =>
      upsertSuppliers(
        tx,
        missing.map((supplierNo) => ({ supplierNo, name: supplierNo, isActive: true })),
      ),
    )
}
