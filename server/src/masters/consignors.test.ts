import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consignor } from '@kufang/contract/masters/consignor.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { systemSession, type Session } from '../platform/session/session.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { usualConsignor } from './consignors.ts'
import { listMasters } from './list-masters.ts'
import { createMaster, setMasterActive, updateMaster } from './write-masters.ts'

let files: TestDatabase
let database: Database

const supplierOf = (supplierNo: string): Session => {
  const session = systemSession(['1010'], newId())
  return {
    ...session,
    userName: supplierNo,
    isAdmin: false,
    roles: new Set(['GYSFHRPZ']),
    scope: { ...session.scope, supplierNo },
  }
}
const [first, other] = [supplierOf('600001'), supplierOf('600002')]
const row = (supplierNo: string, code: string, isUsual = false) => ({
  supplierNo,
  consignor: code,
  name: `${code} 号库`,
  contactName: '王敏',
  telephone: '0599-1',
  address: '创业路 1 号',
  isUsual,
})
const create = (session: Session, sent: Record<string, unknown>) =>
  database.transaction((tx) => createMaster(tx, session, consignor, sent))

beforeAll(async () => {
  files = await createTestDatabase()
  database = openDatabase({ connectionString: files.connectionString })
  await database.query(
    `insert into supplier (supplier_no, name) values ('600001', '甲'), ('600002', '乙')`,
  )
})
afterAll(async () => {
  await database?.close()
  await files?.drop()
})

test('a supplier maintains his own consignors, and sees and makes none of another', async () => {
  await create(first, row('600001', 'A'))
  await create(other, row('600002', 'A'))
  const seen = async (session: Session) =>
    (await listMasters(database, session, consignor, {})).rows.map((one) => one['supplierNo'])
  expect(await seen(first)).toEqual(['600001'])
  expect(await seen(other)).toEqual(['600002'])
  const refused = await create(first, row('600002', 'B')).catch((error: unknown) => error)
  expect(isRefusal(refused) && refused.code).toBe('outside-scope')
  const change = database
    .transaction((tx) =>
      updateMaster(
        tx,
        first,
        consignor,
        { key: { supplierNo: '600002', consignor: 'A' }, version: 1 },
        { telephone: '1' },
      ),
    )
    .catch((error: unknown) => error)
  const missing = await change
  expect(isRefusal(missing) && missing.code).toBe('not-found')
})

test('the usual consignor is one that is marked, active and valid today, the one changed last of several', async () => {
  expect(await usualConsignor(database, '600001')).toBeNull()
  await create(first, row('600001', 'B', true))
  expect(await usualConsignor(database, '600001')).toBe('B')
  await create(first, { ...row('600001', 'C', true), validFrom: addDays(companyToday(), 1) })
  expect(await usualConsignor(database, '600001')).toBe('B')
  await create(first, row('600001', 'D', true))
  expect(await usualConsignor(database, '600001')).toBe('D')
  await database.transaction((tx) =>
    setMasterActive(
      tx,
      first,
      consignor,
      { key: { supplierNo: '600001', consignor: 'D' }, version: 1 },
      false,
    ),
  )
  expect(await usualConsignor(database, '600001')).toBe('B')
  expect(await usualConsignor(database, '600002')).toBeNull()
})
