import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import { standInSeed } from '../erp/testing/seed.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'
import { standInPassword, startStandIn } from '../erp/testing/stand-in.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import { startTestServer, type TestServer } from '../platform/testing/test-server.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { storeMirror } from './store-mirror.ts'

const password = 'Kufang@2026'
let test: TestDatabase
let standIn: StandIn
let server: TestServer
let token: string
let orders: Record<string, string>

const post = <T = FailureData>(url: string, payload: object, as = token) =>
  server.call<T>('POST', url, { token: as, payload, headers: { 'idempotency-key': newId() } })

const announce = (
  orderNo: string,
  quantity: string,
  as = token,
  lineNo = 10,
  deliveryMode = 'warehouse',
) =>
  post(
    '/api/documents/delivery-note',
    {
      header: { etaDate: '2099-12-01', deliveryMode },
      lines: [{ source: { id: orders[orderNo], lineNo }, quantity }],
    },
    as,
  )

const act = async (
  type: string,
  id: string,
  action: string,
  by = token,
  given: { input?: object; lines?: readonly object[] } = {},
) => {
  const read = await server.call<{ header: { version: number } }>(
    'GET',
    `/api/documents/${type}/${id}`,
    { token },
  )
  const { version } = read.body.datas.header
  return server.call<FailureData>('POST', `/api/documents/${type}/${id}/actions/${action}`, {
    token: by,
    payload: { version, ...given },
    headers: { 'idempotency-key': newId() },
  })
}

/** Somebody else, who may do everything too. */
async function colleague(account: string): Promise<string> {
  await ensureUser(server.database, { account, userName: '保管员', password, roles: ['admin'] })
  return server.tokenOf(account, password)
}

const idOf = (answer: { body: { datas: unknown } }) => (answer.body.datas as { id: string }).id

/** A new order of ten pieces in its first item, which the mirror has read. */
async function orderedNow(purchaseOrder: string): Promise<void> {
  const [like] = standInSeed.purchaseOrders
  const [item, other] = like!.items
  await standIn.control('POST', '/stand-in/seed', {
    purchaseOrders: [{ ...like, purchaseOrder, items: [{ ...item, quantity: '10' }, other] }],
  })
  expect((await post('/api/external-documents/purchase-order/synchronise', {})).status).toBe(200)
  const [row] = await server.database.query<{ id: string }>(
    'select id from purchase_order where doc_no = $1',
    [purchaseOrder],
  )
  orders[purchaseOrder] = row!.id
}

const changeOrder = (purchaseOrder: string, change: object) =>
  standIn.control('POST', '/stand-in/purchase-orders/change', { purchaseOrder, ...change })

/** Makes the last read older than the freshness limit. */
const age = () =>
  server.database.query(`update purchase_order set synced_at = synced_at - interval '1 minute'`)

const mirroredQuantity = async (orderNo: string) =>
  (
    await server.database.query<{ quantity: string }>(
      `select quantity from purchase_order_line where document_id = $1 and line_no = 10`,
      [orders[orderNo]],
    )
  )[0]?.quantity

beforeAll(async () => {
  test = await createTestDatabase()
  standIn = await startStandIn()
  await standIn.control('POST', '/stand-in/seed', standInSeed)
  server = await startTestServer(test.connectionString, { erpUrl: standIn.url })
  const { database } = server
  await database.query(`insert into company (company_code, name) values ('1000', '甲')`)
  await database.query(
    `insert into plant (company_code, plant, name) values ('1000', '1000', '一厂')`,
  )
  await database.query(
    `insert into storage_location (company_code, plant, storage_location, name) values ('1000', '1000', '0001', '一库')`,
  )
  await ensureUser(database, { account: 'admin', userName: '管理员', password, roles: ['admin'] })
  token = await server.tokenOf('admin', password)
  for (const code of ['purchase-order', 'material-document', 'product']) {
    const answer = await server.call('PUT', `/api/erp/interfaces/${code}`, {
      token,
      payload: {
        account: 'KUFANG',
        secret: standInPassword,
        sapClient: '100',
        timeoutMs: 20_000,
      },
      headers: { 'idempotency-key': newId() },
    })
    expect(answer.status).toBe(200)
  }
  for (const mirror of ['material', 'purchase-order'])
    expect((await post(`/api/external-documents/${mirror}/synchronise`, {})).status).toBe(200)
  const rows = await database.query<{ docNo: string; id: string }>(
    'select doc_no, id from purchase_order',
  )
  orders = Object.fromEntries(rows.map(({ docNo, id }) => [docNo, id]))
})

afterAll(async () => {
  await server?.close()
  await standIn?.stop()
  await test?.drop()
})

it('checks a delivery note against what the ERP says of the order at this moment', async () => {
  await changeOrder('4500000001', { item: '10', quantity: '40' })
  await age()
  const refused = await announce('4500000001', '45')
  expect([refused.status, refused.body.datas]).toMatchObject([
    422,
    { code: 'quantity-exceeds-tolerance', line: 1, field: 'quantity' },
  ])
  expect(await mirroredQuantity('4500000001')).toBe('40')
  await age()
  expect((await announce('4500000001', '44')).status).toBe(200)
})

