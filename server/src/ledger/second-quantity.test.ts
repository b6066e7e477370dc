import { parseQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  bin,
  company,
  consumption,
  documentCalled,
  failedProofs,
  move,
  openLedger,
  post,
  reverse,
  supplier,
  type LedgerDatabase,
} from './testing/ledger-fixture.ts'
import { refusalsOf } from './testing/ledger-fixture.ts'

let ledger: LedgerDatabase
let pipe = ''
let sequence = 0

beforeAll(async () => {
  ledger = await openLedger()
  await ledger.database.query(
    `insert into unit (unit, name_zh, decimals) values ('PC', '根', 0), ('KG', '千克', 1) on conflict do nothing`,
  )
})
afterAll(() => ledger.drop())
beforeEach(async () => {
  pipe = `PIPE-${(sequence += 1)}`
  await ledger.database.query(
    `insert into material (material_no, description, material_group, unit, second_unit, second_numerator,
       second_denominator, second_deviation_percent) values ($1, '无缝钢管', 'G1', 'PC', 'KG', 107, 1, 5)`,
    [pipe],
  )
})

const here = (no = 'A-01') => bin({ materialNo: pipe, bin: no })
const there = () => bin({ materialNo: pipe, bin: 'B-02' })
const fromSupplier = () => supplier({ materialNo: pipe })
const used = () => consumption({ materialNo: pipe })
const weighed = (text: string) => ({ secondQuantity: parseQuantity(text) })

const posted = (no: string, ...moves: Parameters<typeof post>[2]) => {
  const document = documentCalled(no)
  return ledger.database.transaction(async (tx) => ({
    document,
    moves: await post(tx, document, moves),
  }))
}
const received = (quantity: string, second: string) =>
  posted('RK', move(fromSupplier(), here(), quantity, weighed(second)))

async function balance(place = here()): Promise<[Quantity, Quantity | null]> {
  const [row] = await ledger.database.query<{ quantity: Quantity; secondQuantity: Quantity }>(
    `select b.quantity, b.second_quantity from stock_balance b
     where b.company_code = $1 and b.material_no = $2 and b.bin = $3`,
    [company, pipe, place.bin],
  )
  return [row!.quantity, row!.secondQuantity]
}

