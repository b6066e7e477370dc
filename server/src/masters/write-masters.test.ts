import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import type { MastersTest } from './testing-server.ts'
import { startMastersTest } from './testing-server.ts'

let masters: MastersTest
let server: MastersTest['server']
let call: MastersTest['call']
let codes: MastersTest['codes']
let keeper: string
let admin: string
let requester: string

beforeAll(async () => {
  masters = await startMastersTest()
  ;({ server, call, codes, keeper, admin, requester } = masters)
})

afterAll(() => masters?.close())

const newBin = {
  companyCode: '1010',
  plant: '1011',
  storageLocation: 'A001',
  purpose: 'storage',
  allowsMixing: true,
  isFrozen: false,
}

/** A change of what is a rule, which somebody else approves (approved-masters.test.ts); the row afterwards. */
async function approved(who: string, method: 'POST' | 'PUT', master: string, payload: object) {
  const body = { ...payload, approval: { reason: '按供货协议' } }
  const { datas } = await call(who, method, master, body)
  const { id, subjectNo } = datas['waiting'] as RuleChange
  const path = `${master}/changes/${id}/approve`
  expect((await call(admin, 'POST', path, {})).datas).toMatchObject({ state: 'effective' })
  const { rows } = (await call(admin, 'POST', `${master}/list`, { search: subjectNo })).datas
  return rows[0]!
}

