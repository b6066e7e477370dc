import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backgroundTasks } from './background.ts'
import { backgroundTimetable } from './timetable.ts'
import { storeMirror } from './external-documents/store-mirror.ts'
import type { JobTask } from './platform/jobs/jobs.ts'
import { startTestServer, type TestServer } from './platform/testing/test-server.ts'
import { createTestDatabase, type TestDatabase } from './platform/testing/test-database.ts'
import { seedCompany } from './document/testing/small-company.ts'

let testDatabase: TestDatabase
let server: TestServer

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  server = await startTestServer(testDatabase.connectionString)
  await seedCompany(server.database)
})
afterAll(async () => {
  await server?.close()
  await testDatabase?.drop()
})

const run = (task: JobTask) =>
  task({}, { log: server.context.log } as unknown as Parameters<JobTask>[1])
const nameOf = (line: string) => line.split(' ')[5]!

test('each line of the timetable names a task', () => {
  const tasks = Object.keys(backgroundTasks(server.context))
  expect(backgroundTimetable.length).toBeGreaterThan(10)
  for (const line of backgroundTimetable) expect(tasks).toContain(nameOf(line))
})

test('an order item that is late has a record after the job of the night, and ends with the next one for records', async () => {
  const { keepOverdueRecords, followOverdueRecords } = backgroundTasks(server.context)
  const write = (state: 'synced' | 'deleted') =>
    server.database.transaction((tx) =>
      storeMirror(tx, 'purchase-order', '1010', [
        {
          companyCode: '1010',
          docNo: '4599000001',
          documentDate: '2026-01-01',
          state,
          header: { supplierNo: '100001', currency: 'CNY' },
          lines: [
            {
              lineNo: 10,
              materialNo: 'M-BOLT',
              description: '六角螺栓',
              materialGroup: 'G1',
              unit: 'EA',
              quantity: '5',
              closedQuantity: '0',
              receivedQuantity: '0',
              plant: '0001',
              storageLocation: '1001',
              deliveryDate: addDays(companyToday(), -1),
              purchaseOrderNo: '4599000001',
              purchaseOrderLine: 10,
            },
          ],
        },
      ]),
    )
  const states = async () =>
    (await server.database.query<{ state: string }>('select state from overdue_record')).map(
      ({ state }) => state,
    )
  await write('synced')
  await run(followOverdueRecords!)
  expect(await states()).toEqual([])
  await run(keepOverdueRecords!)
  await run(keepOverdueRecords!)
  expect(await states()).toEqual(['raised'])
  await write('deleted')
  await run(followOverdueRecords!)
  expect(await states()).toEqual(['closed'])
  // After the orders of the day, in the company's night, and often enough that goods end what is recorded of them.
  const times = Object.fromEntries(
    backgroundTimetable.map((line) => [nameOf(line), line.split(' ').slice(0, 5).join(' ')]),
  )
  expect(times).toMatchObject({
    keepOverdueRecords: '0 17 * * *',
    followOverdueRecords: '*/10 * * * *',
    // Freezes for work orders end soon after their last day.
    expireFreezes: '*/10 * * * *',
    expireSharing: '10 16 * * *',
  })
})
