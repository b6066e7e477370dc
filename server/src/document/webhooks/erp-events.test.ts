import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { expect, test } from 'vitest'
import { goods, mirrorBecomes, newPlace, ordered } from '../testing/ground.ts'
import { place as mainPlace } from '../testing/small-company.ts'
import { approveReversal, tradeOf } from '../testing/trade.ts'
import { patience, webhookWorld } from './testing/webhooks.ts'

// What comes from the ERP: the ERP states of documents, and documents mirrored from it. The rest: webhooks.test.ts.

const { world, send, deliveriesOf, program, receiverFor } = webhookWorld()
const receipts = tradeOf(world, 'goods-receipt')
const roleOf = (path: string) => cataloguePage(path).role
const receiptRoles = [roleOf('/receive/receiveRecordRow')]
const orderRoles = [roleOf('/dataCenter/purchaseOrderSearch')]

test('the ERP states of a document are posted where they are named: posted, failed, reversed', async () => {
  const states = ['posted', 'reversed', 'failed'].map((state) => `erp:${state}`)
  const { receiver } = await receiverFor(await program('books', receiptRoles), {
    documents: { 'goods-receipt': states },
  })
  const id = await receipts.make(await newPlace(world()), 'reviewed', goods(1))
  await receipts.act(id, 'post')
  await world().send()
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  const { docNo } = await receipts.header(id)
  const [posted] = receiver.received
  expect(JSON.parse(posted!.body)).toMatchObject({
    type: 'goods-receipt.erp.posted',
    data: {
      documentType: 'goods-receipt',
      documentId: id,
      documentNo: docNo,
      erpStateBefore: 'posting',
      erpStateAfter: 'posted',
      url: `/api/documents/goods-receipt/${id}`,
      document: { docNo, erpState: 'posted' },
    },
  })
  expect(posted!.data).not.toHaveProperty('stateAfter')
  await approveReversal(world(), 'goods-receipt', id)
  await receipts.act(id, 'reverse')
  await world().send()
  const after = () => receiver.received.map(({ body }) => (JSON.parse(body) as Typed).type)
  await expect
    .poll(after, patience)
    .toEqual(['goods-receipt.erp.posted', 'goods-receipt.erp.reversed'])

  const refused = await receipts.make(await newPlace(world()), 'reviewed', goods(1))
  world().erp.faults.push('period-closed')
  await receipts.act(refused, 'post')
  await world().send()
  await expect.poll(() => after().at(-1), patience).toBe('goods-receipt.erp.failed')
})

test('who wants all documents, or all states of one, gets neither ERP states nor mirrored documents', async () => {
  const roles = [...receiptRoles, ...orderRoles]
  const all = await receiverFor(await program('everything', roles))
  const whole = await receiverFor(await program('whole', roles), {
    documents: { 'goods-receipt': [] },
  })
  const id = await receipts.make(await newPlace(world()), 'reviewed', goods(1))
  await receipts.act(id, 'post')
  await world().send()
  expect((await receipts.header(id)).erpState).toBe('posted')
  const order = await ordered(world(), await newPlace(world()), goods(1))
  const queued = await deliveriesOf(id)
  expect(queued.length).toBeGreaterThan(2)
  expect(queued.map(({ stateAfter }) => stateAfter)).not.toContain('erp:posted')
  expect(await deliveriesOf(order)).toEqual([])
  for (const { receiver } of [all, whole])
    await expect
      .poll(() => receiver.received.map(({ data }) => data.stateAfter), patience)
      .toContain('reviewed')
})

test('a mirrored document is posted where it is named, when it comes and when its state changes, not otherwise', async () => {
  const { receiver } = await receiverFor(await program('orders', orderRoles), {
    documents: { 'purchase-order': [] },
  })
  const id = await ordered(world(), await newPlace(world()), goods(1))
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  expect(receiver.received[0]!.data).toMatchObject({
    documentType: 'purchase-order',
    documentId: id,
    companyCode: mainPlace.companyCode,
    stateBefore: null,
    stateAfter: 'synced',
  })
  await mirrorBecomes(world(), 'purchase-order', id, 'completed')
  await mirrorBecomes(world(), 'purchase-order', id, 'completed')
  const states = () => receiver.received.map(({ data }) => [data.stateBefore, data.stateAfter])
  await expect.poll(states, patience).toEqual([
    [null, 'synced'],
    ['synced', 'completed'],
  ])
  expect(await deliveriesOf(id)).toHaveLength(2)
})

test('a receiver names ERP states there are, of documents that have some', async () => {
  const { row } = await receiverFor(await program('naming'))
  const tried = async (documents: object) =>
    (
      await send('POST', '/api/webhooks/receivers', {
        name: `命名${JSON.stringify(documents)}`.slice(0, 60),
        url: row.url,
        account: 'naming',
        isOn: false,
        documents,
      })
    ).status
  expect(await tried({ 'goods-receipt': ['erp:posted', 'reviewed'] })).toBe(200)
  expect(await tried({ 'goods-receipt': ['erp:nowhere'] })).toBe(400)
  expect(await tried({ 'purchase-order': ['erp:posted'] })).toBe(400)
  expect(await tried({ 'purchase-order': ['completed'] })).toBe(200)
})

interface Typed {
  type: string
}
