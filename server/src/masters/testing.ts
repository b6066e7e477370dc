import type { Queryable } from '../platform/database/database.ts'
import { upsertMaterialGroups, upsertMaterials, upsertSuppliers, upsertUnits } from './mirror.ts'

/** A small organisation for the tests of the masters: two companies, three plants, four storage locations. */
export async function fillMasters(queryable: Queryable): Promise<void> {
  await queryable.query(
    `insert into company (company_code, name) values ('1010', '东海石化'), ('1020', '东海新材料')`,
  )
  await queryable.query(
    `insert into plant (company_code, plant, name) values ('1010', '1011', '炼油厂'), ('1010', '1012', '化工厂'), ('1020', '1021', '新材料厂')`,
  )
  await queryable.query(
    `insert into storage_location (company_code, plant, storage_location, name)
     values ('1010', '1011', 'A001', '备件库'), ('1010', '1011', 'A002', '化学品库'), ('1010', '1012', 'B001', '综合库'), ('1020', '1021', 'C001', '原料库')`,
  )
  await queryable.query(
    `insert into bin (company_code, plant, storage_location, bin, purpose, hazard_class, is_active, is_frozen)
     values ('1010', '1011', 'A001', 'A-01-01', 'storage', '', true, false),
       ('1010', '1011', 'A001', 'RC-02', 'receiving', '', true, false),
       ('1010', '1011', 'A001', 'RC-01', 'receiving', '', false, false),
       ('1010', '1011', 'A001', 'RC-00', 'receiving', '', true, true),
       ('1010', '1011', 'A002', 'RC-03', 'receiving', '3', true, false),
       ('1020', '1021', 'C001', 'C-01-01', 'storage', '', true, false)`,
  )
  await upsertUnits(queryable, [
    { unit: 'EA', nameZh: '个', decimals: 0 },
    { unit: 'KG', nameZh: '千克', decimals: 3 },
  ])
  await upsertMaterialGroups(queryable, [
    { materialGroup: 'V01', name: '球阀' },
    { materialGroup: 'C01', name: '溶剂' },
  ])
  await upsertMaterials(queryable, [
    {
      materialNo: 'V0001',
      description: '不锈钢球阀 DN50',
      specification: 'Q41F-16P',
      drawingNo: 'DH-V-001',
      materialGroup: 'V01',
      unit: 'EA',
      isBatchManaged: false,
      isActive: true,
    },
    {
      materialNo: 'V0002',
      description: '不锈钢球阀 DN80',
      specification: 'Q41F-25P',
      materialGroup: 'V01',
      unit: 'EA',
      isBatchManaged: false,
      isActive: true,
    },
    {
      materialNo: 'C0001',
      description: '异丙醇',
      specification: '工业级',
      materialGroup: 'C01',
      unit: 'KG',
      isBatchManaged: true,
      isActive: true,
    },
  ])
  await upsertSuppliers(queryable, [
    { supplierNo: '600001', name: '海纳阀门有限公司', isActive: true },
    { supplierNo: '600002', name: '北辰化工有限公司', isActive: true },
  ])
  await queryable.query(
    `insert into picking_unit (company_code, picking_unit, name) values ('1010', 'LY01', '常减压车间'), ('1010', 'LY02', '催化车间'), ('1020', 'XC01', '聚合车间')`,
  )
}
