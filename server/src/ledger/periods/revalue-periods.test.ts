import { parseMoney } from '@kufang/kernel/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companiesToRevalue, revaluePeriods } from './revalue-periods.ts'
import { rebuiltPeriods } from './rebuilt-periods.ts'
import { takeSnapshot } from './snapshot.ts'
import { queueMissedValuations, writeValuations } from './valuations.ts'
import type { Transaction } from '../../platform/database/database.ts'
import {
  bin,
  company,
  consumption,
  documentCalled,
  failedProofs,
  move,
  openLedger,
  post,
  supplier,
} from '../testing/ledger-fixture.ts'
import type { LedgerDatabase } from '../testing/ledger-fixture.ts'

/*
 * Accountants reconcile the report of a closed month with the ERP to the cent, and the ERP posts for days after the end
 * of a month. Auditors need the recorded values and the time and reason of each change.
 */
let ledger: LedgerDatabase

beforeAll(async () => {
  ledger = await openLedger()
  const priced = (amount: string) => ({
    amount: parseMoney(amount),
    amountSource: 'order-price' as const,
  })
  const other = { bin: 'B-01', materialNo: 'M-2' }
  await ledger.database.transaction(async (tx) => {
    const january = { now: new Date('2026-01-10T02:00:00Z') }
    await post(tx, documentCalled('RK1'), [move(supplier(), bin(), '10', priced('100'))], january)
    // No price was known.
    await post(tx, documentCalled('RK2'), [move(supplier(other), bin(other), '5')], january)
    const february = { now: new Date('2026-02-10T02:00:00Z') }
    await post(tx, documentCalled('CK1'), [move(bin(), consumption(), '4', priced('40'))], february)
  })
  await record('202601')
  await record('202602')
})
afterAll(() => ledger.drop())

const record = (month: string) =>
  ledger.database.transaction((tx) => takeSnapshot(tx, company, month))
const revalue = () => ledger.database.transaction((tx) => revaluePeriods(tx, company))

/** Simulates the settlement of a posting. */
async function valueIn(tx: Transaction, documentNo: string, amount: string): Promise<void> {
  const moves = await tx.query<{ id: string }>('select id from stock_move where document_no = $1', [
    documentNo,
  ])
  const valuations = moves.map(({ id }) => ({
    moveId: id,
    amount: parseMoney(amount),
    currency: 'CNY',
    source: 'accounting-document',
    postingSequence: 1,
  }))
  await writeValuations(tx, company, valuations)
}
const value = (documentNo: string, amount: string) =>
  ledger.database.transaction((tx) => valueIn(tx, documentNo, amount))

const parts = ['opening_value', 'receipt_value', 'issue_value', 'closing_value']
const read = async (text: string) =>
  (await ledger.database.query<{ row: (string | null)[] }>(text)).map(({ row }) => row)
/** One row per month and material: opening, receipt, issue, closing, as currently valued or as recorded. */
const current = () =>
  read(
    `select array[p.month, p.material_no, ${parts
      .map((part) => `(case when v.month is null then p.${part} else v.${part} end)::text`)
      .join(', ')}] as row
     from stock_period p left join stock_period_revaluation v using (company_code, month, material_no, plant,
       storage_location, stock_category, special_stock, special_stock_reference, book) order by 1`,
  )
const recorded = () =>
  read(
    `select array[month, material_no, ${parts.map((part) => `${part}::text`).join(', ')}] as row
     from stock_period where month < '202603' order by 1`,
  )
const march = () =>
  read(
    `select array[material_no, ${parts.map((part) => `${part}::numeric(18, 2)::text`).join(', ')}] as row
     from ${rebuiltPeriods(`(select '${company}' as company_code, '202603' as month,
       timestamptz '2026-03-01 00:00+08' as begins_at, timestamptz '2026-04-01 00:00+08' as ends_at)`)} p order by 1`,
  )

const asRecorded = [
  ['202601', 'M-1', '0.00', '100.00', '0.00', '100.00'],
  ['202601', 'M-2', '0.00', null, '0.00', null],
  ['202602', 'M-1', '100.00', '0.00', '40.00', '60.00'],
  ['202602', 'M-2', null, '0.00', '0.00', null],
]

