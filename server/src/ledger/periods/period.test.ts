import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { newId } from '@kufang/kernel/identifier.ts'
import { parseMoney } from '@kufang/kernel/money.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import { stockKey } from '../key.ts'
import type { StockKey } from '../key.ts'
import { postMoves } from '../ledger.ts'
import { monthsToRecord, takeSnapshot, writePeriods } from './snapshot.ts'
import {
  bin,
  company,
  consumption,
  documentCalled,
  failedProofs,
  keeper,
  move,
  openLedger,
  post,
  reverse,
  supplier,
} from '../testing/ledger-fixture.ts'
import type { LedgerDatabase } from '../testing/ledger-fixture.ts'
import { rebuiltPeriods } from './rebuilt-periods.ts'

let ledger: LedgerDatabase

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(async () => {
  const failed = await failedProofs(ledger.database)
  await ledger.drop()
  expect(failed).toEqual([])
})

const january = new Date('2026-01-10T02:00:00Z')
const february = new Date('2026-02-10T02:00:00Z')

const parts = 'opening, receipt, transfer_in, issue, transfer_out, adjustment, closing'.split(', ')
const figures = (what: string) => parts.map((part) => `${part}_${what}`)

/** The monthly report of one material as text, one row per place and category. */
const rebuilt = (materialNo: string, month: string, what = 'quantity') =>
  rowsOf(
    `select concat_ws(' ', plant, storage_location, stock_category) as place, array[${figures(what).join(', ')}]::float8[] as figures
     from ${rebuiltPeriods(`(select $1 as company_code, $2 as month,
       (to_date($2 || '01', 'YYYYMMDD')::timestamp) at time zone 'Asia/Shanghai' as begins_at,
       (to_date($2 || '01', 'YYYYMMDD') + interval '1 month') at time zone 'Asia/Shanghai' as ends_at)`)} p
     where material_no = $3 order by 1`,
    [company, month, materialNo],
  )
const recorded = (materialNo: string, month: string, what = 'quantity') =>
  rowsOf(
    `select concat_ws(' ', plant, storage_location, stock_category) as place, array[${figures(what).join(', ')}]::float8[] as figures
     from stock_period where company_code = $1 and month = $2 and material_no = $3 order by 1`,
    [company, month, materialNo],
  )
const rowsOf = async (text: string, values: unknown[]) =>
  (await ledger.database.query<{ place: string; figures: (number | null)[] }>(text, values)).map(
    (row) => [row.place, ...row.figures],
  )

const sorted = <Row extends readonly (string | number | null)[]>(rows: Row[]) =>
  rows.toSorted((one, other) => Number(one.at(-1)) - Number(other.at(-1)))

const record = (month: string) =>
  ledger.database.transaction((tx) => takeSnapshot(tx, company, month))
const outside = (place: StockKey['place'], materialNo: string) =>
  stockKey({ companyCode: company, place, materialNo })

test('what the supplier owns has no value of ours, whatever the ERP says a withdrawal or a difference is worth', async () => {
  const of = { materialNo: 'M-CONSIGNED' }
  const owned = bin({ ...of, specialStock: 'K', specialStockReference: '100001' })
  const worth = (amount: string) => ({
    amount: parseMoney(amount),
    amountSource: 'last-erp-price' as const,
  })
  const at = (now: Date) => ({ now })
  const difference = outside('count-difference', 'M-CONSIGNED')
  await ledger.database.transaction(async (tx) => {
    await post(
      tx,
      documentCalled('RK-K', 'goodsReceipt'),
      [move(supplier(of), owned, '20', worth('200'))],
      at(january),
    )
    // Taken over as our own (411 K), used (201 K), missing at a count (702 K): each makes a debt, and no stock less.
    await post(
      tx,
      documentCalled('ZK-K'),
      [
        move(owned, bin(of), '5', { lineNo: 1, ...worth('50.69') }),
        move(owned, consumption(of), '4', { lineNo: 2, ...worth('40.55') }),
        move(owned, difference, '1', { lineNo: 3 }),
      ],
      at(january),
    )
  })
  const ofSupplier = [0, 0, 0, 0, 0, 0, 0]
  const own = [0, 0, 50.69, 0, 0, 0, 50.69]
  const both = [
    ['1100 W001 UU', ...ofSupplier],
    ['1100 W001 UU', ...own],
  ]
  const values = async (month: string) => sorted(await rebuilt('M-CONSIGNED', month, 'value'))
  expect(await values('202601')).toEqual(both)
})

