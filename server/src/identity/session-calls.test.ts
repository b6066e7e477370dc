import { constants, publicEncrypt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { ensureUser } from './ensure-user.ts'

const password = 'Kufang@2026'
let test: TestDatabase
let server: TestServer
let root: string

async function makeUser(account: string, roles: string[] = ['KCCX']) {
  await ensureUser(server.database, { account, userName: `用户${account}`, password, roles })
}

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString, {
    passwordDays: 90,
    deployment: 'workflow-centre',
    needsApplication: true,
    hasUserCentre: true,
  })
  await makeUser('root', ['admin'])
  root = await server.tokenOf('root', password)
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

const signIn = (payload: object) =>
  server.call<FailureData & { access_token: string; forceEditPwdFlag: string }>(
    'POST',
    '/api/oauth/token',
    { payload },
  )
const change = (column: string, value: string, account: string) =>
  server.database.query(`update app_user set ${column} = $1 where account = $2`, [value, account])

describe('an account', () => {
  it('ends with its last day, also for who is signed in', async () => {
    await makeUser('temporary')
    const made = await server.call<{ rows: { id: string; version: number }[] }>(
      'POST',
      '/api/system/users/list',
      { token: root, payload: { account: 'temporary' } },
    )
    const [user] = made.body.datas.rows
    const edit = (validUntil: string | null, version: number) =>
      server.call<{ validUntil: string | null }>('POST', `/api/system/users/${user!.id}`, {
        token: root,
        payload: { userName: '临时', validUntil, version },
      })
    const token = await server.tokenOf('temporary', password)
    expect((await edit('2999-12-31', user!.version)).body.datas.validUntil).toBe('2999-12-31')
    const me = () => server.call('GET', '/api/user/uouser/getCurUserInfo', { token })
    expect((await me()).status).toBe(200)
    expect((await edit('2026-01-31', user!.version + 1)).status).toBe(200)
    expect((await me()).status).toBe(401)
    const late = await signIn({ username: 'temporary', password })
    expect([late.status, late.body.datas.code, late.body.resp_msg]).toEqual([
      403,
      'account-expired',
      '账号已于 2026-01-31 到期，请联系管理员',
    ])
    // Without the password nothing is revealed.
    const guess = await signIn({ username: 'temporary', password: 'Wrong@2026' })
    expect(guess.body.datas.code).toBe('sign-in-failed')
    expect((await edit('', user!.version + 2)).body.datas.validUntil).toBeNull()
    expect((await signIn({ username: 'temporary', password })).status).toBe(200)
  })

  it('that is the last administrator gets no last day', async () => {
    const [row] = await server.database.query<{ id: string; version: number }>(
      `select id, version from app_user where account = 'root'`,
    )
    const { status, body } = await server.call<FailureData>(
      'POST',
      `/api/system/users/${row!.id}`,
      {
        token: root,
        payload: { userName: '管理', validUntil: '2999-12-31', version: row!.version },
      },
    )
    expect([status, body.datas.code]).toEqual([409, 'last-administrator'])
  })

  it('belongs to its tenant, where both sides name one', async () => {
    await makeUser('tenant')
    await change('tenant_id', 'T1', 'tenant')
    const codes = []
    for (const tenantId of ['', 'T1', 'T2']) {
      codes.push((await signIn({ username: 'tenant', password, tenantId })).body.datas.code)
    }
    expect(codes).toEqual([undefined, undefined, 'sign-in-failed'])
  })

  it('must change a password that is too old', async () => {
    await makeUser('oldhand')
    expect((await signIn({ username: 'oldhand', password })).body.datas.forceEditPwdFlag).toBe('N')
    await change('password_changed_at', '2026-01-01', 'oldhand')
    const signedIn = await signIn({ username: 'oldhand', password })
    expect(signedIn.body.datas.forceEditPwdFlag).toBe('Y')
    const token = signedIn.body.datas.access_token
    const refused = await server.call<FailureData>('GET', '/api/system/applications', { token })
    expect([refused.status, refused.body.datas.forceEditPwdFlag, refused.body.resp_msg]).toEqual([
      403,
      'Y',
      '请先修改密码后再使用系统',
    ])
    const changed = await server.call('POST', '/api/user/uouseraccount/editPswByAccount', {
      token,
      payload: {
        account: 'oldhand',
        psw: password,
        newPsw: 'Other@2026',
        newPswConfirm: 'Other@2026',
      },
    })
    expect(changed.status).toBe(200)
    expect((await server.call('GET', '/api/system/applications', { token })).status).toBe(200)
  })
})

