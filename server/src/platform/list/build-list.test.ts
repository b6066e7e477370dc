import { addAll } from '@kufang/kernel/add-all.ts'
import type { Filter, ListRequest, Sort } from '@kufang/contract/document/api.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Row } from '../database/database.ts'
import { openDatabase } from '../database/database.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { ListOptions } from './list-options.ts'
import { buildList } from './build-list.ts'
import { readAllRows, readList } from './read-list.ts'

let files: TestDatabase
let database: Database

const rowCount = 240
const columns: ListOptions['columns'] = {
  id: { sql: 't.id', kind: 'text', type: 'uuid', isNotNull: true },
  name: { sql: 't.name', kind: 'text' },
  amount: { sql: 't.amount', kind: 'quantity', isTotalled: true },
  day: { sql: 't.day', kind: 'date' },
  at: { sql: 't.at', kind: 'instant', isNotNull: true },
  isOpen: { sql: 't.is_open', kind: 'flag' },
  papers: { sql: 't.papers', kind: 'list' },
  rank: { sql: 't.rank', kind: 'integer', isNotNull: true },
}

function options(request: ListRequest, more: Partial<ListOptions> = {}): ListOptions {
  return {
    from: 'thing t',
    columns,
    key: ['id'],
    search: ['name'],
    request,
    scope: { sql: 't.company_code = any($1::text[])', values: [['1010']] },
    defaultSort: [{ field: 'at', direction: 'desc' }],
    sizeMax: 500,
    ...more,
  }
}

const names = async (request: ListRequest, more: Partial<ListOptions> = {}): Promise<unknown[]> =>
  (
    await readList(
      database,
      options({ size: 500, sort: [{ field: 'name', direction: 'asc' }], ...request }, more),
    )
  ).rows.map((row) => row['name'])

beforeAll(async () => {
  files = await createTestDatabase()
  database = openDatabase({ connectionString: files.connectionString })
  const owner = new pg.Client({ connectionString: files.connectionString })
  await owner.connect()
  await owner.query(`create table thing (company_code text not null, id uuid primary key, name text, amount numeric(18,3),
    day date, at timestamptz not null, is_open boolean, papers text[], rank integer not null)`)
  await owner.end()
  // Many ties and nulls, and instants that differ only in microseconds, which paging could lose.
  await database.query(
    `insert into thing select case when i % 20 = 19 then '1020' else '1010' end, uuidv7(),
       case when i % 7 = 0 then null when i % 7 = 1 then '' else '阀门 ' || (i % 11) end,
       case when i % 5 = 0 then null else (i % 13) * 1.125 end,
       case when i % 6 = 0 then null else date '2026-11-01' + (i % 9) end,
       timestamptz '2026-11-21 00:00:00+08' + (i % 17) * interval '1 microsecond',
       case when i % 4 = 0 then null else i % 4 = 1 end,
       case when i % 3 = 0 then '{}' else array['合格证', '质保书'] end, i % 3
     from generate_series(1, $1::integer) i`,
    [rowCount],
  )
  await database.query(`insert into thing values
    ('1010', uuidv7(), '100%_a\\b', 5, '2026-10-01', '2026-10-01 12:00:00+08', true, '{}', 9),
    ('1010', uuidv7(), '100xxa\\b', 6, '2026-10-02', '2026-10-02 23:59:59.999999+08', false, '{}', 9)`)
})

afterAll(async () => {
  await database.close()
  await files.drop()
})

