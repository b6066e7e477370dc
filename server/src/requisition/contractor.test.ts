import { beforeAll, describe, expect, test } from 'vitest'
import { goods, newPlace, reserved } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'

describe('a contractor', () => {
  const world = useWorld()
  const builder = '澜港建安工程有限公司'
  let reservation: string

  beforeAll(async () => {
    await world().database.query(
      `insert into construction_contract (company_code, contract_no, contractor, valid_from, valid_to, is_active)
       values ('1010', 'SG-1', $1, '2026-01-01', '2099-12-31', true), ('1010', 'SG-2', $1, '2024-01-01', '2025-12-31', true),
         ('1010', 'SG-3', $1, null, null, false), ('1010', 'SG-9', '海岚安装有限公司', null, null, true),
         ('1010', 'SG-8', '远山防腐有限公司', null, '2025-01-01', true)`,
      [builder],
    )
    const bolts = goods(1, materials.bolt)
    const charged = { costCenter: 'CC100' }
    reservation = await reserved(world(), await newPlace(world()), bolts, charged)
  })

  const ask = (change: Record<string, unknown>) =>
    world().create('requisition', {
      header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01', ...change },
      lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '1' }],
    })
  const refused = async (change: Record<string, unknown>, problem: string, field = 'contractNo') =>
    expectRefused(world(), () => ask(change), [
      { code: 'contract-not-valid', field, params: { problem } as never },
    ])

  test('draws goods for a valid contract of its own', async () => {
    const { id } = await ask({ contractor: builder, contractNo: 'SG-1' })
    expect((await world().read('requisition', id)).header).toMatchObject({ contractNo: 'SG-1' })
  })

  test('is refused for one that has run out, is disabled or belongs to another contractor', async () => {
    await refused({ contractor: builder, contractNo: 'SG-2' }, '该合同已停用或不在有效期内')
    await refused({ contractor: builder, contractNo: 'SG-3' }, '该合同已停用或不在有效期内')
    await refused(
      { contractor: builder, contractNo: 'SG-9' },
      '该合同属于海岚安装有限公司',
      'contractor',
    )
  })

  test('is told its valid contracts if the number is none of them, or that it has none', async () => {
    await refused({ contractor: builder, contractNo: 'SG-77' }, '有效合同为 SG-1')
    await refused({ contractor: builder }, '有效合同为 SG-1')
    await refused({ contractor: '远山防腐有限公司', contractNo: 'X' }, '没有有效的合同')
  })

  test('that is not in the master is taken as entered', async () => {
    const named = await ask({ contractor: '外地施工队', contractNo: 'Z-1' })
    const unnamed = await ask({ contractNo: 'Z-1' })
    for (const { id } of [named, unnamed])
      expect((await world().read('requisition', id)).header).toMatchObject({ contractNo: 'Z-1' })
  })
})
