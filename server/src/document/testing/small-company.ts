import { newId } from '@kufang/kernel/identifier.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { storeMirror } from '../../external-documents/store-mirror.ts'

/**
 * A minimal company for tests of the core flow: one plant, two storage locations, five materials (plain, inspected,
 * batch-managed with shelf life, dangerous, consignment), orders and a reservation.
 */
export const place = { companyCode: '1010', plant: '0001', storageLocation: '1001' } as const

/** A place of the second company. */
export const otherPlace = { companyCode: '1020', plant: '0003', storageLocation: '3001' } as const

export const materials = {
  /** Exempt from inspection, no batches. */
  bolt: 'M-BOLT',
  /** Inspected. */
  valve: 'M-VALVE',
  /** Inspected, batch-managed, 365 days of shelf life, of which 90 must remain at receipt. */
  resin: 'M-RESIN',
  /** Exempt, hazard class 3. */
  solvent: 'M-SOLVENT',
} as const

/** A person with these role codes, for the whole company. */
export function person(
  userName: string,
  roles: readonly string[],
  scope: Partial<Session['scope']> = {},
): Session {
  return {
    userId: newId(),
    account: userName,
    userName,
    roles: new Set(roles),
    isAdmin: roles.includes('admin'),
    scope: {
      companyCodes: ['1010'],
      plants: null,
      storageLocations: null,
      materialGroups: null,
      supplierNo: null,
      pickingUnits: null,
      ...scope,
    },
    language: 'zh',
    requestId: newId(),
  }
}

/** One person per job, with the roles of that job only. */
export function staff() {
  return {
    supplier: person('供应商', ['SHDCJGYS', 'SHDWHGYS', 'SHDCX'], { supplierNo: '100001' }),
    keeper: person('保管员', [
      'SHDQRCGY',
      'DHQR',
      'DKSH',
      'DHJLCHX',
      'DHJLCX',
      'RKCX',
      'ZTCK',
      'CKJLCX',
      'CKJLCHX',
      'KCCX',
      'KCCSH',
    ]),
    leader: person('班长', ['SHSH', 'CXSH', 'CKSH', 'QZZJTZDTZ']),
    inspector: {
      ...person('质检员', ['QZKXSJQR', 'ZJZYQR', 'QZZJDWH', 'QZZJTZDTZ']),
      account: 'inspector',
    },
    secondInspector: person('质检主管', ['QZZJDWH']),
    requester: person('领料人', ['LLDCJXQJH', 'LLDBJ', 'LLDHX', 'LLDCX']),
    head: person('单位主管', ['LLDCX']),
    poster: person('过账员', ['RKGZ', 'RKCX', 'CKGZ', 'CKCX']),
    buyer: person('采购员', ['SHDHX', 'SHDCJCGY', 'SHDWHCGY']),
  }
}