describe('roles', () => {
  const ask = (token: string, path: string, payload: object = {}) =>
    server.call<FailureData & { roles: string[] }>('POST', path, { token, payload })
  const all = '/api/shcwms/user/getUserAppRoleAuth'
  const centre = '/api/user/uouser/getUserRoleAuthByUserCenter'
  const application = '/api/user/uouser/getUserRoleByUserCenterApp'
  const share = (kind: string, id: string, roles: string[]) =>
    server.call<FailureData>('POST', `/api/system/shared-roles/${kind}/${id}`, {
      token: root,
      payload: { roles },
    })

  it('come from the person, the application and the tenant; a mode tells one of them', async () => {
    await makeUser('mixed', ['KCGL', 'KCCX'])
    await change('tenant_id', 'T9', 'mixed')
    const token = await server.tokenOf('mixed', password)
    expect((await ask(token, application)).body.datas.code).toBe('no-roles')
    expect((await share('application', '4517', ['SJZX'])).status).toBe(200)
    expect((await share('tenant', 'T9', ['WLZSJ', 'SJZX'])).status).toBe(200)
    const told = async (path: string, payload: object) =>
      (await ask(token, path, payload)).body.datas.roles
    expect(await told(all, { appId: '4517' })).toEqual(['KCCX', 'KCGL', 'SJZX', 'WLZSJ'])
    expect(await told(centre, {})).toEqual(['KCCX', 'KCGL', 'SJZX', 'WLZSJ'])
    expect(await told(application, { appId: '4517' })).toEqual(['SJZX'])
    expect(await told(centre, { mode: 'APPONLY' })).toEqual(['SJZX'])
    expect(await told(centre, { mode: 'TENANTONLY' })).toEqual(['SJZX', 'WLZSJ'])
    expect(await told(centre, { mode: 'USERONLY' })).toEqual(['KCCX', 'KCGL'])
    // Revoked shared roles take effect immediately, including for signed-in users.
    await share('tenant', 'T9', [])
    expect(await told(all, {})).toEqual(['KCCX', 'KCGL', 'SJZX'])
    await share('application', '4517', [])
    const unknown = await ask(token, all, { appId: '9999' })
    expect([unknown.status, unknown.body.datas.code]).toEqual([404, 'not-found'])
  })

  it('of administrators are never shared, and sharing is theirs', async () => {
    const admin = await share('application', '4517', ['admin'])
    expect(admin.body.datas.code).toBe('administrator-only')
    expect((await share('tenant', 'T9', ['NOSUCH'])).body.datas.code).toBe('role-unknown')
    await makeUser('climber')
    const token = await server.tokenOf('climber', password)
    const tried = await server.call('POST', '/api/system/shared-roles/tenant/T9', {
      token,
      payload: { roles: ['KCCX'] },
    })
    expect(tried.status).toBe(403)
  })
})