test('a month shows what it began with, what came and went and why, and what it ended with', async () => {
  const of = { materialNo: 'M-PIPE' }
  const receipt = documentCalled('RK1', 'goodsReceipt')
  const issue = documentCalled('CK1')
  const at = (now: Date) => ({ now })
  const priced = (amount: string) => ({
    amount: parseMoney(amount),
    amountSource: 'order-price' as const,
  })
  const { database } = ledger
  await database.transaction(async (tx) => {
    await post(
      tx,
      documentCalled('QC1', 'stockInitialisation'),
      [move(outside('opening', 'M-PIPE'), bin(of), '40', priced('400'))],
      at(january),
    )
    await post(
      tx,
      receipt,
      [
        move(supplier(of), bin({ ...of, stockCategory: 'QI' }), '100', {
          lineNo: 1,
          ...priced('1000'),
        }),
        move(supplier(of), bin(of), '7', { lineNo: 2, ...priced('70') }),
      ],
      at(january),
    )
    // Inspection passed: a transfer between categories.
    await post(
      tx,
      documentCalled('JY1'),
      [move(bin({ ...of, stockCategory: 'QI' }), bin(of), '90', priced('900'))],
      at(january),
    )
    // A transfer between bins of one storage location is neither receipt nor issue.
    await post(
      tx,
      documentCalled('HW1'),
      [move(bin(of), bin({ ...of, bin: 'B-02' }), '30', priced('300'))],
      at(january),
    )
    await post(tx, issue, [move(bin(of), consumption(of), '25', priced('250'))], at(january))
    // A return to the supplier reduces receipts.
    await post(
      tx,
      documentCalled('TH1'),
      [move(bin(of), supplier(of), '2', priced('20'))],
      at(january),
    )
  })
  expect(await rebuilt('M-PIPE', '202601')).toEqual([
    ['1100 W001 QI', 0, 100, 0, 0, 90, 0, 10],
    ['1100 W001 UU', 0, 5, 90, 25, 0, 40, 110],
  ])
  expect(await rebuilt('M-PIPE', '202601', 'value')).toEqual([
    ['1100 W001 QI', 0, 1000, 0, 0, 900, 0, 100],
    ['1100 W001 UU', 0, 50, 900, 250, 0, 400, 1100],
  ])
  await record('202601')
  expect(await recorded('M-PIPE', '202601')).toEqual(await rebuilt('M-PIPE', '202601'))
  expect(
    await database.query(
      `select s.value::float8 as value from stock_snapshot s join stock_key k on k.company_code = s.company_code and k.id = s.key_id
       where s.company_code = $1 and s.month = '202601' and k.material_no = 'M-CONSIGNED' and k.special_stock = 'K'`,
      [company],
    ),
  ).toEqual([{ value: 0 }])

  await database.transaction(async (tx) => {
    // A partial reversal in February of January's issue reduces issues and does not increase receipts.
    await reverse(tx, issue, documentCalled('CX1'), {
      lines: [{ lineNo: 1, quantity: '5' }],
      now: february,
    })
    await post(
      tx,
      documentCalled('ZC1'),
      [move(bin(of), bin({ ...of, storageLocation: 'W002' }), '12')],
      at(february),
    )
    await post(
      tx,
      documentCalled('PD1'),
      [move(bin(of), outside('count-difference', 'M-PIPE'), '3')],
      at(february),
    )
    await post(
      tx,
      documentCalled('BF1'),
      [move(bin({ ...of, stockCategory: 'QI' }), outside('scrap', 'M-PIPE'), '10')],
      at(february),
    )
  })
  expect(await rebuilt('M-PIPE', '202602')).toEqual([
    ['1100 W001 QI', 10, 0, 0, 10, 0, 0, 0],
    ['1100 W001 UU', 110, 0, 0, -5, 12, -3, 100],
    ['1100 W002 UU', 0, 0, 12, 0, 0, 0, 12],
  ])
  // The value of the transfer is unknown, and so is the remaining value.
  const [, ofBin] = await rebuilt('M-PIPE', '202602', 'value')
  expect(ofBin).toEqual(['1100 W001 UU', 1100, 0, 0, -50, null, null, null])
  await record('202602')
  expect(await recorded('M-PIPE', '202602')).toEqual(await rebuilt('M-PIPE', '202602'))
})

test('a transfer taken back is no transfer, on either side', async () => {
  const of = { materialNo: 'M-BACK' }
  const transfer = documentCalled('ZC2')
  const march = new Date('2026-03-10T02:00:00Z')
  await ledger.database.transaction(async (tx) => {
    await post(tx, documentCalled('RK2'), [move(supplier(of), bin(of), '10')], { now: march })
    await post(tx, transfer, [move(bin(of), bin({ ...of, storageLocation: 'W002' }), '4')], {
      now: march,
    })
    await reverse(tx, transfer, documentCalled('CX2'), { now: march })
  })
  expect(await rebuilt('M-BACK', '202603')).toEqual([
    ['1100 W001 UU', 0, 10, 0, 0, 0, 0, 10],
    ['1100 W002 UU', 0, 0, 0, 0, 0, 0, 0],
  ])
})

