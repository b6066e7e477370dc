import { addAll } from '@kufang/kernel/add-all.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/database.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { buildList } from './build-list.ts'
import type { ListOptions } from './list-options.ts'
import { readList } from './read-list.ts'

let files: TestDatabase
let database: Database

const rowsOfDay = 200

function options(request: ListRequest): ListOptions {
  return {
    from: 'arrived t',
    columns: {
      id: { sql: 't.id', kind: 'integer', isNotNull: true },
      day: { sql: 't.day', kind: 'date' },
      at: { sql: 't.at', kind: 'instant', isNotNull: true },
    },
    key: ['id'],
    search: [],
    request,
    scope: { sql: 'true', values: [] },
    defaultSort: [{ field: 'at', direction: 'desc' }],
    sizeMax: 50,
  }
}

const ofDays = (from: string, to: string, size: number): ListRequest => ({
  filters: [{ field: 'day', operator: 'between', value: [from, to] }],
  size,
})

beforeAll(async () => {
  files = await createTestDatabase()
  database = openDatabase({ connectionString: files.connectionString })
  const owner = new pg.Client({ connectionString: files.connectionString })
  await owner.connect()
  await owner.query(
    `create table arrived (id integer primary key, day date, at timestamptz not null, remark text not null)`,
  )
  await owner.query(
    `insert into arrived select i, date '2026-01-01' + i / $1, timestamptz '2026-01-01 00:00:00+00' + (i * 24 / $1) * interval '1 hour', repeat('备注', 100)
     from generate_series(0, $1 * 60 - 1) i order by md5(i::text)`.replaceAll(
      '$1',
      String(rowsOfDay),
    ),
  )
  await owner.query('create index arrived_day on arrived (day)')
  await owner.query('create index arrived_newest on arrived (at, id)')
  await owner.query('analyze arrived')
  await owner.end()
})

afterAll(async () => {
  await database.close()
  await files.drop()
})

/** The rows that PostgreSQL read and left out, and the indexes it took. */
async function readOf(request: ListRequest): Promise<{ leftOut: number; indexes: string[] }> {
  const list = buildList(options(request))
  const rows = await database.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off) ${list.text}`,
    list.values,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  return {
    leftOut: Number(/Rows Removed by Filter: (\d+)/.exec(plan)?.[1] ?? 0),
    indexes: [...plan.matchAll(/using (\w+)|on (arrived_\w+)/g)].map(
      ([, one, other]) => one ?? other!,
    ),
  }
}

test('an old day is found by its date, although the newest rows are asked for first', async () => {
  expect(await readOf(ofDays('2026-01-05', '2026-01-05', 10))).toEqual({
    leftOut: 0,
    indexes: ['arrived_day'],
  })
})

test('many days are read in their order as far as the page goes', async () => {
  expect((await readOf(ofDays('2026-01-05', '2026-02-20', 10))).indexes).toEqual(['arrived_newest'])
})

test('the rows of few days come newest first, page after page', async () => {
  const ids: unknown[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readList>> = await readList(
      database,
      options({ ...ofDays('2026-01-05', '2026-01-07', 7), cursor }),
    )
    addAll(
      ids,
      page.rows.map((row) => row['id']),
    )
    cursor = page.nextCursor
  } while (cursor !== null)
  const first = 4 * rowsOfDay
  expect(ids).toEqual(
    Array.from({ length: 3 * rowsOfDay }, (_, i) => first + 3 * rowsOfDay - 1 - i),
  )
})
