import { randomUUID } from 'node:crypto'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterOpeningBook } from './book.ts'
import { ErpConnections } from './gateway.ts'
import type { InterfaceCode } from './interface-settings.ts'
import { readMaterials } from './mirrors/materials.ts'
import { readPurchaseContracts } from './mirrors/purchase-contracts.ts'
import { readPurchaseOrders } from './mirrors/purchase-orders.ts'
import { readPurchaseRequests } from './mirrors/purchase-requests.ts'
import { readReservations } from './mirrors/reservations.ts'
import { readSalesOrders } from './mirrors/sales-orders.ts'
import { openMirrorSource, readSyncState, recordSync } from './mirrors/source.ts'
import { readStock } from './mirrors/stock.ts'
import type { ErpPlace, PostingItemRequest, PostingRequest } from './posting-model.ts'
import { requestPosting, requestReversal } from './posting-request.ts'
import { reconcile } from './reconcile.ts'
import { reconcileDocuments } from './reconcile-documents.ts'
import { standInSeed } from './testing/seed.ts'
import { configureForStandIn, type StandIn, startStandIn } from './testing/stand-in.ts'
import type { ErpSender } from './sender.ts'
import { createWorld, receipt, receiptItem, userId, type World } from './testing/world.ts'

let world: World
let standIn: StandIn
let connections: ErpConnections
let sender: ErpSender
const yard: ErpPlace = {
  plant: '1000',
  storageLocation: '0001',
  stockCategory: 'UU',
  specialStock: '',
  specialStockReference: '',
  batch: '',
}
const project = { specialStock: 'Q', specialStockReference: 'P-100.1' } as const

beforeAll(async () => {
  world = await createWorld()
  standIn = await startStandIn()
  await world.reset()
  await configureForStandIn(world, standIn)
  connections = new ErpConnections({
    database: world.database,
    secrets: world.secrets,
    defaultBaseUrl: standIn.url,
    outgoing: { hosts: [], allowsLoopback: true },
    onError: (error) => world.errors.push(error),
  })
  await standIn.control('POST', '/stand-in/seed', standInSeed)
  sender = world.sender()
})
afterAll(async () => {
  await world.close()
  await standIn.stop()
})

const source = (code: InterfaceCode) => openMirrorSource(connections, '1000', code)

async function listOf<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const row of rows) list.push(row)
  return list
}

async function settle(requests: PostingRequest[]): Promise<string[]> {
  const ids: string[] = []
  for (const request of requests)
    ids.push((await world.database.transaction((tx) => requestPosting(tx, request))).postingId)
  await drain()
  return ids
}

/** Works until nothing is open, skipping waiting times requested by the ERP. */
async function drain(): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await sender.drain()
    const open = await world.database.query(
      `select 1 from erp_posting where state in ('pending', 'sending', 'unknown')`,
    )
    if (open.length === 0) return
    await world.pass(60)
  }
}

const item = (change: Partial<PostingItemRequest>): PostingItemRequest =>
  receiptItem({ to: yard, ...change })
const document = (change: Partial<PostingRequest>): PostingRequest => ({
  ...receipt(),
  documentId: randomUUID(),
  items: [item({})],
  ...change,
})
const orders = async (request: Parameters<typeof readPurchaseOrders>[1]) =>
  listOf(
    readPurchaseOrders(await source('purchase-order'), request, await source('material-document')),
  )

test('the mirrors read every page of what the ERP holds', async () => {
  const all = await orders({ companyCode: '1000' })
  expect(all.map((order) => order.orderNo)).toEqual(['4500000001', '4500000002', '4500000003'])
  expect(all[0]).toMatchObject({
    supplierNo: '100001',
    orderDate: '2026-11-01',
    currency: 'CNY',
    isDeleted: false,
  })
  expect(all[0]!.items[0]).toMatchObject({
    itemNo: '10',
    materialNo: '4711',
    quantity: '100',
    unit: 'EA',
    receivedQuantity: '0',
    deliveryDate: '2026-12-01',
    isUnlimitedOverDelivery: false,
    contractNo: '4600000007',
    contractItemNo: '10',
  })
  expect(
    await listOf(readPurchaseContracts(await source('purchase-contract'), { companyCode: '1000' })),
  ).toMatchObject([
    {
      contractNo: '4600000007',
      companyCode: '1000',
      supplierNo: '100001',
      validFrom: '2026-01-01',
      validTo: '2026-12-31',
      isDeleted: false,
    },
  ])
  expect(Number(all[0]!.items[0]!.overDeliveryPercent)).toBe(10)
  expect(all[0]!.items[1]).toMatchObject({
    isUnlimitedOverDelivery: true,
    accountAssignment: { wbsElement: 'P-100.1' },
    specialStock: 'Q',
    specialStockReference: 'P-100.1',
  })
  const materials = await listOf(readMaterials(await source('product'), {}))
  expect(materials.map((entry) => entry.materialNo).sort()).toEqual([
    '4711',
    '4712',
    '4714',
    '4715',
    'GASKET-1',
  ])
  expect(materials.find((entry) => entry.materialNo === '4712')).toMatchObject({
    isBatchManaged: true,
    unit: 'EA',
    descriptions: { ZH: '闸阀 4712' },
  })
  expect(await listOf(readPurchaseRequests(await source('purchase-request'), {}))).toMatchObject([
    { requestNo: '10000001', itemNo: '10', quantity: '5', deliveryDate: '2026-12-24' },
  ])
  const reservations = await source('reservation')
  expect(await listOf(readReservations(reservations, {}))).toMatchObject([
    {
      reservationNo: '1',
      movementType: '201',
      costCenter: 'CC100',
      items: [{ itemNo: '1', quantity: '8', withdrawnQuantity: '0', isMovementAllowed: true }],
    },
  ])
  expect(
    (await listOf(readReservations(reservations, { openNumbers: ['2'] }))).map(
      (entry) => entry.reservationNo,
    ),
  ).toEqual(['1', '2'])
  expect(await listOf(readSalesOrders(await source('sales-order'), {}))).toMatchObject([
    {
      orderNo: '1',
      customerNo: '200001',
      items: [{ itemNo: '10', quantity: '3', materialNo: '4711' }],
    },
  ])
  const stock = await listOf(readStock(await source('material-stock'), { plants: ['1000'] }))
  expect(stock).toMatchObject([
    { materialNo: '4714', quantity: '20', stockCategory: 'UU', unit: 'EA' },
    { materialNo: '4715', quantity: '4.5', stockCategory: 'BL' },
  ])
})

