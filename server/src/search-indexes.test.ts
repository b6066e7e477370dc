import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { registry } from '@kufang/contract/registry.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentTable } from './document/storage/table.ts'
import { searchedFields } from './masters/master-table.ts'
import { toSnake } from './platform/database/case.ts'
import { searchTextSql } from './platform/list/search-text.ts'
import { createTestDatabase, type TestDatabase } from './platform/testing/test-database.ts'
import { boundQueries } from './queries.ts'

/** Tables by the columns that lists search or filter by a part of the text. */
const searched: readonly { table: string; columns: readonly string[] }[] = [
  ...Object.values<AnyDocument>(registry.documents).flatMap((definition) => {
    const table = documentTable(definition)
    return [
      { table: table.header, columns: table.searched.header },
      { table: table.line, columns: table.searched.line },
    ]
  }),
  ...Object.values<AnyMaster>(registry.masters).map((definition) => ({
    table: toSnake(definition.name),
    columns: searchedFields(definition).map(toSnake),
  })),
  ...Object.values(boundQueries).flatMap(({ source: { from, searchText = [] } }) =>
    [searchText].flat().map(({ columns }) => ({
      // Whatever the parameters.
      table: tableOf(
        typeof from === 'string' ? from : from({} as never, () => '$1', false),
        columns,
      ),
      columns: columns.map((column) => column.replace(/^\w+\./, '')),
    })),
  ),
].filter(({ columns }) => columns.length > 0)

/** The table of these columns by their alias. */
function tableOf(from: string, [column = '']: readonly string[]): string {
  const [alias] = column.split('.')
  return new RegExp(`(\\w+) ${alias}\\b`).exec(from)?.[1] ?? ''
}

let made: TestDatabase
let client: pg.Client

beforeAll(async () => {
  made = await createTestDatabase()
  client = new pg.Client({ connectionString: made.connectionString })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await made.drop()
})

const expressionOf = async (index: string) => {
  const { rows } = await client.query<{ expression: string }>(
    `select pg_get_indexdef(indexrelid, 1, true) as expression from pg_index where indexrelid = to_regclass($1)`,
    [index],
  )
  return rows[0]?.expression
}

test('what lists search by a part of the text has an index of exactly these texts', async () => {
  expect(searched.length).toBeGreaterThan(50)
  const missing: string[] = []
  for (const { table, columns } of searched) {
    await client.query('begin')
    await client.query(
      `create index wanted on ${table} using gin (${searchTextSql(columns)} gin_trgm_ops)`,
    )
    const wanted = await expressionOf('wanted')
    await client.query('rollback')
    if ((await expressionOf(`${table}_text`)) !== wanted)
      missing.push(
        `drop index if exists ${table}_text; select create_search_index('${table}', array[${columns.map((name) => `'${name}'`).join(', ')}]);`,
      )
  }
  // Statements for the next migration.
  expect(missing).toEqual([])
})
