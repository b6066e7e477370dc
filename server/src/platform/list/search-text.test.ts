import type { ListRequest } from '@kufang/contract/document/api.ts'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../database/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { ListOptions } from './list-options.ts'
import { readList } from './read-list.ts'
import { isIndexedWord, searchTextSql } from './search-text.ts'

let files: TestDatabase
let database: Database

const plain = {
  id: { sql: 't.id', kind: 'integer', isNotNull: true },
  name: { sql: 't.name', kind: 'text' },
} as const satisfies ListOptions['columns']
const joint: ListOptions['columns'] = {
  ...plain,
  name: { ...plain.name, searchText: searchTextSql(['t.name', 't.other']) },
}

beforeAll(async () => {
  files = await createTestDatabase()
  database = openDatabase({ connectionString: files.connectionString })
  const owner = new pg.Client({ connectionString: files.connectionString })
  await owner.connect()
  await owner.query('create table thing (id integer primary key, name text, other text)')
  await owner.query(`select create_search_index('thing', array['name', 'other'])`)
  await owner.end()
})
afterAll(async () => {
  await database.close()
  await files.drop()
})

const names = async (request: ListRequest, columns: ListOptions['columns']) => {
  const { rows } = await readList(database, {
    from: 'thing t',
    columns,
    key: ['id'],
    search: ['name'],
    request,
    scope: { sql: 'true', values: [] },
    defaultSort: [],
    sizeMax: 500,
  })
  return rows.map((row) => row['name'])
}

test('words are found by the joint text of a table as without it, whatever letters they have', async () => {
  const given = [...'阀门', '阀门1a-2', 'Ａ阀%', 'É_b', 'φ21-2', '1a1', '门 门', 'a\\b阀', null]
  for (const [id, name] of given.entries())
    await database.query(`insert into thing values ($1, $2, 'x-1a')`, [id, name])
  const letters = fc.constantFrom(...'阀门閥Ａa1B2-_% \\./Φé')
  const word = fc.array(letters, { minLength: 1, maxLength: 6 }).map((some) => some.join(''))
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      word.filter((text) => text.trim() !== ''),
      fc.constantFrom('search' as const, 'contains' as const, 'startsWith' as const),
      async (text, how) => {
        const request: ListRequest =
          how === 'search'
            ? { search: text }
            : { filters: [{ field: 'name', operator: how, value: text }] }
        const expected = await names(request, plain)
        expect(await names(request, joint)).toEqual(expected)
        if (isIndexedWord(text)) found += expected.length
      },
    ),
    { numRuns: 600 },
  )
  expect(found).toBeGreaterThan(5)
})

test('a long number is found by its end, and compared as a whole', async () => {
  const numbers = [
    'YQ20261100001',
    'YQ20261100001-4888',
    '4500001022',
    'XQ20261100001',
    'yq20261100001x',
  ]
  for (const [index, number] of numbers.entries())
    await database.query(`insert into thing values ($1, $2, '')`, [100 + index, number])
  const [whole] = await database.query<{ pattern: string }>(
    `select search_pattern('YQ20261100001') as pattern`,
  )
  expect(whole!.pattern).toBe('%100001%')
  for (const text of [
    'YQ20261100001',
    'yq20261100001-4888',
    '4500001022',
    '450000',
    '00001',
    'YQ2026110',
  ])
    expect(await names({ search: text }, joint)).toEqual(await names({ search: text }, plain))
  expect(await names({ search: 'YQ20261100001' }, joint)).toEqual([
    'YQ20261100001',
    'YQ20261100001-4888',
    'yq20261100001x',
  ])
})

test.each([
  ['阀', true],
  ['DN1', true],
  ['A-01', true],
  ['-1', false],
  ['D1', false],
  ['1-', false],
  ['1-2', false],
  ['%_1', false],
])('the index is asked for %s: %s', async (text, isIndexed) => {
  expect(isIndexedWord(text)).toBe(isIndexed)
  // Without a trigram of the pattern PostgreSQL would read the whole index.
  const plan = await database.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off')
    return tx.query(
      `explain (analyze, format json) select from thing t
       where ${searchTextSql(['t.name', 't.other'])} like search_pattern($1::text)`,
      [text],
    )
  })
  const [{ Plan: top }] = Object.values(plan[0]!)[0] as [
    { Plan: { Plans: { 'Actual Rows': number }[] } },
  ]
  const [{ total }] = (await database.query<{ total: number }>(
    'select count(*) as total from thing',
  )) as [{ total: number }]
  if (isIndexed) expect(top.Plans[0]!['Actual Rows']).toBeLessThan(total)
})
