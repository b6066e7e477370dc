import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { newId } from '@kufang/kernel/identifier.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/database.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { runWithTrace } from '../operation/trace.ts'
import { chainHash, linkAudit, takeUnlinked } from './audit-chain.ts'
import { writeAudit } from './audit.ts'
import { verifyAuditChain } from './verify-chain.ts'

let testDatabase: TestDatabase
let database: Database
/** A superuser: changes that triggers would refuse must be found by the chain. */
let owner: pg.Client
const actor = { userId: newId(), userName: 'Somebody', requestId: 'r' }

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ connectionString: testDatabase.connectionString })
  owner = new pg.Client({ connectionString: testDatabase.connectionString })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
})
beforeEach(async () => {
  await owner.query('delete from audit_link')
  await owner.query('delete from audit_unlinked')
  await owner.query('delete from audit_entry')
})
afterAll(async () => {
  await owner.end()
  await database.close()
  await testDatabase.drop()
})

async function act(companyCode: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await database.transaction((tx) =>
      writeAudit(tx, actor, [
        {
          companyCode,
          subjectType: 'goods-receipt',
          subjectId: String(at),
          action: 'post',
          after: { at },
        },
      ]),
    )
  }
}

/** Inserts many entries directly; the trigger treats them like those of the product. */
async function writeMany(companyCode: string, count: number): Promise<void> {
  await database.query(
    `insert into audit_entry (company_code, id, user_id, user_name, subject_type, subject_id, action)
     select $1, uuidv7(), $2, 'Somebody', 'x', n::text, 'post' from generate_series(1, $3) n`,
    [companyCode, actor.userId, count],
  )
}

const kinds = async (known: Parameters<typeof verifyAuditChain>[1] = []) =>
  (await verifyAuditChain(database, known)).problems.map((problem) => problem.kind)

test('every entry gets one link, company by company, and nothing is found', async () => {
  await act('1010', 5)
  await act('1020', 3)
  const { added, heads } = await linkAudit(database)
  expect(added).toBe(8)
  expect(heads.map((head) => [head.companyCode, head.position])).toEqual([
    ['1010', 5],
    ['1020', 3],
  ])
  expect((await linkAudit(database)).added).toBe(0)
  await act('1010', 1)
  expect((await linkAudit(database)).added).toBe(1)
  expect(await kinds()).toEqual([])
})

test('an entry that was written before and committed after others is linked all the same', async () => {
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  let hasWritten = () => {}
  const written = new Promise<void>((done) => {
    hasWritten = done
  })
  const late = database.transaction(async (tx) => {
    await writeAudit(tx, actor, [
      { companyCode: '1010', subjectType: 'x', subjectId: 'late', action: 'post' },
    ])
    await tx.query('select 1')
    hasWritten()
    await held
  })
  await written
  await act('1010', 2)
  expect((await linkAudit(database)).added).toBe(2)
  letGo()
  await late
  expect((await linkAudit(database)).added).toBe(1)
  expect(await kinds()).toEqual([])
})

test('an entry with a moment long past is not linked, and found, though it came in as others do', async () => {
  await act('1010', 1)
  await linkAudit(database)
  await database.query(
    `insert into audit_entry (company_code, id, at, user_id, user_name, subject_type, subject_id, action)
     values ('1010', $1, now() - interval '3 days', $1, 'Somebody', 'x', 'backdated', 'post')`,
    [newId()],
  )
  expect((await linkAudit(database)).added).toBe(0)
  expect((await linkAudit(database)).added).toBe(0)
  expect(await kinds()).toEqual(['unlinked'])
})

test('what a server of an earlier version has linked is not linked again', async () => {
  await act('1010', 3)
  const [first] = await database.query<{ id: string; digest: string }>(
    'select id, audit_digest(e) as digest from audit_entry e order by at, id limit 1',
  )
  const link = { companyCode: '1010', position: 1, entryId: first!.id, digest: first!.digest }
  await database.query('insert into audit_link values ($1, $2, $3, $4, $5)', [
    ...Object.values(link),
    chainHash('', link),
  ])
  expect(await linkAudit(database)).toMatchObject({ added: 2, heads: [{ position: 3 }] })
  expect(await kinds()).toEqual([])
})

test('the trace of an entry is part of its link; entries without one keep the digest of before there were traces', async () => {
  await act('1010', 1)
  const [digests] = await database.query<{ now: string; before: string }>(
    `select audit_digest(e) as now, encode(sha256(convert_to(jsonb_build_array(
       company_code, id, extract(epoch from at), user_id, user_name, subject_type, subject_id, subject_no, action, before, after,
       request_id)::text, 'UTF8')), 'hex') as before from audit_entry e`,
  )
  expect(digests!.now).toBe(digests!.before)
  await runWithTrace({ traceId: 'a'.repeat(32), flags: '00' }, () => act('1010', 1))
  await linkAudit(database)
  expect(await kinds()).toEqual([])
  await owner.query(`update audit_entry set trace_id = '' where trace_id <> ''`)
  expect(await kinds()).toEqual(['changed'])
})

