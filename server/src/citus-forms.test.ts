import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  documents,
  refusedForms,
  templatesOf,
  type Placement,
} from './platform/testing/citus-forms.ts'
import type { TestDatabase } from './platform/testing/test-database.ts'
import { createTestDatabase } from './platform/testing/test-database.ts'

/*
 * Checks without Citus that no statement looks from the rows of a company into a table of the coordinator per row, or the
 * other way round, and that none calls a function that reads tables: Citus answers "direct joins between distributed and
 * local tables are not supported", "cannot push down this subquery" or "parameterized queries for SQL functions …".
 * The cure is to read one side in a common table expression, or in a statement of its own.
 */

const folder = new URL('.', import.meta.url)
const script = readFileSync(new URL('../../tools/citus/distribute.sql', import.meta.url), 'utf8')
let made: TestDatabase
let client: pg.Client
let placement: Placement
/** Functions of the migrations that read tables. */
let reading: ReadonlySet<string>

beforeAll(async () => {
  made = await createTestDatabase()
  client = new pg.Client({ connectionString: made.connectionString })
  await client.connect()
  const ofDocuments = await client.query<{ name: string }>(
    'select unnest(array[header, line]) as name from document_tables()',
  )
  const placed = (kind: 'local' | 'distributed' | 'reference') =>
    [...script.matchAll(/unnest\(array\[([^\]]+)\]\), '(\w+)'/g)]
      .filter(([, , as]) => as === kind)
      .flatMap(([, names]) => [...names!.matchAll(/'(\w+)'/g)].map(([, name]) => name!))
  placement = {
    local: new Set(placed('local')),
    distributed: new Set([
      ...placed('distributed'),
      ...ofDocuments.rows.map(({ name }) => name),
      documents,
    ]),
    everywhere: new Set(placed('reference')),
  }
  const functions = await client.query<{ name: string; text: string }>(
    `select proname as name, prosrc as text from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`,
  )
  const readsTable = (text: string) =>
    [...text.matchAll(/\b(?:from|join)\s+(\w+)/g)].some(
      ([, name]) => placement.local.has(name!) || placement.distributed.has(name!),
    )
  reading = new Set(functions.rows.filter(({ text }) => readsTable(text)).map(({ name }) => name))
})

afterAll(async () => {
  await client?.end()
  await made?.drop()
})

/** Of the outbox; their texts are built by functions. */
const insertedByFunctions = (expression: string): string => {
  const found = /^(?:inBooksSql|isBehindRefusedSql)\('(\w+)'\)$/.exec(expression)
  return found === null
    ? ''
    : `exists (select from erp_posting other where other.id = ${found[1]}.id)`
}

const texts = () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')
  return [
    ...files
      .filter(
        (file) => file.endsWith('.ts') && !/\.(?:test|test-d)\.ts$|(^|\/)testing\//.test(file),
      )
      .flatMap((file) => templatesOf(read(file)).map((one) => ({ file, ...one }))),
    ...files
      .filter((file) => file.endsWith('.sql'))
      .map((file) => ({ file, text: read(file).replaceAll(/--.*$/gm, ''), line: 1 })),
  ]
}

/** Statements that Citus never gets in this form. */
const otherwise: Readonly<Record<string, string>> = {
  'document/model/two-books/values.ts': 'the model is compared on one machine',
  'reports/period-stock-list.ts': 'on Citus the companies come from a distributed table',
}
/** Functions that read tables, and why they run all the same. */
const runs: Readonly<Record<string, string>> = {
  accounting_period_states: 'in PL/pgSQL, called for values, not for rows of a table',
  todo_time_limit: 'reads the coordinator, where the to-dos are',
  user_ids_of_account: 'reads the coordinator, where the users and the audit log are',
  erp_movement_of_before:
    'for moves recorded before migration 0755, which a new database does not have',
}

test('no statement reads the coordinator per row of a company, or a company per row of the coordinator', () => {
  const found = texts().flatMap(({ file, text, line }) =>
    file in otherwise
      ? []
      : refusedForms(text, placement, insertedByFunctions).map(
          ({ form, at }) => `${file}:${line}: ${form}: ${at}`,
        ),
  )
  expect(found).toEqual([])
})

