import { documents } from '@kufang/contract/registry.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toSnake } from '../../platform/database/case.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts'

// The tables made for a new document type must equal the current tables of all other documents.

let made: TestDatabase
let client: pg.Client

beforeAll(async () => {
  made = await createTestDatabase()
  client = new pg.Client({ connectionString: made.connectionString })
  await client.connect()
})

afterAll(async () => {
  await client?.end()
  await made?.drop()
})

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await client.query<Record<string, string>>(text, values)).rows

/** The catalog description of a table by column name, with its own names removed. */
async function described(table: string) {
  const columns = await rowsOf(
    `select a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as filled,
       a.attgenerated as generated, pg_get_expr(d.adbin, d.adrelid) as value
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attname`,
    [table],
  )
  const constraints = await rowsOf(
    `select conname as name, pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass order by 1`,
    [table],
  )
  const indexes = await rowsOf(
    `select indexname as name, indexdef as text from pg_indexes where schemaname = 'public' and tablename = $1 order by 1`,
    [table],
  )
  const [rest] = await rowsOf(
    `select reloptions::text as options, coalesce(relacl::text, '') as rights from pg_class where oid = $1::regclass`,
    [table],
  )
  const name = table.replace(/_line$/, '')
  return JSON.parse(
    JSON.stringify({ columns, constraints, indexes, rest }).replaceAll(name, 'document'),
  ) as unknown
}

test('a new document gets the same columns, checks, keys, indexes and rights as one that stands', async () => {
  await client.query(
    `select create_document_tables('opening', array['draft', 'submitted', 'returned', 'initialised',
       'reversalRequested', 'reversalApproved', 'reversed'],
       header => 'reversal_reason text, decision_remark text, origin text check (origin in (''erp'', ''new''))',
       lines => 'bin text, batch text, stock_category text check (stock_category in (''UU'', ''QI'', ''BL'')),
         production_date date, expiry_date date, amount numeric(18,2),
         special_stock text check (special_stock in (''K'', ''Q'', ''E'', ''O'')), special_stock_reference text,
         erp_quantity numeric(18,3), difference_quantity numeric(18,3), difference_reason text, valuation_type text, serial_numbers text[]')`,
  )
  await client.query(`select allow_quantity_zero('opening')`)
  for (const line of ['', '_line'])
    expect(await described(`opening${line}`)).toEqual(
      await described(`stock_initialisation${line}`),
    )
  await client.query('drop table opening, opening_line')
})

test('a document without columns of its own has the common ones alone', async () => {
  await client.query(`select create_document_tables('bare', array['draft'])`)
  const [lines] = await rowsOf(
    `select count(*)::integer as count from information_schema.columns where table_name = 'bare_line'`,
  )
  expect(Number(lines!['count'])).toBeGreaterThan(20)
  await client.query('drop table bare, bare_line')
})

test('what was added to all documents since is there, with its check, and its generated neighbour', async () => {
  await client.query('begin')
  const tables = await rowsOf('select line from document_tables()')
  for (const { line } of tables) {
    const [goods] = await rowsOf(
      `select 1 as one from information_schema.columns where table_name = $1 and column_name = 'done_quantity'`,
      [line],
    )
    if (goods !== undefined)
      await client.query(
        `alter table ${line} add column weighed numeric(18,3) not null default 0 check (weighed >= 0),
         add column missing numeric(18,3) generated always as (greatest(quantity - weighed, 0)) stored`,
      )
  }
  await client.query(
    `select create_document_tables('opening', array['draft', 'initialised', 'reversed'],
       header => 'reversal_reason text',
       lines => 'bin text, batch text, stock_category text check (stock_category in (''UU'', ''QI'', ''BL'')),
         production_date date, expiry_date date, amount numeric(18,2),
         special_stock text check (special_stock in (''K'', ''Q'', ''E'', ''O'')), special_stock_reference text,
         erp_quantity numeric(18,3), difference_quantity numeric(18,3), difference_reason text, valuation_type text, serial_numbers text[]')`,
  )
  await client.query(`select allow_quantity_zero('opening')`)
  expect(await described('opening_line')).toEqual(await described('stock_initialisation_line'))
  await client.query('rollback')
})

test('a document without goods has lines without material and quantity', async () => {
  await client.query('begin')
  await client.query(
    `select create_document_tables('paper', array['draft'], lines => 'title text', has_goods => false)`,
  )
  const columns = await rowsOf(
    `select column_name as name from information_schema.columns where table_name = 'paper_line' order by ordinal_position`,
  )
  expect(columns.map(({ name }) => name)).toEqual([
    'company_code',
    'document_id',
    'line_no',
    'source_type',
    'source_id',
    'source_no',
    'source_line',
    'line_remark',
    'title',
  ])
  await client.query('rollback')
})

test('the tables of every document are found, for changes to all of them', async () => {
  const found = await rowsOf('select header, line from document_tables()')
  expect(found).toEqual(
    Object.keys(documents)
      .map((name) => toSnake(name))
      .toSorted()
      .map((header) => ({ header, line: `${header}_line` })),
  )
})