test('pieces and what they were weighed at are kept beside each other, summed over receipts', async () => {
  await received('7', '751.2')
  await received('5', '533.3')
  expect(await balance()).toEqual(['12', '1284.5'])
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('goods of a supplier are weighed, and the refusal says what they should weigh', async () => {
  const refused = await refusalsOf(posted('RK', move(fromSupplier(), here(), '3')))
  expect(refused).toMatchObject([
    {
      code: 'second-quantity-required',
      line: 1,
      field: 'secondQuantity',
      params: { material: pipe, planned: '321', secondUnit: 'KG' },
    },
  ])
})

test('goods that come back unweighed come by the planned ratio', async () => {
  await posted('TK', move(used(), here(), '3'))
  expect(await balance()).toEqual(['3', '321'])
})

test('a line weighed as a whole and put into two bins is divided between them without a rest', async () => {
  const whole = (before: string) => ({
    ...weighed('100'),
    secondOf: { quantity: parseQuantity('3'), before: parseQuantity(before) },
  })
  await posted(
    'RK',
    move(fromSupplier(), here(), '2', whole('0')),
    move(fromSupplier(), there(), '1', whole('2')),
  )
  expect([await balance(), await balance(there())]).toEqual([
    ['2', '66.7'],
    ['1', '33.3'],
  ])
})

test('a part that is issued takes its share of what the stock really weighs, the last piece takes the rest', async () => {
  await received('3', '100')
  const weights: unknown[] = []
  for (let piece = 1; piece <= 3; piece += 1) {
    const { moves } = await posted('CK', move(here(), used(), '1'))
    weights.push(moves[0]!.secondQuantity)
  }
  expect(weights).toEqual(['33.3', '33.4', '33.3'])
  expect(await balance()).toEqual(['0', '0'])
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('what was weighed when it was issued counts, except for the last piece, which takes the rest', async () => {
  await received('2', '200')
  await posted('CK', move(here(), used(), '1', weighed('97.5')))
  expect(await balance()).toEqual(['1', '102.5'])
  const { moves } = await posted('CK', move(here(), used(), '1', weighed('99')))
  expect(moves[0]!.secondQuantity).toBe('102.5')
})

test('more than the stock weighs cannot be issued', async () => {
  await received('2', '200')
  const refused = await refusalsOf(posted('CK', move(here(), used(), '1', weighed('200.1'))))
  expect(refused).toMatchObject([
    {
      code: 'second-quantity-beyond-stock',
      line: 1,
      field: 'secondQuantity',
      params: { material: pipe, second: '200.1', left: '200', secondUnit: 'KG' },
    },
  ])
  expect(await balance()).toEqual(['2', '200'])
})

test('several moves of one document share the balance as it is before each of them', async () => {
  await received('3', '100')
  await posted('ZC', move(here(), there(), '1'), move(here(), there(), '2', { lineNo: 2 }))
  expect([await balance(), await balance(there())]).toEqual([
    ['0', '0'],
    ['3', '100'],
  ])
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('a reversal gives back exactly what was moved, also in parts', async () => {
  const { document } = await received('3', '100')
  const back = (quantity: string) =>
    ledger.database.transaction((tx) =>
      reverse(tx, document, documentCalled('CX'), { lines: [{ lineNo: 1, quantity }] }),
    )
  expect((await back('1'))[0]!.secondQuantity).toBe('33.3')
  expect((await back('1'))[0]!.secondQuantity).toBe('33.4')
  expect((await back('1'))[0]!.secondQuantity).toBe('33.3')
  expect(await balance()).toEqual(['0', '0'])
  const issue = await received('4', '410').then(() => posted('CK', move(here(), used(), '3')))
  expect(issue.moves[0]!.secondQuantity).toBe('307.5')
  await ledger.database.transaction((tx) => reverse(tx, issue.document, documentCalled('CX')))
  expect(await balance()).toEqual(['4', '410'])
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('goods in transit come back whatever others that lay with them took of the weight', async () => {
  const onTheWay = () => ({ ...here('B-02'), bin: '', stockCategory: 'IT' as const })
  await posted('RK', move(fromSupplier(), here('A-01'), '6', weighed('20')))
  await posted('RK', move(fromSupplier(), here('A-02'), '3', weighed('11')))
  const first = await posted('ZC', move(here('A-01'), onTheWay(), '3'))
  await posted('ZC', move(here('A-02'), onTheWay(), '3'))
  expect(await balance(onTheWay())).toEqual(['6', '21'])
  // Both arrive in parts, by the weight of all that is on the way; one piece does not.
  for (const quantity of ['1', '1', '2', '1'])
    await posted('ZC', move(onTheWay(), there(), quantity))
  expect(await balance(onTheWay())).toEqual(['1', '3.5'])
  const lines = [{ lineNo: 1, quantity: '1' }]
  await ledger.database.transaction((tx) =>
    reverse(tx, first.document, documentCalled('CX'), { lines }),
  )
  expect(await balance(onTheWay())).toEqual(['0', '0'])
  expect(await balance(here('A-01'))).toEqual(['4', '13.5'])
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('a receipt whose goods were issued together with heavier ones is reversed after that issue', async () => {
  const light = await received('10', '100')
  await received('10', '110')
  const issue = await posted('CK', move(here(), used(), '10'))
  expect(issue.moves[0]!.secondQuantity).toBe('105')
  const takeBack = () =>
    ledger.database.transaction((tx) => reverse(tx, light.document, documentCalled('CX')))
  expect(await refusalsOf(takeBack())).toMatchObject([
    { code: 'second-quantity-moved-on', line: 1, params: { second: '100', left: '105' } },
  ])
  await ledger.database.transaction((tx) => reverse(tx, issue.document, documentCalled('CX')))
  await takeBack()
  expect(await balance()).toEqual(['10', '110'])
})

const difference = () =>
  bin({ materialNo: pipe, place: 'count-difference', storageLocation: '', bin: '' })
const counted = { postsToErp: false, movementType: '', erp: undefined }

test('pipes that weigh less than the books say leave the pieces as they are, and are put back as a whole', async () => {
  await received('3', '100')
  const light = move(here(), difference(), '0', { ...counted, ...weighed('4.5') })
  const { document, moves } = await posted('PD', light)
  expect(moves).toMatchObject([{ quantity: '0', secondQuantity: '4.5', amount: '0' }])
  expect(await balance()).toEqual(['3', '95.5'])
  const back = () =>
    ledger.database.transaction((tx) => reverse(tx, document, documentCalled('CX')))
  expect(await back()).toMatchObject([{ quantity: '0', secondQuantity: '4.5', amount: '0' }])
  expect(await back()).toEqual([])
  expect(await balance()).toEqual(['3', '100'])
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('a piece is missing while the others weigh more: both are put right by one move, and given back in parts', async () => {
  await received('5', '500')
  const { document } = await posted(
    'PD',
    move(here(), difference(), '2', { ...counted, ...weighed('-7') }),
  )
  expect(await balance()).toEqual(['3', '507'])
  const back = (quantity: string) =>
    ledger.database.transaction((tx) =>
      reverse(tx, document, documentCalled('CX'), { lines: [{ lineNo: 1, quantity }] }),
    )
  await back('1')
  expect(await balance()).toEqual(['4', '503.5'])
  await back('1')
  expect(await balance()).toEqual(['5', '500'])
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('a found piece takes no more off the weight than the stock has, and only a count moves weight alone', async () => {
  await received('2', '20')
  const tooMuch = posted('PD', move(difference(), here(), '1', { ...counted, ...weighed('-20.1') }))
  expect(await refusalsOf(tooMuch)).toMatchObject([
    { code: 'second-quantity-beyond-stock', line: 1, params: { second: '20.1', left: '20' } },
  ])
  const none = posted('PD', move(here('X-9'), difference(), '0', { ...counted, ...weighed('1') }))
  expect(await refusalsOf(none)).toMatchObject([{ code: 'second-quantity-beyond-stock', line: 1 }])
  await expect(posted('CK', move(here(), used(), '0', weighed('1')))).rejects.toThrow(
    'not positive',
  )
  await expect(posted('CK', move(here(), used(), '1', weighed('-1')))).rejects.toThrow('negative')
  expect(await balance()).toEqual(['2', '20'])
})

test('stock of a material without a second unit has none', async () => {
  await posted('RK', move(supplier(), bin(), '5', weighed('7')))
  const rows = await ledger.database.query(
    `select second_quantity from stock_move where material_no = 'M-1'
     union select second_quantity from stock_balance where material_no = 'M-1'`,
  )
  expect(rows).toEqual([{ secondQuantity: null }])
})