export async function seedCompany(database: Database): Promise<void> {
  await database.query(
    `insert into company (company_code, name) values ('1010', '测试公司'), ('1020', '另一公司')`,
  )
  // Tests that hand something over say themselves what is to be signed for.
  await database.query(
    `insert into business_parameter (company_code, id, plant, name, value, valid_from, changed_by, changed_by_name)
     select company_code, gen_random_uuid(), '', 'handover.signature', '"optional"', '2000-01-01', gen_random_uuid(), '测试'
     from company`,
  )
  await database.query(
    `insert into plant (company_code, plant, name) values ('1010', '0001', '一厂'), ('1020', '0003', '三厂')`,
  )
  await database.query(`insert into storage_location (company_code, plant, storage_location, name)
    values ('1010', '0001', '1001', '一号库'), ('1010', '0001', '1002', '二号库'), ('1020', '0003', '3001', '异地库')`)
  await database.query(`insert into bin (company_code, plant, storage_location, bin, purpose, hazard_class) values
    ('1010', '0001', '1001', 'R-01', 'receiving', ''), ('1010', '0001', '1001', 'A-01', 'storage', ''), ('1010', '0001', '1001', 'A-02', 'storage', ''),
    ('1010', '0001', '1001', 'X-01', 'rejects', ''), ('1010', '0001', '1001', 'H-01', 'storage', '3'), ('1010', '0001', '1001', 'HR-01', 'receiving', '3'),
    ('1010', '0001', '1002', 'B-01', 'storage', ''), ('1020', '0003', '3001', 'C-01', 'storage', '')`)
  await database.query(
    `insert into unit (unit, name_zh, decimals) values ('EA', '个', 0), ('KG', '千克', 3)`,
  )
  await database.query(
    `insert into material_group (material_group, name) values ('G1', '紧固件'), ('G2', '阀门'), ('G3', '化学品')`,
  )
  await database.query(`insert into inspection_characteristic
    (company_code, material_group, characteristic, name, kind, importance, lower_limit, upper_limit, measuring_unit, sample_size)
    select c.company_code, g.material_group, 'C10', '尺寸', 'variable', 'general', 8, 10.5, 'mm', 2 from company c, material_group g`)
  await database.query(`insert into material (material_no, description, material_group, unit, needs_inspection, is_batch_managed, shelf_life_days, minimum_remaining_days, hazard_class) values
    ('M-BOLT', '六角螺栓', 'G1', 'EA', false, false, null, null, ''), ('M-VALVE', '闸阀', 'G2', 'EA', true, false, null, null, ''),
    ('M-RESIN', '树脂', 'G3', 'KG', true, true, 365, 90, ''), ('M-SOLVENT', '溶剂', 'G3', 'KG', false, false, null, null, '3')`)
  await database.query(`update material set required_spares = '{密封垫}'`)
  await database.query(
    `insert into supplier (supplier_no, name) values ('100001', '供应商甲'), ('100002', '供应商乙')`,
  )
  await database.query(
    `insert into picking_unit (company_code, picking_unit, name, cost_center) values ('1010', 'U1', '一车间', 'CC100'), ('1010', 'U2', '二车间', 'CC200')`,
  )
  await database.query(
    `insert into inspection_unit (company_code, inspection_unit, name, cost_center) values
     ('1010', 'ZJ90', '质量检验站', 'CC900'), ('1010', 'ZJ91', '质检站', 'CC900'), ('1020', 'ZJ90', '质量检验站', 'CC900')`,
  )
  await database.query(
    `insert into requester (company_code, requester, name, picking_unit) values ('1010', 'P1', '张三', 'U1'), ('1010', 'P2', '李四', 'U2')`,
  )
  await database.query(
    `insert into driver (company_code, driver, name, qualification_no, qualification_valid_to) values
      ('1010', 'D1', '王五', 'W1', '2099-12-31'), ('1010', 'D2', '赵六', '', null)`,
  )
  await database.query(
    `insert into vehicle (company_code, vehicle, plate_no, name, load_capacity_kg, hazard_classes, licence_valid_to) values
      ('1010', 'V1', '浙A·7K215', '厢式货车', 100000, '{3}', '2099-12-31'), ('1010', 'V2', '浙A·9M330', '平板车', 500, '{}', null)`,
  )
  const goods = (
    lineNo: number,
    materialNo: string,
    unit: string,
    quantity: string,
    materialGroup: string,
  ) => ({
    lineNo,
    materialNo,
    description: materialNo,
    materialGroup,
    unit,
    quantity,
    closedQuantity: '0',
    plant: place.plant,
    storageLocation: place.storageLocation,
    deliveryDate: '2026-12-01',
    isCompleted: false,
    isDeleted: false,
  })
  const orderLine = (
    no: string,
    lineNo: number,
    materialNo: string,
    unit: string,
    quantity: string,
    group: string,
    percent = '0',
  ) => ({
    ...goods(lineNo, materialNo, unit, quantity, group),
    purchaseOrderNo: no,
    purchaseOrderLine: lineNo,
    overDeliveryPercent: percent,
    isUnlimitedOverDelivery: false,
    netPrice: '12.50',
    priceUnit: '1',
    receivedQuantity: '0',
  })
  await database.transaction(async (tx) => {
    await storeMirror(tx, 'purchase-order', place.companyCode, [
      {
        companyCode: place.companyCode,
        docNo: '4500000001',
        documentDate: '2026-11-01',
        state: 'synced',
        header: { supplierNo: '100001', currency: 'CNY' },
        lines: [
          orderLine('4500000001', 10, materials.bolt, 'EA', '100', 'G1', '10'),
          orderLine('4500000001', 20, materials.valve, 'EA', '20', 'G2'),
          orderLine('4500000001', 30, materials.resin, 'KG', '500.5', 'G3'),
          orderLine('4500000001', 40, materials.solvent, 'KG', '80', 'G3'),
        ],
      },
      {
        companyCode: place.companyCode,
        docNo: '4500000002',
        documentDate: '2026-11-01',
        state: 'synced',
        header: { supplierNo: '100002', currency: 'CNY' },
        lines: [orderLine('4500000002', 10, materials.bolt, 'EA', '50', 'G1')],
      },
    ])
    await storeMirror(tx, 'reservation', place.companyCode, [
      {
        companyCode: place.companyCode,
        docNo: '0000080001',
        documentDate: '2026-11-01',
        state: 'synced',
        header: { costCenter: 'CC100' },
        lines: [
          {
            ...goods(1, materials.bolt, 'EA', '40', 'G1'),
            reservationNo: '0000080001',
            reservationLine: 1,
            movementType: '201',
            isMovementAllowed: true,
            withdrawnQuantity: '0',
          },
          {
            ...goods(2, materials.valve, 'EA', '10', 'G2'),
            reservationNo: '0000080001',
            reservationLine: 2,
            movementType: '201',
            isMovementAllowed: true,
            withdrawnQuantity: '0',
          },
        ],
      },
    ])
  })
}
