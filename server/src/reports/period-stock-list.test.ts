import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMoney, parseMoney } from '@kufang/kernel/money.ts'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import { queryOptions } from '../document/list/bind-query.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { buildList } from '../platform/list/build-list.ts'
import { readList } from '../platform/list/read-list.ts'
import type { Session } from '../platform/session/session.ts'
import { systemSession } from '../platform/session/session.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { revaluePeriods, takeSnapshot, writeValuations } from '../ledger/public.ts'
import { periodStockList } from './period-stock-list.ts'

/**
 * Number of materials; each has a receipt, an issue and a transfer in each of three finished months, and a receipt now.
 */
const materials = 3000
/** Its receipts are not in the books of the ERP yet. */
const unposted = 'X-03000'
let test: TestDatabase
let database: Database
/** The latest finished month, and the current one. */
let ended: string
let running: string

beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase({ connectionString: test.connectionString })
  const client = new pg.Client({ connectionString: test.connectionString })
  await client.connect()
  try {
    await fill(client)
    await client.query('set session_replication_role = origin')
    for (const ago of [3, 2, 1])
      await database.transaction(async (tx) => {
        const month = await monthAgo(ago)
        for (const companyCode of ['1000', '3000']) await takeSnapshot(tx, companyCode, month)
      })
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  ended = await monthAgo(1)
  running = await monthAgo(0)
})

afterAll(async () => {
  await database?.close()
  await test?.drop()
})

const monthAgo = async (months: number): Promise<string> => {
  const [row] = await database.query<{ month: string }>(
    `select to_char(now() at time zone 'Asia/Shanghai' - make_interval(months => $1), 'YYYYMM') as month`,
    [months],
  )
  return row!.month
}

const person = ({
  scope,
  ...parts
}: Omit<Partial<Session>, 'scope'> & { scope?: Partial<Session['scope']> }): Session => {
  const base = systemSession(['1000'], 'test')
  return { ...base, ...parts, scope: { ...base.scope, ...scope } }
}
const ofMonth = (month: string, more: ListRequest = {}): ListRequest => ({
  ...more,
  filters: [{ field: 'period', operator: 'eq', value: month }, ...(more.filters ?? [])],
})
const read = (session: Session, request: ListRequest) =>
  readList(database, { ...queryOptions(periodStockList, session, request), sizeMax: 500 })
const planOf = async (session: Session, request: ListRequest): Promise<string> => {
  const list = buildList({ ...queryOptions(periodStockList, session, request), sizeMax: 50 })
  const rows = await database.query(
    `explain (analyze, timing off, costs off) ${list.text}`,
    list.values,
  )
  return rows.map((row) => Object.values(row)[0]).join('\n')
}

