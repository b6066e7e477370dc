import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import { safetyDataSheet } from '@kufang/contract/masters/safety-data-sheet.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { addAttachment, removeAttachment, type Attachment } from '../platform/files/attachments.ts'
import { contentOf } from '../platform/files/detect-content.ts'
import { systemSession, type Session } from '../platform/session/session.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { listMasters } from './list-masters.ts'
import { authoriseMasterFile, countMasterFiles, fileMaster } from './master-files.ts'
import { readSafetyDataSheets } from './safety-data-sheets.ts'
import { fillMasters } from './testing.ts'
import { createMaster } from './write-masters.ts'

let files: TestDatabase
let database: Database
const today = companyToday()
const material = 'C0001'

const person = (roles: readonly string[], scope: Partial<Session['scope']> = {}): Session => {
  const session = systemSession(['1010'], newId())
  return {
    ...session,
    userId: newId(),
    isAdmin: false,
    roles: new Set(roles),
    scope: { ...session.scope, ...scope },
  }
}
const keeper = person(['AQJSSMS'])
const master = fileMaster('safety-data-sheet')!

const add = (sheetNo: string, more: Record<string, unknown> = {}) =>
  database.transaction((tx) =>
    createMaster(tx, keeper, safetyDataSheet, {
      companyCode: '1010',
      materialNo: material,
      sheetNo,
      issuer: '北辰化工有限公司',
      validTo: '2099-12-31',
      ...more,
    }),
  )
const subjectOf = (row: Record<string, unknown>) => ({
  companyCode: '1010',
  documentType: 'safety-data-sheet',
  documentId: String(row['rowId']),
})
const attach = (row: Record<string, unknown>, fileName = 'SDS.pdf'): Promise<Attachment> =>
  database.transaction(async (tx) => {
    const made = await addAttachment(tx, keeper, subjectOf(row), {
      digestSha256: 'a',
      sizeBytes: 1,
      content: contentOf('pdf'),
      fileName,
    })
    await countMasterFiles(tx, master, subjectOf(row))
    return made
  })
const best = async (day = today) =>
  (await readSafetyDataSheets(database, '1010', [material], day)).get(material)
const codeOf = async (attempt: Promise<unknown>) => {
  const refused = await attempt.then(
    () => null,
    (error: unknown) => error,
  )
  return isRefusal(refused) ? refused.code : refused
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

test('a sheet is on file once its file is attached, and no longer when it is removed', async () => {
  expect(await best()).toBeUndefined()
  const row = await add('SDS-1')
  expect(await best()).toMatchObject({ sheetNo: 'SDS-1', isValid: true, isOnFile: false })
  const made = await attach(row)
  expect(await best()).toMatchObject({ fileCount: 1, isOnFile: true })
  await database.transaction(async (tx) => {
    await removeAttachment(tx, keeper, made)
    await countMasterFiles(tx, master, subjectOf(row))
  })
  expect(await best()).toMatchObject({ fileCount: 0, isOnFile: false })
  await attach(row)
})

test('of several sheets the one on file counts that is valid longest, on its days only', async () => {
  await add('SDS-2', { validFrom: addDays(today, 10) })
  await attach(await add('SDS-3', { validTo: today }))
  expect(await best()).toMatchObject({ sheetNo: 'SDS-1', isOnFile: true })
  await database.query(`update safety_data_sheet set is_active = false where sheet_no = 'SDS-1'`)
  expect(await best()).toMatchObject({ sheetNo: 'SDS-3', isOnFile: true })
  // Tomorrow the third has run out, and the second is not valid yet.
  expect(await best(addDays(today, 1))).toMatchObject({ isValid: false, isOnFile: false })
})

test('its files are added by who maintains the sheets, and seen within the company', async () => {
  const [row] = (await listMasters(database, keeper, safetyDataSheet, {})).rows
  const may = (session: Session, intent: 'read' | 'add') =>
    codeOf(authoriseMasterFile(database, session, master, subjectOf(row!), intent))
  expect(await may(keeper, 'add')).toBeNull()
  expect(await may(person(['WLZSJ']), 'read')).toBeNull()
  expect(await may(person(['WLZSJ']), 'add')).toBe('role-missing')
  expect(await may(person(['AQJSSMS'], { companyCodes: ['1020'] }), 'read')).toBe('not-found')
  expect(await may(person(['AQJSSMS'], { supplierNo: '600001' }), 'read')).toBe('not-found')
  const made = await attach(row!, 'second.pdf')
  const remove = (session: Session) =>
    codeOf(authoriseMasterFile(database, session, master, subjectOf(row!), { remove: made }))
  expect(await remove(person(['AQJSSMS']))).toBe('attachment-of-other')
  expect(await remove(keeper)).toBeNull()
})
