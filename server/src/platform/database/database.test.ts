import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openDatabase, type Database, type Transaction } from './database.ts'

let made: TestDatabase
let database: Database

/** Executes statements as the owner, because the application's role may not change tables. */
async function inOwner(...texts: string[]): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('reset role')
    for (const text of texts) await tx.query(text)
    await tx.query(
      `select set_config('role', 'kufang_app', false) from pg_roles where rolname = 'kufang_app'`,
    )
  })
}

beforeAll(async () => {
  made = await createTestDatabase()
  database = openDatabase({ connectionString: made.connectionString, connectionsMax: 3 })
  await inOwner(
    'create table thing (id integer primary key, word text, parts text[], extra jsonb)',
    'grant all on thing to kufang_app',
  )
})

afterAll(async () => {
  await database.close()
  await made.drop()
})

const add = 'insert into thing (id, word) values ($1, $2)'
const words = async (...ids: number[]) =>
  (
    await database.query<{ word: string }>(
      'select word from thing where id = any($1) order by id',
      [ids],
    )
  ).map((row) => row.word)

test('what nobody waits for is written before what is asked next, and before the commit', async () => {
  const seen = await database.transaction(async (tx) => {
    tx.write(add, [1, 'one'])
    const rows = await tx.query('select word from thing where id = $1', [1])
    tx.write(add, [2, 'two'])
    return rows
  })
  expect(seen).toEqual([{ word: 'one' }])
  expect(await words(1, 2)).toEqual(['one', 'two'])
})

test('questions asked in one go are answered each with its own rows', async () => {
  const answers = await database.transaction((tx) =>
    Promise.all([1, 2, 3].map((value) => tx.query('select $1::int as value', [value]))),
  )
  expect(answers).toEqual([[{ value: 1 }], [{ value: 2 }], [{ value: 3 }]])
})

test('the same question about several objects is one statement, and each gets its own rows', async () => {
  const text = `select key, cardinality($2::text[]) as asked from unnest($2::text[]) as key
    cross join generate_series(1, length(key)) where $1 and key <> 'none'`
  interface Answer {
    key: string
    asked: number
  }
  const answers = await database.transaction((tx) =>
    Promise.all(
      ['a', 'bb', 'none', 'a'].map((key) =>
        tx.queryTogether<Answer>(text, [true], key, (row) => row.key),
      ),
    ),
  )
  const a = { key: 'a', asked: 3 }
  const bb = { key: 'bb', asked: 3 }
  expect(answers).toEqual([[a], [bb, bb], [], [a]])
  // Each caller may change its rows.
  expect(answers[3]![0]).not.toBe(answers[0]![0])
  const given = await database.transaction((tx) =>
    Promise.all(
      ['a', 'b'].map((key) =>
        tx.queryTogether<{ key: string; word: string }>(
          `select value ->> 'key' as key, value ->> 'word' as word from unnest($1::jsonb[]) as value`,
          [],
          key,
          (row) => row.key,
          JSON.stringify({ key, word: `of "${key}"` }),
        ),
      ),
    ),
  )
  expect(given).toEqual([[{ key: 'a', word: 'of "a"' }], [{ key: 'b', word: 'of "b"' }]])
})

test('what is asked together after a write sees it, and a failure reaches all who asked', async () => {
  const named = (tx: Transaction, key: string) =>
    tx.queryTogether<{ word: string }>(
      'select word from thing where word = any($1::text[])',
      [],
      key,
      (row) => row.word,
    )
  await database.transaction(async (tx) => {
    const before = named(tx, 'later')
    tx.write(add, [901, 'later'])
    const after = named(tx, 'later')
    expect(await Promise.all([before, after])).toEqual([[], [{ word: 'later' }]])
  })
  const failed = await database
    .transaction(async (tx) =>
      Promise.allSettled(
        [1, 2].map((key) =>
          tx.queryTogether('select 1 / 0 from thing where word = any($1)', [], String(key), String),
        ),
      ).then((settled) => {
        expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
        throw new Error('undone')
      }),
    )
    .catch((error: Error) => error.message)
  expect(failed).toBe('undone')
})