test('a month that a server of the version before recorded gets its report in the night after, once', async () => {
  const { database } = ledger
  const of = stockKey({
    companyCode: '3000',
    plant: '3100',
    storageLocation: 'W1',
    materialNo: 'M-OLD',
  })
  await database.transaction((tx) =>
    postMoves(tx, {
      companyCode: '3000',
      documentType: 'test',
      documentId: newId(),
      documentNo: 'OLD',
      userId: keeper,
      now: january,
      idempotencyPrefix: newId(),
      moves: [
        move(stockKey({ companyCode: '3000', place: 'supplier', materialNo: 'M-OLD' }), of, '8'),
      ],
    }),
  )
  await database.query(
    `insert into stock_snapshot_month (company_code, month, ends_at, taken_at, key_count)
    select '3000', '202601', '2026-02-01 00:00+08', now(), count(*) from stock_balance where company_code = '3000'`,
  )
  await database.query(
    `insert into stock_snapshot (company_code, month, key_id, quantity)
    select company_code, '202601', key_id, quantity from stock_balance where company_code = '3000'`,
  )
  for (let night = 0; night < 2; night++)
    await database.transaction((tx) => writePeriods(tx, '3000'))
  expect(
    await database.query(
      `select receipt_quantity, closing_quantity from stock_period where company_code = '3000'`,
    ),
  ).toEqual([{ receiptQuantity: '8', closingQuantity: '8' }])
})

test('months without the server are recorded later, each for itself and in order', async () => {
  const months = await monthsToRecord(ledger.database, company)
  expect(months[0]).toBe('202603')
  expect(months).toEqual([...months].sort())
  for (const month of months) await record(month)
  expect(await monthsToRecord(ledger.database, company)).toEqual([])
  expect(await recorded('M-BACK', '202603')).toHaveLength(2)
})

test('whatever happened, opening with what came and went is the closing, and the next opening', async () => {
  const other = '2000'
  const inside = (no: number): StockKey =>
    stockKey({
      companyCode: other,
      plant: `P${no % 2}`,
      storageLocation: `W${no % 3}`,
      bin: `B${no % 4}`,
      materialNo: 'M-1',
      stockCategory: no % 5 === 0 ? 'QI' : 'UU',
    })
  const places = [
    'supplier',
    'consumption',
    'customer',
    'scrap',
    'count-difference',
    'opening',
  ] as const
  const anyMove = fc.record({
    month: fc.integer({ min: 0, max: 2 }),
    kind: fc.integer({ min: 0, max: 9 }),
    inside: fc.integer({ min: 0, max: 11 }),
    target: fc.integer({ min: 0, max: 11 }),
    place: fc.integer({ min: 0, max: 5 }),
    quantity: fc.integer({ min: 1, max: 5000 }),
  })
  const cases = fc.sample(fc.array(anyMove, { minLength: 60, maxLength: 60 }), {
    numRuns: 3,
    seed: 4,
  })
  const all = cases.flat().sort((one, two) => one.month - two.month)
  const { database } = ledger
  for (const [index, given] of all.entries()) {
    const here = inside(given.inside)
    const there = inside(given.target)
    const away = stockKey({ companyCode: other, place: places[given.place]!, materialNo: 'M-1' })
    const isIn = given.kind < 5
    const [from, to] = isIn ? [away, here] : given.kind < 8 ? [here, there] : [here, away]
    if (JSON.stringify(from) === JSON.stringify(to)) continue
    const now = new Date(Date.UTC(2026, given.month + 3, 10, 2, 0, index))
    const quantity = (given.quantity / 1000).toFixed(3)
    // Refused moves (insufficient stock) did not happen.
    await database
      .transaction((tx) =>
        postMoves(tx, {
          companyCode: other,
          documentType: 'test',
          documentId: newId(),
          documentNo: `D${index}`,
          userId: keeper,
          now,
          idempotencyPrefix: newId(),
          moves: [move(from, to, quantity)],
        }),
      )
      .catch((error: unknown) => {
        if (!isRefusal(error) || error.code !== 'stock-short') throw error
      })
  }
  for (const month of ['202604', '202605', '202606'])
    await database.transaction((tx) => takeSnapshot(tx, other, month))
  const [sum] = await database.query<Record<string, number>>(
    `select count(*) as rows,
       count(*) filter (where opening_quantity + receipt_quantity + transfer_in_quantity - issue_quantity
         - transfer_out_quantity + adjustment_quantity <> closing_quantity) as unequal
     from stock_period where company_code = $1`,
    [other],
  )
  expect(sum!['rows']).toBeGreaterThan(12)
  expect(sum!['unequal']).toBe(0)
  const [chain] = await database.query<{ broken: number }>(
    `select count(*) as broken
     from (select * from stock_period where company_code = $1 and month < '202606') earlier
     full join (select *, to_char(to_date(month || '01', 'YYYYMMDD') - 1, 'YYYYMM') as month_before
       from stock_period where company_code = $1 and month > '202604') later
       on later.month_before = earlier.month and later.plant = earlier.plant
       and later.storage_location = earlier.storage_location and later.stock_category = earlier.stock_category
     where coalesce(earlier.closing_quantity, 0) <> coalesce(later.opening_quantity, 0)`,
    [other],
  )
  expect(chain!.broken).toBe(0)
})