describe('the report of a month', () => {
  it('reads a recorded month off its index, page by page, and touches no move', async () => {
    for (const companies of [['1000'], ['1000', '3000']]) {
      const session = systemSession(companies, 'explain')
      for (const request of [
        ofMonth(ended),
        ofMonth(ended, {
          filters: [{ field: 'materialNo', operator: 'eq', value: 'X-00012' }],
        }),
      ]) {
        const plan = await planOf(session, request)
        expect(plan).toMatch(
          /Index Scan using stock_period_pkey on stock_period .*\(actual rows=(\d|\d\d)\.00/,
        )
        expect(plan).not.toMatch(/Seq Scan on stock_period\b/)
        // The plan's scans of moves for a running month are never executed.
        for (const line of plan.split('\n').filter((one) => one.includes(' on stock_move ')))
          expect(line).toContain('never executed')
      }
    }
  })

  it('reads the running month off the index of time, and of one material off that of its keys', async () => {
    const session = systemSession(['1000'], 'explain')
    const plan = await planOf(session, ofMonth(running))
    expect(plan).toContain('stock_move_time')
    expect(plan).not.toContain('Seq Scan on stock_move ')
  })

  it('adds up: of each row, of the month, and with the month before', async () => {
    const session = person({})
    const totals = async (month: string) => {
      const { totals: sums, total } = await read(session, ofMonth(month, { withTotals: true }))
      return { ...sums, total }
    }
    expect(await totals(ended)).toMatchObject({
      total: materials,
      openingQuantity: String(materials * 2 * 7),
      receiptQuantity: String(materials * 10),
      issueQuantity: String(materials * 3),
      transferOutQuantity: '0',
      closingQuantity: String(materials * 3 * 7),
      closingValue: String(materials * 3 * 70),
    })
    expect(await totals(running)).toMatchObject({
      openingQuantity: String(materials * 3 * 7),
      receiptQuantity: String(materials * 10),
      closingQuantity: String(materials * 31),
    })
  })

  it('shows the values that hold now beside the closing value that was recorded, off the same index', async () => {
    const of = (materialNo: string): ListRequest =>
      ofMonth(ended, { filters: [{ field: 'materialNo', operator: 'eq', value: materialNo }] })
    const [receipt] = await database.query<{ id: string; amount: string }>(
      `select m.id, m.amount from stock_move m
       join stock_snapshot_month s on s.company_code = m.company_code and s.month = $1
         and m.moved_at >= s.begins_at and m.moved_at < s.ends_at
       join stock_key k on k.company_code = m.company_code and k.id = m.from_key and k.place = 'supplier'
       where m.company_code = '1000' and m.material_no = 'X-00012'`,
      [ended],
    )
    const amount = addMoney(parseMoney(receipt!.amount), parseMoney('1.23'))
    await database.transaction((tx) =>
      writeValuations(tx, '1000', [
        {
          moveId: receipt!.id,
          amount,
          currency: 'CNY',
          source: 'accounting-document',
          postingSequence: Number.MAX_SAFE_INTEGER,
        },
      ]),
    )
    await database.transaction((tx) => revaluePeriods(tx, '1000'))
    const [row] = (await read(person({}), of('X-00012'))).rows
    expect(row).toMatchObject({
      receiptValue: '101.23',
      closingValue: '211.23',
      recordedClosingValue: '210',
    })
    const [untouched] = (await read(person({}), of('X-00013'))).rows
    expect(untouched).toMatchObject({ closingValue: '210', recordedClosingValue: '210' })
    const [now] = (
      await read(person({}), {
        filters: [
          { field: 'period', operator: 'eq', value: running },
          { field: 'materialNo', operator: 'eq', value: 'X-00012' },
        ],
      })
    ).rows
    expect(now).toMatchObject({ openingValue: '211.23' })
    const { totals } = await read(person({}), ofMonth(ended, { withTotals: true }))
    expect(totals).toMatchObject({
      closingValue: String(materials * 3 * 70 + 1.23),
      recordedClosingValue: String(materials * 3 * 70),
    })
  })

  it('says what is not in the ERP, in both forms of the statement', async () => {
    for (const isDistributed of [false, true])
      for (const [month, state, quantity] of [
        [ended, 'recorded', 30],
        [running, 'running', 40],
      ] as const) {
        const of = async (materialNo: string) => {
          const request = ofMonth(month, {
            filters: [{ field: 'materialNo', operator: 'eq', value: materialNo }],
          })
          const options = queryOptions(periodStockList, person({}), request, { isDistributed })
          const { rows } = await readList(database, { ...options, sizeMax: 5 })
          return rows
        }
        expect(await of(unposted)).toMatchObject([
          { state, cutOffQuantity: String(quantity), cutOffValue: String(quantity * 10) },
        ])
        expect(await of('X-00021')).toMatchObject([
          {
            state,
            cutOffQuantity: '0',
            cutOffValue: '0',
            erpClosingQuantity: String(quantity === 30 ? 21 : 31),
          },
        ])
      }
  })

  it('says which months are recorded, and shows nothing of a month before the first', async () => {
    const first = async (month: string) => (await read(person({}), ofMonth(month))).rows[0]
    expect(await first(ended)).toMatchObject({ state: 'recorded', period: ended, unit: 'EA' })
    expect(await first(running)).toMatchObject({ state: 'running', period: running })
    expect(await first('199901')).toBeUndefined()
  })

  it('shows each person their plants and groups only, amounts only with a role for them, a supplier nothing', async () => {
    const none = person({ scope: { plants: ['9999'] } })
    expect((await read(none, ofMonth(ended))).rows).toEqual([])
    const ofGroup = person({ scope: { materialGroups: ['G1'] } })
    const { total } = await read(ofGroup, ofMonth(ended, { withTotals: true }))
    expect(total).toBe(materials / 4)
    const plain = person({ isAdmin: false, roles: new Set(['BBSFCLS']) })
    const [row] = (await read(plain, ofMonth(ended))).rows
    expect(row).toHaveProperty('closingQuantity')
    expect(row).not.toHaveProperty('closingValue')
    const supplier = person({ scope: { supplierNo: 'S1' } })
    expect((await read(supplier, ofMonth(ended))).rows).toEqual([])
  })
})

/** Inserts moves without row checks. */
async function fill(client: pg.Client): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(`insert into company (company_code, name) values ('1000', 'A'), ('3000', 'B')`)
  await client.query(
    `insert into material_group (material_group, name) select 'G' || n, 'G' from generate_series(0, 3) n`,
  )
  await client.query(
    `insert into unit (unit, name_zh, decimals) values ('EA', '个', 0) on conflict do nothing`,
  )
  await client.query(
    `insert into material (material_no, description, material_group, unit, needs_inspection)
     select 'X-' || lpad(n::text, 5, '0'), 'M', 'G' || (n % 4), 'EA', false from generate_series(1, $1::int) n`,
    [materials],
  )
  await client.query(
    `insert into stock_material (company_code, material_no, material_group)
     select c, material_no, material_group from material, unnest(array['1000', '3000']) c`,
  )
  await client.query(
    `insert into stock_key (company_code, place, plant, storage_location, bin, material_no, stock_category)
     select c, place, case place when 'stock' then '1100' else '' end, case place when 'stock' then 'W1' else '' end,
       bin, material_no, case place when 'stock' then 'UU' else '' end
     from material, unnest(array['1000', '3000']) c,
       (values ('stock', 'A'), ('stock', 'B'), ('supplier', ''), ('consumption', '')) k (place, bin)`,
  )
  // A receipt into bin A, a transfer to bin B, an issue from there: 7 remain of each month.
  await client.query(
    `insert into stock_move (company_code, id, moved_at, document_type, document_id, document_no, line_no, from_key, to_key,
       material_no, quantity, movement_type, posts_to_erp, idempotency_key, amount, amount_source, user_id)
     select f.company_code, uuidv7(), (date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => ago)) at time zone 'Asia/Shanghai'
         + interval '1 minute' * step,
       'test', uuidv7(), 'D', 1, f.id, t.id, f.material_no, quantity, '',
       f.material_no = '${unposted}' and step = 1, gen_random_uuid()::text, quantity * 10,
       'order-price', uuidv7()
     from generate_series(0, 3) ago,
       (values (1, 'supplier', '', 'stock', 'A', 10), (2, 'stock', 'A', 'stock', 'B', 5), (3, 'stock', 'B', 'consumption', '', 3))
         s (step, from_place, from_bin, to_place, to_bin, quantity)
     join stock_key f on f.place = s.from_place and f.bin = s.from_bin
     join stock_key t on t.company_code = f.company_code and t.material_no = f.material_no and t.place = s.to_place
       and t.bin = s.to_bin
     where ago > 0 or step = 1`,
  )
  await client.query('vacuum analyze')
}
