import type { ItemHistoryResponse } from '@kufang/contract/document/item-history.ts'
import { rolesForReading } from '@kufang/contract/document/decide.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import type { Session } from '../../platform/session/session.ts'
import { walk } from '../journey/walk.ts'
import { accepted, arrived } from '../testing/core-flow.ts'
import { goods, newPlace, ordered } from '../testing/ground.ts'
import { documentCalls } from '../testing/http.ts'
import { materials, person } from '../testing/small-company.ts'
import { tradeOf, useWorld } from '../testing/trade.ts'
import { worldWalker } from '../testing/world-walker.ts'

// What became of an order item, as persons read it.

const world = useWorld()
const receipts = tradeOf(world, 'goods-receipt')
const everyone = person('管全部', ['admin'])

/** The history of a line of a document as a person gets it, with the answer's text. */
async function historySeen(session: Session, path: string) {
  const app = await documentCalls(world().database, session)
  const { statusCode, body } = await app.inject({ method: 'GET', url: `/api/documents/${path}` })
  await app.close()
  return { statusCode, body, datas: (JSON.parse(body) as { datas: ItemHistoryResponse }).datas }
}

const readerOf = (types: readonly string[], scope = {}) =>
  person(
    '查询员',
    types.flatMap((type) => rolesForReading(documentDefinition(type)!)),
    scope,
  )

const short = ({ event, book, quantity }: { event: string; book: string; quantity: string }) =>
  `${event} ${book} ${quantity}`

/** An order item of ten valves: announced, arrived, accepted, received, four of them taken back, the rest posted. */
async function partlyReceived() {
  const place = await newPlace(world())
  const arrival = await accepted(world(), place, goods(1, materials.valve))
  const { id: receipt } = await world().create('goods-receipt', {
    header: {},
    lines: [
      { source: { id: arrival, lineNo: 1 }, quantity: '10', stockCategory: 'UU', bin: 'A-01' },
    ],
    actionAfterCreate: 'receive',
  })
  await receipts.act(receipt, 'reversePart', {
    input: { reason: '实收数量有误' },
    lines: [{ lineNo: 1, quantityBack: '4' }],
  })
  await walk(worldWalker(world(), place), 'goods-receipt', receipt, ['review', 'post'])
  await world().send()
  const { header, lines } = await world().read('arrival', arrival)
  const [{ id: order } = { id: '' }] = await world().database.query<{ id: string }>(
    'select id from purchase_order where doc_no = $1',
    [lines[0]!['purchaseOrderNo']],
  )
  return { arrival, receipt, order, supplierNo: String(header['supplierNo']) }
}

test('the history of an order item has each event with its document, and the sums of what stands', async () => {
  const { order, arrival, receipt } = await partlyReceived()
  const { datas } = await historySeen(everyone, `purchase-order/${order}/history`)
  expect(datas.lineNo).toBe(1)
  expect(datas.sums.map(short).toSorted()).toEqual([
    'accepted stock 10',
    'announced announced 10',
    'arrived erp 10',
    'arrived stock 10',
    'received stock 6',
  ])
  expect(datas.rows.map((row) => `${row.documentType}: ${short(row)}`)).toEqual([
    'arrival: arrived erp 10',
    'goods-receipt: received stock -4',
    'goods-receipt: received stock 10',
    'inspection-order: accepted stock 10',
    'arrival: arrived stock 10',
    'delivery-note: announced announced 10',
  ])
  const [posted, back, received] = datas.rows
  const { docNo } = (await world().read('goods-receipt', receipt)).header
  expect(posted).toMatchObject({ documentId: arrival, userName: null })
  const [line] = (await world().read('arrival', arrival)).lines
  expect(posted!.materialDocument).toBe(line!.materialDocument)
  expect([posted!.materialDocument, received!.materialDocument]).not.toContain('')
  expect(back).toMatchObject({ documentId: receipt, documentNo: docNo, documentLine: 1 })
  expect(back!.userName).not.toBeNull()
  expect([datas.closed, datas.hasMore]).toEqual([[], false])

  // The line of the arrival is an item, too.
  const ofArrival = await historySeen(everyone, `arrival/${arrival}/history?lineNo=1`)
  expect(ofArrival.datas.sums.map(short).toSorted()).toEqual([
    'accepted stock 10',
    'received erp 6',
    'received stock 6',
    'reviewed announced 6',
  ])
})