describe('paging', () => {
  const sortable = Object.keys(columns)
  const sorts: fc.Arbitrary<Sort[]> = fc.uniqueArray(
    fc.record({
      field: fc.constantFrom(...sortable),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    { selector: (sort) => sort.field, maxLength: 3 },
  )

  test('block after block gives each row once, in the order of the whole list, whatever the sort', async () => {
    await fc.assert(
      fc.asyncProperty(sorts, fc.integer({ min: 1, max: 60 }), async (sort, size) => {
        const whole = await readList(database, options({ sort, size: 500 }))
        const paged: Row[] = []
        let cursor: string | null = null
        do {
          const page: Awaited<ReturnType<typeof readList>> = await readList(
            database,
            options({ sort, size, cursor }),
          )
          expect(page.rows.length).toBeLessThanOrEqual(size)
          addAll(paged, page.rows)
          cursor = page.nextCursor
        } while (cursor !== null)
        expect(paged.map((row) => row['id'])).toEqual(whole.rows.map((row) => row['id']))
        expect(new Set(paged.map((row) => row['id'])).size).toBe(230)
      }),
      { numRuns: 40 },
    )
  })

  test('read company by company and merged, rows come as from one query, counted and summed alike', async () => {
    const scope = { sql: 'true', values: [] }
    const sides = (values: string[]) => [
      { scope, partition: { sql: 't.company_code', values } },
      // The text for Citus is PostgreSQL's own.
      { scope, partition: { sql: 't.company_code', values }, isDistributed: true },
      { scope: { sql: 't.company_code = any($1::text[])', values: [values] } },
    ]
    await fc.assert(
      fc.asyncProperty(
        sorts,
        fc.constantFrom<string[]>(['1010', '1020'], ['1020'], [], ['1020', '1020', '9999']),
        async (sort, values) => {
          const read = async (more: Partial<ListOptions>) => {
            const first = await readList(
              database,
              options({ sort, size: 30, withTotals: true, search: '阀' }, more),
            )
            const next =
              first.nextCursor === null
                ? null
                : await readList(
                    database,
                    options({ sort, size: 30, search: '阀', cursor: first.nextCursor }, more),
                  )
            return { first, next }
          }
          const [parted, apart, whole] = sides(values)
          const expected = await read(whole!)
          expect(await read(parted!)).toEqual(expected)
          expect(await read(apart!)).toEqual(expected)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('a cursor of another sort, and one that was tampered with, is refused', async () => {
    const { nextCursor } = await readList(
      database,
      options({ sort: [{ field: 'name', direction: 'asc' }], size: 3 }),
    )
    const other = options({ sort: [{ field: 'day', direction: 'asc' }], cursor: nextCursor })
    expect(() => buildList(other)).toThrow(/input-invalid/)
    for (const broken of [
      'x',
      '',
      'bnVsbA',
      Buffer.from('["at desc,id desc","yesterday","1"]').toString('base64url'),
    ])
      expect(() => buildList(options({ cursor: broken }))).toThrow(/input-invalid/)
  })

  test('the export reads all rows in the same order', async () => {
    const ids: unknown[] = []
    for await (const row of readAllRows(
      database,
      options({ sort: [{ field: 'amount', direction: 'desc' }] }),
    ))
      ids.push(row['id'])
    const whole = await readList(
      database,
      options({ sort: [{ field: 'amount', direction: 'desc' }], size: 500 }),
    )
    expect(ids).toEqual(whole.rows.map((row) => row['id']))
  })

  test('rows carry the declared columns and nothing of the paging', async () => {
    const { rows } = await readList(database, options({ size: 1 }))
    expect(Object.keys(rows[0]!).sort()).toEqual(Object.keys(columns).sort())
  })
})

describe('filters', () => {
  const filter = (field: string, operator: Filter['operator'], value?: unknown) => ({
    filters: [{ field, operator, value }],
  })

  test('percent, underscore and backslash mean themselves', async () => {
    expect(await names(filter('name', 'contains', '%_'))).toEqual(['100%_a\\b'])
    expect(await names(filter('name', 'startsWith', '100%'))).toEqual(['100%_a\\b'])
    expect(await names(filter('name', 'contains', 'a\\b'))).toEqual(['100%_a\\b', '100xxa\\b'])
    expect(await names({ search: '%' })).toEqual(['100%_a\\b'])
  })

  test('a day given for an instant is that whole day in China', async () => {
    expect(await names(filter('at', 'eq', '2026-10-02'))).toEqual(['100xxa\\b'])
    expect(await names(filter('at', 'lte', '2026-10-01'))).toEqual(['100%_a\\b'])
    expect(await names(filter('at', 'between', ['2026-10-01', '2026-10-02']))).toEqual([
      '100%_a\\b',
      '100xxa\\b',
    ])
    expect(await names(filter('at', 'lte', '2026-10-01T03:59:59Z'))).toEqual([])
  })

  test('numbers, days and flags are compared as what they are', async () => {
    expect(await names(filter('amount', 'between', ['5', 5.5]))).toContain('100%_a\\b')
    expect(await names(filter('day', 'lte', '2026-10-01'))).toEqual(['100%_a\\b'])
    expect(
      await names({
        filters: [
          { field: 'rank', operator: 'in', value: [9] },
          { field: 'isOpen', operator: 'eq', value: true },
        ],
      }),
    ).toEqual(['100%_a\\b'])
    expect(await names(filter('rank', 'in', []))).toEqual([])
  })

  test('empty finds nulls and empty texts, notEmpty all others', async () => {
    const [empty, filled, all] = await Promise.all([
      names(filter('name', 'empty')),
      names(filter('name', 'notEmpty')),
      names({}),
    ])
    expect(empty.length).toBeGreaterThan(0)
    expect(empty.every((name) => name === null || name === '')).toBe(true)
    expect(filled.includes('')).toBe(false)
    expect(empty.length + filled.length).toBe(all.length)
    expect(
      await names({
        filters: [
          { field: 'papers', operator: 'empty' },
          { field: 'rank', operator: 'eq', value: 9 },
        ],
      }),
    ).toHaveLength(2)
    expect(new Set(await names(filter('papers', 'contains', '质保'))).size).toBeGreaterThan(0)
  })

  test('no text of a request becomes SQL: hostile ones find nothing or are refused, and never fail', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        "'; drop table thing; --",
        "' or '1'='1",
        '$1',
        '\\',
        '%',
        '"',
        '\u0000',
        '{"$gt":""}',
        '1e400',
        'NaN',
        'infinity',
        '-0',
      ),
      fc.anything(),
    )
    const operators = [
      'eq',
      'in',
      'contains',
      'startsWith',
      'gte',
      'lte',
      'between',
      'empty',
      'notEmpty',
    ] as const
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(columns)),
        fc.constantFrom(...operators),
        fc.oneof(hostile, fc.array(hostile, { maxLength: 3 })),
        fc.oneof(fc.constant(undefined), fc.string({ maxLength: 20 })),
        async (field, operator, value, search) => {
          const request = {
            ...filter(field, operator, value),
            ...(search === undefined ? {} : { search }),
            withTotals: true,
          }
          const outcome = await readList(database, options(request)).then(
            () => 'read',
            (error: unknown) => (isRefusal(error) ? error.code : error),
          )
          expect(['read', 'input-invalid']).toContain(outcome)
        },
      ),
      { numRuns: 400 },
    )
    const [left] = await database.query<{ total: number }>('select count(*) as total from thing')
    expect(left?.total).toBe(rowCount + 2)
  })

  test('a column that is none is refused, wherever it is named', () => {
    for (const field of ['nothing', '__proto__', 'constructor', 'id; drop table thing']) {
      expect(() => buildList(options({ filters: [{ field, operator: 'empty' }] }))).toThrow(
        /column-unknown/,
      )
      expect(() => buildList(options({ sort: [{ field, direction: 'asc' }] }))).toThrow(
        /column-unknown/,
      )
    }
  })

  test('sizes and directions that are none are refused', () => {
    for (const size of [0, -1, 1.5, Number.NaN])
      expect(() => buildList(options({ size }))).toThrow(/input-invalid/)
    const sort = [{ field: 'name', direction: 'asc; drop table thing' }] as unknown as Sort[]
    expect(() => buildList(options({ sort }))).toThrow(/input-invalid/)
  })
})

describe('scope, count and totals', () => {
  test('rows outside the scope are neither listed, counted nor summed', async () => {
    const other = options(
      { withTotals: true },
      { scope: { sql: 't.company_code = any($1::text[])', values: [['1020']] } },
    )
    const [expected] = await database.query<{ total: number; amount: string }>(
      `select count(*) as total, sum(amount) as amount from thing where company_code = '1020'`,
    )
    const page = await readList(database, other)
    expect(page.total).toBe(expected!.total)
    expect(page.totals).toEqual({ amount: expected!.amount })
    expect(
      (
        await readList(
          database,
          options({ withTotals: true }, { scope: { sql: 'false', values: [] } }),
        )
      ).total,
    ).toBe(0)
  })

  test('parameters of the source, of the scope and of filters do not get into each other', async () => {
    const page = await readList(
      database,
      options(
        { filters: [{ field: 'rank', operator: 'eq', value: 9 }], search: '100', withTotals: true },
        { from: '(select * from thing where name like $1 and rank >= $2) t', values: ['100%', 1] },
      ),
    )
    expect(page.total).toBe(2)
    expect(page.totals).toEqual({ amount: '11' })
  })

  test('counting stops at its limit and says so', async () => {
    const page = await readList(
      database,
      options(
        { withTotals: true },
        {
          from: 'thing t cross join generate_series(1, 60) g',
          columns: { id: columns['id']! },
          defaultSort: [],
        },
      ),
    )
    expect(page).toMatchObject({ total: 10_000, totalIsCapped: true })
  })

  test('more rows than are counted are not added up either', async () => {
    const rows = (times: number) =>
      readList(
        database,
        options(
          { withTotals: true },
          { from: `thing t cross join generate_series(1, ${times}) g` },
        ),
      )
    expect((await rows(40)).totals).toHaveProperty('amount')
    expect(await rows(60)).not.toHaveProperty('totals')
  })
})
