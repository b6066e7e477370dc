import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ParameterChange, ParameterRow } from '@kufang/contract/system/business-parameters.ts'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import { fillMasters } from '../masters/testing.ts'
import { applyDueRuleChanges } from '../platform/approval/apply-rule-changes.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { controlParameters } from './control-parameters.ts'
import { cachedParameters } from './parameter-cache.ts'
import { readParameter, startParameterCache } from './public.ts'

const password = 'Kufang@2026'
const today = todayIn('Asia/Shanghai', new Date())
let files: TestDatabase
let server: TestServer
let admin: string
let approver: string
let manager: string
let requests = 0

beforeAll(async () => {
  files = await createTestDatabase()
  server = await startTestServer(files.connectionString)
  await fillMasters(server.database)
  await ensureUser(server.database, {
    account: 'root',
    userName: '管理员',
    password,
    roles: ['admin'],
  })
  await ensureUser(server.database, {
    account: 'approver',
    userName: '审批',
    password,
    roles: ['admin'],
  })
  await ensureUser(server.database, {
    account: 'manager',
    userName: '主任',
    password,
    roles: ['XTYWPZ'],
    plants: [{ companyCode: '1010', plant: '1011' }],
    ...wholeCompany,
  })
  approver = await server.tokenOf('approver', password)
  admin = await server.tokenOf('root', password)
  manager = await server.tokenOf('manager', password)
})

afterAll(async () => {
  await server?.close()
  await files?.drop()
})

const route = 'receiving.route'

/** Changes a parameter; if it is a control, somebody else approves it (control-parameters.test.ts). */
async function change(token: string, wanted: Partial<ParameterChange>) {
  const versions = await list(token)
  const name = wanted.name ?? route
  const response = await server.app.inject({
    method: 'PUT',
    url: '/api/settings/business',
    payload: {
      name,
      value: 'blocked-stock',
      validFrom: today,
      remark: '试行',
      version: versions.get(name)?.version ?? 0,
      ...wanted,
    },
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': `parameters-test-${++requests}`,
    },
  })
  const { datas } = response.json() as { datas: ParameterRow & FailureData }
  for (const { id } of datas.changes ?? []) {
    const url = `/api/settings/business/changes/${id}/approve`
    const headers = { 'idempotency-key': `parameters-test-${++requests}` }
    await server.call('POST', url, { token: approver, payload: {}, headers })
    await applyDueRuleChanges(server.database, controlParameters, wanted.validFrom ?? today)
  }
  return datas.changes === undefined ? datas : { ...datas, ...(await list(token)).get(name)! }
}

async function list(token: string): Promise<Map<string, ParameterRow>> {
  const { body } = await server.call<ParameterRow[]>('GET', '/api/settings/business', { token })
  return new Map(body.datas.map((row) => [row.name, row]))
}

const read = (plant?: string, companyCode = '1010', materialGroup?: string) =>
  readParameter(server.database, route, { companyCode, plant, materialGroup })

