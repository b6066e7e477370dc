import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { parseMoney } from '@kufang/kernel/money.ts'
import {
  balanceOf,
  bin,
  consumption,
  counting,
  documentCalled,
  failedProofs,
  hold,
  holdOf,
  move,
  openLedger,
  post,
  refusalsOf,
  supplier,
} from './testing/ledger-fixture.ts'
import type { LedgerDatabase } from './testing/ledger-fixture.ts'

let ledger: LedgerDatabase
let material = ''
let count = 0

beforeAll(async () => {
  ledger = await openLedger()
})
beforeEach(() => {
  material = `M-${++count}`
})
afterAll(async () => {
  const failed = await failedProofs(ledger.database)
  await ledger.drop()
  expect(failed).toEqual([])
})

const at = (parts: Parameters<typeof bin>[0] = {}) => bin({ materialNo: material, ...parts })
const source = () => supplier({ materialNo: material })
const sink = () => consumption({ materialNo: material })

async function received(quantity: string, parts: Parameters<typeof bin>[0] = {}) {
  await ledger.database.transaction((tx) =>
    post(tx, documentCalled('RK1', 'goodsReceipt'), [move(source(), at(parts), quantity)]),
  )
}

test('what is received lies in its bin', async () => {
  await received('10.5')
  expect(await balanceOf(ledger.database, at())).toEqual({
    quantity: '10.5',
    reserved: '0',
    frozen: '0',
  })
})

test('goods of another batch, category, owner or book are other goods', async () => {
  await received('1')
  await received('2', { batch: 'B1' })
  await received('3', { stockCategory: 'QI' })
  await received('4', { specialStock: 'K', specialStockReference: 'V1' })
  await received('5', { book: 'ZERO' })
  const [refusal] = await refusalsOf(
    ledger.database.transaction((tx) =>
      post(tx, documentCalled('CK1'), [move(at({ batch: 'B1' }), sink(), '3')]),
    ),
  )
  expect(refusal).toEqual({
    code: 'stock-short',
    params: { material, bin: 'A-01', batch: 'B1', available: '2', wanted: '3', documentLine: 1 },
    line: 1,
  })
})

test('an issue takes all there is and not a thousandth more', async () => {
  await received('10')
  await refusalsOf(
    ledger.database.transaction((tx) =>
      post(tx, documentCalled('CK1'), [move(at(), sink(), '10.001')]),
    ),
  )
  await ledger.database.transaction((tx) =>
    post(tx, documentCalled('CK2'), [move(at(), sink(), '10')]),
  )
  expect(await balanceOf(ledger.database, at())).toMatchObject({ quantity: '0' })
})

test('the same bin on two lines is summed, each short line is named, nothing is written', async () => {
  await received('10')
  const refusals = await refusalsOf(
    ledger.database.transaction((tx) =>
      post(tx, documentCalled('CK1'), [
        move(at(), sink(), '6', { lineNo: 1 }),
        move(at(), sink(), '5', { lineNo: 2 }),
        move(at({ bin: 'B-09' }), sink(), '1', { lineNo: 3 }),
      ]),
    ),
  )
  expect(refusals.map(({ line, params }) => [line, params['available'], params['wanted']])).toEqual(
    [
      [2, '4', '5'],
      [3, '0', '1'],
    ],
  )
  expect(await balanceOf(ledger.database, at())).toMatchObject({ quantity: '10' })
})

test('goods cannot leave a bin before the line that puts them there, but after it they can', async () => {
  const virtual = at({ bin: 'DIRECT' })
  const receipt = move(source(), virtual, '4', { lineNo: 1 })
  const issue = move(virtual, sink(), '4', { lineNo: 1 })
  await refusalsOf(
    ledger.database.transaction((tx) => post(tx, documentCalled('ZS1'), [issue, receipt])),
  )
  await ledger.database.transaction((tx) => post(tx, documentCalled('ZS2'), [receipt, issue]))
  expect(await balanceOf(ledger.database, virtual)).toMatchObject({ quantity: '0' })
})

test('reserved and frozen goods are not for others, blocked stock only while it is not frozen', async () => {
  await received('10')
  await received('10', { stockCategory: 'BL' })
  const requisition = documentCalled('LL1', 'requisition')
  await ledger.database.transaction(async (tx) => {
    await hold(tx, requisition, at(), '4')
    await hold(tx, requisition, at(), '3', 'freeze')
    await hold(tx, requisition, at({ stockCategory: 'BL' }), '8', 'scrap')
  })
  const refusals = await refusalsOf(
    ledger.database.transaction((tx) =>
      post(tx, documentCalled('CK1'), [
        move(at(), sink(), '4', { lineNo: 1 }),
        move(at({ stockCategory: 'BL' }), sink(), '3', { lineNo: 2 }),
      ]),
    ),
  )
  expect(refusals.map(({ params }) => params['available'])).toEqual(['3', '2'])
})