test('of documents that a person may not read, the history gives type and number; to a supplier nothing', async () => {
  const { order, arrival, receipt, supplierNo } = await partlyReceived()
  const path = `purchase-order/${order}/history?lineNo=1`
  const all = (await historySeen(everyone, path)).datas
  const buyer = await historySeen(readerOf(['purchase-order']), path)
  expect(buyer.datas.rows).toEqual([])
  expect(buyer.datas.sums).toEqual(all.sums)
  const receiptNo = (await world().read('goods-receipt', receipt)).header.docNo
  expect(buyer.datas.closed).toHaveLength(4)
  expect(buyer.datas.closed).toContainEqual({
    documentType: 'goods-receipt',
    documentNo: receiptNo,
  })
  for (const hidden of [arrival, receipt]) expect(buyer.body).not.toContain(hidden)

  const supplier = await historySeen(
    readerOf(['delivery-note', 'purchase-order'], { supplierNo }),
    path,
  )
  expect(supplier.datas.sums.map(short)).toEqual(['announced announced 10'])
  expect(supplier.datas.rows.map(short)).toEqual(['announced announced 10'])
  expect(supplier.datas.rows[0]!.userName).toBeNull()
  expect(supplier.datas.closed).toEqual([])
  for (const hidden of [arrival, receipt, receiptNo]) expect(supplier.body).not.toContain(hidden)
})

test('a history is read by those who may read the item, and of its lines within their scope only', async () => {
  const place = await newPlace(world())
  const [valve] = goods(1, materials.valve)
  const order = await ordered(world(), place, [
    valve!,
    { ...valve!, plant: '0002', storageLocation: '' },
  ])
  const path = `purchase-order/${order}/history`
  const { lines } = await world().read('purchase-order', order)
  const [first, second] = lines.map(({ lineNo }) => lineNo)
  // Nothing has happened yet.
  const nothing = { sums: [], rows: [], hasMore: false, closed: [] }
  expect((await historySeen(everyone, path)).datas).toEqual({ lineNo: first, ...nothing })
  const statusOf = async (session: Session, wanted: string) =>
    (await historySeen(session, wanted)).statusCode
  expect(await statusOf(person('无角色', []), path)).toBe(403)
  expect(await statusOf(everyone, `${path}?lineNo=99`)).toBe(404)
  const ofPlant = person('一厂', ['admin'], { plants: ['0001'] })
  expect(await statusOf(ofPlant, `${path}?lineNo=${first}`)).toBe(200)
  expect(await statusOf(ofPlant, `${path}?lineNo=${second}`)).toBe(404)
  const other = person('二厂', ['admin'], { plants: ['0002'] })
  expect((await historySeen(other, path)).datas.lineNo).toBe(second)
  expect(await statusOf(person('三厂', ['admin'], { plants: ['0003'] }), path)).toBe(404)
  // Lines of other types are no items.
  const { notice } = await arrived(world(), place, goods(1, materials.valve))
  expect(await statusOf(everyone, `inspection-notice/${notice}/history`)).toBe(404)
})

test('a history takes the same number of statements whatever the number of documents', async () => {
  const { order, arrival, receipt } = await partlyReceived()
  const read = () => historySeen(everyone, `purchase-order/${order}/history`)
  await read()
  const before = await world().statements(read)
  await world().create('goods-receipt', {
    header: {},
    lines: [
      { source: { id: arrival, lineNo: 1 }, quantity: '4', stockCategory: 'UU', bin: 'A-01' },
    ],
    actionAfterCreate: 'receive',
  })
  expect(await world().statements(read)).toBe(before)
  expect((await read()).datas.rows[0]).toMatchObject({ event: 'received', quantity: '4' })
  expect((await read()).datas.rows[0]!.documentId).not.toBe(receipt)
})