test('what the ERP says of a recorded month reaches it, and all months after it; what was recorded stays', async () => {
  expect(await recorded()).toEqual(asRecorded)
  await value('RK1', '123.45')
  await value('RK2', '50.00')
  // Until the values are revalued, the report shows the recorded values and no proof fails.
  expect(await current()).toEqual(asRecorded)
  expect(await failedProofs(ledger.database)).toEqual([])
  expect(await companiesToRevalue(ledger.database)).toEqual([company])

  expect(await revalue()).toEqual(['202601', '202602'])
  expect(await current()).toEqual([
    ['202601', 'M-1', '0.00', '123.45', '0.00', '123.45'],
    ['202601', 'M-2', '0.00', '50.00', '0.00', '50.00'],
    ['202602', 'M-1', '123.45', '0.00', '40.00', '83.45'],
    ['202602', 'M-2', '50.00', '0.00', '0.00', '50.00'],
  ])
  expect(await recorded()).toEqual(asRecorded)
  expect(await march()).toEqual([
    ['M-1', '83.45', '0.00', '0.00', '83.45'],
    ['M-2', '50.00', '0.00', '0.00', '50.00'],
  ])
  expect(await failedProofs(ledger.database)).toEqual([])
  expect(await companiesToRevalue(ledger.database)).toEqual([])
  expect(await revalue()).toEqual([])
})