test('no statement calls a function that reads tables', () => {
  expect(reading).toContain('stock_period_between')
  expect(reading).toContain('company_parameter')
  const found = texts().flatMap(({ file, text, line }) =>
    [...text.matchAll(/\b([a-z_][a-z0-9_]*)\s*\(/g)]
      .filter(([, name]) => reading.has(name!) && !Object.hasOwn(runs, name!))
      .map(([, name]) => `${file}:${line}: ${name}`),
  )
  expect(found).toEqual([])
})

const places: Placement = {
  local: new Set(['outbox', 'setting']),
  distributed: new Set(['move', 'line', 'link', documents]),
  everywhere: new Set(['firm']),
}

test.each([
  [
    'select m.id, (select o.no from outbox o where o.move = m.id) from move m',
    'a table of the coordinator per row of a company',
  ],
  [
    'select p.id from line s join outbox p on p.id = s.id where not exists (select from outbox r where r.of = p.id)',
    'a table of the coordinator per row of a company',
  ],
  [
    'select c.id from setting c where exists (select from move m where m.id = c.id)',
    'rows of a company per row of the coordinator',
  ],
  [
    'select l.* from unnest($1::text[]) as d (code) cross join lateral (select l.no from line l where l.company_code = d.code limit 1) l',
    'rows of a company per row of a list',
  ],
  [
    'select l.* from unnest($1::text[]) as d (code) cross join lateral (select l.no from ${table.line} l where l.code = d.code limit 1) l',
    'rows of a company per row of a list',
  ],
  [
    'delete from outbox where id = $1 and not exists (select from move where company_code = $1)',
    'the existence of rows of a company without a column',
  ],
  [
    'with recursive chain (code, id) as (select code, id from link where company_code = any($1) union select c.code, k.id from chain c join link k on k.company_code = c.code) select id from chain',
    'a recursive query without the company as a value',
  ],
  [
    'select n.no from move n join move o on o.no = n.no and o.company_code <> n.company_code',
    'rows of two companies',
  ],
  [
    'with sums as (select of, sum(quantity) as total from move where company_code = $1 group by of) insert into line (company_code, of, total) select $1, s.of, s.total from sums s',
    'an insert that reads rows of a company in a common table expression',
  ],
  [
    'update setting set told = true where id = $1 returning id, (select min(code) from firm) as code',
    'a write on the coordinator that reads a table of every machine',
  ],
])('%s: %s', (text, form) => {
  expect(refusedForms(text, places).map((found) => found.form)).toEqual([form])
})

test.each([
  'with m as materialized (select id from move where company_code = $1) select m.id from m where exists (select from outbox o where o.move = m.id)',
  'select m.id, (select sum(r.quantity) from move r where r.company_code = m.company_code and r.of = m.id) from move m left join setting u on u.id = m.user_id',
  'select l.no from unnest($1::text[]) as d (code) join line l on l.code = d.code',
  'select l.no from unnest($1::text[]) as d (id) cross join lateral (select l.no from line l where l.company_code = $2 and l.id = d.id limit 1) l',
  'delete from outbox where id = $1 and not exists (select 1 from move where company_code = $1)',
  'select o.id from outbox o where not exists (select from outbox n where n.id > o.id) union all select l.id from line l',
  'select h.id from line h where exists (select from link k where k.company_code = h.company_code and k.id = h.id) for update of h skip locked',
  'with written as (insert into move (company_code, of) select $1, $2 returning of) insert into line (company_code, of) select $1, w.of from written w join move m on m.company_code = $1 and m.of = w.of',
  'insert into line (company_code, of, total) select m.company_code, m.of, sum(m.quantity) from move m where m.company_code = $1 group by 1, 2',
  'with recursive chain (id) as (select id from link where company_code = $1 union select k.id from chain c join link k on k.company_code = $1 and k.of = c.id) select id from chain',
])('%s: can be planned', (text) => {
  expect(refusedForms(text, places)).toEqual([])
})

test('the templates of a file are found with what they insert', () => {
  const source = 'const a = `x ${names.map((name) => `${name} = 1`).join()} y`\nconst b = `z`'
  expect(templatesOf(source)).toEqual([
    { text: '${name} = 1', line: 1 },
    { text: 'x ${names.map((name) => `${name} = 1`).join()} y', line: 1 },
    { text: 'z', line: 2 },
  ])
})

test('no function takes a row of a table of which Citus has shards, whose rows have another type', async () => {
  const taking = await client.query<{ function: string; relation: string }>(
    `select p.proname as function, c.relname as relation
     from pg_proc p cross join unnest(p.proargtypes::oid[]) as argument
     join pg_type t on t.oid = argument join pg_class c on c.oid = t.typrelid
     where p.pronamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  // The audit log is on the coordinator.
  expect(taking.rows).toContainEqual({ function: 'audit_digest', relation: 'audit_entry' })
  const sharded = taking.rows.filter(
    ({ relation }) => placement.distributed.has(relation) || placement.everywhere.has(relation),
  )
  expect(sharded).toEqual([])
})
