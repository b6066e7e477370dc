import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import readExcelFile from 'read-excel-file/node'
import { ensureUser } from '../identity/ensure-user.ts'
import type { Row } from '../platform/database/database.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/http/test-server.ts'
import { startTestServer } from '../platform/http/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { fillMasters } from './testing.ts'

const password = 'Kufang@2026'
let files: TestDatabase
let server: TestServer
let keeper: string
let admin: string
let supplier: string
let requester: string
let requests = 0

beforeAll(async () => {
  files = await createTestDatabase()
  server = await startTestServer(files.connectionString)
  await fillMasters(server.database)
  const { database } = server
  const roles = ['HWGL', 'WLZSJ', 'CLML', 'LLDW', 'LLR']
  await ensureUser(database, {
    account: 'keeper',
    userName: '保管员',
    password,
    roles,
    plants: [{ companyCode: '1010', plant: '1011' }],
  })
  await ensureUser(database, { account: 'root', userName: '管理员', password, roles: ['admin'] })
  await ensureUser(database, {
    account: 'supplier',
    userName: '供应商',
    password,
    roles: [],
    supplierNo: '600001',
    plants: [{ companyCode: '1010' }],
  })
  await ensureUser(database, {
    account: 'requester',
    userName: '领料人',
    password,
    roles: [],
    plants: [{ companyCode: '1010' }],
    pickingUnits: [{ companyCode: '1010', pickingUnit: 'LY01' }],
    materialGroups: ['V01'],
  })
  keeper = await server.tokenOf('keeper', password)
  admin = await server.tokenOf('root', password)
  supplier = await server.tokenOf('supplier', password)
  requester = await server.tokenOf('requester', password)
})

afterAll(async () => {
  await server?.close()
  await files?.drop()
})

type Answer = { status: number; datas: Row & FailureData & { rows: Row[]; total: number } }

async function call(
  token: string,
  method: 'POST' | 'PUT',
  url: string,
  payload: object,
  key = `masters-test-${++requests}`,
): Promise<Answer> {
  const response = await server.app.inject({
    method,
    url: `/api/masters/${url}`,
    payload,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
  })
  return {
    status: response.statusCode,
    datas: (response.json() as { datas: Answer['datas'] }).datas,
  }
}

const codes = async (token: string, master: string, payload: object): Promise<unknown[]> => {
  const { status, datas } = await call(token, 'POST', `${master}/search`, payload)
  expect(status).toBe(200)
  const field =
    master === 'material'
      ? 'materialNo'
      : master === 'picking-unit'
        ? 'pickingUnit'
        : master === 'supplier'
          ? 'supplierNo'
          : master
  return (datas as unknown as Row[]).map((row) => row[field])
}

const newBin = {
  companyCode: '1010',
  plant: '1011',
  storageLocation: 'A001',
  purpose: 'storage',
  allowsMixing: true,
  isFrozen: false,
}

describe('search', () => {
  test('finds a material by code, initials, words, specification and drawing', async () => {
    expect(await codes(keeper, 'material', { text: 'v0002' })).toEqual(['V0002'])
    expect(await codes(keeper, 'material', { text: 'bxgqf' })).toEqual(['V0001', 'V0002'])
    expect(await codes(keeper, 'material', { text: '球阀 DN80' })).toEqual(['V0002'])
    expect(await codes(keeper, 'material', { text: '41F-16' })).toEqual(['V0001'])
    expect(await codes(keeper, 'material', { text: 'DH-V' })).toEqual(['V0001'])
    expect(await codes(keeper, 'material', { text: '%' })).toEqual([])
  })

  test('stays within scope and place, and leaves disabled rows out', async () => {
    expect(await codes(keeper, 'bin', { text: '' })).toEqual(['A-01-01', 'RC-00', 'RC-02', 'RC-03'])
    expect(
      await codes(keeper, 'bin', { text: '', narrow: { plant: '1011', storageLocation: 'A002' } }),
    ).toEqual(['RC-03'])
    expect(await codes(keeper, 'bin', { text: '', codes: ['RC-01'] })).toEqual(['RC-01'])
    expect(await codes(requester, 'material', { text: '' })).toEqual(['V0001', 'V0002'])
    expect(await codes(requester, 'picking-unit', { text: '' })).toEqual(['LY01'])
  })

  test('a supplier finds himself and no one else, and nothing of the house', async () => {
    expect(await codes(supplier, 'supplier', { text: '' })).toEqual(['600001'])
    for (const master of ['bin', 'user', 'requester', 'material'])
      expect(await codes(supplier, master, { text: '' })).toEqual([])
  })
})

