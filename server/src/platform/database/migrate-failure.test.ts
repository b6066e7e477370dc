import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

let testDatabase: TestDatabase
let client: pg.Client
let folder: URL

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  client = new pg.Client({ connectionString: testDatabase.connectionString })
  await client.connect()
})
beforeEach(() => {
  const path = mkdtempSync(join(tmpdir(), 'kufang-migrations-'))
  cpSync(new URL('../../../migrations/', import.meta.url), path, { recursive: true })
  folder = pathToFileURL(`${path}/`)
  return () => rmSync(path, { recursive: true })
})
afterAll(async () => {
  await client.end()
  await testDatabase.drop()
})

/** A snapshot of all tables, columns, indexes, constraints, functions, grants and rows. */
async function snapshot(): Promise<string> {
  const { rows } = await client.query<{ snapshot: string }>(`
    select string_agg(line, E'\\n' order by line) as snapshot from (
      select format('%s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), c.relacl) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace and a.attnum > 0
      union all select pg_get_constraintdef(oid) || conname from pg_constraint where connamespace = 'public'::regnamespace
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
      union all select tgname from pg_trigger where not tgisinternal
      union all select m::text from schema_migration m
      union all select s::text from unit s) lines`)
  return rows[0]!.snapshot
}

test('a migration that fails midway leaves the database as before, and the ones before it stand', async () => {
  const before = await snapshot()
  writeFileSync(
    new URL('9990_half.sql', folder),
    `create table half (id int);
     alter table unit add column half int;
     insert into unit (unit, name_zh, decimals) values ('HALF', '半', 0);
     create function half() returns int language sql as 'select 1';
     select 1 / 0;
     create table never (id int);`,
  )
  await expect(migrate(testDatabase.connectionString, folder)).rejects.toThrow(
    /migration 9990_half.sql failed: division by zero/,
  )
  expect(await snapshot()).toBe(before)
})

test('after the cause is gone the same migration runs, once', async () => {
  writeFileSync(new URL('9990_half.sql', folder), 'create table half (id int); select 1 / 0;')
  await expect(migrate(testDatabase.connectionString, folder)).rejects.toThrow(/9990_half/)
  writeFileSync(new URL('9990_half.sql', folder), 'create table half (id int);')
  expect((await migrate(testDatabase.connectionString, folder)).applied).toEqual(['9990_half.sql'])
  expect((await migrate(testDatabase.connectionString, folder)).applied).toEqual([])
})

test('a migration that meets somebody at work gives way to them, and is done when they have finished', async () => {
  writeFileSync(new URL('9991_wider.sql', folder), 'alter table unit add column wider int;')
  const worker = new pg.Client({ connectionString: testDatabase.connectionString })
  await worker.connect()
  try {
    await worker.query('begin')
    await worker.query('select from unit for update')
    const migrated = migrate(testDatabase.connectionString, folder)
    // It waits for the lock and gives up, so that later transactions need not queue behind it.
    for (const wanted of [true, false])
      await expect
        .poll(
          async () => {
            const { rows } = await client.query<{ waits: boolean }>(
              `select count(*) > 0 as waits from pg_locks where not granted and mode = 'AccessExclusiveLock'
             and relation = 'unit'::regclass`,
            )
            return rows[0]!.waits
          },
          { timeout: 20_000, interval: 5 },
        )
        .toBe(wanted)
    await worker.query('commit')
    expect((await migrated).applied).toContain('9991_wider.sql')
  } finally {
    await worker.end()
  }
})
