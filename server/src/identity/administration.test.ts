import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/http/test-server.ts'
import { startTestServer } from '../platform/http/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { ensureUser } from './ensure-user.ts'
import type { UserRecord } from './user-record.ts'

const password = 'Kufang@2026'
let test: TestDatabase
let server: TestServer
let root: string
let manager: string
let managerId: string
let rootId: string

type Answer = UserRecord & FailureData

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString)
  const made = await ensureUser(server.database, {
    account: 'root',
    userName: '管理',
    password,
    roles: ['admin'],
  })
  rootId = made.userId
  managerId = (
    await ensureUser(server.database, {
      account: 'manager',
      userName: '权限员',
      password,
      roles: ['YHGL', 'JSFP', 'YHYGCBMGX'],
      plants: [{ companyCode: '1000', plant: '1010' }],
    })
  ).userId
  await server.database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')`,
  )
  await server.database.query(
    `insert into plant (company_code, plant, name) values ('1000', '1010', '一厂'), ('1000', '1020', '二厂'), ('2000', '2010', '三厂')`,
  )
  root = await server.tokenOf('root', password)
  manager = await server.tokenOf('manager', password)
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

const post = <T = Answer>(token: string, url: string, payload: object = {}) =>
  server.call<T>('POST', url, { token, payload })

async function create(account: string): Promise<UserRecord> {
  const { body } = await post<{ user: UserRecord }>(root, '/api/system/users', {
    account,
    userName: '某人',
    password,
  })
  return body.datas.user
}

describe('users', () => {
  it('are created with a password of their own or one made up, which must be changed', async () => {
    const made = await post<{ user: UserRecord; temporaryPassword: string }>(
      root,
      '/api/system/users',
      {
        account: 'Zhang.San',
        userName: '张三',
        mobile: '13800138000',
      },
    )
    expect(made.status).toBe(200)
    expect(made.body.datas.user).toMatchObject({
      account: 'zhang.san',
      mustChangePassword: true,
      version: 1,
    })
    expect(made.text).not.toContain('argon2')
    const signedIn = await server.call<{ forceEditPwdFlag: string }>('POST', '/api/oauth/token', {
      payload: { username: 'zhang.san', password: made.body.datas.temporaryPassword },
    })
    expect(signedIn.body.datas.forceEditPwdFlag).toBe('Y')
    const again = await post(root, '/api/system/users', { account: 'ZHANG.SAN', userName: '张三' })
    expect([again.status, again.body.datas.code, again.body.datas.field]).toEqual([
      409,
      'account-exists',
      'account',
    ])
    const wrong = await post(root, '/api/system/users', {
      account: 'li',
      userName: '李',
      email: 'x',
      mobile: '1',
      password: 'weak',
    })
    expect(wrong.body.datas.details.map((detail) => detail.code)).toEqual([
      'email-invalid',
      'mobile-invalid',
    ])
  })

  it('are listed by filters, page by page', async () => {
    for (const account of ['page1', 'page2', 'page3']) await create(account)
    const list = (payload: object) =>
      post<{ rows: UserRecord[]; total: number }>(root, '/api/system/users/list', payload)
    const second = await list({ search: 'page', pageSize: 2, pageNum: 2 })
    expect([second.body.datas.total, second.body.datas.rows.map((user) => user.account)]).toEqual([
      3,
      ['page3'],
    ])
    const admins = await list({ role: 'admin' })
    expect(admins.body.datas.rows.map((user) => user.account)).toEqual(['root'])
    expect((await list({ search: '%' })).body.datas.total).toBe(0)
  })

  it('are edited on the version that was opened, and each change is traced', async () => {
    const user = await create('edited')
    const edit = (version: number, userName: string) =>
      post(root, `/api/system/users/${user.id}`, {
        version,
        userName,
        supplierNo: '100001',
        userType: 'EXU',
      })
    expect((await edit(1, '新名')).body.datas).toMatchObject({
      userName: '新名',
      version: 2,
      userType: 'EXU',
    })
    const stale = await edit(1, '旧名')
    expect([stale.status, stale.body.datas.code]).toEqual([409, 'version-stale'])
    const log = await post<{
      rows: { action: string; before: UserRecord; after: UserRecord; userName: string }[]
    }>(root, '/api/logs/operations/list', { subjectType: 'user', subjectNo: 'edited' })
    const [last] = log.body.datas.rows
    expect(last).toMatchObject({
      action: 'edit',
      userName: '管理',
      before: { userName: '某人' },
      after: { userName: '新名' },
    })
  })

  it('are unlocked and given a new password by the manager', async () => {
    const user = await create('forgetful')
    const signIn = (given: string) =>
      server.call<FailureData>('POST', '/api/oauth/token', {
        payload: { username: 'forgetful', password: given },
      })
    for (let round = 0; round < 5; round++) await signIn('Wrong@2026')
    expect((await signIn(password)).body.datas.code).toBe('account-locked')
    const reset = await post<{ temporaryPassword: string }>(
      manager,
      `/api/system/users/${user.id}/reset-password`,
    )
    expect((await signIn(reset.body.datas.temporaryPassword)).status).toBe(200)
    for (let round = 0; round < 5; round++) await signIn('Wrong@2026')
    await post(manager, `/api/system/users/${user.id}/unlock`)
    expect((await signIn(reset.body.datas.temporaryPassword)).status).toBe(200)
  })

  it('need the role of their page', async () => {
    await ensureUser(server.database, {
      account: 'keeper',
      userName: '保管员',
      password,
      roles: ['KCCX'],
    })
    const keeper = await server.tokenOf('keeper', password)
    for (const url of [
      '/api/system/users/list',
      '/api/system/users',
      `/api/system/users/${rootId}/disable`,
      '/api/system/relations/plant/list',
      '/api/logs/operations/list',
    ]) {
      const { status, body } = await post(keeper, url, { account: 'x1', userName: 'x' })
      expect([url, status, body.datas.code]).toEqual([url, 403, 'role-missing'])
    }
  })
})

