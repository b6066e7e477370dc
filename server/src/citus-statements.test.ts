import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from './platform/testing/test-database.ts'
import { createTestDatabase } from './platform/testing/test-database.ts'

/*
 * Checks without Citus what Citus refuses in the text of a statement:
 * - "functions used in the DO UPDATE SET clause of INSERTs on distributed tables must be marked IMMUTABLE": a row
 *   proposed for insertion already has the time as the default of its column, so `excluded.updated_at` replaces `now()`;
 * - "non-IMMUTABLE functions are not allowed in CASE or COALESCE statements" of an UPDATE: their values are parameters;
 * - rows locked by a common table expression itself beside one that writes (the result is read in another format than
 *   it was written, "invalid input syntax for type bigint: "PGCOPY""): they are locked in a subquery of it.
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

/** The source files of the server. */
const sources = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((file) => ({ file, source: readFileSync(new URL(file, folder), 'utf8') }))

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

const script = readFileSync(new URL('../../tools/citus/distribute.sql', import.meta.url), 'utf8')

/** The tables that the script places so. */
const placed = (kind: 'local' | 'reference') =>
  [...script.matchAll(/unnest\(array\[([^\]]+)\]\), '(\w+)'/g)]
    .filter(([, , as]) => as === kind)
    .flatMap(([, names]) => [...names!.matchAll(/'(\w+)'/g)].map(([, name]) => name!))

/** The tables on the coordinator only: their statements are PostgreSQL's own. */
const local = new Set(placed('local'))
const withoutCompany = new Set([...placed('local'), ...placed('reference')])

/** The SET clauses of updates of tables that are not local. */
function updatesOfRows(source: string): { text: string; line: number }[] {
  const updates = source.matchAll(/\bupdate\s+(\$\{[^}]+\}|\w+)\s+(?:(?:as\s+)?\w+\s+)?set\b/g)
  return [...updates]
    .filter(([, table]) => table !== 'set' && !local.has(table!))
    .map(({ index, 0: { length } }) => {
      const text = source.slice(index + length, endOfClause(source, index + length))
      return {
        text: text.split(/\n\s*(?:from|where)\b/)[0]!,
        line: source.slice(0, index).split('\n').length,
      }
    })
}

/** Functions in CASE or COALESCE that Citus would refuse. */
function refusedInChoice(clause: string): string[] {
  const choices = clause.match(/\bcase\b.*?\bend\b|\bcoalesce\((?:[^()]|\([^()]*\))*\)/gs) ?? []
  return choices.flatMap((choice) => refusedIn(choice))
}

