import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../platform/database/database.ts'
import { releaseHolds } from './holds/holds.ts'
import {
  balanceOf,
  bin,
  company,
  consumption,
  documentCalled,
  failedProofs,
  hold,
  holdOf,
  lockWaits,
  move,
  openLedger,
  post,
  reverse,
  supplier,
} from './testing/ledger-fixture.ts'
import type { LedgerDatabase, TestDocument } from './testing/ledger-fixture.ts'

let ledger: LedgerDatabase

beforeAll(async () => {
  ledger = await openLedger(20)
})
afterAll(() => ledger.drop())

/** Runs a transaction without the retry of `database.transaction`, so that a deadlock fails the test. */
async function once<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  let rounds = 0
  return ledger.database.transaction((tx) => {
    rounds++
    if (rounds > 1) throw new Error('the database broke a deadlock')
    return work(tx)
  })
}

const materials = ['C-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6', 'C-7', 'C-8']

/** The materials in a different order for each actor. */
const shuffled = (seed: number) =>
  materials
    .map((material, index) => ({ material, rank: (index * 37 + seed * 101) % 53 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ material }) => material)

test('20 documents at once over the same bins in different line orders never deadlock or lose a piece', async () => {
  const receipt = documentCalled('RK0', 'goodsReceipt')
  await once((tx) =>
    post(
      tx,
      receipt,
      materials.map((materialNo, index) =>
        move(supplier({ materialNo }), bin({ materialNo }), '100', { lineNo: index + 1 }),
      ),
    ),
  )
  let refused = 0
  const issued: TestDocument[] = []
  const actor = async (seed: number) => {
    for (let round = 0; round < 5; round++) {
      const list = shuffled(seed + round)
      const document = documentCalled(`CK${seed}-${round}`)
      try {
        if (seed % 4 === 0) {
          // Unused bins, so that several transactions create the same keys concurrently.
          await once((tx) =>
            post(
              tx,
              document,
              list.map((materialNo, index) =>
                move(bin({ materialNo }), bin({ materialNo, bin: `N-${round}` }), '1', {
                  lineNo: index + 1,
                }),
              ),
            ),
          )
        } else if (seed % 4 === 1) {
          await once((tx) =>
            post(
              tx,
              document,
              list.map((materialNo, index) =>
                move(supplier({ materialNo }), bin({ materialNo }), '2', { lineNo: index + 1 }),
              ),
            ),
          )
        } else {
          await once((tx) =>
            post(
              tx,
              document,
              list.map((materialNo, index) =>
                move(bin({ materialNo }), consumption({ materialNo }), '3', { lineNo: index + 1 }),
              ),
            ),
          )
          issued.push(document)
        }
        const back = issued.pop()
        if (back !== undefined && round % 2 === 0)
          await once((tx) => reverse(tx, back, documentCalled(`CX${seed}-${round}`)))
      } catch (error) {
        if (!isRefusal(error)) throw error
        refused++
      }
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_none, seed) => actor(seed)))
  expect(await failedProofs(ledger.database)).toEqual([])
  const [least] = await ledger.database.query<{ quantity: string }>(
    'select min(quantity) as quantity from stock_balance',
  )
  const [total] = await ledger.database.query<{ moves: number }>(
    'select count(*) as moves from stock_move',
  )
  expect(Number(least?.quantity)).toBeGreaterThanOrEqual(0)
  expect(total?.moves).toBeGreaterThan(300)
  // Some of the 20 actors must have been refused for lack of stock, but not all.
  expect(refused).toBeLessThan(60)
})

