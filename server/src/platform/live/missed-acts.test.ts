import { addAll } from '@kufang/kernel/add-all.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queryable, Row } from '../database/database.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { MissedActs } from './missed-acts.ts'

let made: TestDatabase
let database: Database

beforeAll(async () => {
  made = await createTestDatabase()
  database = openDatabase({ connectionString: made.connectionString })
})
afterAll(async () => {
  await database.close()
  await made.drop()
})

test('the acts of the last minute are found by the index of the log, whatever its length', async () => {
  const plan: string[] = []
  const explaining = {
    query: async (text: string, values: unknown[]): Promise<Row[]> => {
      await database.transaction(async (tx) => {
        await tx.query('set local enable_seqscan = off')
        const rows = await tx.query<Record<string, string>>(`explain ${text}`, values, 'anew')
        addAll(
          plan,
          rows.map((row) => Object.values(row)[0]!),
        )
      })
      return []
    },
  }
  expect(await new MissedActs(30_000).find(explaining as unknown as Queryable)).toEqual([])
  const condition = plan.find(
    (line) => line.includes('Index Cond') && line.includes('company_code'),
  )
  expect(condition).toMatch(/\(at > .*\) AND \(at < /)
})
