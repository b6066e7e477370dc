import { afterAll, beforeAll, expect, test } from 'vitest'
import '../effects.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { runProofs } from '../ledger/public.ts'
import { mirrorId, worker } from './testing/worker.ts'
import { seedCompany, staff } from './testing/small-company.ts'
import { mayInspect } from './testing/world.ts'

let database: Database
let testDatabase: TestDatabase
const people = staff()

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ connectionString: testDatabase.connectionString })
  await seedCompany(database)
})

afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const balances = () =>
  database.query(
    `select material_no, bin, stock_category, quantity, reserved from stock_balance where quantity > 0 order by 1, 2, 3`,
  )

test('what is ordered is announced, arrives, is inspected in part, received, reviewed, asked for and issued', async () => {
  const supplier = worker(database, people.supplier)
  const keeper = worker(database, people.keeper)
  const leader = worker(database, people.leader)
  const inspector = worker(database, people.inspector)
  const order = await mirrorId(database, 'purchase_order', '4500000001')

  const note = await supplier.create('delivery-note', {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [
      { source: { id: order, lineNo: 10 }, quantity: '100' },
      { source: { id: order, lineNo: 20 }, quantity: '20' },
    ],
    actionAfterCreate: 'submit',
  })
  expect(note.state).toBe('submitted')
  await keeper.act('delivery-note', note.id, 'confirm', {
    input: { appointmentSlot: '08:00-10:00' },
  })

  const proposed = await keeper.prefill('arrival', [
    { id: note.id, lineNo: 1 },
    { id: note.id, lineNo: 2 },
  ])
  const arrival = await keeper.create('arrival', { ...proposed, actionAfterCreate: 'confirm' })
  expect(arrival.state).toBe('arrived')
  expect(await balances()).toEqual([
    { materialNo: 'M-VALVE', bin: 'R-01', stockCategory: 'QI', quantity: '20', reserved: '0' },
  ])

  // Only lines without inspection can be received yet.
  expect(await keeper.offered('goods-receipt', arrival.docNo)).toEqual([1])

  const [notice] = await database.query<{ id: string }>('select id from inspection_notice')
  const { account, userName } = people.inspector
  await database.query(
    `insert into app_user (account, user_name, password_hash, created_by, changed_by)
     values ($1, $2, 'x', gen_random_uuid(), gen_random_uuid())`,
    [account, userName],
  )
  await mayInspect(database, account)
  await inspector.act('inspection-notice', notice!.id, 'assign', {
    input: { inspectionUnit: '质检站', inspectionMethod: 'full', inspectorAccount: account },
  })
  await inspector.act('inspection-notice', notice!.id, 'confirmTime', {
    input: {
      unpackingAt: '2099-12-01T02:00:00Z',
      unpackingPlace: '卸货区',
      attendees: ['供应商', '用户'],
    },
  })
  await inspector.act('inspection-notice', notice!.id, 'confirmInspector')
  const inspection = await inspector.create('inspection-order', {
    header: { inspectionMethod: 'full' },
    lines: [
      {
        source: { id: notice!.id, lineNo: 1 },
        quantity: '20',
        acceptedQuantity: '18',
        rejectedQuantity: '2',
        defectClass: 'surface',
      },
    ],
    actionAfterCreate: 'decide',
  })
  expect(inspection.state).toBe('partlyQualified')

  expect(await keeper.offered('goods-receipt', arrival.docNo)).toEqual([1, 2])
  const taking = await keeper.prefill('goods-receipt', [
    { id: arrival.id, lineNo: 1 },
    { id: arrival.id, lineNo: 2 },
  ])
  expect(
    taking.lines.map((line) => [line['stockCategory'], line['quantity'], line['bin']]),
  ).toEqual([
    ['UU', '100', 'A-01'],
    ['UU', '18', 'A-01'],
    ['BL', '2', 'X-01'],
  ])
  const receipt = await keeper.create('goods-receipt', {
    header: {},
    lines: taking.lines,
    actionAfterCreate: 'receive',
  })
  expect(receipt.state).toBe('received')
  expect(await keeper.offered('goods-receipt', arrival.docNo)).toEqual([])
  await leader.act('goods-receipt', receipt.id, 'review')
  expect(await balances()).toEqual([
    { materialNo: 'M-BOLT', bin: 'A-01', stockCategory: 'UU', quantity: '100', reserved: '0' },
    { materialNo: 'M-VALVE', bin: 'A-01', stockCategory: 'UU', quantity: '18', reserved: '0' },
    { materialNo: 'M-VALVE', bin: 'X-01', stockCategory: 'BL', quantity: '2', reserved: '0' },
  ])

  const reservation = await mirrorId(database, 'reservation', '0000080001')
  const requester = worker(database, people.requester)
  const head = worker(database, people.head, ['LLDSP'])
  const asked = await requester.create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '40' }],
    actionAfterCreate: 'submit',
  })
  await head.act('requisition', asked.id, 'approve')
  expect(await balances()).toContainEqual({
    materialNo: 'M-BOLT',
    bin: 'A-01',
    stockCategory: 'UU',
    quantity: '100',
    reserved: '40',
  })

  const picking = await keeper.prefill('goods-issue', [{ id: asked.id, lineNo: 1, quantity: '30' }])
  const issue = await keeper.create('goods-issue', {
    header: { recipient: '张三' },
    lines: picking.lines,
    actionAfterCreate: 'issue',
  })
  await leader.act('goods-issue', issue.id, 'review')
  expect(await balances()).toContainEqual({
    materialNo: 'M-BOLT',
    bin: 'A-01',
    stockCategory: 'UU',
    quantity: '70',
    reserved: '10',
  })
  expect((await keeper.read('goods-issue', issue.id)).header.erpState).toBe('unposted')

  // Reversal, possible in one order only.
  await keeper.act('goods-issue', issue.id, 'requestReversal', { input: { reason: '错发' } })
  await leader.act('goods-issue', issue.id, 'approveReversal')
  await keeper.act('goods-issue', issue.id, 'reversePhysical', { input: { reason: '错发' } })
  expect(await balances()).toContainEqual({
    materialNo: 'M-BOLT',
    bin: 'A-01',
    stockCategory: 'UU',
    quantity: '100',
    reserved: '40',
  })
  await expect(
    keeper.act('arrival', arrival.id, 'reversePhysical', { input: { reason: '错收' } }),
  ).rejects.toMatchObject({ code: 'successor-stands', params: { by: receipt.docNo } })
  await head.act('requisition', asked.id, 'withdrawApproval')
  await requester.act('requisition', asked.id, 'withdraw')
  await requester.remove('requisition', asked.id)
  await keeper.act('goods-receipt', receipt.id, 'requestReversal', { input: { reason: '错收' } })
  await leader.act('goods-receipt', receipt.id, 'approveReversal')
  await keeper.act('goods-receipt', receipt.id, 'reversePhysical', { input: { reason: '错收' } })
  await expect(
    keeper.act('arrival', arrival.id, 'reversePhysical', { input: { reason: '错收' } }),
  ).rejects.toMatchObject({ code: 'successor-stands' })
  const secondInspector = worker(database, people.secondInspector)
  await secondInspector.act('inspection-order', inspection.id, 'withdraw', {
    input: { reason: '错判' },
  })
  await keeper.act('arrival', arrival.id, 'reversePhysical', { input: { reason: '错收' } })
  await keeper.act('delivery-note', note.id, 'withdrawConfirmation')
  const orderLine = async () =>
    (
      await database.query(
        'select held_quantity, done_quantity from purchase_order_line where document_id = $1 and line_no = 10',
        [order],
      )
    )[0]
  expect(await orderLine()).toEqual({ heldQuantity: '0', doneQuantity: '100' })
  // A withdrawn note is a draft again: it announces nothing but still holds the quantity.
  await supplier.act('delivery-note', note.id, 'withdraw')
  expect(await orderLine()).toEqual({ heldQuantity: '100', doneQuantity: '0' })
  await supplier.remove('delivery-note', note.id)
  expect(await balances()).toEqual([])
  expect(await orderLine()).toEqual({ heldQuantity: '0', doneQuantity: '0' })
  for (const proof of await runProofs(database)) expect(proof.rows, proof.name).toEqual([])
})
