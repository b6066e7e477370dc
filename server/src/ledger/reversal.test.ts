import { anyErpMovement } from '../erp/testing/erp-movement.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { parseMoney } from '@kufang/kernel/money.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { releaseHolds } from './holds/holds.ts'
import { postMoves } from './ledger.ts'
import {
  balanceOf,
  bin,
  company,
  consumption,
  counting,
  documentCalled,
  failedProofs,
  hold,
  holdOf,
  keeper,
  move,
  openLedger,
  post,
  refusalsOf,
  reverse,
  supplier,
} from './testing/ledger-fixture.ts'
import type { LedgerDatabase, TestDocument } from './testing/ledger-fixture.ts'

let ledger: LedgerDatabase
let material = ''
let count = 0

beforeAll(async () => {
  ledger = await openLedger()
})
beforeEach(() => {
  material = `R-${++count}`
})
afterAll(async () => {
  const failed = await failedProofs(ledger.database)
  await ledger.drop()
  expect(failed).toEqual([])
})

const at = (parts: Parameters<typeof bin>[0] = {}) => bin({ materialNo: material, ...parts })
const source = () => supplier({ materialNo: material })
const sink = () => consumption({ materialNo: material })
const act = <T>(work: Parameters<typeof ledger.database.transaction<T>>[0]) =>
  ledger.database.transaction(work)

async function received(quantity: string, no = 'RK1'): Promise<TestDocument> {
  const document = documentCalled(no, 'goodsReceipt')
  await act((tx) => post(tx, document, [move(source(), at(), quantity)]))
  return document
}

test('a reversed receipt leaves the bin as it was, by an opposite entry', async () => {
  const receipt = await received('10')
  const moves = await act((tx) => reverse(tx, receipt, documentCalled('CX1')))
  expect(moves).toHaveLength(1)
  expect(moves[0]).toMatchObject({ quantity: '10', from: at(), to: source() })
  expect(await balanceOf(ledger.database, at())).toMatchObject({ quantity: '0' })
  expect(await act((tx) => reverse(tx, receipt, documentCalled('CX2')))).toEqual([])
})

test('parts are taken back one after the other, never more than was moved, the cents add up', async () => {
  const receipt = documentCalled('RK1', 'goodsReceipt')
  await act((tx) =>
    post(tx, receipt, [
      move(source(), at(), '10', { amount: parseMoney('0.05'), amountSource: 'order-price' }),
    ]),
  )
  const amounts: (string | null)[] = []
  for (let part = 0; part < 10; part++) {
    const [taken] = await act((tx) =>
      reverse(tx, receipt, documentCalled(`CX${part}`), { lines: [{ lineNo: 1, quantity: '1' }] }),
    )
    amounts.push(taken!.amount)
  }
  expect(amounts.filter((amount) => amount === '0.01')).toHaveLength(5)
  expect(amounts.filter((amount) => amount === '0')).toHaveLength(5)
  const [refusal] = await refusalsOf(
    act((tx) =>
      reverse(tx, receipt, documentCalled('CX'), { lines: [{ lineNo: 1, quantity: '1' }] }),
    ),
  )
  expect(refusal).toEqual({
    code: 'reversal-beyond-moved',
    params: { material, wanted: '1', left: '0' },
    line: 1,
  })
})

test('a receipt whose goods were issued names the issue that stands in the way', async () => {
  const receipt = await received('10')
  await act((tx) => post(tx, documentCalled('CK1'), [move(at(), sink(), '2')]))
  const latest = documentCalled('CK2')
  await act((tx) => post(tx, latest, [move(at(), sink(), '3')]))
  const refusals = await refusalsOf(act((tx) => reverse(tx, receipt, documentCalled('CX1'))))
  expect(refusals).toEqual([
    {
      code: 'stock-moved-on',
      params: { by: 'CK2', byType: 'goodsIssue', material, bin: 'A-01', batch: '', missing: '5' },
      line: 1,
    },
  ])
  await act((tx) => reverse(tx, latest, documentCalled('CX2')))
  const again = await refusalsOf(act((tx) => reverse(tx, receipt, documentCalled('CX3'))))
  expect(again[0]?.params).toMatchObject({ by: 'CK1', missing: '2' })
})

test('a receipt whose goods are reserved names who holds them', async () => {
  const receipt = await received('10')
  const requisition = documentCalled('LL1', 'requisition')
  await act((tx) => hold(tx, requisition, at(), '4'))
  const refusals = await refusalsOf(act((tx) => reverse(tx, receipt, documentCalled('CX1'))))
  expect(refusals).toEqual([
    {
      code: 'stock-held',
      params: {
        by: 'LL1',
        byType: 'requisition',
        kind: 'reservation',
        material,
        bin: 'A-01',
        batch: '',
        missing: '4',
      },
      line: 1,
    },
  ])
})