test('only what changed since a moment is read again', async () => {
  const before = await orders({})
  const since = new Date(
    Math.max(...before.map((order) => Date.parse(order.changedAt))) + 1,
  ).toISOString()
  expect(await orders({ changedSince: since })).toEqual([])
})

test('receipt, quality release, issue and their reversals go through the ERP and the mirrors see them', async () => {
  const inspection: ErpPlace = { ...yard, stockCategory: 'QI' }
  const receiptDocument = document({
    items: [
      item({ to: inspection, quantity: '10' as Quantity }),
      item({ to: { ...inspection, ...project }, materialNo: 'GASKET-1', purchaseOrderItem: '20' }),
    ],
  })
  const release = document({
    goodsMovementCode: '04',
    items: [
      item({
        movementType: '321',
        from: inspection,
        to: yard,
        quantity: '10' as Quantity,
        purchaseOrder: '',
        purchaseOrderItem: '',
      }),
    ],
  })
  const issue = document({
    goodsMovementCode: '03',
    items: [
      item({
        materialNo: '4714',
        movementType: '201',
        from: yard,
        to: null,
        quantity: '8' as Quantity,
        purchaseOrder: '',
        purchaseOrderItem: '',
        costCenter: 'CC100',
        reservation: '1',
        reservationItem: '1',
        finalIssue: true,
      }),
    ],
  })
  const ids = await settle([receiptDocument, release, issue])
  for (const id of ids)
    expect(await world.posting(id)).toMatchObject({ state: 'posted', sapMessageEn: '' })
  expect(await world.database.query('select message_en from erp_alarm')).toEqual([])
  expect(world.settled.find((posting) => posting.postingId === ids[0])!.items[0]).toMatchObject({
    postedAmount: '245',
    postedCurrency: 'CNY',
  })
  const [order] = await orders({ numbers: ['4500000001'] })
  expect(order!.items.map((entry) => entry.receivedQuantity)).toEqual(['10', '10'])
  expect(
    (await orders({ changedSince: new Date(Date.now() + 60_000).toISOString() })).map(
      (entry) => entry.orderNo,
    ),
  ).toEqual(['4500000001'])
  const [reservation] = await listOf(
    readReservations(await source('reservation'), { numbers: ['1'] }),
  )
  expect(reservation!.items[0]).toMatchObject({ withdrawnQuantity: '8', isCompleted: true })

  for (const entry of [issue, release, receiptDocument]) {
    const { companyCode, documentType, documentId } = entry
    await world.database.transaction((tx) =>
      requestReversal(tx, {
        companyCode,
        documentType,
        documentId,
        postingDate: '2026-11-21' as LocalDate,
        userId,
      }),
    )
    await drain()
  }
  const states = await world.database.query<{ state: string }>(
    'select distinct state from erp_posting',
  )
  expect(states).toEqual([{ state: 'posted' }])
  expect(
    (await orders({ numbers: ['4500000001'] }))[0]!.items.map((entry) => entry.receivedQuantity),
  ).toEqual(['0', '0'])
  const stock = await listOf(readStock(await source('material-stock'), {}))
  expect(stock.map((entry) => [entry.materialNo, entry.quantity])).toEqual([
    ['4714', '20'],
    ['4715', '4.5'],
  ])
  expect(new Set(Object.values(await world.book()))).toEqual(new Set(['0']))
})

