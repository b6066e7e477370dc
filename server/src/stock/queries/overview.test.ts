import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStockOverview } from './overview.ts'
import {
  bin,
  company,
  consumption,
  documentCalled,
  everything,
  move,
  openLedger,
  post,
  reverse,
  supplier,
} from '../../ledger/testing/ledger-fixture.ts'
import type { LedgerDatabase } from '../../ledger/testing/ledger-fixture.ts'

let ledger: LedgerDatabase
const now = new Date('2026-03-20T02:00:00Z')
const at = (day: string): { now: Date } => ({ now: new Date(`${day}T20:00:00Z`) })

beforeAll(async () => {
  ledger = await openLedger()
  const issue = documentCalled('CK1')
  await ledger.database.transaction(async (tx) => {
    await post(
      tx,
      documentCalled('RK1', 'goodsReceipt'),
      [
        move(supplier(), bin(), '10'),
        move(supplier(), bin({ bin: 'A-02' }), '5', { lineNo: 2 }),
        move(supplier(), bin({ storageLocation: 'W002' }), '3', { lineNo: 3 }),
      ],
      at('2026-03-10'),
    )
    await post(tx, issue, [move(bin(), consumption(), '4')], at('2026-03-12'))
    await post(
      tx,
      documentCalled('YK1', 'locationAdjustment'),
      [move(bin({ bin: 'A-02' }), bin({ bin: 'A-03' }), '5')],
      at('2026-03-12'),
    )
    await post(
      tx,
      documentCalled('RK0', 'goodsReceipt'),
      [move(supplier(), bin(), '1')],
      at('2026-01-02'),
    )
  })
  await ledger.database.transaction((tx) =>
    reverse(tx, issue, documentCalled('CX1'), at('2026-03-14')),
  )
})
afterAll(() => ledger?.drop())

test('the places are those with goods now, the fullest first', async () => {
  const { places } = await readStockOverview(ledger.database, everything, now)
  expect(places).toEqual([
    { companyCode: company, plant: '1100', storageLocation: 'W001', items: 2 },
    { companyCode: company, plant: '1100', storageLocation: 'W002', items: 1 },
  ])
})

test('the days count lines in and out, by the clock of the company; moves inside count for nothing', async () => {
  const { days } = await readStockOverview(ledger.database, everything, now)
  // 20:00 UTC is the next day in China.
  expect(days).toEqual([
    { day: '2026-03-11', inward: 3, outward: 0 },
    { day: '2026-03-13', inward: 0, outward: 1 },
    { day: '2026-03-15', inward: 0, outward: -1 },
  ])
})

test('nobody sees more than their own storage locations', async () => {
  const scope = { ...everything, plants: ['1100'], storageLocations: ['1100/W002'] }
  const overview = await readStockOverview(ledger.database, scope, now)
  expect(overview.places.map((place) => place.storageLocation)).toEqual(['W002'])
  expect(overview.days).toEqual([{ day: '2026-03-11', inward: 1, outward: 0 }])
})

test('the moves are found by their time, not by reading all of them', async () => {
  const { database } = ledger
  await database.query(`insert into stock_move (company_code, id, moved_at, document_type, document_id, document_no, line_no,
      from_key, to_key, material_no, quantity, movement_type, posts_to_erp, idempotency_key, user_id)
    select m.company_code, gen_random_uuid(), timestamptz '2020-01-01' + n * interval '10 minutes', m.document_type, m.document_id,
      m.document_no, m.line_no, m.from_key, m.to_key, m.material_no, m.quantity, m.movement_type, m.posts_to_erp, 'many/' || n, m.user_id
    from (select * from stock_move where document_no = 'RK0') m, generate_series(1, 40000) n`)
  await database.query('analyze stock_move')
  let plan = ''
  await readStockOverview(
    {
      isDistributed: false,
      announce: () => {},
      query: async (text: string, values?: readonly unknown[]) => {
        const lines = await database.query<Record<string, string>>(`explain ${text}`, values)
        plan = lines.map((line) => Object.values(line)[0]).join('\n')
        return []
      },
    },
    everything,
    now,
  )
  expect(plan).toMatch(/Index Cond: .*moved_at >= /)
  expect(plan).not.toContain('Seq Scan on stock_move')
})