test('a reversed issue lets the reservation stand again, unless it was given up meanwhile', async () => {
  await received('10')
  const requisition = documentCalled('LL1', 'requisition')
  await act((tx) => hold(tx, requisition, at(), '6'))
  const issue = documentCalled('CK1')
  await act((tx) =>
    post(tx, issue, [move(at(), sink(), '4', { consumesHold: holdOf(requisition) })]),
  )
  const part = [{ lineNo: 1, quantity: '1' }]
  await act((tx) => reverse(tx, issue, documentCalled('CX1'), { lines: part }))
  expect(await balanceOf(ledger.database, at())).toEqual({
    quantity: '7',
    reserved: '3',
    frozen: '0',
  })
  await act((tx) =>
    releaseHolds(tx, {
      companyCode: company,
      documentType: requisition.type,
      documentId: requisition.id,
      now: new Date(),
    }),
  )
  await act((tx) => reverse(tx, issue, documentCalled('CX2')))
  expect(await balanceOf(ledger.database, at())).toEqual({
    quantity: '10',
    reserved: '0',
    frozen: '0',
  })
})

test('steps inside one document are taken back last first', async () => {
  const document = documentCalled('ZS1', 'goodsReceipt')
  const virtual = at({ bin: 'DIRECT' })
  await act((tx) =>
    post(tx, document, [
      move(source(), virtual, '5', { lineNo: 1 }),
      move(virtual, sink(), '5', { lineNo: 1 }),
    ]),
  )
  await act((tx) =>
    reverse(tx, document, documentCalled('CX1'), { lines: [{ lineNo: 1, quantity: '2' }] }),
  )
  const rest = await act((tx) => reverse(tx, document, documentCalled('CX2')))
  expect(rest.map(({ from, to, quantity }) => [from.place, to.place, quantity])).toEqual([
    ['consumption', 'stock', '3'],
    ['stock', 'supplier', '3'],
  ])
  expect(await balanceOf(ledger.database, virtual)).toMatchObject({ quantity: '0' })
})

test('a line picked from several bins goes back to the bins picked last first', async () => {
  await act((tx) =>
    post(tx, documentCalled('RK1'), [
      move(source(), at({ bin: 'A' }), '3'),
      move(source(), at({ bin: 'B' }), '7', { lineNo: 2 }),
    ]),
  )
  const issue = documentCalled('CK1')
  await act((tx) =>
    post(tx, issue, [move(at({ bin: 'A' }), sink(), '3'), move(at({ bin: 'B' }), sink(), '7')]),
  )
  await act((tx) =>
    reverse(tx, issue, documentCalled('CX1'), { lines: [{ lineNo: 1, quantity: '8' }] }),
  )
  expect(await balanceOf(ledger.database, at({ bin: 'A' }))).toMatchObject({ quantity: '1' })
  expect(await balanceOf(ledger.database, at({ bin: 'B' }))).toMatchObject({ quantity: '7' })
})

test('a repeated reversal acts once; several at once take back no more than there was', async () => {
  await received('20')
  const issue = documentCalled('CK1')
  await act((tx) => post(tx, issue, [move(at(), sink(), '8')]))
  const idempotencyPrefix = newId()
  const by = documentCalled('CX1')
  const lines = [{ lineNo: 1, quantity: '2' }]
  const first = await act((tx) => reverse(tx, issue, by, { idempotencyPrefix, lines }))
  const again = await act((tx) => reverse(tx, issue, by, { idempotencyPrefix, lines }))
  expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  const taken = await Promise.all(
    Array.from({ length: 5 }, (_none, index) =>
      act((tx) => reverse(tx, issue, documentCalled(`CX-${index}`))),
    ),
  )
  expect(taken.flat().map(({ quantity }) => quantity)).toEqual(['6'])
  expect(await balanceOf(ledger.database, at())).toMatchObject({ quantity: '20' })
})

test('a return that names the move it takes back is held to what is left of it', async () => {
  await received('10')
  const issue = documentCalled('CK1')
  const [issued] = await act((tx) => post(tx, issue, [move(at(), sink(), '6')]))
  const back = (quantity: string) =>
    act((tx) =>
      postMoves(tx, {
        companyCode: company,
        documentType: 'stockReturn',
        documentId: newId(),
        documentNo: 'TK1',
        userId: keeper,
        now: new Date(),
        idempotencyPrefix: newId(),
        moves: [
          {
            lineNo: 1,
            from: sink(),
            to: at(),
            quantity: parseQuantity(quantity),
            movementType: '202',
            postsToErp: true,
            erp: anyErpMovement,
            reverses: issued!.id,
          },
        ],
      }),
    )
  await back('4')
  const [refusal] = await refusalsOf(back('3'))
  expect(refusal).toMatchObject({
    code: 'reversal-beyond-moved',
    params: { wanted: '3', left: '2' },
  })
  expect(await act((tx) => reverse(tx, issue, documentCalled('CX1')))).toMatchObject([
    { quantity: '2' },
  ])
})

test('a reversal of 200 lines takes as many statements as one of 1 line', async () => {
  const statementsFor = (lines: number) =>
    act(async (real) => {
      const document = documentCalled('RK1', 'goodsReceipt')
      const { tx, statements } = counting(real)
      const moves = Array.from({ length: lines }, (_none, index) =>
        move(source(), at({ bin: `Z-${index}` }), '1', { lineNo: index + 1 }),
      )
      await post(real, document, moves)
      await reverse(tx, document, documentCalled('CX1'))
      return statements.length
    })
  expect(await statementsFor(1)).toBe(5)
  expect(await statementsFor(200)).toBe(5)
})