test('two requisitions that want the last pieces at once: one gets them', async () => {
  const materialNo = 'C-LAST'
  const key = bin({ materialNo })
  await once((tx) => post(tx, documentCalled('RK1'), [move(supplier({ materialNo }), key, '5')]))
  const wanting = Array.from({ length: 6 }, (_none, index) =>
    documentCalled(`LL${index}`, 'requisition'),
  )
  const outcomes = await Promise.allSettled(
    wanting.map((document) => once((tx) => hold(tx, document, key, '5'))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const lucky = wanting[outcomes.findIndex(({ status }) => status === 'fulfilled')]!
  // Its issue is requested twice at once with two idempotency keys; the second finds nothing left.
  const issues = await Promise.allSettled(
    [1, 2].map(() =>
      once((tx) =>
        post(
          tx,
          documentCalled('CK1'),
          [move(key, consumption({ materialNo }), '5', { consumesHold: holdOf(lucky) })],
          { idempotencyPrefix: newId() },
        ),
      ),
    ),
  )
  expect(issues.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await failedProofs(ledger.database)).toEqual([])
})

/**
 * Starts `second` while the transaction of `first` is open, and commits `first` when the database shows that `second`
 * waits.
 */
async function overlapping<T>(
  first: (tx: Transaction) => Promise<unknown>,
  second: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let outcome: Promise<T> | undefined
  await once(async (tx) => {
    await first(tx)
    outcome = once(second)
    while ((await lockWaits(ledger.database)) === 0);
  })
  return outcome!
}

test('who reverses while another reverses the same sees what that one took back', async () => {
  const materialNo = 'C-TWICE'
  const issue = documentCalled('CK1')
  await once((tx) =>
    post(tx, documentCalled('RK1'), [move(supplier({ materialNo }), bin({ materialNo }), '9')]),
  )
  await once((tx) => post(tx, issue, [move(bin({ materialNo }), consumption({ materialNo }), '6')]))
  const second = await overlapping(
    (tx) => reverse(tx, issue, documentCalled('CX1'), { lines: [{ lineNo: 1, quantity: '4' }] }),
    (tx) => reverse(tx, issue, documentCalled('CX2')),
  )
  expect(second.map(({ quantity }) => quantity)).toEqual(['2'])
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('who gives up a reservation while an issue uses it gives up the rest only', async () => {
  const materialNo = 'C-RELEASE'
  const key = bin({ materialNo })
  const requisition = documentCalled('LL1', 'requisition')
  await once((tx) => post(tx, documentCalled('RK1'), [move(supplier({ materialNo }), key, '9')]))
  await once((tx) => hold(tx, requisition, key, '6'))
  await overlapping(
    (tx) =>
      post(tx, documentCalled('CK1'), [
        move(key, consumption({ materialNo }), '4', { consumesHold: holdOf(requisition) }),
      ]),
    (tx) =>
      releaseHolds(tx, {
        companyCode: company,
        documentType: requisition.type,
        documentId: requisition.id,
        now: new Date(),
      }),
  )
  expect(await balanceOf(ledger.database, key)).toEqual({
    quantity: parseQuantity('5'),
    reserved: '0',
    frozen: '0',
  })
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('documents that make the same 400 new keys at once, each in its own order, never deadlock', async () => {
  const materialNo = 'C-NEW'
  for (let round = 0; round < 3; round++)
    await Promise.all(
      Array.from({ length: 8 }, (_none, actor) =>
        once((tx) =>
          post(
            tx,
            documentCalled(`RK${actor}`),
            Array.from({ length: 400 }, (_nothing, index) => ({
              index,
              rank: (index * (actor * 2 + 7) + actor) % 401,
            }))
              .sort((a, b) => a.rank - b.rank)
              .map(({ index }) =>
                move(supplier({ materialNo }), bin({ materialNo, bin: `${round}-${index}` }), '1', {
                  lineNo: index + 1,
                }),
              ),
          ),
        ),
      ),
    )
  const [total] = await ledger.database.query(
    `select sum(quantity) as quantity, count(*) as keys from stock_balance where material_no = $1`,
    [materialNo],
  )
  expect(total).toEqual({ quantity: '9600', keys: 1200 })
})