test('more than one batch is linked in one run, company by company', async () => {
  await writeMany('1010', 2500)
  await writeMany('1020', 2500)
  const { added, heads } = await linkAudit(database)
  expect(added).toBe(5000)
  expect(heads.map((head) => head.position)).toEqual([2500, 2500])
  expect(await kinds()).toEqual([])
})

test('a run reads what waits for its link, and nothing of a log that is linked', async () => {
  await writeMany('1010', 20_000)
  await linkAudit(database)
  await owner.query('vacuum analyze audit_entry, audit_link, audit_unlinked')
  await writeMany('1010', 30)
  const rows = await database.transaction((tx) =>
    tx.query<{ 'QUERY PLAN': unknown }>(
      `explain (analyze, buffers, timing off, format json) ${takeUnlinked
        .replace('$1', '2000')
        .replace('$2', '6')}`,
    ),
  )
  const plan = JSON.stringify(rows[0])
  expect(plan).not.toMatch(/"Seq Scan","[^}]*"(audit_entry|audit_link)"/)
  const blocks = /"Shared Hit Blocks":(\d+),"Shared Read Blocks":(\d+)/.exec(plan)!
  // 30 entries, each looked up in two indexes; a log of 20,000 entries has some 800 pages.
  expect(Number(blocks[1]) + Number(blocks[2])).toBeLessThan(400)
})

test('links are made side by side without a writer waiting and without a double', async () => {
  await Promise.all([act('1010', 20), linkAudit(database), act('1010', 20), linkAudit(database)])
  await linkAudit(database)
  const { links, problems } = await verifyAuditChain(database)
  expect(links).toBe(40)
  expect(problems).toEqual([])
})

test('what was changed, taken out, slipped in or cut off is found', async () => {
  await act('1010', 6)
  const { heads } = await linkAudit(database)
  await owner.query(`update audit_entry set user_name = 'Nobody' where subject_id = '2'`)
  expect(await kinds()).toEqual(['changed'])
  await owner.query(`update audit_entry set user_name = 'Somebody' where subject_id = '2'`)
  expect(await kinds()).toEqual([])

  await owner.query(`delete from audit_entry where subject_id = '3'`)
  expect(await kinds()).toEqual(['deleted'])
  await owner.query(`delete from audit_link where position = 4`)
  expect(await kinds()).toEqual(['gap'])

  await owner.query(`delete from audit_link where position > 3`)
  expect(await kinds()).toEqual([])
  expect(await kinds(heads)).toEqual(['cut'])

  await owner.query(
    `insert into audit_entry (company_code, id, at, user_id, user_name, subject_type, subject_id, action)
     values ('1010', $1, now() - interval '3 days', $1, 'Somebody', 'x', 'backdated', 'post')`,
    [newId()],
  )
  await linkAudit(database)
  expect(await kinds()).toContain('unlinked')
})

test('a link that was made anew does not follow from the one before', async () => {
  await act('1010', 3)
  await linkAudit(database)
  await owner.query(`update audit_entry set action = 'reverse' where subject_id = '1'`)
  await owner.query(
    `update audit_link l set digest = audit_digest(e) from audit_entry e where e.id = l.entry_id and e.subject_id = '1'`,
  )
  expect(await kinds()).toEqual(['broken'])
})

test('the application itself can neither change nor remove entries and links', async () => {
  await act('1010', 1)
  await linkAudit(database)
  for (const table of ['audit_entry', 'audit_link']) {
    for (const statement of [
      `update ${table} set company_code = '9'`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]) {
      await expect(database.query(statement)).rejects.toThrow(/permission denied|append-only/)
    }
  }
})

test('npm run audit:verify says what it found and ends with it', async () => {
  await act('1010', 2)
  const run = (...given: string[]) =>
    promisify(execFile)(process.execPath, ['src/platform/audit/verify-command.ts', ...given], {
      cwd: new URL('../../..', import.meta.url),
      env: { ...process.env, DATABASE_URL: testDatabase.connectionString },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    )
  const clean = await run()
  expect(clean).toMatchObject({ code: 0 })
  expect(clean.stdout).toMatch(/2 links, 2 of them added now, 0 problems/)
  const head = /head (\S+)/.exec(clean.stdout)![1]!
  expect(await run('--head', head)).toMatchObject({ code: 0 })
  expect(await run('--head', `1010:2:${'0'.repeat(64)}`)).toMatchObject({ code: 1 })
  await owner.query(`update audit_entry set user_name = 'x'`)
  expect(await run()).toMatchObject({ code: 1 })
  expect(await run('--head', 'nonsense')).toMatchObject({ code: 2 })
})
