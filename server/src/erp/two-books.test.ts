import { anyErpMovement } from './testing/erp-movement.ts'
import { randomUUID } from 'node:crypto'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stockKey } from '../ledger/key.ts'
import { postMoves } from '../ledger/ledger.ts'
import { runProofs } from '../ledger/proofs.ts'
import { reverseMoves } from '../ledger/reversal.ts'
import { withdrawPostings } from './person-actions.ts'
import { requestPosting, requestReversal } from './posting-request.ts'
import { createWorld, receipt, receiptItem, userId, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const proof = 'physical-less-unposted-is-erp-book'
const differences = async () => {
  const results = await world.database.snapshot((tx) => runProofs(tx))
  return results.find((result) => result.name === proof)!.rows
}
const shelf = (bin: string) =>
  stockKey({ companyCode: '1000', plant: '1000', storageLocation: '0001', bin, materialNo: '4711' })
const supplier = stockKey({ companyCode: '1000', place: 'supplier', materialNo: '4711' })

/** A receipt into two bins with its posting in one transaction, as documents do it. */
async function receive(): Promise<{
  documentType: string
  documentId: string
  documentNo: string
}> {
  const document = {
    ...receipt(),
    documentId: randomUUID(),
    documentNo: `RK${randomUUID().slice(0, 8)}`,
  }
  await world.database.transaction(async (tx) => {
    const moves = await postMoves(tx, {
      ...document,
      now: new Date(),
      idempotencyPrefix: document.documentId,
      moves: ['A-01', 'A-02'].map((bin, index) => ({
        lineNo: index + 1,
        from: supplier,
        to: shelf(bin),
        quantity: '5' as Quantity,
        movementType: '101',
        postsToErp: true,
        erp: anyErpMovement,
      })),
    })
    const items = moves.map((move) =>
      receiptItem({ documentLine: move.lineNo, moveId: move.id, quantity: move.quantity }),
    )
    await requestPosting(tx, { ...document, items })
  })
  return document
}

const reverseInErp = (documentId: string) =>
  world.database.transaction((tx) =>
    requestReversal(tx, {
      companyCode: '1000',
      documentType: 'goods-receipt',
      documentId,
      postingDate: '2026-11-21' as LocalDate,
      userId,
    }),
  )

const reversePhysically = (document: { documentType: string; documentId: string }) =>
  world.database.transaction((tx) =>
    reverseMoves(tx, {
      companyCode: '1000',
      documentType: document.documentType,
      documentId: document.documentId,
      byDocumentType: 'receipt-reversal',
      byDocumentId: randomUUID(),
      byDocumentNo: 'CX1',
      userId,
      now: new Date(),
      idempotencyPrefix: randomUUID(),
    }),
  )

test('both books agree before, while and after a posting, its reversal and the physical reversal', async () => {
  const document = await receive()
  expect(await differences()).toEqual([])
  const sender = world.sender()
  await sender.drain()
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '10' })
  expect(await differences()).toEqual([])
  await reverseInErp(document.documentId)
  expect(await differences()).toEqual([])
  await sender.drain()
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '0' })
  expect(await differences()).toEqual([])
  await reversePhysically(document)
  expect(await differences()).toEqual([])
})

test('both books agree when the ERP refuses and the receipt is undone', async () => {
  world.erp.faults.push('period-closed')
  const document = await receive()
  await world.sender().drain()
  expect(await differences()).toEqual([])
  await world.database.transaction((tx) =>
    withdrawPostings(
      tx,
      { companyCode: '1000', ...document, userId, reason: 'undone' },
      async () => undefined,
    ),
  )
  await reversePhysically(document)
  expect(await differences()).toEqual([])
})

test('a book changed behind our back, and a key twice in the stock, are found', async () => {
  await receive()
  await world.sender().drain()
  await world.database.query(`update erp_book set quantity = quantity - 3`)
  expect(await differences()).toMatchObject([{ materialNo: '4711', difference: '3' }])
  await world.database.query(`update erp_book set quantity = quantity + 3`)
  expect(await differences()).toEqual([])
})
