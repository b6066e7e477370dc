import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { placeHolds, releaseHolds } from './holds.ts'
import {
  balanceOf,
  bin,
  company,
  counting,
  documentCalled,
  failedProofs,
  hold,
  keeper,
  move,
  openLedger,
  post,
  refusalsOf,
  supplier,
} from '../testing/ledger-fixture.ts'
import type { LedgerDatabase, TestDocument } from '../testing/ledger-fixture.ts'

let ledger: LedgerDatabase
let material = ''
let count = 0

beforeAll(async () => {
  ledger = await openLedger()
})
beforeEach(async () => {
  material = `H-${++count}`
  await ledger.database.transaction((tx) =>
    post(tx, documentCalled('RK1'), [move(supplier({ materialNo: material }), at(), '10')]),
  )
})
afterAll(async () => {
  const failed = await failedProofs(ledger.database)
  await ledger.drop()
  expect(failed).toEqual([])
})

const at = () => bin({ materialNo: material })
const release = (
  document: TestDocument,
  lines?: { lineNo: number; quantity?: ReturnType<typeof parseQuantity> }[],
) =>
  ledger.database.transaction((tx) =>
    releaseHolds(tx, {
      companyCode: company,
      documentType: document.type,
      documentId: document.id,
      now: new Date(),
      ...(lines === undefined ? {} : { lines }),
    }),
  )

test('reservations count as reserved, all other holds as frozen, together never above what lies there', async () => {
  const document = documentCalled('LL1', 'requisition')
  await ledger.database.transaction(async (tx) => {
    await hold(tx, document, at(), '3')
    await hold(tx, document, at(), '2')
    await hold(tx, document, at(), '1', 'freeze')
    await hold(tx, document, at(), '2', 'eam')
    await hold(tx, document, at(), '1', 'scrap')
  })
  expect(await balanceOf(ledger.database, at())).toEqual({
    quantity: '10',
    reserved: '5',
    frozen: '4',
  })
  const refusals = await refusalsOf(
    ledger.database.transaction((tx) => hold(tx, documentCalled('LL2'), at(), '2', 'freeze', 7)),
  )
  expect(refusals).toEqual([
    {
      code: 'stock-frozen',
      params: {
        material,
        bin: 'A-01',
        batch: '',
        available: '1',
        wanted: '2',
        by: 'LL1',
        byType: 'requisition',
        person: '',
        until: '',
      },
      line: 7,
    },
  ])
})

test('lines are released wholly, in part or all together, and once', async () => {
  const document = documentCalled('LL1', 'requisition')
  await ledger.database.transaction(async (tx) => {
    await hold(tx, document, at(), '4', 'reservation', 1)
    await hold(tx, document, at(), '3', 'reservation', 2)
    await hold(tx, document, at(), '2', 'freeze', 3)
  })
  await release(document, [{ lineNo: 1, quantity: parseQuantity('1.5') }])
  expect(await balanceOf(ledger.database, at())).toMatchObject({ reserved: '5.5', frozen: '2' })
  const [refusal] = await refusalsOf(
    release(document, [{ lineNo: 1, quantity: parseQuantity('3') }]),
  )
  expect(refusal).toEqual({
    code: 'release-beyond-held',
    params: { wanted: '3', held: '2.5' },
    line: 1,
  })
  await release(document, [{ lineNo: 2 }])
  await release(document, [{ lineNo: 2 }])
  expect(await balanceOf(ledger.database, at())).toMatchObject({ reserved: '2.5', frozen: '2' })
  await release(document)
  expect(await balanceOf(ledger.database, at())).toMatchObject({ reserved: '0', frozen: '0' })
})

test('two releases at once give up a hold once', async () => {
  const document = documentCalled('LL1', 'requisition')
  await ledger.database.transaction((tx) => hold(tx, document, at(), '4'))
  await Promise.all([release(document), release(document), release(document)])
  expect(await balanceOf(ledger.database, at())).toMatchObject({ quantity: '10', reserved: '0' })
})

test('holding and releasing 200 lines takes as many statements as 1', async () => {
  const statementsFor = (lines: number) =>
    ledger.database.transaction(async (real) => {
      const keys = Array.from({ length: lines }, (_none, index) =>
        bin({ materialNo: material, bin: `Y-${index}` }),
      )
      await post(
        real,
        documentCalled('RK2'),
        keys.map((key) => move(supplier({ materialNo: material }), key, '2')),
      )
      const { tx, statements } = counting(real)
      const documentId = newId()
      await placeHolds(tx, {
        companyCode: company,
        documentType: 'requisition',
        documentId,
        documentNo: 'LL9',
        userId: keeper,
        now: new Date(),
        rows: keys.map((key, index) => ({
          lineNo: index + 1,
          kind: 'reservation',
          key,
          quantity: parseQuantity('1'),
        })),
      })
      const placed = statements.splice(0).length
      await releaseHolds(tx, {
        companyCode: company,
        documentType: 'requisition',
        documentId,
        now: new Date(),
      })
      return [placed, statements.length]
    })
  expect(await statementsFor(1)).toEqual([4, 4])
  expect(await statementsFor(200)).toEqual([4, 4])
})