it('keeps which plant supplies an internal order once, in its header; an order to a supplier names none', async () => {
  const supplying = await server.database.query(
    `select doc_no, supplying_plant from purchase_order order by doc_no`,
  )
  expect(supplying).toEqual([
    { docNo: '4500000001', supplyingPlant: null },
    { docNo: '4500000002', supplyingPlant: null },
    { docNo: '4500000003', supplyingPlant: '2000' },
  ])
  const shown = await server.call<{ header: object; lines: object[] }>(
    'GET',
    `/api/documents/purchase-order/${orders['4500000003']}`,
    { token },
  )
  expect(shown.body.datas.header).toMatchObject({ supplyingPlant: '2000' })
  expect(shown.body.datas.lines.map((line) => 'supplyingPlant' in line)).toEqual([false, false])
})

it('reads nothing from the ERP for who may not create such a document, or not see the order', async () => {
  const { database } = server
  const someone = { userName: '某人', password, ...wholeCompany }
  const company = [{ companyCode: '1000' }]
  await database.query(
    `insert into plant (company_code, plant, name) values ('1000', '1001', '三厂') on conflict do nothing`,
  )
  await ensureUser(database, { ...someone, account: 'nobuyer', roles: ['KCCX'], plants: company })
  await ensureUser(database, {
    ...someone,
    account: 'elsewhere',
    roles: ['SHDCJCGY'],
    plants: [{ companyCode: '1000', plant: '1001' }],
  })
  await changeOrder('4500000001', { item: '10', quantity: '41' })
  await age()
  const before = await mirroredQuantity('4500000001')
  const codes: string[] = []
  for (const account of ['nobuyer', 'elsewhere'])
    codes.push(
      (await announce('4500000001', '1', await server.tokenOf(account, password))).body.datas.code,
    )
  expect(codes[0]).toBe('role-missing')
  expect(codes[1]).not.toBe('role-missing')
  expect(await mirroredQuantity('4500000001')).toBe(before)
})

it('refuses to draw from a line that was deleted in the ERP a moment ago', async () => {
  await changeOrder('4500000002', { item: '10', isDeleted: true })
  await age()
  expect((await announce('4500000002', '1')).body.datas.code).toBe('order-deleted')
})

it('announces nothing of an item while it is blocked in the ERP, and goes on once the block is lifted', async () => {
  await changeOrder('4500000003', { item: '10', isBlocked: true })
  await age()
  expect((await announce('4500000003', '1')).body.datas.code).toBe('order-blocked')
  const [mirrored] = await server.database.query<Record<string, unknown>>(
    `select h.state, l.is_blocked, l.is_deleted from purchase_order h join purchase_order_line l on l.document_id = h.id
     where h.doc_no = '4500000003' and l.line_no = 10`,
  )
  expect(mirrored).toEqual({ state: 'synced', isBlocked: true, isDeleted: false })
  await changeOrder('4500000003', { item: '10', isDeleted: false })
  await age()
  const answer = await announce('4500000003', '1')
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
})

it('reads the order again when its goods are confirmed at the gate, and refuses what was deleted meanwhile', async () => {
  const note = await announce('4500000001', '2', token, 20)
  expect(note.status, JSON.stringify(note.body)).toBe(200)
  const noteId = (note.body.datas as unknown as { id: string }).id
  const { database } = server
  const keeper = await colleague('keeper')
  await database.query(
    `insert into bin (company_code, plant, storage_location, bin, purpose, hazard_class) values ('1000', '1000', '0001', 'A-01', 'receiving', '')`,
  )
  expect((await act('delivery-note', noteId, 'submit')).status).toBe(200)
  expect(
    (
      await act('delivery-note', noteId, 'confirm', keeper, {
        input: { appointmentSlot: '08:00-10:00' },
      })
    ).status,
  ).toBe(200)
  const arrival = (confirms: boolean) =>
    post('/api/documents/arrival', {
      header: { visualCheck: 'intact' },
      lines: [{ source: { id: noteId, lineNo: 1 }, quantity: '1', bin: 'A-01' }],
      ...(confirms && { actionAfterCreate: 'confirm' }),
    })
  const draft = await arrival(false)
  expect(draft.status, JSON.stringify(draft.body)).toBe(200)
  const draftId = (draft.body.datas as unknown as { id: string }).id
  await changeOrder('4500000001', { item: '20', isDeleted: true })
  await age()
  const refused = (await arrival(true)).body.datas
  expect(refused).toMatchObject({ code: 'order-deleted', params: { source: '4500000001/20' } })
  await changeOrder('4500000001', { item: '20', isDeleted: false })
  await server.database.query('update purchase_order_line set is_deleted = false')
  await changeOrder('4500000001', { item: '20', isDeleted: true })
  await age()
  expect((await act('arrival', draftId, 'confirm')).body.datas.code).toBe('order-deleted')
  await changeOrder('4500000001', { item: '20', isDeleted: false })
})