test('an issue for a requisition uses what is reserved for it, then what is free', async () => {
  await received('10')
  const requisition = documentCalled('LL1', 'requisition')
  const other = documentCalled('LL2', 'requisition')
  await ledger.database.transaction(async (tx) => {
    await hold(tx, requisition, at(), '5')
    await hold(tx, other, at(), '3')
  })
  const moves = await ledger.database.transaction((tx) =>
    post(tx, documentCalled('CK1'), [
      move(at(), sink(), '3', { lineNo: 1, consumesHold: holdOf(requisition) }),
      move(at(), sink(), '4', { lineNo: 2, consumesHold: holdOf(requisition) }),
    ]),
  )
  expect(moves.map((posted) => posted.consumedQuantity)).toEqual(['3', '2'])
  expect(await balanceOf(ledger.database, at())).toEqual({
    quantity: '3',
    reserved: '3',
    frozen: '0',
  })
  const [refusal] = await refusalsOf(
    ledger.database.transaction((tx) =>
      post(tx, documentCalled('CK2'), [
        move(at(), sink(), '1', { consumesHold: holdOf(requisition) }),
      ]),
    ),
  )
  expect(refusal?.params['available']).toBe('0')
})

test('a request that comes twice posts once and gets the same answer', async () => {
  await received('10')
  const document = documentCalled('CK1')
  const idempotencyPrefix = newId()
  const moves = [move(at(), sink(), '6'), move(at(), sink(), '1', { lineNo: 2 })]
  const act = () =>
    ledger.database.transaction((tx) => post(tx, document, moves, { idempotencyPrefix }))
  const first = await act()
  const second = await act()
  expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  expect(await balanceOf(ledger.database, at())).toMatchObject({ quantity: '3' })
})

test('two that act at once under one idempotency key post once', async () => {
  await received('10')
  const document = documentCalled('CK1')
  const idempotencyPrefix = newId()
  const act = () =>
    ledger.database.transaction((tx) =>
      post(tx, document, [move(at(), sink(), '4')], { idempotencyPrefix }),
    )
  const outcomes = await Promise.allSettled([act(), act(), act()])
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await balanceOf(ledger.database, at())).toMatchObject({ quantity: '6' })
})

test('an amount is kept with the mark that it is an estimate', async () => {
  const [posted] = await ledger.database.transaction((tx) =>
    post(tx, documentCalled('RK1'), [
      move(source(), at(), '3', { amount: parseMoney('10'), amountSource: 'order-price' }),
    ]),
  )
  const rows = await ledger.database.query(
    'select amount, amount_source from stock_move where id = $1',
    [posted!.id],
  )
  expect(rows).toEqual([{ amount: '10', amountSource: 'order-price' }])
})

test.each([
  ['a quantity of zero', () => move(source(), at(), '0')],
  ['a negative quantity', () => move(source(), at(), '-1')],
  ['a move to where it comes from', () => move(at(), at(), '1')],
  ['another material', () => move(source(), at({ materialNo: 'M-X' }), '1')],
  ['another company', () => move(source(), at({ companyCode: '2000' }), '1')],
  ['an amount without source', () => move(source(), at(), '1', { amount: parseMoney('1') })],
])('%s is a fault of the document', async (_what, make) => {
  await expect(
    ledger.database.transaction((tx) => post(tx, documentCalled('X'), [make()])),
  ).rejects.toThrow(/^move of line 1/)
})

test('what was rolled back leaves no key that the process believes in', async () => {
  await expect(
    ledger.database.transaction(async (tx) => {
      await post(tx, documentCalled('RK1'), [move(source(), at(), '1')])
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await received('2')
  expect(await balanceOf(ledger.database, at())).toMatchObject({ quantity: '2' })
})

test('a document of 200 lines takes as many statements as one of 1 line', async () => {
  const requisition = documentCalled('LL1', 'requisition')
  const statementsFor = async (lines: number) => {
    const bins = Array.from({ length: lines }, (_none, index) => at({ bin: `Z-${index}` }))
    return ledger.database.transaction(async (real) => {
      const { tx, statements } = counting(real)
      const receipt = bins.map((key, index) => move(source(), key, '9', { lineNo: index + 1 }))
      await post(tx, documentCalled('RK1'), receipt)
      const fresh = statements.splice(0).length
      await post(tx, documentCalled('RK2'), receipt)
      const known = statements.splice(0).length
      for (const key of bins.slice(0, 3)) await hold(real, requisition, key, '1')
      await post(
        tx,
        documentCalled('CK1'),
        bins.map((key, index) =>
          move(key, sink(), '2', { lineNo: index + 1, consumesHold: holdOf(requisition) }),
        ),
      )
      return [fresh, known, statements.length]
    })
  }
  await received('1')
  await ledger.database.transaction((tx) =>
    post(tx, documentCalled('CK0'), [move(at(), sink(), '1')]),
  )
  // New keys, for which their storage location is locked; known keys; holds to consume.
  expect(await statementsFor(1)).toEqual([4, 2, 3])
  expect(await statementsFor(10)).toEqual([4, 2, 3])
  expect(await statementsFor(200)).toEqual([4, 2, 3])
})