test('a refusal of the ERP arrives in its own words', async () => {
  const [closed, short] = await settle([
    document({ postingDate: '2026-09-30' as LocalDate }),
    document({
      goodsMovementCode: '03',
      items: [
        item({
          materialNo: '4714',
          movementType: '201',
          from: yard,
          to: null,
          quantity: '999' as Quantity,
          purchaseOrder: '',
          purchaseOrderItem: '',
          costCenter: 'CC100',
        }),
      ],
    }),
  ])
  expect(await world.posting(closed!)).toMatchObject({ state: 'rejected', sapCode: 'M7/053' })
  expect(await world.posting(short!)).toMatchObject({ state: 'rejected', sapCode: 'M7/021' })
  expect((await world.posting(short!)).sapMessageZh).toMatch(/^ERP 库存不足：/)
  expect((await world.posting(short!)).transactionId).not.toBe('')
})

test('twenty-five postings under every fault end with one ERP document per key', async () => {
  await standIn.control('POST', '/stand-in/faults', [
    { kind: 'drop-before', probability: 0.15, seed: 1 },
    { kind: 'drop-after', probability: 0.15, seed: 2 },
    { kind: 'status-503', probability: 0.15, seed: 3 },
    { kind: 'status-500-html', probability: 0.1, seed: 4 },
    { kind: 'expired-token', probability: 0.15, seed: 5 },
    { kind: 'no-number-on-201', probability: 0.15, seed: 6 },
    { kind: 'empty-items-on-201', probability: 0.3, seed: 7 },
    { kind: 'lock-message', probability: 0.1, seed: 8 },
  ])
  const requests = Array.from({ length: 25 }, (_value, index) =>
    document({
      items: [
        item({
          materialNo: index % 2 === 0 ? '4711' : 'GASKET-1',
          purchaseOrder: '4500000002',
          purchaseOrderItem: index % 2 === 0 ? '10' : '20',
          quantity: '1' as Quantity,
          to: index % 2 === 0 ? yard : { ...yard, ...project },
        }),
      ],
    }),
  )
  const ids = await settle(requests)
  await standIn.control('DELETE', '/stand-in/faults')
  const states = await Promise.all(ids.map(async (id) => (await world.posting(id)).state))
  expect(states).toEqual(ids.map(() => 'posted'))
  expect(await standIn.control('GET', '/stand-in/duplicates')).toEqual([])
  const [order] = await orders({ numbers: ['4500000002'] })
  expect(order!.items.map((entry) => entry.receivedQuantity)).toEqual(['13', '12'])
})

test('the comparison explains what is in flight and shows the rest', async () => {
  await world.database.transaction((tx) =>
    enterOpeningBook(tx, '1000', [{ ...yard, materialNo: '4714', quantity: '20' as Quantity }]),
  )
  const physical = [
    { ...yard, materialNo: '4714', quantity: '20' as Quantity },
    { ...yard, materialNo: '4711', quantity: '12' as Quantity },
  ]
  const { rows } = await reconcile(world.database, await source('material-stock'), {
    companyCode: '1000',
    plants: ['1000'],
    readPhysical: () => Promise.resolve(physical),
  })
  const brief = rows.map((row) => [
    row.materialNo,
    row.stockCategory,
    row.erpQuantity,
    row.wmsQuantity,
    row.unexplained,
  ])
  expect(brief).toEqual([
    ['4711', 'UU', '13', '12', '1'],
    ['4714', 'UU', '20', '20', '0'],
    ['4715', 'BL', '4.5', '0', '4.5'],
    ['GASKET-1', 'UU', '12', '0', '12'],
  ])
})

test('how far a mirror has read moves on with a success only', async () => {
  const state = { companyCode: '1000', interfaceCode: 'product' as const, count: 3 }
  const [first, second] = ['2026-11-20T01:00:00.000Z', '2026-11-20T02:00:00.000Z']
  expect(await readSyncState(world.database, '1000', 'product')).toBeNull()
  await recordSync(world.database, { ...state, startedAt: first, changedUntil: first })
  const error = { zh: '连接失败', en: 'no connection' }
  await recordSync(world.database, { ...state, startedAt: second, changedUntil: second, error })
  expect(await readSyncState(world.database, '1000', 'product')).toBe(first)
  const [row] = await world.database.query(
    'select last_error_zh, last_succeeded_at from erp_sync_state',
  )
  expect(row).toMatchObject({ lastErrorZh: '连接失败' })
  expect(row!.lastSucceededAt).not.toBeNull()
})

test('documents of a day are compared both ways', async () => {
  const compare = async () =>
    reconcileDocuments(world.database, await source('material-document'), {
      companyCode: '1000',
      day: '2026-11-20' as LocalDate,
      keyField: 'MaterialDocumentHeaderText',
    })
  const before = await compare()
  expect(before.differences).toEqual([])
  expect(before.agreeing).toBeGreaterThan(20)
  const [lost] = await world.database.query<{ id: string; materialDocument: string }>(
    `select id, material_document from erp_posting where state = 'posted' and direction = 'post' and posting_date = '2026-11-20' limit 1`,
  )
  await world.database.query(
    `update erp_posting set material_document = '4999999999' where id = $1`,
    [lost!.id],
  )
  expect((await compare()).differences).toMatchObject([
    { kind: 'missing-in-erp', materialDocument: '4999999999', postingId: lost!.id },
    { kind: 'missing-here', materialDocument: lost!.materialDocument },
  ])
})