it('reads the order again before goods are sent straight to their unit, and before the unit signs', async () => {
  const { database } = server
  await database.query(
    `insert into picking_unit (company_code, picking_unit, name, cost_center) values ('1000', 'U1', '一车间', 'CC100')`,
  )
  await database.query(
    `insert into requester (company_code, requester, name, picking_unit) values ('1000', 'P1', '张三', 'U1')`,
  )
  await database.query(`update material set needs_inspection = false where material_no = '4711'`)
  await orderedNow('4500000011')
  const keeper = await colleague('sender')
  const note = idOf(await announce('4500000011', '4', token, 10, 'direct'))
  await act('delivery-note', note, 'submit')
  await act('delivery-note', note, 'confirm', keeper, { input: { appointmentSlot: '08:00-10:00' } })
  const draft = await post(
    '/api/documents/direct-receipt',
    {
      header: { pickingUnit: 'U1', deliveryPlace: '2 号门' },
      lines: [{ source: { id: note, lineNo: 1 }, quantity: '4' }],
    },
    keeper,
  )
  expect(draft.status, JSON.stringify(draft.body)).toBe(200)
  const receipt = idOf(draft)
  const order = (change: object) =>
    changeOrder('4500000011', { item: '10', ...change }).then(() => age())
  const codeOf = async (action: string, by: string, given = {}) =>
    (await act('direct-receipt', receipt, action, by, given)).body.datas.code
  await order({ isDeleted: true })
  expect(await codeOf('dispatch', keeper)).toBe('order-deleted')
  await order({ isDeleted: false })
  expect((await act('direct-receipt', receipt, 'dispatch', keeper)).status).toBe(200)
  await order({ isBlocked: true })
  const input = { signedBy: 'P1', visualCheck: 'intact' }
  expect(await codeOf('sign', token, { input })).toBe('order-blocked')
  await order({ isDeleted: false })
  await order({ isDeleted: true })
  expect(
    await codeOf('signPartly', token, {
      input: { ...input, reason: '数量多于需要' },
      lines: [{ lineNo: 1, acceptedQuantity: '3' }],
    }),
  ).toBe('order-deleted')
  await order({ isDeleted: false })
  const signed = await act('direct-receipt', receipt, 'sign', token, { input })
  expect(signed.status, JSON.stringify(signed.body)).toBe(200)
})

it('reads the orders again that are named for goods without papers, or that fit them best', async () => {
  const { database } = server
  await orderedNow('4500000012')
  const came = await post(
    '/api/documents/unannounced-arrival',
    {
      page: '/receive/queryReceiveManagerToSupplement',
      companyCode: '1000',
      header: {
        supplierNo: '100001',
        plant: '1000',
        storageLocation: '0001',
        cause: '紧急采购，订单未下达',
        visualCheck: 'intact',
      },
      lines: [{ materialNo: '4711', quantity: '10', bin: 'A-01' }],
      actionAfterCreate: 'receive',
    },
    await colleague('gate'),
  )
  expect(came.status, JSON.stringify(came.body)).toBe(200)
  const id = idOf(came)
  const named = { purchaseOrderNo: '4500000012', purchaseOrderLine: 10 }
  const supplement = (order: object) =>
    act('unannounced-arrival', id, 'supplement', token, {
      input: { reference: 'FH88300' },
      lines: [{ lineNo: 1, quantitySupplemented: '10', ...order }],
    })
  await changeOrder('4500000012', { item: '10', isDeleted: true })
  await age()
  expect((await supplement(named)).body.datas.code).toBe('order-deleted')
  // Of the mirror it fits best: nothing else is open.
  await database.query(`update purchase_order_line set is_deleted = true where document_id <> $1`, [
    orders['4500000012'],
  ])
  await database.query(`update purchase_order_line set is_deleted = false where document_id = $1`, [
    orders['4500000012'],
  ])
  await age()
  expect((await supplement({})).body.datas.code).toBe('order-item-none')
  await database.query(`update purchase_order_line set is_deleted = false`)
  await changeOrder('4500000012', { item: '10', isDeleted: false })
  await age()
  const done = await supplement(named)
  expect(done.status, JSON.stringify(done.body)).toBe(200)
})

it('goes on with what was read last where the ERP does not answer, and says so in the log', async () => {
  await standIn.control('POST', '/stand-in/faults', {
    kind: 'hang-before',
    match: { method: 'ANY' },
  })
  await age()
  const answer = await announce('4500000003', '5')
  await standIn.control('DELETE', '/stand-in/faults')
  expect(answer.status).toBe(200)
  expect(server.logged()).toContain('a mirror could not be read again')
})

it('never writes an older answer over a newer one', async () => {
  const [before] = await server.database.query<{ syncedAt: string }>(
    `select synced_at from purchase_order where doc_no = '4500000003'`,
  )
  await server.database.transaction((tx) =>
    storeMirror(
      tx,
      'purchase-order',
      '1000',
      [
        {
          companyCode: '1000',
          docNo: '4500000003',
          documentDate: '2026-11-01',
          state: 'deleted',
          header: {},
          lines: [{ lineNo: 10, quantity: '1.000' }],
        },
      ],
      new Date(Date.parse(before!.syncedAt) - 1000),
    ),
  )
  expect(await mirroredQuantity('4500000003')).toBe('100')
})
