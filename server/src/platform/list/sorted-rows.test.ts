import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { buildList } from './build-list.ts'
import type { ListOptions } from './list-options.ts'
import { readList } from './read-list.ts'

// Orders that no index serves read all rows of a list: refused above a number of rows, which filters reduce.

let files: TestDatabase
let database: Database

beforeAll(async () => {
  files = await createTestDatabase()
  database = openDatabase({ connectionString: files.connectionString })
})

afterAll(async () => {
  await database.close()
  await files.drop()
})

function options(request: ListRequest, more: Partial<ListOptions> = {}): ListOptions {
  return {
    from: 'generate_series(1, 30) as t (no)',
    columns: {
      no: { sql: 't.no', kind: 'integer', isNotNull: true },
      rest: { sql: 't.no % 7', kind: 'integer', isNotNull: true },
      half: { sql: 't.no / 2', kind: 'integer', isNotNull: true },
    },
    key: ['no'],
    defaultSort: [{ field: 'rest', direction: 'asc' }],
    inOrderOf: ['rest'],
    sortedMax: 20,
    request: { size: 3, ...request },
    scope: { sql: 'true', values: [] },
    sizeMax: 50,
    ...more,
  }
}

const byHalf: ListRequest = { sort: [{ field: 'half', direction: 'desc' }] }
const numbers = async (request: ListRequest, more?: Partial<ListOptions>) =>
  (await readList(database, options(request, more))).rows.map(({ no }) => no)

test.each([{}, { withTotals: true }])(
  'more rows than the limit are not sorted (%o)',
  async (more) => {
    await expect(numbers({ ...byHalf, ...more })).rejects.toMatchObject({
      code: 'input-invalid',
      field: 'sort',
      params: { problem: expect.stringContaining('20') },
    })
  },
)

test('a filter that leaves fewer makes the order possible, on every page', async () => {
  const request = { ...byHalf, filters: [{ field: 'no', operator: 'lte', value: 20 } as const] }
  expect(await numbers(request)).toEqual([20, 19, 18])
  const { nextCursor } = await readList(database, options(request))
  expect(await numbers({ ...request, cursor: nextCursor })).toEqual([17, 16, 15])
})

test('the usual order, the key and the orders of indexes are not limited', async () => {
  expect(await numbers({})).toEqual([7, 14, 21])
  expect(await numbers({ sort: [{ field: 'no', direction: 'desc' }] })).toEqual([30, 29, 28])
  expect(await numbers({ sort: [{ field: 'rest', direction: 'desc' }] })).toEqual([27, 20, 13])
  expect(await numbers(byHalf, { inOrderOf: ['half'] })).toEqual([30, 29, 28])
})

test('it counts no further than the limit', () => {
  const { countText } = buildList({ ...options(byHalf), countMax: 20 })
  expect(countText).toContain('limit 21')
})
