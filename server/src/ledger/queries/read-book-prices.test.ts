import { parseMoney } from '@kufang/kernel/money.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stockKey, type StockKey } from '../key.ts'
import type { MoveRequest, PostedMove } from '../move.ts'
import { writeValuations } from '../periods/valuations.ts'
import {
  bin,
  company,
  consumption,
  documentCalled,
  move,
  openLedger,
  post,
  reverse,
  supplier,
  type LedgerDatabase,
  type TestDocument,
} from '../testing/ledger-fixture.ts'
import { readBookPrices } from './read-book-prices.ts'

let ledger: LedgerDatabase
let material = ''
let minutes = 0
let materials = 0

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.drop())
beforeEach(() => {
  material = `M-${(materials += 1)}`
})

const own = (parts: Partial<StockKey> = {}): StockKey => bin({ materialNo: material, ...parts })
const at = (): Date => new Date(Date.UTC(2026, 5, 1, 0, (minutes += 1)))
const priced = (amount: string) =>
  ({ amount: parseMoney(amount), amountSource: 'order-price' }) as const

/** Posts one move as a document of its own. */
async function moved(
  from: StockKey,
  to: StockKey,
  quantity: string,
  rest: Partial<MoveRequest> = {},
): Promise<{ document: TestDocument; posted: PostedMove }> {
  const document = documentCalled(`D${minutes}`)
  const [posted] = await ledger.database.transaction((tx) =>
    post(tx, document, [move(from, to, quantity, rest)], { now: at() }),
  )
  return { document, posted: posted! }
}
const received = (quantity: string, amount?: string) =>
  moved(
    supplier({ materialNo: material }),
    own(),
    quantity,
    amount === undefined ? {} : priced(amount),
  )
const issued = (quantity: string) => moved(own(), consumption({ materialNo: material }), quantity)
const reversed = ({ document }: { document: TestDocument }) =>
  ledger.database.transaction((tx) =>
    reverse(tx, document, documentCalled(`S${minutes}`), { now: at() }),
  )
const valued = (
  { posted }: { posted: PostedMove },
  amount: string,
  of: { quantity?: string; postingSequence?: number } = {},
) =>
  ledger.database.transaction((tx) =>
    writeValuations(tx, company, [
      {
        moveId: posted.id,
        amount,
        currency: 'CNY',
        source: 'accounting-document',
        postingSequence: 1,
        ...of,
      },
    ]),
  )
const price = async (key: StockKey = own(), until: Date = at()) =>
  (await readBookPrices(ledger.database, company, [key], until.toISOString()))[0]

test('the price is the amount of the stock by its quantity, over all bins of the plant, and moves between them do not change it', async () => {
  await received('10', '100')
  await received('30', '500')
  await moved(own(), own({ bin: 'B-01', storageLocation: 'W002', stockCategory: 'BL' }), '7')
  for (const key of [own(), own({ bin: 'B-01' }), own({ bin: 'Z-99', batch: 'X' })])
    expect(await price(key)).toEqual({ amount: '600', quantity: '40' })
})

test('keys of several materials get their own prices, in their order', async () => {
  await received('10', '100')
  const first = own()
  material = `M-${(materials += 1)}`
  await received('4', '20')
  const found = await readBookPrices(
    ledger.database,
    company,
    [own(), first, own({ plant: '1200' }), own()],
    at().toISOString(),
  )
  const [five, ten] = [
    { amount: '20', quantity: '4' },
    { amount: '100', quantity: '10' },
  ]
  expect(found).toEqual([five, ten, null, five])
})

test('an issue, its reversal and a surplus are valued at the price by the ERP, so that without an amount they do not change it', async () => {
  await received('10', '100')
  const issue = await issued('4')
  await moved(
    stockKey({
      companyCode: company,
      place: 'count-difference',
      plant: '1100',
      materialNo: material,
    }),
    own(),
    '2',
  )
  expect(await price()).toEqual({ amount: '100', quantity: '10' })
  await valued(issue, '36')
  expect(await price()).toEqual({ amount: '64', quantity: '6' })
  await reversed(issue)
  expect(await price()).toEqual({ amount: '100', quantity: '10' })
})

test('what reverses a move takes its value back, a part before its posting too: to the cent, and nothing is left', async () => {
  const receipt = await received('10', '100')
  const part = (quantity: string) =>
    ledger.database.transaction((tx) =>
      reverse(tx, receipt.document, documentCalled(`T${minutes}`), {
        now: at(),
        lines: [{ lineNo: 1, quantity }],
      }),
    )
  const values = () =>
    ledger.database.query<{ quantity: string; amount: string; value: string }>(
      `select m.quantity, m.amount, v.amount as value from stock_move m
       left join stock_move_valuation v on v.company_code = m.company_code and v.move_id = m.id
       where m.material_no = $1 order by m.id`,
      [material],
    )
  await part('4')
  // The ERP posts the other six, at another price.
  await valued(receipt, '75.01', { quantity: '6' })
  expect(await price()).toEqual({ amount: '75.01', quantity: '6' })
  await part('1')
  await part('3')
  await part('2')
  expect(await values()).toEqual([
    { quantity: '10', amount: '100', value: '125.02' },
    { quantity: '4', amount: '40', value: '50.01' },
    { quantity: '1', amount: '10', value: '12.5' },
    { quantity: '3', amount: '30', value: '37.51' },
    { quantity: '2', amount: '20', value: '25' },
  ])
})

test('the amount of the ERP replaces an estimate, also if it arrives after the point in time; later moves do not count', async () => {
  const receipt = await received('10', '100')
  const then = at()
  await received('10', '900')
  await valued(receipt, '110')
  expect(await price(own(), then)).toEqual({ amount: '110', quantity: '10' })
})

test('as long as the amount of one receipt is unknown, so is the price; reversed, the receipt never was', async () => {
  await received('10', '100')
  const unknown = await received('1')
  expect(await price()).toBeNull()
  await valued(unknown, '20')
  expect(await price()).toEqual({ amount: '120', quantity: '11' })
  await reversed(unknown)
  expect(await price()).toEqual({ amount: '100', quantity: '10' })
  const another = await received('1')
  expect(await price()).toBeNull()
  await reversed(another)
  expect(await price()).toEqual({ amount: '100', quantity: '10' })
})

test('stock worth nothing, no stock, and consignment have no price', async () => {
  expect(await price()).toBeNull()
  await received('10', '0')
  expect(await price()).toBeNull()
  const consigned = own({ specialStock: 'K', specialStockReference: 'V7' })
  await received('10', '100')
  await moved(supplier({ materialNo: material }), consigned, '5')
  expect(await price(consigned)).toBeNull()
  expect(await price()).toEqual({ amount: '100', quantity: '20' })
})

test('a move that was posted again in the ERP has the amount of its latest posting, and so has what was reversed of it', async () => {
  const receipt = await received('10', '100')
  await valued(receipt, '120', { postingSequence: 5 })
  await ledger.database.transaction((tx) =>
    reverse(tx, receipt.document, documentCalled(`T${minutes}`), {
      now: at(),
      lines: [{ lineNo: 1, quantity: '4' }],
    }),
  )
  expect(await price()).toEqual({ amount: '72', quantity: '6' })
  // The ERP's users cancelled the posting; the six that were left are posted at another price.
  await valued(receipt, '90', { quantity: '6', postingSequence: 8 })
  expect(await price()).toEqual({ amount: '90', quantity: '6' })
  // The amount of the first posting is read late, once more.
  await valued(receipt, '120', { postingSequence: 5 })
  expect(await price()).toEqual({ amount: '90', quantity: '6' })
})
