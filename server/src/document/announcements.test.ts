import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '../effects.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { postingChannel } from '../erp/wake-sender.ts'
import { liveChannel } from '../platform/live/live-channel.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { seedCompany, staff } from './testing/small-company.ts'
import { mirrorId, worker } from './testing/worker.ts'

// The notifications a document sends after its commit; live.test.ts shows how processes handle them.

let database: Database
let testDatabase: TestDatabase
let listener: pg.Client
const heard: string[] = []
const people = staff()

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ connectionString: testDatabase.connectionString })
  await seedCompany(database)
  listener = new pg.Client(testDatabase.connectionString)
  await listener.connect()
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
  await listener.query(`listen ${liveChannel}`)
  await listener.query(`listen ${postingChannel}`)
})

afterAll(async () => {
  await listener.end()
  await database.close()
  await testDatabase.drop()
})

test('an act tells which lists are stale, what is to do and what is no more, and nothing when it is refused', async () => {
  const supplier = worker(database, people.supplier)
  const keeper = worker(database, people.keeper)
  const order = await mirrorId(database, 'purchase_order', '4500000001')
  const note = await supplier.create('delivery-note', {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [{ source: { id: order, lineNo: 10 }, quantity: '100' }],
    actionAfterCreate: 'submit',
  })
  const [todo] = await database.query<{ companyCode: string; id: string; roleCode: string }>(
    'select company_code, id, role_code from todo where document_id = $1 and done_at is null',
    [note.id],
  )
  const { companyCode, id, roleCode } = todo!
  await expect.poll(() => heard).toContain(`${liveChannel} todo|${companyCode}|${id}`)
  const act = `${liveChannel} entity|${companyCode}|delivery-note|${people.supplier.userId}`
  expect(heard).toContain(act)
  expect(heard.filter((one) => one.includes('done|'))).toEqual([])

  heard.length = 0
  await expect(
    supplier.create('delivery-note', {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
      lines: [{ source: { id: order, lineNo: 10 }, quantity: '999999' }],
      actionAfterCreate: 'submit',
    }),
  ).rejects.toThrow()
  await keeper.act('delivery-note', note.id, 'confirm', {
    input: { appointmentSlot: '08:00-10:00' },
  })
  await expect.poll(() => heard).toContain(`${liveChannel} done|${companyCode}|${roleCode}`)
  expect(heard).not.toContain(act)
})

test('what is announced twice in one go is told once', async () => {
  heard.length = 0
  await database.transaction(async (tx) => {
    tx.announce(postingChannel, '')
    tx.announce(postingChannel, '')
    await tx.query('select 1')
  })
  await expect.poll(() => heard).toEqual([`${postingChannel} `])
})
