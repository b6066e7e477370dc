import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { requester } from '@kufang/contract/masters/partner.ts'
import { registry } from '@kufang/contract/registry.ts'
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

test('who has no page of a master is given by its search what forms need, and no personal data', async () => {
  const guard: Session = { ...keeper, roles: new Set(['MWFX']), userId: 'guard' }
  for (const definition of Object.values<AnyMaster>(registry.masters)) {
    const personal = Object.entries(definition.fields).flatMap(([name, { isPersonal }]) =>
      isPersonal === true ? [name] : [],
    )
    const [row = {}] = await searchMasters(database, guard, definition, { text: '' })
    const given = Object.keys(row)
    expect([definition.name, given.filter((name) => personal.includes(name))]).toEqual([
      definition.name,
      [],
    ])
    const bookkeeping = ['version', 'updatedAt', 'updatedByName', 'syncedAt', 'validFrom', 'remark']
    expect([
      definition.name,
      given.filter((name) => bookkeeping.includes(name) && !definition.search.includes(name)),
    ]).toEqual([definition.name, []])
  }
  const [found] = await searchMasters(database, guard, material, { text: '' })
  expect(Object.keys(found!)).toEqual(
    expect.arrayContaining(['materialNo', 'description', 'specification', 'unit', 'isActive']),
  )
})

test('a telephone number finds its person for who has the page of requesters only', async () => {
  await database.query(
    `insert into picking_unit (company_code, picking_unit, name, updated_by_name) values ('1010', 'U-1', '单位', '')`,
  )
  await database.query(
    `insert into requester (company_code, requester, name, picking_unit, telephone, updated_by_name)
     values ('1010', 'P-77', '李四', 'U-1', '13900001003', '')`,
  )
  const guard: Session = { ...keeper, roles: new Set(['MWFX']) }
  const clerk: Session = {
    ...keeper,
    roles: new Set([cataloguePage('/base/materialPersonManage').role]),
  }
  const find = (session: Session, search: object) =>
    searchMasters(database, session, requester, { text: '', ...search })
  expect(await find(guard, { text: '13900001003' })).toEqual([])
  expect(await find(guard, { narrow: { telephone: '13900001004' } })).toHaveLength(
    (await find(guard, {})).length,
  )
  const [named] = await find(guard, { text: 'P-77' })
  expect(named).toMatchObject({
    requester: 'P-77',
    name: '李四',
    pickingUnit: 'U-1',
    isActive: true,
  })
  expect(Object.keys(named!)).not.toContain('telephone')
  const [known] = await find(clerk, { text: '13900001003' })
  expect(known).toMatchObject({ requester: 'P-77', telephone: '13900001003' })
})
