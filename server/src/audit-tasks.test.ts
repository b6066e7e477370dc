import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditTasks } from './audit-tasks.ts'
import { writeAudit } from './platform/audit/audit.ts'
import type { JobTask } from './platform/jobs/jobs.ts'
import { startTestServer, type TestServer } from './platform/testing/test-server.ts'
import { createTestDatabase, type TestDatabase } from './platform/testing/test-database.ts'

let testDatabase: TestDatabase
let server: TestServer

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  server = await startTestServer(testDatabase.connectionString)
  await server.database.query(`insert into company (company_code, name) values ('1000', '甲公司')`)
})
afterAll(async () => {
  await server?.close()
  await testDatabase?.drop()
})

const run = (task: JobTask) =>
  task({}, { log: server.context.log } as unknown as Parameters<JobTask>[1])
const alarms = () =>
  server.database.query<{ companyCode: string; interfaceCode: string }>(
    'select company_code, interface_code from erp_alarm where resolved_at is null',
  )

test('the nightly job knows the heads of the linking job, and a cut tail raises one alarm', async () => {
  const { linkAudit, verifyAudit } = auditTasks(server.context)
  const actor = { userId: crypto.randomUUID(), userName: '某人', requestId: 'r' }
  for (const subjectId of ['a', 'b', 'c'])
    await server.database.transaction((tx) =>
      writeAudit(tx, actor, [{ companyCode: '1000', subjectType: 'x', subjectId, action: 'post' }]),
    )
  await run(linkAudit)
  await run(verifyAudit)
  expect(await alarms()).toEqual([])
  const owner = new pg.Client({ connectionString: testDatabase.connectionString })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  await owner.query(`delete from audit_link where company_code = '1000' and position > 1`)
  await owner.query(`delete from audit_entry where subject_id in ('b', 'c')`)
  await owner.end()
  await run(verifyAudit)
  await run(linkAudit)
  expect(await alarms()).toEqual([{ companyCode: '1000', interfaceCode: 'audit-chain' }])
  expect(server.logged()).toContain('the audit log was tampered with')
})