describe('business parameters', () => {
  test('begin with their defaults', async () => {
    expect(await read('1011')).toBe('inspection-stock')
    expect(await readParameter(server.database, 'export.rowsMax', {})).toBe(200_000)
  })

  test('of a plant beat those of its company, and those the general ones', async () => {
    await change(admin, { value: 'blocked-stock' })
    expect(await read('1011')).toBe('blocked-stock')
    await change(admin, { companyCode: '1010', value: 'inspection-stock' })
    expect([await read(), await read('1011'), await read(undefined, '1020')]).toEqual([
      'inspection-stock',
      'inspection-stock',
      'blocked-stock',
    ])
    await change(manager, { companyCode: '1010', plant: '1011', value: 'blocked-stock' })
    expect([await read('1011'), await read('1012')]).toEqual(['blocked-stock', 'inspection-stock'])
    await change(manager, { companyCode: '1010', plant: '1011', value: null })
    expect(await read('1011')).toBe('inspection-stock')
  })

  test('of a material group beat those of its plant, and need it', async () => {
    const place = { companyCode: '1010', plant: '1011' }
    const [first, second] = await server.database.query<{ materialGroup: string }>(
      'select material_group from material_group order by 1 limit 2',
    )
    const [wanted, other] = [first!.materialGroup, second!.materialGroup]
    const rowsBefore = (await list(manager)).get(route)!.entries.length
    const set = { ...place, materialGroup: wanted, value: 'blocked-stock' }
    const row = await change(manager, set)
    expect(row.entries).toHaveLength(rowsBefore + 1)
    expect(row.entries[0]).toMatchObject({ ...set, isCurrent: true })
    const routes = [wanted, other, undefined].map((group) => read('1011', '1010', group))
    expect(await Promise.all(routes)).toEqual([
      'blocked-stock',
      'inspection-stock',
      'inspection-stock',
    ])
    expect(await read('1012', '1010', wanted)).toBe('inspection-stock')
    expect(await change(manager, { ...set, value: null })).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ materialGroup: wanted })]),
    })
    expect(await read('1011', '1010', wanted)).toBe('inspection-stock')

    expect(await change(manager, { companyCode: '1010', materialGroup: wanted })).toMatchObject({
      code: 'input-invalid',
      field: 'plant',
    })
    expect(await change(manager, { ...place, materialGroup: 'NONE' })).toMatchObject({
      code: 'master-unknown',
      field: 'materialGroup',
    })
    const ofPlants = { ...set, name: 'receiving.arrivalPosting', value: 'at-arrival' } as const
    expect(await change(manager, ofPlants)).toMatchObject({
      code: 'input-invalid',
      field: 'materialGroup',
    })
  })

  test('count from their day on; the history says who set what', async () => {
    const row = await change(manager, {
      companyCode: '1010',
      plant: '1011',
      value: 'blocked-stock',
      validFrom: addDays(today, 1),
    })
    expect(await read('1011')).toBe('inspection-stock')
    expect(row.entries[0]).toMatchObject({
      value: 'blocked-stock',
      remark: '试行',
      changedByName: '主任 / 审批',
      isCurrent: false,
    })
    expect(row.entries.filter((entry) => entry.isCurrent)).toHaveLength(4)
    const [trace] = await server.database.query(
      `select count(*) as total from audit_entry where subject_type = 'business-parameter' and action = 'update'`,
    )
    expect(trace).toEqual({ total: row.version })
    await expect(server.database.query('delete from business_parameter')).rejects.toThrow(
      /append-only/,
    )
  })

  test('refuse what they do not allow, on the field', async () => {
    expect(await change(admin, { value: 'somewhere' })).toMatchObject({
      code: 'input-invalid',
      field: 'value',
    })
    expect(await change(admin, { name: 'export.rowsMax', value: 10 })).toMatchObject({
      code: 'input-invalid',
      field: 'value',
    })
    expect(
      await change(admin, { name: 'export.rowsMax', value: 5000, companyCode: '1010' }),
    ).toMatchObject({ code: 'input-invalid', field: 'companyCode' })
    expect(await change(admin, { validFrom: addDays(today, -1) })).toMatchObject({
      code: 'input-invalid',
      field: 'validFrom',
    })
    expect(await change(admin, { version: 0 })).toMatchObject({ code: 'version-stale' })
    expect(await change(manager, {})).toMatchObject({ code: 'role-missing' })
    expect(await change(manager, { companyCode: '1020' })).toMatchObject({ code: 'outside-scope' })
    // A person limited to a plant does not set what concerns the others.
    expect(await change(manager, { companyCode: '1010' })).toMatchObject({
      code: 'whole-company-only',
      field: 'plant',
    })
    expect(await change(admin, { companyCode: '1010', plant: '1021' })).toMatchObject({
      code: 'master-unknown',
    })
    expect((await server.call('GET', '/api/settings/business')).status).toBe(401)
  })

  test('show a person only the values of his companies', async () => {
    await change(admin, { companyCode: '1020', value: 'inspection-stock' })
    const seen = (await list(manager)).get(route)!.entries.map((entry) => entry.companyCode)
    expect(new Set(seen)).toEqual(new Set(['', '1010']))
  })

  test('are kept in memory and read again when another process changes one', async () => {
    const cache = await startParameterCache(server.context)
    try {
      await expect.poll(() => cachedParameters(server.database) !== null).toBe(true)
      expect(await read('1012')).toBe('inspection-stock')
      const other = await startTestServer(files.connectionString)
      try {
        // The other process has its own connections; only the notification informs this one.
        await other.database.query(
          `insert into business_parameter (company_code, id, plant, name, value, valid_from, changed_by, changed_by_name)
           values ('1010', gen_random_uuid(), '1012', $1, '"blocked-stock"', $2, gen_random_uuid(), '别处')`,
          [route, today],
        )
      } finally {
        await other.close()
      }
      await expect.poll(() => read('1012')).toBe('blocked-stock')
      await expect.poll(() => cachedParameters(server.database) !== null).toBe(true)
    } finally {
      await cache.stop()
    }
    expect(cachedParameters(server.database)).toBeNull()
    expect(await read('1012')).toBe('blocked-stock')
  })
})
