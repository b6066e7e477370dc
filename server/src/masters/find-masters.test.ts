import { addAll } from '@kufang/kernel/add-all.ts'
import { expect, test } from 'vitest'
import { materials, person } from '../document/testing/small-company.ts'
import { newPlace } from '../document/testing/ground.ts'
import { useWorld } from '../document/testing/trade.ts'
import { supplier } from '@kufang/contract/masters/partner.ts'
import { findMasters } from './find-masters.ts'
import { listMasters } from './list-masters.ts'

// Ctrl+K: finds materials, bins and suppliers by code and name.

const world = useWorld()
const keeper = person('保管员', ['WLZSJ', 'HWGL'])
const find = async (text: string, session = keeper) =>
  (await findMasters(world().database, session, text)).map(
    ({ master, code, path }) => `${master} ${code} ${path}`,
  )

test('a material is found by its code, in small letters too, and by its description, the exact code first', async () => {
  expect((await find('m-bolt'))[0]).toBe(`material ${materials.bolt} /base/materialSearch`)
  expect(await find('树脂')).toEqual([`material ${materials.resin} /base/materialSearch`])
})

test('a text is found in whatever width and case it is written, on either side', async () => {
  const { database } = world()
  await database.query(
    `insert into material (material_no, description, specification, material_group, unit) values
       ('15020006', '工作服（女）', '规格：M16×80／Ａ型', 'G1', 'EA')`,
  )
  const [known] = await find('15020006')
  const texts = [
    '工作服(女)',
    '工作服（女）',
    '规格:M16x80',
    'm16×80',
    '/a型',
    '１５０２０００６',
    '000000000015020006',
  ]
  for (const text of texts) expect(await find(text), text).toEqual([known])
})

test('a bin is found within the scope of the person', async () => {
  expect(await find('H-01')).toContain('bin H-01 /base/locationMgr')
  expect(await find('C-01')).toEqual([])
  const other = person('异地保管员', ['HWGL'], { companyCodes: ['1020'] })
  expect(await find('C-01', other)).toEqual(['bin C-01 /base/locationMgr'])
})

test('bins of the same code are told apart by where they are', async () => {
  await newPlace(world())
  await newPlace(world())
  const found = await findMasters(world().database, keeper, 'R-01')
  const bins = found.filter(({ master, code }) => master === 'bin' && code === 'R-01')
  expect(bins.length).toBeGreaterThan(1)
  for (const { within } of bins) expect(within).toMatch(/^1010\/\w{4}\/\w{4}$/)
  expect(new Set(bins.map(({ within }) => within)).size).toBe(bins.length)
  expect((await findMasters(world().database, keeper, 'm-bolt'))[0]).toMatchObject({ within: '' })
})

test('a master whose page is not for the person is not found', async () => {
  expect(await find('H-01', person('采购员', ['WLZSJ']))).toEqual([])
  expect(await find('m-bolt', person('领料人', ['LLDCX']))).toEqual([])
})

test('a master without a page for the person leads to the first list in menu order that is filtered by it', async () => {
  const storekeeper = person('保管员', ['SHDQRCGY', 'SHDCX', 'LLDCX'])
  expect(await findMasters(world().database, storekeeper, '100001')).toContainEqual(
    expect.objectContaining({
      master: 'supplier',
      code: '100001',
      path: '/deliverManager/deliverAffirm',
      filters: { supplierNo: '100001' },
    }),
  )
  // His own page takes precedence.
  const planner = person('计划员', ['WLZSJ', 'SHDCX', 'KCCX'])
  expect((await findMasters(world().database, planner, 'm-bolt'))[0]).not.toHaveProperty('filters')
  // A code that is unique within something is found with it.
  const unit = await findMasters(world().database, storekeeper, 'U1')
  expect(unit.find(({ master }) => master === 'picking-unit')).toMatchObject({
    path: '/pickings/materialApplicationQuery',
    filters: { companyCode: '1010', pickingUnit: 'U1' },
  })
})

test('a master is not found by who has neither its page nor a list filtered by it', async () => {
  expect(await find('100001', person('领料人', ['LLDCX']))).toEqual([])
  expect(await find('U1', person('采购员', ['SHDCX']))).toEqual([])
})

test('a supplier finds only himself through the lists', async () => {
  const own = person('供应商', ['SHDCX'], { supplierNo: '100001' })
  expect(await find('100002', own)).toEqual([])
  expect((await find('100001', own)).map((one) => one.split(' ')[1])).toEqual(['100001'])
  // The page has a list of delivery notes and one of problem documents.
  expect(await findMasters(world().database, own, '100001')).toMatchObject([
    { path: '/deliverManager/queryDelivery', list: 'delivery-note' },
  ])
})

test('it takes one statement a master, however much is found', async () => {
  const some = await world().statements(() => find('H-01'))
  expect(await world().statements(() => find('M'))).toBe(some)
  expect(some).toBe(2)
})

test('names in Chinese are listed by pronunciation, from page to page, and codes by their signs', async () => {
  const { database } = world()
  const names = ['北屿', '恒岳', '宏汐', '澜港', '立岑', '铭朗', '沃岭', '远崧', '云汀', '泽川']
  await database.query(
    `insert into supplier (supplier_no, name)
     select (700000 + row_number() over (order by name collate "C"))::text, name from unnest($1::text[]) as name`,
    [names],
  )
  const admin = person('管理员', ['admin'])
  const pages = async (field: string) => {
    const rows: Record<string, unknown>[] = []
    let cursor: string | null = null
    do {
      // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before ends
      const page: Awaited<ReturnType<typeof listMasters>> = await listMasters(
        database,
        admin,
        supplier,
        {
          filters: [{ field: 'supplierNo', operator: 'startsWith', value: '7000' }],
          sort: [{ field, direction: 'asc' }],
          size: 3,
          cursor,
        },
      )
      addAll(rows, page.rows)
      cursor = page.nextCursor
    } while (cursor !== null)
    return rows
  }
  expect((await pages('name')).map(({ name }) => name)).toEqual(names)
  const numbers = (await pages('supplierNo')).map(({ supplierNo }) => String(supplierNo))
  expect(numbers).toEqual(numbers.toSorted((one, other) => (one < other ? -1 : 1)))
  expect(numbers).toHaveLength(names.length)
})
