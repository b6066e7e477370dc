import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/database.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { pinyinInitials } from './pinyin.ts'
import {
  binForPurpose,
  binsForPurpose,
  mayDrawFrom,
  overDeliveryPercent,
  readBins,
  readMaterials,
  upsertMaterialGroups,
  upsertMaterials,
  upsertSuppliers,
} from './public.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import { person } from '../document/testing/small-company.ts'
import { updateMaster } from './write-masters.ts'
import { fillMasters } from './testing.ts'

let files: TestDatabase
let database: Database

beforeAll(async () => {
  files = await createTestDatabase()
  database = openDatabase({ connectionString: files.connectionString })
  await fillMasters(database)
})

afterAll(async () => {
  await database.close()
  await files.drop()
})

test('materials are read with the decimals of their unit, unknown ones are left out', async () => {
  const found = await readMaterials(database, ['V0001', 'C0001', 'C0001', 'nothing'])
  expect([...found.keys()].sort()).toEqual(['C0001', 'V0001'])
  expect(found.get('V0001')).toMatchObject({
    unit: 'EA',
    unitDecimals: 0,
    hazardClass: null,
    isActive: true,
  })
  expect(found.get('C0001')).toMatchObject({ unitDecimals: 3, isBatchManaged: true })
})

test('our own attributes of a material survive the synchronisation, the ERP decides the rest', async () => {
  await database.query(
    `update material set shelf_life_days = 200, hazard_class = '3', needs_inspection = false where material_no = 'C0001'`,
  )
  const told = {
    materialNo: 'C0001',
    description: '异丙醇 99.9%',
    materialGroup: 'C01',
    unit: 'KG',
    isBatchManaged: true,
    isActive: true,
    needsInspection: true,
  }
  await upsertMaterials(database, [told, { ...told, materialNo: 'C0002', description: '甲苯' }])
  const found = await readMaterials(database, ['C0001', 'C0002'])
  expect(found.get('C0001')).toMatchObject({
    description: '异丙醇 99.9%',
    specification: '工业级',
    shelfLifeDays: 200,
    hazardClass: '3',
    needsInspection: false,
    version: 2,
  })
  expect(found.get('C0002')).toMatchObject({ needsInspection: true, version: 1 })
  await upsertMaterials(database, [told])
  expect((await readMaterials(database, ['C0001'])).get('C0001')?.version).toBe(2)
})

test('what a person has entered stays, and the ERP fills it only while nobody has', async () => {
  const admin = person('管理员', ['admin'])
  const told = {
    materialNo: 'S0001',
    description: '双头螺柱',
    materialGroup: 'V01',
    unit: 'EA',
    isBatchManaged: false,
    isActive: true,
    specification: 'M16x80 8.8 热镀锌',
    manufacturer: '甲厂',
  }
  const known = async () => {
    const [row] = await database.query<{
      specification: string
      manufacturer: string
      version: number
    }>(`select specification, manufacturer, version from material where material_no = 'S0001'`)
    return row!
  }
  const enter = async (specification: string) => {
    const { version } = await known()
    const key = { materialNo: 'S0001' }
    await database.transaction((tx) =>
      updateMaster(tx, admin, masters.material, { key, version }, { specification }),
    )
  }
  const own =
    'M16x80 8.8 热镀锌，双头，带两母两垫，材质 35CrMoA，按 GB/T 901，共两行说明，超过从前八十个字符的上限，仍然完整保留，一个字也不少，直到有人清空它为止，之后才又由ERP填写'
  await upsertMaterials(database, [told])
  await enter(own)
  await upsertMaterials(database, [{ ...told, description: '双头螺柱 A', manufacturer: '乙厂' }])
  expect(await known()).toMatchObject({ specification: own, manufacturer: '乙厂' })
  await enter('')
  await upsertMaterials(database, [told])
  expect((await known()).specification).toBe(told.specification)
})

