import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../database/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { tableCache } from './table-cache.ts'

let made: TestDatabase
let database: Database
let following: { stop(): Promise<void> }
/** Readings that were begun, in their order; the test ends them. */
let readings: PromiseWithResolvers<string>[]

const cache = tableCache<string>({
  channel: 'table_cache_test',
  what: 'rows of a test',
  read: () => {
    const reading = Promise.withResolvers<string>()
    readings.push(reading)
    return reading.promise
  },
})
const known = () => cache.known(database)
const change = () => database.query(`select pg_notify('table_cache_test', '')`)
const begun = async (count: number) => {
  await expect.poll(() => readings.length).toBe(count)
}
/** Lets everything that is settled be taken over. */
const settled = () => new Promise((done) => setImmediate(done))

beforeAll(async () => {
  made = await createTestDatabase()
  database = openDatabase({ connectionString: made.connectionString })
})
beforeEach(async () => {
  readings = []
  following = cache.start(database, pino({ level: 'silent' }))
  await begun(1)
})
afterEach(() => following.stop())
afterAll(async () => {
  await database.close()
  await made.drop()
})

test('rows are unknown until they are read, and undefined where nobody follows the database', async () => {
  expect(known()).toBeNull()
  readings[0]!.resolve('first')
  await expect.poll(known).toBe('first')
  await following.stop()
  expect(known()).toBeUndefined()
})

test('from a change on rows are unknown, not those from before it', async () => {
  readings[0]!.resolve('before')
  await expect.poll(known).toBe('before')
  await change()
  await begun(2)
  expect(known()).toBeNull()
  // A second change while the first is being read: what is read for the first may be from before the second.
  await change()
  await begun(3)
  readings[1]!.resolve('between')
  await settled()
  expect(known()).toBeNull()
  readings[2]!.resolve('after')
  await expect.poll(known).toBe('after')
})

test('the process that changes rows forgets them at once, also those it is reading, and reads them again', async () => {
  readings[0]!.resolve('before')
  await expect.poll(known).toBe('before')
  // The notification comes before the commit is answered.
  await change()
  await begun(2)
  cache.forget(database)
  expect(readings).toHaveLength(3)
  readings[1]!.resolve('between')
  await settled()
  expect(known()).toBeNull()
  readings[2]!.resolve('after')
  await expect.poll(known).toBe('after')
})

test('a reading that fails leaves rows unknown until the next change', async () => {
  readings[0]!.reject(new Error('the database is away'))
  await settled()
  expect(known()).toBeNull()
  await change()
  await begun(2)
  readings[1]!.resolve('after')
  await expect.poll(known).toBe('after')
})
