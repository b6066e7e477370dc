import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { ensureUser, wholeCompany } from './ensure-user.ts'
import { password, startAdministration, type Administration } from './testing/administration.ts'
import type { UserRecord } from './user-record.ts'

let administration: Administration
let server: TestServer
let root: string
let manager: string
let create: Administration['create']

beforeAll(async () => {
  administration = await startAdministration()
  ;({ server, root, manager, create } = administration)
})

afterAll(() => administration?.close())

const post = <T = UserRecord & FailureData>(token: string, url: string, payload: object = {}) =>
  server.call<T>('POST', url, { token, payload })

describe('data scopes', () => {
  const scopeOf = async (account: string) => {
    const token = await server.tokenOf(account, password)
    return (
      await server.call<{ scope: object }>('GET', '/api/user/uouser/getCurUserInfo', { token })
    ).body.datas.scope
  }

  it('hold nothing for who has no company', async () => {
    await create('empty')
    await server.database.query(`update app_user set must_change_password = false`)
    expect(await scopeOf('empty')).toMatchObject({
      companyCodes: [],
      plants: [],
      storageLocations: [],
      materialGroups: [],
      pickingUnits: [],
    })
  })

  it('fail closed: all is a row of its own, and without rows nothing is open', async () => {
    const { userId } = await ensureUser(server.database, {
      account: 'closed',
      userName: '未授权',
      password,
      roles: ['KCCX'],
      plants: [{ companyCode: '1000' }],
    })
    const nothing = { storageLocations: [], materialGroups: [], pickingUnits: [] }
    expect(await scopeOf('closed')).toMatchObject({ companyCodes: ['1000'], ...nothing })
    const all = [
      ['storage-location', { companyCode: '1000', plant: '*', storageLocation: '*' }],
      ['material-group', { materialGroup: '*' }],
      ['picking-unit', { companyCode: '1000', pickingUnit: '*' }],
    ] as const
    for (const [kind, value] of all)
      expect(
        (await post(root, `/api/system/relations/${kind}/add`, { userId, values: [value] })).status,
      ).toBe(200)
    const open = { storageLocations: null, materialGroups: null, pickingUnits: null }
    expect(await scopeOf('closed')).toMatchObject(open)
    for (const [kind] of all) {
      const { body } = await post<{ rows: { id: string }[] }>(
        root,
        `/api/system/relations/${kind}/list`,
        { userId },
      )
      const ids = body.datas.rows.map(({ id }) => id)
      expect(
        (await post(root, `/api/system/relations/${kind}/remove`, { userId, ids })).status,
      ).toBe(200)
    }
    expect(await scopeOf('closed')).toMatchObject({ companyCodes: ['1000'], ...nothing })
  })

  it('open nothing to an external account without supplier number', async () => {
    const outside = { userName: '外部', password, roles: ['KCCX'], userType: 'EXU' as const }
    const scope = { plants: [{ companyCode: '1000' }], ...wholeCompany }
    await ensureUser(server.database, { account: 'loose', ...outside, ...scope })
    await ensureUser(server.database, {
      account: 'tied',
      ...outside,
      ...scope,
      supplierNo: '100001',
    })
    expect(await scopeOf('loose')).toMatchObject({ companyCodes: [], plants: [], supplierNo: '' })
    expect(await scopeOf('tied')).toMatchObject({ companyCodes: ['1000'], supplierNo: '100001' })
  })

  it('are all of one company or plant only where that is stated', async () => {
    await server.database.query(
      `insert into storage_location (company_code, plant, storage_location, name)
       values ('1000', '1010', 'B001', '一库'), ('1000', '1010', 'B002', '二库'), ('1000', '1020', 'B001', '三库'), ('2000', '2010', 'B001', '四库')
       on conflict do nothing`,
    )
    await ensureUser(server.database, {
      account: 'partly',
      userName: '部分全部',
      password,
      roles: ['KCCX'],
      plants: [{ companyCode: '1000' }, { companyCode: '2000' }],
      storageLocations: [
        { companyCode: '1000', plant: '1010', storageLocation: '*' },
        { companyCode: '2000', plant: '2010', storageLocation: 'B001' },
      ],
    })
    expect(await scopeOf('partly')).toMatchObject({
      storageLocations: ['1010/B001', '1010/B002', '2010/B001'],
    })
  })

  it('narrow by plants, storage locations, material groups and picking units', async () => {
    await ensureUser(server.database, {
      account: 'whole',
      userName: '全部',
      password,
      roles: ['KCCX'],
      plants: [{ companyCode: '2000' }, { companyCode: '1000' }],
      ...wholeCompany,
    })
    expect(await scopeOf('whole')).toMatchObject({
      companyCodes: ['1000', '2000'],
      plants: null,
      storageLocations: null,
      materialGroups: null,
      pickingUnits: null,
    })
    await ensureUser(server.database, {
      account: 'narrow',
      userName: '部分',
      password,
      roles: ['KCCX'],
      plants: [{ companyCode: '1000', plant: '1010' }],
      storageLocations: [{ companyCode: '1000', plant: '1010', storageLocation: 'A001' }],
      materialGroups: ['0101'],
      pickingUnits: [{ companyCode: '1000', pickingUnit: 'LL01' }],
      supplierNo: '100001',
    })
    expect(await scopeOf('narrow')).toEqual({
      companyCodes: ['1000'],
      plants: ['1010'],
      storageLocations: ['1010/A001'],
      materialGroups: ['0101'],
      supplierNo: '100001',
      pickingUnits: ['LL01'],
    })
  })

  it('list the plants of wholly open companies beside single ones, and all companies for admin', async () => {
    await ensureUser(server.database, {
      account: 'mixed',
      userName: '混合',
      password,
      roles: ['KCCX'],
      plants: [{ companyCode: '1000' }, { companyCode: '2000', plant: '2010' }],
    })
    expect(await scopeOf('mixed')).toMatchObject({
      companyCodes: ['1000', '2000'],
      plants: ['1010', '1020', '2010'],
    })
    expect(await scopeOf('root')).toMatchObject({ companyCodes: ['1000', '2000'], plants: null })
  })

  it('are given for what the masters know only', async () => {
    const user = await create('masterly')
    const values = [
      { companyCode: '1000', plant: '1010' },
      { companyCode: '1000', plant: '2010' },
      { companyCode: '7000' },
    ]
    const { status, body } = await post(root, '/api/system/relations/plant/add', {
      userId: user.id,
      values,
    })
    expect(status).toBe(422)
    expect(
      body.datas.details.map(({ code, line, params }) => [code, line, params['value']]),
    ).toEqual([
      ['master-unknown', 2, '1000/2010/*'],
      ['master-unknown', 3, '7000/*/*'],
    ])
    for (const [kind, value] of [
      ['storage-location', { companyCode: '1000', plant: '1010', storageLocation: 'ZZZZ' }],
      ['material-group', { materialGroup: 'ZZZZ' }],
      ['picking-unit', { companyCode: '1000', pickingUnit: 'ZZZZ' }],
    ] as const) {
      const answer = await post(root, `/api/system/relations/${kind}/add`, {
        userId: user.id,
        values: [value],
      })
      expect([kind, answer.body.datas.code]).toEqual([kind, 'master-unknown'])
    }
  })

  it('are maintained with who and when, and ended instead of deleted', async () => {
    const user = await create('scoped')
    const values = [{ companyCode: '1000', plant: '1010', department: '供应部' }]
    const add = () =>
      post<{ added: number }>(manager, '/api/system/relations/plant/add', {
        userId: user.id,
        values,
      })
    expect([(await add()).body.datas.added, (await add()).body.datas.added]).toEqual([1, 0])
    const list = async (includeEnded: boolean) =>
      (
        await post<{
          rows: { id: string; createdByName: string; endedByName: string; validTo: string | null }[]
        }>(manager, '/api/system/relations/plant/list', { userId: user.id, includeEnded })
      ).body.datas.rows
    const [row] = await list(false)
    expect(row).toMatchObject({
      createdByName: '权限员',
      validTo: null,
      account: 'scoped',
      department: '供应部',
    })
    expect(
      (
        await post(manager, '/api/system/relations/plant/remove', {
          userId: user.id,
          ids: [row!.id],
        })
      ).status,
    ).toBe(200)
    expect(await list(false)).toEqual([])
    expect((await list(true))[0]).toMatchObject({
      endedByName: '权限员',
      validTo: expect.any(String),
    })
    expect((await add()).body.datas.added).toBe(1)
  })

  it('are given by nobody beyond their own', async () => {
    const user = await create('target')
    const cases: [string, object, string?][] = [
      ['2000', { companyCode: '2000', plant: '2010' }],
      ['1020', { companyCode: '1000', plant: '1020' }],
      ['*', { companyCode: '1000' }],
      ['*', { materialGroup: '*' }, 'material-group'],
      ['*', { companyCode: '1000', pickingUnit: '*' }, 'picking-unit'],
      ['*', { companyCode: '1000', plant: '*', storageLocation: '*' }, 'storage-location'],
      ['1010/*', { companyCode: '1000', plant: '1010', storageLocation: '*' }, 'storage-location'],
    ]
    for (const [value, relation, kind = 'plant'] of cases) {
      const { status, body } = await post(manager, `/api/system/relations/${kind}/add`, {
        userId: user.id,
        values: [relation],
      })
      expect([status, body.datas.code, body.datas.params['value']]).toEqual([
        403,
        'outside-scope',
        value,
      ])
    }
    const missing = await post(root, '/api/system/relations/storage-location/add', {
      userId: user.id,
      values: [
        { companyCode: '1000', plant: '1010', storageLocation: 'A001' },
        { companyCode: '1000', plant: '1010' },
      ],
    })
    expect(missing.body.datas).toMatchObject({
      code: 'field-required',
      line: 2,
      field: 'storageLocation',
    })
  })

  it('show a manager the users of their companies only', async () => {
    const { userId } = await ensureUser(server.database, {
      account: 'foreigner',
      userName: '外公司',
      password,
      roles: [],
      plants: [{ companyCode: '9000' }],
    })
    const found = await post<{ total: number }>(manager, '/api/system/users/list', {
      account: 'foreigner',
    })
    expect(found.body.datas.total).toBe(0)
    expect(
      (await post<{ total: number }>(root, '/api/system/users/list', { account: 'foreigner' })).body
        .datas.total,
    ).toBe(1)
    const read = await server.call<FailureData>('GET', `/api/system/users/${userId}`, {
      token: manager,
    })
    expect([read.status, read.body.datas.code]).toEqual([404, 'account-unknown'])
    const disabled = await post(manager, `/api/system/users/${userId}/disable`)
    expect([disabled.status, disabled.body.datas.code]).toEqual([403, 'account-of-other-company'])
  })
})