test('a name that is only the code again does not replace the one that is known', async () => {
  const group = async () =>
    (
      await database.query<{ name: string }>(
        `select name from material_group where material_group = 'V01'`,
      )
    )[0]?.name
  await upsertMaterialGroups(database, [{ materialGroup: 'V01', name: 'V01' }])
  expect(await group()).toBe('球阀')
  await upsertMaterialGroups(database, [{ materialGroup: 'V01', name: '球阀类' }])
  expect(await group()).toBe('球阀类')
  await upsertSuppliers(database, [{ supplierNo: '600001', name: '600001', isActive: true }])
  expect(
    await database.query(`select name, version from supplier where supplier_no = '600001'`),
  ).toEqual([{ name: '海纳阀门有限公司', version: 1 }])
  await upsertSuppliers(database, [
    { supplierNo: '600001', name: '海纳阀门股份有限公司', isActive: false },
  ])
  expect(
    await database.query(
      `select name, is_active, version from supplier where supplier_no = '600001'`,
    ),
  ).toEqual([{ name: '海纳阀门股份有限公司', isActive: false, version: 2 }])
})

test('bins are found within their company only', async () => {
  const places = [
    { plant: '1011', storageLocation: 'A001', bin: 'A-01-01' },
    { plant: '1021', storageLocation: 'C001', bin: 'C-01-01' },
  ]
  expect([...(await readBins(database, '1010', places)).keys()]).toEqual(['1011/A001/A-01-01'])
})

test('the bin of a purpose is the first that is active, not frozen and made for the hazard', async () => {
  const place = {
    companyCode: '1010',
    plant: '1011',
    storageLocation: 'A001',
    purpose: 'receiving',
  } as const
  expect(await binForPurpose(database, place)).toBe('RC-02')
  expect(await binForPurpose(database, { ...place, hazardClass: '3' })).toBeNull()
  expect(
    await binForPurpose(database, { ...place, storageLocation: 'A002', hazardClass: '3' }),
  ).toBe('RC-03')
  expect(await binForPurpose(database, { ...place, storageLocation: 'A002' })).toBeNull()
  expect([...(await binsForPurpose(database, { ...place, purpose: 'rejects' }))]).toEqual([])
})

test('the narrower over-delivery counts, within its days', async () => {
  await database.query(
    `insert into excess_tolerance (company_code, plant, material_no, material_group, over_delivery_percent, valid_from, valid_to)
     values ('1010', '', '', '', 1, '2026-01-01', null), ('1010', '', '', 'V01', 2, '2026-01-01', null),
       ('1010', '1011', '', 'V01', 3, '2026-01-01', '2026-06-30'), ('1010', '1011', '', 'V01', 4, '2026-04-01', '2026-06-30'),
       ('1010', '', 'V0001', '', 5, '2026-05-01', null), ('1020', '', '', '', 9, '2026-01-01', null)`,
  )
  const materials = [
    { materialNo: 'V0001', materialGroup: 'V01' },
    { materialNo: 'V0002', materialGroup: 'V01' },
    { materialNo: 'C0001', materialGroup: 'C01' },
  ]
  const on = async (plant: string, day: string) => [
    ...(await overDeliveryPercent(database, '1010', plant, materials, day)).values(),
  ]
  expect(await on('1011', '2026-05-01')).toEqual(['5', '4', '1'])
  expect(await on('1011', '2026-03-31')).toEqual(['3', '3', '1'])
  expect(await on('1012', '2026-07-01')).toEqual(['5', '2', '1'])
  expect(await on('1012', '2025-12-31')).toEqual(['0', '0', '0'])
})

test('a picking unit draws from its locations, from all of them where none is named', async () => {
  expect(await mayDrawFrom(database, '1010', 'LY01', '1011', 'A001')).toBe(true)
  await database.query(
    `insert into picking_unit_storage_location (company_code, picking_unit, plant, storage_location) values ('1010', 'LY01', '1011', 'A002')`,
  )
  expect(await mayDrawFrom(database, '1010', 'LY01', '1011', 'A001')).toBe(false)
  expect(await mayDrawFrom(database, '1010', 'LY01', '1011', 'A002')).toBe(true)
  expect(await mayDrawFrom(database, '1010', 'LY02', '1011', 'A001')).toBe(true)
  expect(await mayDrawFrom(database, '1010', 'nobody', '1011', 'A001')).toBe(false)
})

test('initials are those people type', () => {
  expect(pinyinInitials('不锈钢球阀 DN50')).toBe('BXGQFDN50')
  expect(pinyinInitials('轴承(重载)')).toBe('ZCZZ')
  expect(pinyinInitials('')).toBe('')
})
