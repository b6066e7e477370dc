import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase, type Beginning } from './test-database.ts'

test('two test databases are migrated and know nothing of each other', async () => {
  const one = await createTestDatabase()
  const other = await createTestDatabase()
  try {
    const client = new pg.Client(one.connectionString)
    await client.connect()
    const applied = await client.query('select name from schema_migration')
    expect(applied.rows.length).toBeGreaterThan(0)
    await client.query('create table only_here (value integer)')
    await client.end()
    const stranger = new pg.Client(other.connectionString)
    await stranger.connect()
    await expect(stranger.query('select value from only_here')).rejects.toThrow(/does not exist/)
    await stranger.end()
  } finally {
    await one.drop()
    await other.drop()
  }
})

test('what a database begins with is written once, and copied to each', async () => {
  let written = 0
  const beginning: Beginning = {
    name: 'kufang_beginning_of_test',
    async write(connectionString) {
      written += 1
      const client = new pg.Client(connectionString)
      await client.connect()
      await client.query('create table begun (value integer)')
      await client.query('insert into begun values ($1)', [written])
      await client.end()
    },
  }
  const databases = await Promise.all([0, 1].map(() => createTestDatabase(beginning)))
  try {
    for (const { connectionString } of databases) {
      const client = new pg.Client(connectionString)
      await client.connect()
      expect((await client.query('delete from begun returning value')).rows).toEqual([{ value: 1 }])
      await client.end()
    }
  } finally {
    for (const database of databases) await database.drop()
  }
})

test('a dropped test database is gone, connections or not', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client(database.connectionString)
  client.on('error', () => undefined)
  await client.connect()
  await database.drop()
  await expect(client.query('select 1')).rejects.toThrow(/terminat|not queryable/)
  await expect(new pg.Client(database.connectionString).connect()).rejects.toThrow(/does not exist/)
})