test('a month hears again and again, and only the months from it on are added up', async () => {
  await value('CK1', '49.38')
  expect(await revalue()).toEqual(['202602'])
  expect((await current())[2]).toEqual(['202602', 'M-1', '123.45', '0.00', '49.38', '74.07'])
  expect(await recorded()).toEqual(asRecorded)
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('a month recorded afterwards begins with what holds by then', async () => {
  await record('202603')
  expect((await current()).slice(4)).toEqual([
    ['202603', 'M-1', '74.07', '0.00', '0.00', '74.07'],
    ['202603', 'M-2', '50.00', '0.00', '0.00', '50.00'],
  ])
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('what is valued while its month is recorded is in it, or is taken in after it', async () => {
  const { database } = ledger
  for (const no of ['RK3', 'RK4'])
    await database.transaction((tx) =>
      post(tx, documentCalled(no), [move(supplier(), bin(), '1')], {
        now: new Date('2026-04-10T02:00:00Z'),
      }),
    )
  // The valuation is written before the month is recorded and commits after recording began: recording waits for it.
  const valuing = await held((tx) => valueIn(tx, 'RK3', '7.00'))
  const recording = record('202604')
  await somebodyWaits()
  await valuing.letGo()
  await recording
  expect(await companiesToRevalue(database)).toEqual([])
  // The reverse order: the valuation waits for the recording and finds the month recorded.
  const snapshot = await held((tx) => takeSnapshot(tx, company, '202605'))
  const late = value('RK4', '9.00')
  await somebodyWaits()
  await snapshot.letGo()
  await late
  expect(await revalue()).toEqual(['202604', '202605'])
  expect((await current()).findLast(([, material]) => material === 'M-1')).toEqual([
    '202605',
    'M-1',
    '90.07',
    '0.00',
    '0.00',
    '90.07',
  ])
  expect(await failedProofs(database)).toEqual([])
})

/** A transaction that has done its work and commits when released. */
async function held(
  work: (tx: Transaction) => Promise<unknown>,
): Promise<{ letGo(): Promise<void> }> {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
  const running = ledger.database.transaction(async (tx) => {
    await work(tx)
    // Make sure that pipelined statements have been executed.
    await tx.query('select 1')
    done()
    await isFree
  })
  await Promise.race([isDone, running])
  return {
    letGo: () => {
      free()
      return running
    },
  }
}

async function somebodyWaits(): Promise<void> {
  const waiting = () =>
    ledger.database.query(
      `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
  await expect.poll(waiting, { interval: 10 }).toHaveLength(1)
}

test('what a server of an earlier version wrote down is found in the night', async () => {
  const { database } = ledger
  const of = { materialNo: 'M-3' }
  await database.transaction((tx) =>
    post(tx, documentCalled('RK5'), [move(supplier(of), bin(of), '1')], {
      now: new Date('2026-06-10T02:00:00Z'),
    }),
  )
  await record('202606')
  await database.query(
    `insert into stock_move_valuation (company_code, move_id, amount, currency, valued_at, source)
     select company_code, id, 5, 'CNY', now(), 'erp' from stock_move where document_no = 'RK5'`,
  )
  expect(await companiesToRevalue(database)).toEqual([])
  expect(await failedProofs(database)).toMatchObject([{ name: 'periods-equal-ledger' }])
  await database.transaction((tx) => queueMissedValuations(tx, company))
  await revalue()
  expect((await current()).at(-1)).toEqual(['202606', 'M-3', '0.00', '5.00', '0.00', '5.00'])
  expect(await failedProofs(database)).toEqual([])
})

// The ERP moves no value inside a plant (311, 321, 344), and values issues at the price of the plant.
test('a location that was supplied by transfers is worth its share of the plant, never less than nothing', async () => {
  const at = (location: string, bin_: string) =>
    bin({ materialNo: 'M-4', storageLocation: location, bin: bin_ })
  const of = { materialNo: 'M-4' }
  const july = { now: new Date('2026-07-10T02:00:00Z') }
  const august = { now: new Date('2026-08-10T02:00:00Z') }
  const priced = (amount: string) => ({
    amount: parseMoney(amount),
    amountSource: 'order-price' as const,
  })
  await ledger.database.transaction(async (tx) => {
    const moves = [
      move(supplier(of), at('W001', 'A-01'), '10', priced('100')),
      move(at('W001', 'A-01'), at('W002', 'B-01'), '9'),
      // From bin to bin.
      move(at('W002', 'B-01'), at('W002', 'B-02'), '4'),
      move(at('W002', 'B-02'), consumption(of), '3', priced('36')),
    ]
    await post(tx, documentCalled('RK31'), moves.slice(0, 1), july)
    await post(tx, documentCalled('ZC31'), moves.slice(1, 3), july)
    await post(tx, documentCalled('CK31'), moves.slice(3), july)
    await post(
      tx,
      documentCalled('ZC32'),
      [move(at('W002', 'B-01'), at('W001', 'A-01'), '5')],
      august,
    )
    await post(
      tx,
      documentCalled('CK32'),
      [move(at('W002', 'B-02'), consumption(of), '1', priced('8'))],
      august,
    )
  })
  for (const month of ['202607', '202608']) await record(month)
  const figures = () =>
    read(
      `select array[p.month, p.storage_location, ${[
        ...parts,
        'transfer_in_value',
        'transfer_out_value',
        'adjustment_value',
      ]
        .map((part) => `(case when v.month is null then p.${part} else v.${part} end)::text`)
        .join(', ')}] as row
       from stock_period p left join stock_period_revaluation v using (company_code, month, material_no, plant,
         storage_location, stock_category, special_stock, special_stock_reference, book)
       where p.material_no = 'M-4' order by 1`,
    )
  expect(await figures()).toEqual([
    ['202607', 'W001', '0.00', '100.00', '0.00', '9.14', '0.00', '82.29', '-8.57'],
    ['202607', 'W002', '0.00', '0.00', '36.00', '54.86', '82.29', '0.00', '8.57'],
    ['202608', 'W001', '9.14', '0.00', '0.00', '56.00', '46.67', '0.00', '0.19'],
    ['202608', 'W002', '54.86', '0.00', '8.00', '0.00', '0.00', '46.67', '-0.19'],
  ])
  // What the ERP says of the receipt reaches the locations that its goods went to.
  await value('RK31', '170')
  await revalue()
  expect((await figures()).map((row) => row?.[5])).toEqual(['19.14', '114.86', '126.00', '0.00'])
  expect(await failedProofs(ledger.database)).toEqual([])
})