describe('rights', () => {
  it('take effect at once for who is signed in', async () => {
    const user = await create('growing')
    await server.database.query(`update app_user set must_change_password = false where id = $1`, [
      user.id,
    ])
    const token = await server.tokenOf('growing', password)
    expect((await post(token, '/api/logs/operations/list')).status).toBe(403)
    const { version } = (
      await server.call<UserRecord>('GET', `/api/system/users/${user.id}`, { token: root })
    ).body.datas
    expect(
      (
        await post(manager, `/api/system/users/${user.id}/roles`, {
          version,
          roles: ['CZRZCX', 'RZGL'],
        })
      ).status,
    ).toBe(200)
    expect((await post(token, '/api/logs/operations/list')).status).toBe(200)
    const taken = await post(manager, `/api/system/users/${user.id}/roles`, {
      version: version + 1,
      roles: ['RZGL'],
    })
    expect(taken.body.datas.roles).toEqual(['RZGL'])
    expect((await post(token, '/api/logs/operations/list')).status).toBe(403)
  })

  it('are codes that pages have', async () => {
    const user = await create('typo')
    const { status, body } = await post(root, `/api/system/users/${user.id}/roles`, {
      version: 1,
      roles: ['KCCX', 'KCXC'],
    })
    expect([status, body.datas.code, body.datas.params]).toEqual([
      422,
      'role-unknown',
      { role: 'KCXC' },
    ])
  })

  it('of administrators are for administrators, and nobody’s own', async () => {
    const user = await create('climber')
    const cases: [string, object, string][] = [
      [
        `/api/system/users/${user.id}/roles`,
        { version: 1, roles: ['admin'] },
        'administrator-only',
      ],
      [`/api/system/users/${rootId}/reset-password`, {}, 'administrator-only'],
      [`/api/system/users/${rootId}/disable`, {}, 'administrator-only'],
      [`/api/system/users/${managerId}/roles`, { version: 1, roles: ['KCCX'] }, 'own-rights'],
      ['/api/system/users', { account: 'admin', userName: '假', password }, 'administrator-only'],
      [
        '/api/system/relations/plant/add',
        { userId: managerId, values: [{ companyCode: '1000', plant: '1010' }] },
        'own-rights',
      ],
    ]
    for (const [url, payload, code] of cases) {
      const { status, body } = await post(manager, url, payload)
      expect([url, status, body.datas.code]).toEqual([url, 403, code])
    }
  })

  it('leave one administrator', async () => {
    const disabled = await post(root, `/api/system/users/${rootId}/disable`)
    expect([disabled.status, disabled.body.datas.code]).toEqual([409, 'last-administrator'])
    const { version } = (
      await server.call<UserRecord>('GET', `/api/system/users/${rootId}`, { token: root })
    ).body.datas
    const stripped = await post(root, `/api/system/users/${rootId}/roles`, { version, roles: [] })
    expect(stripped.body.datas.code).toBe('last-administrator')
  })
})

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
      storageLocations: null,
    })
  })

  it('narrow by plants, storage locations, material groups and picking units', async () => {
    await ensureUser(server.database, {
      account: 'whole',
      userName: '全部',
      password,
      roles: ['KCCX'],
      plants: [{ companyCode: '2000' }, { companyCode: '1000' }],
    })
    expect(await scopeOf('whole')).toMatchObject({
      companyCodes: ['1000', '2000'],
      plants: null,
      materialGroups: null,
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
    const cases: [string, object][] = [
      ['2000', { companyCode: '2000', plant: '2010' }],
      ['1020', { companyCode: '1000', plant: '1020' }],
      ['*', { companyCode: '1000' }],
    ]
    for (const [value, relation] of cases) {
      const { status, body } = await post(manager, '/api/system/relations/plant/add', {
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
    expect([disabled.status, disabled.body.datas.code]).toEqual([403, 'outside-scope'])
  })
})
