import type { Filter, ListRequest } from '@kufang/contract/document/api.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../database/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { buildList } from './build-list.ts'
import type { ListOptions } from './list-options.ts'

let files: TestDatabase
let database: Database

beforeAll(async () => {
  files = await createTestDatabase()
  database = openDatabase({ connectionString: files.connectionString })
  const owner = new pg.Client({ connectionString: files.connectionString })
  await owner.connect()
  await owner.query(`create table head (company_code text not null, id integer primary key, rank integer not null);
    create table line (company_code text not null, head_id integer not null, amount numeric(18,3) not null, is_open boolean not null)`)
  await owner.end()
  await database.query(
    `insert into head select case when i % 3 = 0 then '1020' else '1010' end, i, i % 4 from generate_series(1, 40) as i`,
  )
  await database.query(
    `insert into line select h.company_code, h.id, n, n % 2 = 0 from head h cross join generate_series(1, 3) as n`,
  )
})

afterAll(async () => {
  await database.close()
  await files.drop()
})

function joined(request: ListRequest, scope = 'true'): ListOptions {
  return {
    from: 'line l join head h on h.id = l.head_id',
    columns: {
      id: { sql: 'l.head_id', kind: 'integer', isNotNull: true },
      amount: { sql: 'l.amount', kind: 'decimal', isTotalled: true },
      isOpen: { sql: 'l.is_open', kind: 'flag' },
      rank: { sql: 'h.rank', kind: 'integer', isNotNull: true },
    },
    key: ['id'],
    request,
    scope: { sql: scope, values: [] },
    partition: { sql: 'h.company_code', values: ['1010'] },
    alone: { from: 'line l', partition: 'l.company_code', without: 'h' },
    defaultSort: [{ field: 'id', direction: 'asc' }],
    sizeMax: 100,
  }
}

async function counted(options: ListOptions) {
  const { countText, totalsText, countValues } = buildList(options)
  const [count, totals] = await Promise.all(
    [countText, totalsText].map((text) => database.query(text, countValues)),
  )
  return {
    texts: `${countText} ${totalsText}`,
    total: Number(count![0]!['total']),
    sum: Number(totals![0]!['amount']),
  }
}

describe('rows of a table that others only add to', () => {
  test('are counted and added up in it alone, as many as with the others', async () => {
    const isOpen: Filter = { field: 'isOpen', operator: 'eq', value: true }
    const options = joined({ filters: [isOpen], withTotals: true })
    const { texts, total, sum } = await counted(options)
    expect(texts).not.toContain('join')
    const { alone: _alone, ...both } = options
    const whole = await counted(both)
    expect(whole.texts).toContain('join')
    expect([total, sum]).toEqual([whole.total, whole.sum])
    expect([total, sum]).toEqual([27, 54])
  })

  test('are counted with the others where a filter or the scope names them', async () => {
    const rank: Filter = { field: 'rank', operator: 'gte', value: 2 }
    for (const options of [joined({ filters: [rank] }), joined({}, 'h.rank >= 2')])
      expect(await counted(options)).toMatchObject({
        texts: expect.stringContaining('join'),
        total: 39,
      })
  })
})
