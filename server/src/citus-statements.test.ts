import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from './platform/testing/test-database.ts'
import { createTestDatabase } from './platform/testing/test-database.ts'

/*
 * Checks without Citus what Citus refuses in the text of a statement: "functions used in the DO UPDATE SET clause of
 * INSERTs on distributed tables must be marked IMMUTABLE". A row proposed for insertion already has the time as the
 * default of its column, so `excluded.updated_at` replaces `now()`.
 */

const folder = new URL('.', import.meta.url)
let made: TestDatabase
let client: pg.Client
/** The names of functions that are not immutable, with those of the product's migrations. */
let changing: ReadonlySet<string>

beforeAll(async () => {
  made = await createTestDatabase()
  client = new pg.Client({ connectionString: made.connectionString })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select distinct proname as name from pg_proc where provolatile <> 'i'`,
  )
  changing = new Set(rows.map(({ name }) => name))
})

afterAll(async () => {
  await client?.end()
  await made?.drop()
})

/** Each DO UPDATE clause of a source file, to the end of its statement, its common table expression or its text. */
function updatesOnConflict(source: string): { text: string; line: number }[] {
  return [...source.matchAll(/\bdo\s+update\s+set\b/gi)].map(({ index }) => ({
    text: source.slice(index, endOfClause(source, index)),
    line: source.slice(0, index).split('\n').length,
  }))
}

function endOfClause(source: string, start: number): number {
  let parentheses = 0
  let insertions = 0
  for (let at = start; at < source.length; at++) {
    const character = source[at]
    if (character === '{' && source[at - 1] === '$') insertions++
    else if (character === '}' && insertions > 0) insertions--
    else if (character === '(') parentheses++
    else if (character === ')' && --parentheses < 0) return at
    else if (character === '`' && insertions === 0) return at
    else if (parentheses === 0 && /^\breturning\b/i.test(source.slice(at, at + 10))) return at
  }
  return source.length
}

/** What Citus would refuse in a clause. */
function refusedIn(clause: string): string[] {
  const called = [...clause.matchAll(/\b([a-z_][a-z0-9_]*)\s*\(/g)].map(([, name]) => name!)
  const words = /\b(?:current_(?:date|time|timestamp)|localtime(?:stamp)?)\b/gi
  return [...called.filter((name) => changing.has(name)), ...(clause.match(words) ?? [])]
}

test('the update of a conflict takes its times from the proposed row, because Citus refuses functions that are not immutable', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
  const clauses = files.flatMap((file) =>
    updatesOnConflict(readFileSync(new URL(file, folder), 'utf8')).map((clause) => ({
      ...clause,
      at: `${file}:${clause.line}`,
    })),
  )
  expect(clauses.length).toBeGreaterThan(15)
  expect(
    clauses.flatMap(({ at, text }) => refusedIn(text).map((name) => `${at}: ${name}`)),
  ).toEqual([])
})

test.each([
  ['`insert into book as b values ($1) on conflict (no) do update set at = now()`', ['now']],
  ['`with a as (insert … do update set at = b.at), c as (select now()) select`', []],
  ['`insert … do update set at = excluded.at returning now()`', []],
  [
    '`insert … do update\n set ${names.map((name) => `${name} = excluded.${name}`).join()}, at = clock_timestamp()`',
    ['clock_timestamp'],
  ],
  ['`insert … do update set on = (greatest(b.on, Current_Date))`', ['Current_Date']],
  [
    "`insert … do update set days = company_parameter(b.company_code, 'days', 1)`",
    ['company_parameter'],
  ],
  ['`insert … do update set at = excluded.at where b.at < now()`', ['now']],
  ['`insert … do update set no = coalesce(nullif(excluded.no, 0), b.no)`; now()', []],
])('of a clause in %s Citus would refuse %j', (source, refused) => {
  expect(updatesOnConflict(source).flatMap(({ text }) => refusedIn(text))).toEqual(refused)
})