describe('writing', () => {
  test('a bin is made once, however often the request is repeated, and leaves its trace', async () => {
    const wanted = {
      ...newBin,
      bin: 'a-09-09',
      hazardClass: null,
      weightCapacityKg: '1500.5',
      area: 'A',
    }
    const first = await call(keeper, 'POST', 'bin', wanted, 'bin-made-once')
    const again = await call(keeper, 'POST', 'bin', wanted, 'bin-made-once')
    expect(first.status).toBe(200)
    expect(first.datas).toMatchObject({
      bin: 'A-09-09',
      weightCapacityKg: '1500.5',
      hazardClass: null,
      isActive: true,
      version: 1,
      updatedByName: '保管员',
    })
    expect(again.datas).toEqual(first.datas)
    expect((await call(keeper, 'POST', 'bin', wanted)).datas.code).toBe('master-exists')
    const traces = await server.database.query(
      `select action, subject_no, after->>'weightCapacityKg' as capacity from audit_entry where subject_type = 'bin' and subject_no like '%A-09-09'`,
    )
    expect(traces).toEqual([
      { action: 'create', subjectNo: '1010/1011/A001/A-09-09', capacity: '1500.5' },
    ])
  })

  test('everything that is wrong is told at once, on its field', async () => {
    const { status, datas } = await call(keeper, 'POST', 'bin', {
      ...newBin,
      bin: '位 1',
      purpose: 'garden',
      weightCapacityKg: '-1',
      allowsMixing: 'yes',
      plant: '',
    })
    expect(status).toBe(422)
    expect(
      datas.details
        .map((detail) => [detail.field, detail.code])
        .sort(([a = ''], [b = '']) => a.localeCompare(b)),
    ).toEqual([
      ['allowsMixing', 'input-invalid'],
      ['bin', 'input-invalid'],
      ['plant', 'field-required'],
      ['purpose', 'input-invalid'],
      ['weightCapacityKg', 'input-invalid'],
    ])
    expect(
      (await call(keeper, 'POST', 'bin', { ...newBin, bin: 'X1', colour: 'red' })).datas.code,
    ).toBe('column-unknown')
  })

  test('what it refers to must exist and be active', async () => {
    const { datas } = await call(keeper, 'POST', 'bin', {
      ...newBin,
      bin: 'X1',
      storageLocation: 'Z999',
    })
    expect(datas).toMatchObject({
      code: 'master-unknown',
      field: 'storageLocation',
      params: { value: 'Z999' },
    })
  })

  test('nobody makes rows outside his scope', async () => {
    const { datas } = await call(keeper, 'POST', 'bin', {
      ...newBin,
      companyCode: '1020',
      plant: '1021',
      storageLocation: 'C001',
      bin: 'X1',
    })
    expect(datas.code).toBe('outside-scope')
    const [made] = await server.database.query<{ total: number }>(
      `select count(*) as total from bin where bin = 'X1'`,
    )
    expect(made?.total).toBe(0)
  })

  test('a change needs the version that was seen', async () => {
    const key = { companyCode: '1010', plant: '1011', storageLocation: 'A001', bin: 'A-01-01' }
    const changed = await call(keeper, 'PUT', 'bin', {
      key,
      version: 1,
      isFrozen: true,
      remark: '盘点',
    })
    expect(changed.datas).toMatchObject({ isFrozen: true, remark: '盘点', version: 2 })
    expect(
      (await call(keeper, 'PUT', 'bin', { key, version: 1, remark: '晚到' })).datas,
    ).toMatchObject({
      code: 'version-stale',
      // In the company's time zone, not as an instant.
      params: { current: 2, given: 1, at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) },
    })
    expect(
      (await call(keeper, 'PUT', 'bin', { key, version: 2, storageLocation: 'A002' })).datas.code,
    ).toBe('input-invalid')
    // A page sends the complete row; without a change nothing is written.
    const same = await call(keeper, 'PUT', 'bin', { key, ...changed.datas, version: 2 })
    expect(same.datas).toMatchObject({ version: 2 })
    const foreign = { companyCode: '1020', plant: '1021', storageLocation: 'C001', bin: 'C-01-01' }
    expect(
      (await call(keeper, 'PUT', 'bin', { key: foreign, version: 1, remark: 'x' })).datas.code,
    ).toBe('not-found')
  })

  test('a requester who may no longer sign is offered by no picker, and still named where his code is shown', async () => {
    const wanted = { companyCode: '1010', requester: 'R7', name: '孙七', pickingUnit: 'LY02' }
    const wrong = await call(keeper, 'POST', 'requester', {
      ...wanted,
      validFrom: '2026-02-01',
      validTo: '2026-01-31',
    })
    expect(wrong.datas).toMatchObject({ code: 'date-order', field: 'validTo' })
    const offered = async (validTo: string | null) => {
      await server.database.query('update requester set valid_to = $1 where requester = $2', [
        validTo,
        'R7',
      ])
      const found = await call(keeper, 'POST', 'requester/search', { text: 'R7' })
      return (found.datas as unknown as { requester: string }[]).map((row) => row.requester)
    }
    expect((await call(keeper, 'POST', 'requester', wanted)).datas).toMatchObject({
      validFrom: null,
      validTo: null,
    })
    expect(await offered(null)).toEqual(['R7'])
    expect(await offered('2098-12-31')).toEqual(['R7'])
    expect(await offered('2026-01-31')).toEqual([])
    const named = await call(keeper, 'POST', 'requester/search', { text: '', codes: ['R7'] })
    expect(named.datas).toMatchObject([{ name: '孙七' }])
  })

  test('rows are taken out of use and back, never deleted', async () => {
    const key = { companyCode: '1010', pickingUnit: 'LY02' }
    expect(
      (await call(keeper, 'POST', 'picking-unit/disable', { key, version: 1 })).datas,
    ).toMatchObject({ isActive: false, version: 2 })
    expect(await codes(keeper, 'picking-unit', { text: '' })).toEqual(['LY01'])
    const wanted = { companyCode: '1010', requester: 'R1', name: '王一', pickingUnit: 'LY02' }
    expect((await call(keeper, 'POST', 'requester', wanted)).datas).toMatchObject({
      code: 'master-unknown',
      field: 'pickingUnit',
    })
    expect(
      (await call(keeper, 'POST', 'picking-unit/enable', { key, version: 2 })).datas,
    ).toMatchObject({ isActive: true, version: 3 })
    expect((await call(keeper, 'POST', 'requester', wanted)).datas).toMatchObject({
      requester: 'R1',
      account: null,
    })
  })

  test('a bin with goods in it stays in use, and the refusal says which goods', async () => {
    const key = { companyCode: '1010', plant: '1011', storageLocation: 'A001', bin: 'RC-02' }
    await server.database.query(
      `with key as (
         insert into stock_key (company_code, place, plant, storage_location, bin, material_no, stock_category)
         values ('1010', 'stock', '1011', 'A001', 'RC-02', 'V0001', 'UU') returning *)
       insert into stock_balance (company_code, key_id, quantity, plant, storage_location, bin, material_no, batch,
         stock_category, special_stock, special_stock_reference, book)
       select company_code, id, 7, plant, storage_location, bin, material_no, batch, stock_category, special_stock,
         special_stock_reference, book from key`,
    )
    const refused = await call(keeper, 'POST', 'bin/disable', { key, version: 1 })
    expect([refused.status, refused.datas]).toMatchObject([
      409,
      {
        code: 'master-holds-stock',
        params: { kinds: 1, material: 'V0001', quantity: '7', unit: 'EA' },
      },
    ])
    // Nor is the company of it switched off.
    const whole = await call(admin, 'POST', 'company/disable', {
      key: { companyCode: '1010' },
      version: 1,
    })
    expect(whole.datas.code).toBe('master-holds-stock')
    await server.database.query(`update stock_balance set quantity = 0 where bin = 'RC-02'`)
    expect((await call(keeper, 'POST', 'bin/disable', { key, version: 1 })).datas).toMatchObject({
      isActive: false,
    })
    await call(keeper, 'POST', 'bin/enable', { key, version: 2 })
  })

  test('a material gets a second unit complete and only while none of it is in stock', async () => {
    const key = { materialNo: 'V0001' }
    const unit = { secondUnit: 'KG', secondNumerator: 107, secondDenominator: 1 }
    await server.database.query(`update stock_balance set quantity = 7 where bin = 'RC-02'`)
    const change = (values: object) =>
      call(keeper, 'PUT', 'material', { key, version: 1, ...values })
    expect((await change(unit)).datas).toMatchObject({
      code: 'second-unit-incomplete',
      field: 'secondDeviationPercent',
    })
    const complete = { ...unit, secondDeviationPercent: '5' }
    expect((await change(complete)).datas).toMatchObject({
      code: 'second-unit-in-stock',
      field: 'secondUnit',
      params: { material: 'V0001', quantity: '7' },
    })
    await server.database.query(`update stock_balance set quantity = 0 where bin = 'RC-02'`)
    expect((await change({ ...complete, secondUnit: 'EA' })).datas).toMatchObject({
      code: 'second-unit-incomplete',
    })
    const given = { key, version: 1, ...complete }
    expect(await approved(keeper, 'PUT', 'material', given)).toMatchObject(complete)
  })

  test('of a material only our own attributes change; what the ERP keeps is refused', async () => {
    const key = { materialNo: 'C0001' }
    const changed = await approved(keeper, 'PUT', 'material', {
      key,
      version: 1,
      shelfLifeDays: 365,
      minimumRemainingDays: 90,
      hazardClass: '3',
      requiredDocuments: ['SDS', '质检报告'],
    })
    // All of it waits for another person, and is then one change.
    expect(changed).toMatchObject({
      shelfLifeDays: 365,
      hazardClass: '3',
      requiredDocuments: ['SDS', '质检报告'],
      version: 2,
    })
    expect(
      (await call(keeper, 'PUT', 'material', { key, version: 2, description: '乙醇' })).datas,
    ).toMatchObject({ code: 'input-invalid', field: 'description' })
    expect(
      (await call(keeper, 'PUT', 'material', { key, version: 2, minimumRemainingDays: 400 })).datas
        .code,
    ).toBe('input-invalid')
    expect((await call(keeper, 'POST', 'material', { materialNo: 'X' })).datas.code).toBe(
      'not-editable',
    )
    expect((await call(keeper, 'POST', 'material/disable', { key, version: 2 })).datas.code).toBe(
      'not-editable',
    )
  })

  test('a tolerance is for a material or a group, and ends after it begins', async () => {
    const wanted = { companyCode: '1010', overDeliveryPercent: '5.5', validFrom: '2026-01-01' }
    expect(
      (
        await call(keeper, 'POST', 'excess-tolerance', {
          ...wanted,
          materialNo: 'V0001',
          materialGroup: 'V01',
        })
      ).datas.code,
    ).toBe('input-invalid')
    expect(
      (await call(keeper, 'POST', 'excess-tolerance', { ...wanted, validTo: '2025-12-31' })).datas
        .code,
    ).toBe('date-order')
    expect(
      (await call(keeper, 'POST', 'excess-tolerance', { ...wanted, overDeliveryPercent: '5.55' }))
        .datas.code,
    ).toBe('input-invalid')
    // It applies to all plants, of which the keeper has one.
    expect((await call(keeper, 'POST', 'excess-tolerance', wanted)).datas).toMatchObject({
      code: 'whole-company-only',
      field: 'plant',
    })
    const ofPlant = { ...wanted, plant: '1011' }
    const asked = { ...ofPlant, approval: { reason: '按供货协议' } }
    expect((await call(keeper, 'POST', 'excess-tolerance', asked)).status).toBe(200)
    const ofAll = { ...wanted, approval: { reason: '按供货协议' } }
    expect((await call(admin, 'POST', 'excess-tolerance', ofAll)).datas).toMatchObject({
      plant: null,
      materialNo: null,
      overDeliveryPercent: '5.5',
    })
  })

  test('a write without the key of its request, or without the role, is refused', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/masters/bin',
      payload: newBin,
      headers: { authorization: `Bearer ${keeper}` },
    })
    expect(response.json()).toMatchObject({ datas: { code: 'idempotency-key-missing' } })
    expect((await call(requester, 'POST', 'bin', { ...newBin, bin: 'X2' })).datas.code).toBe(
      'role-missing',
    )
    expect(
      (await call(keeper, 'POST', 'company', { companyCode: '9', name: '新', currency: 'CNY' }))
        .datas.code,
    ).toBe('role-missing')
    expect(
      (
        await call(admin, 'POST', 'company', {
          companyCode: '1030',
          name: '新公司',
          currency: 'CNY',
        })
      ).status,
    ).toBe(200)
  })

  test('an English refusal is English from end to end, with nothing of the Chinese one in it', async () => {
    const refused = [
      await call(requester, 'POST', 'bin', { ...newBin, bin: 'X3' }),
      await call(requester, 'POST', 'bin/list', {}),
      await call(admin, 'POST', 'material/disable', { key: { materialNo: 'V0001' }, version: 1 }),
      await call(admin, 'POST', 'nothing/list', {}),
      await call(keeper, 'POST', 'bin', { ...newBin, bin: '' }),
      await call(keeper, 'POST', 'bin', { ...newBin, bin: 'X4', storageLocation: 'Z999' }),
      await call(keeper, 'POST', 'bin', { ...newBin, bin: 'X5', plant: '9999' }),
      await call(keeper, 'POST', 'bin', { ...newBin, bin: 'A-01-01' }),
      await call(keeper, 'POST', 'bin', { ...newBin, bin: 'X6', weightCapacityKg: 'heavy' }),
      await call(keeper, 'POST', 'excess-tolerance', {
        companyCode: '1010',
        materialNo: 'V0001',
        materialGroup: 'V01',
        overDeliveryPercent: '5',
        validFrom: '2026-01-01',
      }),
      await call(keeper, 'POST', 'excess-tolerance', {
        companyCode: '1010',
        materialNo: 'V0001',
        overDeliveryPercent: '5',
        validFrom: '2026-02-01',
        validTo: '2026-01-01',
      }),
    ]
    for (const { status, datas } of refused) {
      expect(status, JSON.stringify(datas)).toBeGreaterThanOrEqual(400)
      for (const { en } of datas.details) expect(en).not.toMatch(/\p{Script=Han}/u)
    }
  })
})
