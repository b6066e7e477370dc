import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@kufang/kernel/identifier.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../database/database.ts'
import { openSecretBox } from '../secrets/secret-box.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { writeAudit } from './audit.ts'
import { linkGuarded, verifyGuarded } from './guarded-chain.ts'
import { keptHeads, type KeptHeads } from './kept-heads.ts'

// What the owner of the database can do to the log, found by the heads kept outside of it.

let testDatabase: TestDatabase
let database: Database
let owner: pg.Client
let folder: string
let kept: KeptHeads
const actor = { userId: newId(), userName: 'Somebody', requestId: 'r' }

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ connectionString: testDatabase.connectionString })
  owner = new pg.Client({ connectionString: testDatabase.connectionString })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
})
beforeEach(async () => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  folder = mkdtempSync(join(tmpdir(), 'kufang-heads-'))
  kept = keptHeads(folder, openSecretBox({ dataFolder: folder }))
  for (const table of ['audit_link', 'audit_unlinked', 'audit_entry'])
    await owner.query(`delete from ${table}`)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await owner.end()
  await database.close()
  await testDatabase.drop()
})

async function act(companyCode: string, ...subjects: string[]): Promise<void> {
  for (const subjectId of subjects)
    await database.transaction((tx) =>
      writeAudit(tx, actor, [{ companyCode, subjectType: 'x', subjectId, action: 'post' }]),
    )
}

const link = async () => linkGuarded(database, kept)
const verified = async () =>
  (await verifyGuarded(database, kept)).problems.map(({ companyCode, kind }) => [companyCode, kind])
const headsFile = () => join(folder, 'audit-heads.json')

test('what is as it was written is found so, and the kept heads follow the chains', async () => {
  await act('1010', 'a', 'b')
  await act('1020', 'c')
  expect(await link()).toEqual({ added: 3, problems: [] })
  await act('1010', 'd')
  expect(await link()).toEqual({ added: 1, problems: [] })
  expect(kept.read()).toMatchObject({
    heads: [
      { companyCode: '1010', position: 3 },
      { companyCode: '1020', position: 1 },
    ],
    forged: [],
  })
  expect(await verified()).toEqual([])
})

test('a tail that was cut off with its links is found, also after further entries are linked', async () => {
  await act('1010', 'a', 'b', 'c')
  await link()
  await owner.query(`delete from audit_link where position > 1`)
  await owner.query(`delete from audit_entry where subject_id in ('b', 'c')`)
  expect(await verified()).toEqual([['1010', 'cut']])
  await act('1010', 'd', 'e')
  expect((await link()).problems).toMatchObject([{ companyCode: '1010', position: 3, kind: 'cut' }])
  // The new links do not become the truth.
  expect(await verified()).toEqual([['1010', 'cut']])
})

test('a whole chain that is gone is found', async () => {
  await act('1010', 'a')
  await link()
  await owner.query('delete from audit_link')
  await owner.query('delete from audit_entry')
  expect(await verified()).toEqual([['1010', 'cut']])
})

test('an entry that was deleted before it was linked leaves a link that says so for ever', async () => {
  await act('1010', 'a', 'b', 'c')
  await owner.query(`delete from audit_entry where subject_id = 'b'`)
  expect(await link()).toMatchObject({
    added: 3,
    problems: [{ companyCode: '1010', kind: 'deleted' }],
  })
  expect((await link()).problems).toEqual([])
  expect(await verified()).toEqual([['1010', 'deleted']])
})

test('an entry that was changed, and an entry that was deleted later, are found', async () => {
  await act('1010', 'a', 'b')
  await link()
  await owner.query(`update audit_entry set user_name = 'Nobody' where subject_id = 'a'`)
  expect(await verified()).toEqual([['1010', 'changed']])
  await owner.query(`delete from audit_entry where subject_id = 'a'`)
  expect(await verified()).toEqual([['1010', 'deleted']])
})

test('a head that was not signed with the key of the installation counts as forged, and is not replaced', async () => {
  await act('1010', 'a', 'b')
  await link()
  const text = readFileSync(headsFile(), 'utf8').replace('"position": 2', '"position": 1')
  writeFileSync(headsFile(), text)
  expect(await verified()).toEqual([['1010', 'forged']])
  await act('1010', 'c')
  expect((await link()).problems).toMatchObject([{ companyCode: '1010', kind: 'forged' }])
  expect(await verified()).toEqual([['1010', 'forged']])
  // Another installation's signature is none.
  const other = keptHeads(
    folder,
    openSecretBox({ dataFolder: mkdtempSync(join(folder, 'other-')) }),
  )
  expect(other.read().heads).toEqual([])
})