describe('lists', () => {
  test('need the role of the page; a master without a page is for administrators', async () => {
    expect((await call(requester, 'POST', 'bin/list', {})).status).toBe(403)
    expect((await call(keeper, 'POST', 'company/list', {})).datas.code).toBe('role-missing')
    expect((await call(admin, 'POST', 'company/list', { withTotals: true })).datas.total).toBe(2)
    expect((await call(admin, 'POST', 'nothing/list', {})).status).toBe(404)
  })

  test('show disabled rows too, within the scope only', async () => {
    const { datas } = await call(keeper, 'POST', 'bin/list', {
      withTotals: true,
      filters: [{ field: 'purpose', operator: 'eq', value: 'receiving' }],
    })
    expect(datas.rows.map((row) => row['bin'])).toEqual(['RC-00', 'RC-01', 'RC-02', 'RC-03'])
    expect(datas.rows[0]).toMatchObject({
      hazardClass: null,
      isFrozen: true,
      isActive: true,
      version: 1,
    })
    expect(datas.rows[3]).toMatchObject({ hazardClass: '3' })
    expect(datas.rows[0]).not.toHaveProperty('pinyin')
    expect(
      (
        await call(keeper, 'POST', 'bin/list', {
          filters: [{ field: 'companyCode', operator: 'eq', value: '1020' }],
        })
      ).datas.rows,
    ).toEqual([])
  })

  test('are exported as a workbook with the columns asked for', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/masters/bin/export',
      payload: {
        columns: [
          { field: 'bin', title: '货位' },
          { field: 'purpose', title: '用途' },
          { field: 'isFrozen', title: '冻结' },
        ],
      },
      headers: { authorization: `Bearer ${keeper}` },
    })
    expect(response.statusCode).toBe(200)
    const sheets = (await readExcelFile(
      await buffer(Readable.from([response.rawPayload])),
    )) as unknown as { data: unknown[][] }[]
    expect(sheets[0]!.data[0]).toEqual(['货位', '用途', '冻结'])
    expect(sheets[0]!.data).toContainEqual(['RC-00', '收货待检', '是'])
    const wrong = await call(keeper, 'POST', 'bin/export', {
      columns: [{ field: 'secret', title: 'x' }],
    })
    expect(wrong.datas.code).toBe('column-unknown')
  })
})

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
    ).toMatchObject({ code: 'version-stale', params: { current: 2, given: 1 } })
    expect(
      (await call(keeper, 'PUT', 'bin', { key, version: 2, storageLocation: 'A002' })).datas.code,
    ).toBe('input-invalid')
    // A page sends the whole row back; nothing changed, so nothing is written.
    const same = await call(keeper, 'PUT', 'bin', { key, ...changed.datas, version: 2 })
    expect(same.datas).toMatchObject({ version: 2 })
    const foreign = { companyCode: '1020', plant: '1021', storageLocation: 'C001', bin: 'C-01-01' }
    expect(
      (await call(keeper, 'PUT', 'bin', { key: foreign, version: 1, remark: 'x' })).datas.code,
    ).toBe('not-found')
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

  test('of a material only our own attributes change; what the ERP keeps is refused', async () => {
    const key = { materialNo: 'C0001' }
    const changed = await call(keeper, 'PUT', 'material', {
      key,
      version: 1,
      shelfLifeDays: 365,
      minimumRemainingDays: 90,
      hazardClass: '3',
      requiredDocuments: ['SDS', '质检报告'],
    })
    expect(changed.datas).toMatchObject({
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
    expect((await call(keeper, 'POST', 'excess-tolerance', wanted)).datas).toMatchObject({
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
})