/** Common table expressions that lock rows without a subquery, in a text that also writes in one. */
function locksBesideWrites(source: string): number[] {
  return [...source.matchAll(/\bfor (?:no key )?update\b/g)].flatMap(({ index }) => {
    const start = source.lastIndexOf('`', index)
    const text = source.slice(start, index)
    const expression = openExpression(text)
    const rest = source.slice(start, source.indexOf('`', index))
    const writes = /\bas (?:materialized )?\(\s*(?:insert|update|delete)\b/.test(rest)
    const isLocal = [...expression.matchAll(/\b(?:from|join)\s+(\w+)/g)].some(([, name]) =>
      local.has(name!),
    )
    return /^as (?:materialized )?\(/.test(expression) && writes && !isLocal
      ? [source.slice(0, index).split('\n').length]
      : []
  })
}

/** The text from the last parenthesis still open, with `as` or `as materialized` before it. */
function openExpression(text: string): string {
  let closed = 0
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') closed++
    else if (text[at] === '(' && closed-- === 0) {
      const before = /(?:as (?:materialized )?)?$/.exec(text.slice(0, at))![0]
      return before + text.slice(at)
    }
  }
  return ''
}

/** Statements without the company as a parameter of their own, and why. */
const companyElsewhere: Readonly<Record<string, string>> = {
  'document/service/print.ts': 'in the condition of the data scope',
  'identity/relations.ts': 'tables of users, which are local',
  'identity/rights.ts': 'tables of users, which are local',
  'masters/write-masters.ts': 'in the key of the master',
  'platform/database/open-transaction.ts': 'the table that lets Citus commit on all machines',
  'platform/jobs/housekeeping.ts': 'removes what is old of all companies',
}

/** Updates and deletions in rows that are not local whose company is no parameter: they lock the table on each machine. */
function writesEverywhere(source: string): number[] {
  const writes = source.matchAll(
    /\b(?:update|delete from)\s+(\$\{[^}]+\}|\w+)\s+(?:(?:as\s+)?\w+\s+)?(?:set|where|using)\b/g,
  )
  return [...writes]
    .filter(([, table]) => table !== 'set' && !withoutCompany.has(table!))
    .filter(({ index }) => {
      const text = source.slice(index, endOfClause(source, index))
      return !/company_code = (?:\$\d|any\(\$\d)/.test(text)
    })
    .map(({ index }) => source.slice(0, index).split('\n').length)
}

test('an update names its companies as a parameter, so that Citus locks the table on their machines only', () => {
  const found = sources().flatMap(({ file, source }) =>
    /(^|\/)(testing|conformance|demonstration)\//.test(file)
      ? []
      : writesEverywhere(source).map((line) => ({ file, line })),
  )
  expect(found.filter(({ file }) => !(file in companyElsewhere))).toEqual([])
  expect(new Set(found.map(({ file }) => file))).toEqual(new Set(Object.keys(companyElsewhere)))
})

test.each([
  ['`update batch b set at = now() where b.company_code = x."companyCode"`', 1],
  ['`delete from batch where batch = $1`', 1],
  [
    '`update ${table} b set ${names.map((name) => `${name} = 1`).join()} where b.company_code = any($2)`',
    0,
  ],
  ['`delete from batch where company_code = $1`', 0],
  ['`update todo set done_at = now()`', 0],
])('in %s are %i updates of all machines', (source, count) => {
  expect(writesEverywhere(source)).toHaveLength(count)
})

test('no update decides with a function that Citus would have to evaluate per row', () => {
  const clauses = sources().flatMap(({ file, source }) =>
    updatesOfRows(source).map((clause) => ({ ...clause, at: `${file}:${clause.line}` })),
  )
  expect(clauses.length).toBeGreaterThan(20)
  expect(
    clauses.flatMap(({ at, text }) => refusedInChoice(text).map((name) => `${at}: ${name}`)),
  ).toEqual([])
})

test('no common table expression locks rows itself beside one that writes', () => {
  expect(
    sources().flatMap(({ file, source }) =>
      locksBesideWrites(source).map((line) => `${file}:${line}`),
    ),
  ).toEqual([])
})

test.each([
  ['`update batch b set at = case when b.at is null then now() end\n where no = $1`', ['now']],
  [
    '`update ${table.header} h set at = coalesce(h.at, clock_timestamp()) where`',
    ['clock_timestamp'],
  ],
  [
    "`update ${t} set acts = case when $1 then jsonb_build_object('a', $2) else acts end`",
    ['jsonb_build_object'],
  ],
  [
    '`update batch set at = now(), acts = case when $1 then $2::jsonb else acts end\n where now() > at`',
    [],
  ],
  ['`update todo set at = case when $1 then now() end`', []],
])('of the update %s Citus would refuse %j', (source, refused) => {
  expect(updatesOfRows(source).flatMap(({ text }) => refusedInChoice(text))).toEqual(refused)
})

test.each([
  [
    '`with a as (insert into b), c as materialized (select no from b for no key update of b) select`',
    1,
  ],
  ['`with a as (insert into b), c as (select no from (select no from b for update) d) select`', 0],
  ['`with c as (select no from b for update) select`', 0],
  ['`with a as (update b set c = 1), d as (select no from todo for update) select`', 0],
])('in %s are %i locks that Citus cannot read', (source, count) => {
  expect(locksBesideWrites(source)).toHaveLength(count)
})

test('the update of a conflict takes its times from the proposed row, because Citus refuses functions that are not immutable', () => {
  const clauses = sources().flatMap(({ file, source }) =>
    updatesOnConflict(source).map((clause) => ({ ...clause, at: `${file}:${clause.line}` })),
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
