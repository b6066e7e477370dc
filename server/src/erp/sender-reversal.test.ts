import { randomUUID } from 'node:crypto'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestReversal } from './posting-request.ts'
import { createWorld, receiptItem, userId, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const reverse = (documentId: string) =>
  world.database.transaction((tx) =>
    requestReversal(tx, {
      companyCode: '1000',
      documentType: 'goods-receipt',
      documentId,
      postingDate: '2026-11-21' as LocalDate,
      userId,
    }),
  )

test('two steps are reversed in opposite order and the books are as before', async () => {
  const documentId = randomUUID()
  const place = receiptItem().to!
  await world.post({ documentId, step: 1 }, [{ to: { ...place, stockCategory: 'QI' } }])
  await world.post({ documentId, step: 2, goodsMovementCode: '04' }, [
    {
      movementType: '321',
      from: { ...place, stockCategory: 'QI' },
      to: place,
      purchaseOrder: '',
      purchaseOrderItem: '',
    },
  ])
  const sender = world.sender()
  await sender.drain()
  expect(world.erp.documents.map((document) => document.items[0]!.InventoryStockType)).toEqual([
    '02',
    undefined,
  ])
  expect(await world.book()).toEqual({ '1000/0001/4711/QI': '0', '1000/0001/4711/UU': '10' })
  const { reversals } = await reverse(documentId)
  expect(reversals).toHaveLength(2)
  await sender.drain()
  const cancelled = world.erp.documents
    .slice(2)
    .map((document) => document.items[0]!.ReversedMaterialDocument)
  expect(cancelled).toEqual([
    world.erp.documents[1]!.MaterialDocument,
    world.erp.documents[0]!.MaterialDocument,
  ])
  expect(await world.book()).toEqual({ '1000/0001/4711/QI': '0', '1000/0001/4711/UU': '0' })
  expect(world.settled.slice(2)).toMatchObject([
    { direction: 'reverse', step: 2 },
    { direction: 'reverse', step: 1 },
  ])
})

test('two users reversing at once: one reversal, in the outbox and in the ERP', async () => {
  const documentId = randomUUID()
  await world.post({ documentId })
  const sender = world.sender()
  await sender.drain()
  const [one, two] = await Promise.all([reverse(documentId), reverse(documentId)])
  expect(one.reversals[0]!.postingId).toBe(two.reversals[0]!.postingId)
  await sender.drain()
  expect(world.erp.documents).toHaveLength(2)
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '0' })
  expect((await reverse(documentId)).reversals[0]).toMatchObject({
    created: false,
    state: 'posted',
  })
})

test('a document somebody cancelled in the ERP itself is not cancelled twice', async () => {
  const documentId = randomUUID()
  await world.post({ documentId })
  const sender = world.sender()
  await sender.drain()
  const theirs = world.erp.cancel(world.erp.documents[0]!.MaterialDocument)!
  const { reversals } = await reverse(documentId)
  await sender.drain()
  expect(world.erp.documents).toHaveLength(2)
  expect(await world.posting(reversals[0]!.postingId)).toMatchObject({
    state: 'posted',
    materialDocument: theirs.MaterialDocument,
  })
})

test('a cancellation in the ERP between our look and our call ends with one reversal', async () => {
  const documentId = randomUUID()
  await world.post({ documentId })
  const sender = world.sender()
  await sender.drain()
  world.erp.beforeAnswer = async () =>
    void world.erp.cancel(world.erp.documents[0]!.MaterialDocument)
  const { reversals } = await reverse(documentId)
  await sender.drain()
  expect(world.erp.documents).toHaveLength(2)
  expect((await world.posting(reversals[0]!.postingId)).state).toBe('posted')
})

for (const fault of ['drop-after', 'drop-before', 'no-number'] as const)
  test(`reversal with ${fault} ends with one reversal`, async () => {
    const documentId = randomUUID()
    await world.post({ documentId })
    const sender = world.sender()
    await sender.drain()
    world.erp.faults.push(fault)
    const { reversals } = await reverse(documentId)
    await sender.drain()
    for (const seconds of [601, 61, 61]) {
      await world.pass(seconds)
      await sender.drain()
    }
    expect((await world.posting(reversals[0]!.postingId)).state).toBe('posted')
    expect(world.erp.documents).toHaveLength(2)
    expect(await world.book()).toEqual({ '1000/0001/4711/UU': '0' })
  })

test('a document reversed in the ERP may be posted anew, under a new key', async () => {
  const documentId = randomUUID()
  const first = await world.post({ documentId })
  const sender = world.sender()
  await sender.drain()
  await reverse(documentId)
  await sender.drain()
  const second = await world.post({ documentId })
  expect(second).toMatchObject({ created: true })
  expect(second.postingKey).not.toBe(first.postingKey)
  await sender.drain()
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '10' })
  const { reversals } = await reverse(documentId)
  await sender.drain()
  expect(reversals.filter((handle) => handle.created)).toHaveLength(1)
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '0' })
})
