import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { material } from '@kufang/contract/masters/material.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { systemSession, type Session } from '../platform/session/session.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { listMasters } from './list-masters.ts'
import { searchMasters } from './search-masters.ts'
import { fillMasters } from './testing.ts'

/** The master of materials as if one of its fields were an amount. */
const valued: AnyMaster = {
  ...material,
  fields: {
    ...material.fields,
    shelfLifeDays: { ...material.fields.shelfLifeDays, isAmount: true },
  },
}

let files: TestDatabase
let database: Database
const keeper: Session = {
  ...systemSession(['1010'], ''),
  isAdmin: false,
  roles: new Set(['WLZSJ']),
}

beforeAll(async () => {
  files = await createTestDatabase()
  database = openDatabase({ connectionString: files.connectionString })
  await fillMasters(database)
})

afterAll(async () => {
  await database?.close()
  await files?.drop()
})

test('an amount of a master reaches nobody without the amounts role, by list, search or filter', async () => {
  const shown = await listMasters(database, keeper, material, {})
  expect(shown.rows.length).toBeGreaterThan(0)
  expect(Object.keys(shown.rows[0]!)).toContain('shelfLifeDays')
  const hidden = await listMasters(database, keeper, valued, {})
  expect(hidden.rows.length).toBe(shown.rows.length)
  expect(Object.keys(hidden.rows[0]!)).not.toContain('shelfLifeDays')
  const [found] = await searchMasters(database, keeper, valued, { text: '' })
  expect(Object.keys(found!)).not.toContain('shelfLifeDays')
  await expect(
    listMasters(database, keeper, valued, {
      filters: [{ field: 'shelfLifeDays', operator: 'gte', value: '1' }],
    }),
  ).rejects.toThrow(/shelfLifeDays/)
})