test('each row has its own values and its own nulls, the columns in the order asked for', async () => {
  const text = `select * from (values (1, 'one', null), (2, null, 'b'), (3, null, null)) as t (at_place, word, mark) where $1`
  const expected = [
    { atPlace: 1, word: 'one', mark: null },
    { atPlace: 2, word: null, mark: 'b' },
    { atPlace: 3, word: null, mark: null },
  ]
  // In the second round the statement is prepared and its columns are known.
  for (const round of [1, 2]) {
    const rows = await database.query(text, [true])
    expect(rows, `round ${round}`).toEqual(expected)
    expect(rows.map((row) => Object.keys(row))).toEqual(
      expected.map(() => ['atPlace', 'word', 'mark']),
    )
  }
  // Of two columns with the same name the last one is returned, even if null.
  expect(await database.query('select 1 as one, null::int as one where $1', [true])).toEqual([
    { one: null },
  ])
})

test('a write that fails undoes the transaction, at the next question or at the commit', async () => {
  const failing = [
    database.transaction(async (tx) => {
      tx.write(add, [10, 'ten'])
      tx.write(add, [10, 'again'])
    }),
    database.transaction(async (tx) => {
      tx.write(add, [11, 'eleven'])
      tx.write(add, [11, 'again'])
      await tx.query('select 1 as one where $1', [true])
    }),
  ]
  for (const outcome of await Promise.allSettled(failing))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '23505' } })
  expect(await words(10, 11)).toEqual([])
})

test('who passes over a failure does not get a commit that was none', async () => {
  const passing = database.transaction(async (tx) => {
    await tx.query(add, [20, 'twenty'])
    await tx.query(add, [20, 'again']).catch(() => [])
  })
  await expect(passing).rejects.toThrow(/rolled back/)
  expect(await words(20)).toEqual([])
})

test('a connection is whole again after a failure, its prepared statements too', async () => {
  for (let round = 0; round < 6; round++) {
    await expect(database.query('select 1 / $1::int as one', [0])).rejects.toMatchObject({
      code: '22012',
    })
    expect(await database.query('select 1 / $1::int as one', [1])).toEqual([{ one: 1 }])
  }
})

test('a statement outlives a change of its table', async () => {
  const all = 'select * from thing where id = $1'
  for (let round = 0; round < 3; round++) await database.query(all, [1])
  await inOwner('alter table thing add column later text')
  expect(await database.query(all, [1])).toMatchObject([{ id: 1, later: null }])
  await inOwner('alter table thing drop column later')
  const seen = await database.transaction((tx) => tx.query(all, [1]))
  expect(seen).toMatchObject([{ id: 1 }])
  expect(seen[0]).not.toHaveProperty('later')
})

test('values arrive as they were given', async () => {
  const odd = ['a"b', 'c\\d', '{e,f}', '', 'NULL', '中文 \n']
  const extra = { list: [1, null], text: '"\\' }
  await database.query('insert into thing (id, word, parts, extra) values ($1, $2, $3, $4)', [
    30,
    odd.join(''),
    [...odd, null],
    extra,
  ])
  const [row] = await database.query('select word, parts, extra from thing where id = $1', [30])
  expect(row).toEqual({ word: odd.join(''), parts: [...odd, null], extra })
  const instant = new Date('2026-11-21T06:30:00.123Z')
  expect(
    await database.query(
      'select $1::timestamptz as at, $2::boolean as flag, $3::bytea as bytes, $4::int[] as numbers',
      [instant, false, Buffer.from([0, 255]), [1, 2]],
    ),
  ).toEqual([
    { at: instant.toISOString(), flag: false, bytes: Buffer.from([0, 255]), numbers: [1, 2] },
  ])
  await expect(database.query('select $1 as one', [() => 1])).rejects.toThrow(
    /cannot be a parameter/,
  )
  expect(await database.query('select $1::text as one', [null])).toEqual([{ one: null }])
})

test('nothing can be asked of a transaction that has ended', async () => {
  const ended = await database.transaction(async (tx) => {
    await tx.query('select $1::int as one', [1])
    return { tx }
  })
  await expect(ended.tx.query('select $1::int as one', [1])).rejects.toThrow(/has ended/)
})
