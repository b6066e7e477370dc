import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openDatabase, type Database } from './database.ts'

let made: TestDatabase
let database: Database
let owner: pg.Client
const errors: unknown[] = []

beforeAll(async () => {
  made = await createTestDatabase()
  database = openDatabase({
    connectionString: made.connectionString,
    connectionsMax: 2,
    onError: (error) => errors.push(error),
  })
  owner = new pg.Client({ connectionString: made.connectionString })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.close()
  await made.drop()
})

test('a line that breaks between two statements fails its transaction and nothing else', async () => {
  const work = database.transaction(async (tx) => {
    const [mine] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    await owner.query('select pg_terminate_backend($1)', [mine!.pid])
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    await tx.query('select 1')
  })
  await expect(work).rejects.toThrow()
  // Without a handler the error would have ended the process; the next statement uses a new connection.
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
})
