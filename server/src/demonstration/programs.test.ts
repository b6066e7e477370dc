import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { openSecretBox } from '../platform/secrets/secret-box.ts'
import { ensureUser } from '../identity/ensure-user.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { demonstrationAccounts } from './accounts.ts'
import { companies } from './organization.ts'
import { sessionOf } from './people.ts'
import { writePrograms } from './programs.ts'

let made: TestDatabase
let database: Database
const folder = mkdtempSync(join(tmpdir(), 'kufang-programs-'))

beforeAll(async () => {
  made = await createTestDatabase()
  database = openDatabase({ connectionString: made.connectionString })
  for (const { companyCode, name } of companies)
    await database.query(`insert into company (company_code, name) values ($1, $2)`, [
      companyCode,
      name,
    ])
})
afterAll(async () => {
  await database?.close()
  await made?.drop()
  rmSync(folder, { recursive: true })
})

test('a program has an account with a token, and a receiver that sends nothing until somebody switches it on', async () => {
  const [administrator] = demonstrationAccounts
  const { userId } = await ensureUser(database, administrator!)
  await writePrograms(
    database,
    openSecretBox({ dataFolder: folder }),
    sessionOf(administrator!, userId),
  )
  const programs = await database.query(
    `select u.account, u.is_technical, u.password_hash, t.name, t.revoked_at, r.name as receiver, r.is_on
     from app_user u join user_token t on t.user_id = u.id join webhook_receiver r on r.user_id = u.id`,
  )
  expect(programs).toEqual([
    {
      account: 'wcs',
      isTechnical: true,
      passwordHash: '',
      name: '立库接口',
      revokedAt: null,
      receiver: '立库系统',
      isOn: false,
    },
  ])
})
