import type { Filter, ListRequest } from '@kufang/contract/document/api.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../database/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { buildList } from './build-list.ts'
import type { ListOptions } from './list-options.ts'
import { readList } from './read-list.ts'

let files: TestDatabase
let database: Database

beforeAll(async () => {
  files = await createTestDatabase()
  database = openDatabase({ connectionString: files.connectionString })
  const owner = new pg.Client({ connectionString: files.connectionString })
  await owner.connect()
  await owner.query(`create table head (id integer primary key, rank integer not null);
    create table piece (head_id integer not null, amount numeric(18,3) not null);
    create index on piece (head_id)`)
  await owner.end()
  await database.query('insert into head select i, i % 100 from generate_series(1, 1500) as i')
  await database.query('insert into piece select h.id, h.rank from head h')
})

afterAll(async () => {
  await database.close()
  await files.drop()
})

const options = (request: ListRequest): ListOptions => ({
  from: `head h left join lateral (
    select coalesce(sum(p.amount), 0) as amount from piece p where p.head_id = h.id) summed on true`,
  columns: {
    id: { sql: 'h.id', kind: 'integer', isNotNull: true },
    rank: { sql: 'h.rank', kind: 'integer', isNotNull: true },
    amount: { sql: 'summed.amount', kind: 'decimal', isNotNull: true, isTotalled: true },
  },
  key: ['id'],
  request: { size: 50, withTotals: true, ...request },
  scope: { sql: 'true', values: [] },
  defaultSort: [{ field: 'id', direction: 'asc' }],
  sizeMax: 100,
  gathered: { rowsMax: 1200, totalsMax: 200, inOrderOf: ['id'], apart: /\bsummed\./ },
})

const by = (field: string, operator: Filter['operator'], value: number): ListRequest => ({
  filters: [{ field, operator, value }],
})

describe('a list of rows that are computed', () => {
  test('is counted without what is computed, and added up only if it is short', async () => {
    const { countText, countValues } = buildList(options({}))
    const plan = await database.query<{ 'QUERY PLAN': string }>(`explain ${countText}`, countValues)
    expect(plan.map((line) => line['QUERY PLAN']).join(' ')).not.toContain('piece')
    const whole = await readList(database, options({}))
    expect(whole).toMatchObject({ total: 1200, totalIsCapped: true })
    expect(whole.totals).toBeUndefined()
    const many = await readList(database, options(by('rank', 'lte', 19)))
    expect(many).toMatchObject({ total: 300, totalIsCapped: false })
    expect(many.totals).toBeUndefined()
    const few = await readList(database, options(by('rank', 'gte', 90)))
    expect(few).toMatchObject({ total: 150, totalIsCapped: false, totals: { amount: '14175' } })
  })

  test('is counted up to a thousand rows that are found by what is computed', async () => {
    const often = await readList(database, options(by('amount', 'gte', 10)))
    expect(often).toMatchObject({ total: 1000, totalIsCapped: true })
    expect(often.totals).toBeUndefined()
    const rare = await readList(database, options(by('amount', 'eq', 99)))
    expect(rare.rows).toHaveLength(15)
    expect(rare).toMatchObject({ total: 15, totalIsCapped: false, totals: { amount: '1485' } })
  })

  test('is sorted by what is computed up to its limit, also where a filter finds by it', async () => {
    const sort = [{ field: 'amount', direction: 'desc' as const }]
    await expect(readList(database, options({ sort }))).rejects.toMatchObject({
      code: 'input-invalid',
    })
    const sorted = await readList(database, options({ ...by('amount', 'gte', 30), sort }))
    expect(sorted).toMatchObject({ total: 1050, totalIsCapped: false })
    expect(sorted.rows[0]).toMatchObject({ rank: 99 })
  })
})

test('a list with a limit of its own is counted up to it', async () => {
  const { gathered: _gathered, ...plain } = options({})
  const capped = await readList(database, { ...plain, countMax: 40 })
  expect(capped).toMatchObject({ total: 40, totalIsCapped: true })
  expect(capped.totals).toBeUndefined()
})