describe('the page', () => {
  it('learns before signing in which deployment it is', async () => {
    const { body } = await server.call('GET', '/api/oauth/deployment')
    expect(body.datas).toEqual({
      systemId: 'YY1025',
      applicationId: '4517',
      deployment: 'workflow-centre',
      needsApplication: true,
      hasUserCentre: true,
      hasWatermark: false,
      isDemonstration: false,
      samlLabel: null,
    })
  })

  it('notes the last sign-in with the server’s time, of the own account only', async () => {
    await makeUser('noted')
    const token = await server.tokenOf('noted', password)
    await change('last_login_at', '2026-01-01', 'noted')
    const me = await server.call<{ accountId: string }>('GET', '/api/user/uouser/getCurUserInfo', {
      token,
    })
    for (const path of ['loginUpdateAccount', 'updateAccountLastLoginTime']) {
      const noted = await server.call('POST', `/api/user/uouseraccount/${path}`, {
        token,
        payload: { accountId: me.body.datas.accountId, lastLoginTime: 1 },
      })
      expect([path, noted.status]).toEqual([path, 200])
      const foreign = await server.call<FailureData>('POST', `/api/user/uouseraccount/${path}`, {
        token,
        payload: { accountId: 'root', lastLoginTime: 1 },
      })
      expect([foreign.status, foreign.body.datas.code]).toEqual([403, 'outside-scope'])
    }
    const [row] = await server.database.query<{ isToday: boolean }>(
      `select last_login_at > now() - interval '1 minute' as is_today from app_user where account = 'noted'`,
    )
    expect(row?.isToday).toBe(true)
  })

  it('learns the rules for passwords', async () => {
    const { body } = await server.call('POST', '/api/user/uouseraccount/getPswConfigure', {
      token: root,
      payload: {},
    })
    expect(body.datas).toMatchObject({ minimumLength: 6, maximumLength: 20, expiryDays: 90 })
  })
})

describe('a password', () => {
  it('is taken plain and encrypted by every call that is given one', async () => {
    await makeUser('forms')
    const { body } = await server.call<{ publicKey: string }>('GET', '/api/oauth/publicKey')
    const ciphers: string[] = []
    const encrypted = () => {
      const cipher = publicEncrypt(
        {
          key: body.datas.publicKey,
          padding: constants.RSA_PKCS1_OAEP_PADDING,
          oaepHash: 'sha256',
        },
        Buffer.from(password),
      ).toString('base64')
      ciphers.push(cipher)
      return `rsa:${cipher}`
    }
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    for (const form of [() => password, encrypted]) {
      const given = form()
      const query = (password: string) =>
        new URLSearchParams({ username: 'forms', password }).toString()
      const encoded = new URLSearchParams({
        username: base64('forms'),
        password: base64(form()),
        appId: base64('4517'),
      }).toString()
      for (const url of [
        `/api/oauth/token?${query(given)}`,
        `/api/oauth/user/token?${query(form())}`,
        `/api/oauth/jwt/user/token?${encoded}`,
      ]) {
        const { status } = await server.call('POST', url)
        expect([url.split('?')[0], given.slice(0, 4), status]).toEqual([
          url.split('?')[0],
          given.slice(0, 4),
          200,
        ])
      }
    }
    expect(ciphers).toHaveLength(3)
    for (const cipher of ciphers) expect(server.logged()).not.toContain(cipher.slice(0, 40))
  })
})

describe('the log', () => {
  it('holds no password in any form, whatever went wrong with it', async () => {
    const secret = 'Sesame@Open1'
    const base64 = Buffer.from(secret).toString('base64')
    const tries = [
      signIn({ username: 'nobody', password: secret }),
      signIn({ username: 'nobody', password: `rsa:${base64}` }),
      signIn({ username: 'nobody', password: secret, grant_type: 'client_credentials' }),
      signIn({ username: 'nobody', password: [secret] }),
      server.call('POST', `/api/oauth/token?username=nobody&password=${secret}&encrypted=maybe`),
      server.call('POST', '/api/oauth/jwt/user/token', {
        payload: { username: 'bm9ib2R5', password: base64, appId: 'wrong' },
      }),
      server.call('POST', '/api/oauth/jwt/user/token', {
        payload: { username: 'bm9ib2R5', password: base64, appId: 'NDUxNw==' },
      }),
      server.call('POST', '/api/user/uouseraccount/editPswByAccount', {
        token: root,
        payload: { account: 'root', psw: secret, newPsw: secret, newPswConfirm: 7 },
      }),
      server.call('POST', '/api/oauth/user/token', {
        payload: `{"password":"${secret}"`,
        headers: { 'content-type': 'application/json' },
      }),
    ]
    for (const answer of await Promise.all(tries)) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.text).not.toMatch(/Sesame|U2VzYW1l/)
    }
    const logged = server.logged()
    expect(logged).toContain('/api/oauth/jwt/user/token')
    expect(logged).not.toMatch(/Sesame|U2VzYW1l/)
  })
})
