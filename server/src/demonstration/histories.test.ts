import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../../erp-stand-in/src/server.ts'
import { openStandIn } from '../../../erp-stand-in/src/system.ts'
import { clock } from '../document/public.ts'
import {
  announcedByRequest,
  bookedByOrder,
  issuedByReservation,
  postedByItem,
} from '../external-documents/booked-by-order.ts'
import { findOverdue } from '../overdue/find-overdue.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { startTestServer, type TestServer } from '../platform/testing/test-server.ts'
import { prepareDemonstration } from './prepare.ts'
import * as overdueBefore from './testing/overdue-before.ts'
import * as before from './testing/sums-before.ts'

let files: TestDatabase
let server: TestServer
let folder: string
let standIn: ReturnType<typeof openStandIn>
let erp: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  files = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'kufang-histories-'))
  standIn = openStandIn(folder, false)
  erp = await serve(standIn, '127.0.0.1', 0)
  server = await startTestServer(files.connectionString, { erpUrl: erp.url, demonstration: true })
  await prepareDemonstration(server.context, () => {})
}, 400_000)

afterAll(async () => {
  await server?.close()
  await erp?.close()
  standIn?.close()
  await files?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const numbers = async (table: string, companyCode: string): Promise<string[]> =>
  (
    await server.database.query<{ docNo: string }>(
      `select doc_no from ${table} where company_code = $1`,
      [companyCode],
    )
  ).map(({ docNo }) => docNo)

const nonZero = (sums: ReadonlyMap<string, string>): [string, string][] =>
  [...sums].filter(([, quantity]) => Number(quantity) !== 0).toSorted()

test.each(['1010', '1020'])(
  'the histories of items of company %s say what the documents did',
  async (companyCode) => {
    const { database } = server
    const orders = await numbers('purchase_order', companyCode)
    expect(nonZero(await bookedByOrder(database, companyCode, orders))).toEqual(
      nonZero(await before.bookedByOrder(database, companyCode, orders)),
    )
    const posted = await postedByItem(database, companyCode, orders, new Date())
    expect([...posted].toSorted()).toEqual(
      [...(await before.postedByItem(database, companyCode, orders, new Date()))].toSorted(),
    )
    const reservations = await numbers('reservation', companyCode)
    expect(nonZero(await issuedByReservation(database, companyCode, reservations))).toEqual(
      nonZero(await before.issuedByReservation(database, companyCode, reservations)),
    )
    const requests = await numbers('purchase_request', companyCode)
    expect(nonZero(await announcedByRequest(database, companyCode, requests))).toEqual(
      nonZero(await before.announcedOnOrder(database, companyCode, requests)),
    )
    const wanted = {
      companyCode,
      today: clock().today,
      terms: ['1010', '1020', '1011', '1021', ''].map((plant) => ({
        plant,
        rate: 5,
        days: 7,
        maximum: 500,
      })),
    } as unknown as Parameters<typeof findOverdue>[1]
    expect(await findOverdue(database, wanted)).toEqual(
      await overdueBefore.findOverdue(database, wanted),
    )
  },
)
