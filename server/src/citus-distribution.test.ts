import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from './platform/testing/test-database.ts'
import { createTestDatabase } from './platform/testing/test-database.ts'

/*
 * Tests on plain PostgreSQL whether Citus could distribute the schema by company: the script is executed with Citus'
 * three functions replaced by ones that record their calls, and the catalog shows whether every key permits it.
 */

const script = readFileSync(
  new URL('../../tools/citus/distribute.sql', import.meta.url).pathname,
  'utf8',
)
let made: TestDatabase
let client: pg.Client
let foreignKeysBefore: unknown[]

const rowsOf = async (text: string) =>
  (await client.query<Record<string, unknown>>(text)).rows as Record<string, string>[]

const foreignKeys = () =>
  rowsOf(
    `select conrelid::regclass::text as of_table, conname, pg_get_constraintdef(oid) as definition, convalidated
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )

beforeAll(async () => {
  made = await createTestDatabase()
  client = new pg.Client({ connectionString: made.connectionString })
  await client.connect()
  foreignKeysBefore = await foreignKeys()
  await client.query(`
    create schema noted;
    create table noted.placement (name text primary key, kind text not null, by_column text);
    create function create_reference_table(named regclass) returns void language sql
      as $$ insert into noted.placement values (named::text, 'reference', null) $$;
    create function create_distributed_table(named regclass, by_column text) returns void language sql
      as $$ insert into noted.placement values (named::text, 'distributed', by_column) $$;
    create function citus_add_local_table_to_metadata(named regclass) returns void language sql
      as $$ insert into noted.placement values (named::text, 'managed', null) $$;`)
  await client.query(script)
  await client.query(`
    insert into noted.placement
    select relname, 'local', null from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    on conflict do nothing`)
})

afterAll(async () => {
  await client?.end()
  await made?.drop()
})

test('every table has one place, and the foreign keys are there again', async () => {
  const counts = await rowsOf(
    `select kind, count(*)::integer as count, min(by_column) as "by" from noted.placement group by kind order by kind`,
  )
  expect(counts).toMatchObject([
    { kind: 'distributed', by: 'company_code' },
    { kind: 'local', by: null },
    { kind: 'managed', by: null, count: 1 },
    { kind: 'reference', by: null },
  ])
  for (const { kind, count } of counts)
    if (kind !== 'managed') expect(Number(count)).toBeGreaterThan(4)
  expect(foreignKeysBefore.length).toBeGreaterThan(20)
  expect(await foreignKeys()).toEqual(foreignKeysBefore)
})

test('the role of the application may log in, which Citus needs between the machines, and has no password', async () => {
  expect(
    await rowsOf(
      `select rolcanlogin as "mayLogIn", rolpassword as password, rolsuper or rolcreaterole or rolcreatedb as "administers"
       from pg_authid where rolname = 'kufang_app'`,
    ),
  ).toEqual([{ mayLogIn: true, password: null, administers: false }])
})

test('the table that lets Citus commit on all machines or none is managed by it, always empty, and open to the application', async () => {
  expect(await rowsOf(`select name from noted.placement where kind = 'managed'`)).toEqual([
    { name: 'commit_everywhere' },
  ])
  await expect(client.query('insert into commit_everywhere values (0)')).rejects.toThrow(/check/)
  await client.query(
    'begin; set local role kufang_app; delete from commit_everywhere where id = 0; commit',
  )
})

test('the script refuses a table that it does not know', async () => {
  await client.query('create table unknown_to_the_script (value integer)')
  await expect(client.query(script)).rejects.toThrow(/differ: unknown_to_the_script$/)
  await client.query('rollback')
  await client.query('drop table unknown_to_the_script')
})

test('each distributed table has the column, a primary key, and it in every unique index', async () => {
  const columns = await rowsOf(
    `select p.name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as filled, a.attcollation::text as collation,
       exists (select from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'p') as keyed
     from noted.placement p
     left join pg_attribute a on a.attrelid = p.name::regclass and a.attname = p.by_column
     where p.kind = 'distributed'`,
  )
  const one = { type: 'text', filled: true, keyed: true, collation: columns[0]!['collation'] }
  for (const column of columns) expect(column).toEqual({ name: column['name'], ...one })

  const indexes = await rowsOf(
    `select i.indrelid::regclass::text as of_table, i.indexrelid::regclass::text as name, coalesce(a.attnum = any(i.indkey), false) as has
     from noted.placement p
     join pg_index i on i.indrelid = p.name::regclass and (i.indisunique or i.indisexclusion)
     left join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'company_code'
     where p.kind = 'distributed'`,
  )
  expect(indexes.length).toBeGreaterThan(columns.length)
  expect(indexes.filter(({ has }) => !has)).toEqual([])
})

test('a foreign key of a distributed table names the company on both sides, or leads to a reference table', async () => {
  const keys = await rowsOf(
    `select c.conrelid::regclass::text as of_table, c.conname as name, f.kind as from_kind, t.kind as to_kind,
       exists (
         select from unnest(c.conkey, c.confkey) as pair(here, there)
         join pg_attribute h on h.attrelid = c.conrelid and h.attnum = pair.here
         join pg_attribute o on o.attrelid = c.confrelid and o.attnum = pair.there
         where h.attname = 'company_code' and o.attname = 'company_code'
       ) as has
     from pg_constraint c
     join noted.placement f on f.name::regclass = c.conrelid
     join noted.placement t on t.name::regclass = c.confrelid
     where c.contype = 'f'`,
  )
  const isAllowed = (key: Record<string, unknown>) => {
    const way = `${String(key['from_kind'])} to ${String(key['to_kind'])}`
    if (way === 'distributed to distributed') return key['has'] === true
    return [
      'distributed to reference',
      'local to local',
      'local to reference',
      'reference to reference',
    ].includes(way)
  }
  expect(keys.length).toBe(foreignKeysBefore.length)
  expect(keys.filter((key) => !isAllowed(key))).toEqual([])
})

test('no trigger beside the guards stands where nobody would hear it', async () => {
  const triggers = await rowsOf(
    `select p.kind, g.tgname as name, g.tgfoid::regproc::text as function
     from noted.placement p
     join pg_trigger g on g.tgrelid = p.name::regclass and not g.tgisinternal
     where p.kind <> 'local'`,
  )
  expect(triggers.length).toBeGreaterThan(0)
  expect(
    triggers.filter(
      ({ kind, function: does }) => kind !== 'distributed' || does !== 'refuse_change',
    ),
  ).toEqual([])
})
