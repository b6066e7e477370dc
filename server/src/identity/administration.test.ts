import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { ensureUser } from './ensure-user.ts'
import { password, startAdministration, type Administration } from './testing/administration.ts'
import type { UserRecord } from './user-record.ts'

let administration: Administration
let server: TestServer
let root: string
let manager: string
let rootId: string
let managerId: string
let create: Administration['create']

beforeAll(async () => {
  administration = await startAdministration()
  ;({ server, root, manager, rootId, managerId, create } = administration)
})

afterAll(() => administration?.close())

const post = <T = UserRecord & FailureData>(token: string, url: string, payload: object = {}) =>
  server.call<T>('POST', url, { token, payload })

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
    const log = await post<{ rows: { id: string; action: string; userName: string }[] }>(
      root,
      '/api/queries/operation/list',
      {
        filters: [
          { field: 'subjectType', operator: 'eq', value: 'user' },
          { field: 'subjectNo', operator: 'eq', value: 'edited' },
        ],
      },
    )
    const [last] = log.body.datas.rows
    expect(last).toMatchObject({ action: 'edit', userName: '管理' })
    const change = await server.call('GET', `/api/logs/operations/${last!.id}`, { token: root })
    expect(change.body.datas).toMatchObject({
      before: { userName: '某人' },
      after: { userName: '新名' },
    })
  })

  it('are unlocked by the manager, and given a new password by an administrator where no mail reaches them', async () => {
    const user = await create('forgetful')
    const signIn = (given: string) =>
      server.call<FailureData>('POST', '/api/oauth/token', {
        payload: { username: 'forgetful', password: given },
      })
    // From a network in which nobody has signed in; in others it only waits (sign-in-lock.test.ts).
    await server.database.query('delete from known_network')
    for (let round = 0; round < 5; round++) await signIn('Wrong@2026')
    expect((await signIn(password)).body.datas.code).toBe('account-locked')
    const byManager = await post(manager, `/api/system/users/${user.id}/reset-password`)
    expect([byManager.status, byManager.body.datas.code]).toEqual([409, 'no-own-channel'])
    const chosen = { password: 'Chosen@2026' }
    const known = await post(manager, `/api/system/users/${user.id}/reset-password`, chosen)
    expect(known.body.datas).toMatchObject({ code: 'input-invalid', field: 'password' })
    const reset = await post<{ temporaryPassword: string }>(
      root,
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
      '/api/queries/operation/list',
    ]) {
      const isNew = url === '/api/system/users'
      const { status, body } = await post(
        keeper,
        url,
        isNew ? { account: 'x1', userName: 'x' } : {},
      )
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
    expect((await post(token, '/api/queries/operation/list')).status).toBe(403)
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
    expect((await post(token, '/api/queries/operation/list')).status).toBe(200)
    const taken = await post(manager, `/api/system/users/${user.id}/roles`, {
      version: version + 1,
      roles: ['RZGL'],
    })
    expect(taken.body.datas.roles).toEqual(['RZGL'])
    expect((await post(token, '/api/queries/operation/list')).status).toBe(403)
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
