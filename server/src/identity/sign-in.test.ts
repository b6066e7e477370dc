import { describeRefusal } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { ensureUser, wholeCompany } from './ensure-user.ts'

const password = 'Kufang@2026'
let test: TestDatabase
let server: TestServer
let other: TestServer

async function makeUser(account: string, roles = ['KCCX']) {
  await ensureUser(server.database, {
    account,
    userName: `用户${account}`,
    password,
    roles,
    functions: ['STOCK_EXPORT'],
    plants: [{ companyCode: '1000' }],
    ...wholeCompany,
  })
}

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString, { lockAfterFailures: 3 })
  other = await startTestServer(test.connectionString)
  await ensureUser(server.database, {
    account: 'root',
    userName: '管理',
    password,
    roles: ['admin'],
  })
})

afterAll(async () => {
  await other?.close()
  await server?.close()
  await test?.drop()
})

const signIn = (payload: object, on = server) =>
  on.call<FailureData & { access_token: string; forceEditPwdFlag: string }>(
    'POST',
    '/api/oauth/token',
    { payload },
  )

/** Guesses from a network in which nobody has signed in: others are slowed, not locked (sign-in-lock.test.ts). */
const fromOutside = () => server.database.query('delete from known_network')

async function encrypt(text: string): Promise<string> {
  const { body } = await server.call<{ publicKey: string; keySize: number }>(
    'GET',
    '/api/oauth/publicKey',
  )
  expect(body.datas.keySize).toBe(2048)
  return publicEncrypt(
    {
      key: createPublicKey(body.datas.publicKey),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
    },
    Buffer.from(text),
  ).toString('base64')
}

describe('signing in', () => {
  beforeAll(() => makeUser('keeper'))

  it('works with plain, encrypted, query and base64 values', async () => {
    const cipher = await encrypt(password)
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const query = new URLSearchParams({
      username: ' Keeper ',
      password,
      grant_type: 'password',
      tenantId: '1',
    })
    const ways = [
      await signIn({ username: 'keeper', password }),
      await signIn({ username: 'keeper', password: cipher, encrypted: true }),
      await signIn({ username: 'keeper', password: `rsa:${await encrypt(password)}` }),
      await server.call<{ access_token: string }>('POST', `/api/oauth/token?${query.toString()}`),
      await server.call<{ access_token: string }>('POST', '/api/oauth/jwt/user/token', {
        payload: { username: base64('keeper'), password: base64(password), appId: base64('4517') },
      }),
      await server.call<{ access_token: string }>('POST', '/api/oauth/user/token', {
        payload: new URLSearchParams({ username: 'keeper', password }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ]
    for (const [index, way] of ways.entries()) {
      expect([index, way.status, way.body.resp_code]).toEqual([index, 200, 0])
      const me = await server.call('GET', '/api/user/uouser/getCurUserInfo', {
        token: way.body.datas.access_token,
      })
      expect(me.body.datas).toMatchObject({ account: 'keeper', type: 'EMP', appId: '4517' })
    }
    expect(ways[0]?.body.datas).toMatchObject({ token_type: 'bearer', forceEditPwdFlag: 'N' })
  })

  it('keeps only a digest of the token', async () => {
    const token = await server.tokenOf('keeper', password)
    const rows = await server.database.query<{ row: string }>(
      `select to_jsonb(t)::text as row from user_token t`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(token)
  })

  it('tells an unknown account and a wrong password apart to nobody, also by the lock', async () => {
    await makeUser('victim')
    await fromOutside()
    const attempt = async (username: string) => {
      const { status, body } = await signIn({ username, password: 'Wrong@2026' })
      return [status, body.datas.code, body.resp_msg]
    }
    for (let round = 0; round < 3; round++) {
      const [known, unknown] = [await attempt('victim'), await attempt('nobody')]
      expect(known).toEqual([401, 'sign-in-failed', '账号或密码错误'])
      expect(unknown).toEqual(known)
    }
    const locked = await attempt('victim')
    expect(locked.slice(0, 2)).toEqual([403, 'account-locked'])
    expect(await attempt('nobody')).toEqual(locked)
    const right = await signIn({ username: 'victim', password })
    expect(right.body.datas.code).toBe('account-locked')
  })

  it('counts guesses made at the same moment', async () => {
    await makeUser('crowd')
    await fromOutside()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signIn({ username: 'crowd', password: 'Wrong@2026' })),
    )
    const codes = answers.map((answer) => answer.body.datas.code)
    expect(codes.filter((code) => code === 'sign-in-failed')).toHaveLength(3)
    expect(codes.filter((code) => code === 'account-locked')).toHaveLength(5)
  })

  it('opens again when the lock has run out, and counts anew', async () => {
    await makeUser('patient')
    await fromOutside()
    for (let round = 0; round < 3; round++)
      await signIn({ username: 'patient', password: 'Wrong@2026' })
    expect((await signIn({ username: 'patient', password })).body.datas.code).toBe('account-locked')
    await server.database.query(
      `update sign_in_failure set locked_until = now() where account = $1`,
      ['patient'],
    )
    expect((await signIn({ username: 'patient', password: 'Wrong@2026' })).body.datas.code).toBe(
      'sign-in-failed',
    )
    expect((await signIn({ username: 'patient', password })).status).toBe(200)
  })

  it('slows an address that fails too often', async () => {
    const slow = await startTestServer(test.connectionString, { failedSignInsPerMinute: 2 })
    for (const username of ['a1', 'a2']) await signIn({ username, password: 'x' }, slow)
    const answer = await signIn({ username: 'keeper', password }, slow)
    expect([answer.status, answer.body.datas.code]).toEqual([429, 'rate-limited'])
    await slow.close()
  })

  it('refuses a disabled account only to who knows its password', async () => {
    await makeUser('retired')
    await server.database.query(`update app_user set status = 'disabled' where account = $1`, [
      'retired',
    ])
    expect((await signIn({ username: 'retired', password })).body.datas.code).toBe(
      'account-disabled',
    )
    expect((await signIn({ username: 'retired', password: 'Wrong@2026' })).body.datas.code).toBe(
      'sign-in-failed',
    )
  })

  it('says that a user without roles has no permission', async () => {
    await makeUser('roleless', [])
    const token = await server.tokenOf('roleless', password)
    const { status, body } = await server.call('POST', '/api/shcwms/user/getUserAppRoleAuth', {
      token,
    })
    expect([status, body.resp_msg]).toEqual([403, '当前用户没有权限!'])
  })

  it('refuses a password encrypted for another key', async () => {
    const { status, body } = await signIn({ username: 'keeper', password: 'rsa:AAAA' })
    expect([status, body.datas.code]).toEqual([400, 'password-not-decryptable'])
  })

  it('tells the names of units, so that the page says 盒 and refusals say it too', async () => {
    await server.database.query(
      `insert into unit (unit, name_zh, decimals) values ('BOX', '盒', 0), ('PAL', 'PAL', 0)`,
    )
    const token = await server.tokenOf('keeper', password)
    const { body } = await server.call('POST', '/api/shcwms/user/getUserAppRoleAuth', {
      token,
      payload: {},
    })
    expect(body.datas).toMatchObject({ unitNames: { BOX: '盒' } })
    const refused = { code: 'quantity-whole-only', params: { unit: 'BOX', quantity: '0.5' } }
    expect(describeRefusal(refused, 'zh')).toBe('单位 盒 只能为整数，0.5 无效')
  })

  it('tells roles and buttons, and admin by its account name', async () => {
    const token = await server.tokenOf('keeper', password)
    const { body } = await server.call('POST', '/api/shcwms/user/getUserAppRoleAuth', {
      token,
      payload: {},
    })
    expect(body.datas).toMatchObject({
      roles: ['KCCX'],
      account: 'keeper',
      funAuthFlag: true,
      functionAuthList: [{ funType: 'FUN', funCode: 'STOCK_EXPORT' }],
    })
    await ensureUser(server.database, { account: 'Admin', userName: '管理员', password, roles: [] })
    const admin = await server.call<{ roles: string[] }>(
      'POST',
      '/api/user/uouser/getUserRoleAuthByUserCenter',
      {
        token: await server.tokenOf('admin', password),
      },
    )
    expect(admin.body.datas.roles).toEqual(['admin'])
  })
})

describe('a token', () => {
  const me = (on: TestServer, token: string) =>
    on.call('GET', '/api/user/uouser/getCurUserInfo', { token })

  async function refusedSoon(on: TestServer, token: string): Promise<void> {
    await expect
      .poll(async () => (await me(on, token)).status, { interval: 5, timeout: 2000 })
      .toBe(401)
  }

  it('is refused at once everywhere after signing out', async () => {
    const token = await server.tokenOf('keeper', password)
    expect([(await me(server, token)).status, (await me(other, token)).status]).toEqual([200, 200])
    await server.call('POST', '/api/oauth/remove/token', { token })
    expect((await me(server, token)).status).toBe(401)
    await refusedSoon(other, token)
  })

  it('is refused everywhere when the account is disabled', async () => {
    await makeUser('leaver')
    const token = await server.tokenOf('leaver', password)
    expect((await me(other, token)).status).toBe(200)
    const [user] = await server.database.query<{ id: string }>(
      `select id from app_user where account = 'leaver'`,
    )
    const root = await server.tokenOf('root', password)
    expect(
      (await server.call('POST', `/api/system/users/${user!.id}/disable`, { token: root })).status,
    ).toBe(200)
    expect((await me(server, token)).status).toBe(401)
    await refusedSoon(other, token)
  })

  it('is not asked of the database at every request', async () => {
    const token = await server.tokenOf('keeper', password)
    await me(other, token)
    // Changed directly in the database without a notification: the cache still answers.
    await server.database.query(`update user_token set revoked_at = now() where revoked_at is null`)
    expect((await me(other, token)).status).toBe(200)
  })

  it('runs out', async () => {
    const token = await server.tokenOf('keeper', password)
    await server.database.query(`update user_token set expires_at = now() where revoked_at is null`)
    expect((await me(server, token)).status).toBe(401)
  })
})

describe('changing the password', () => {
  const change = (token: string, payload: object) =>
    server.call<FailureData>('POST', '/api/user/uouseraccount/editPswByAccount', { token, payload })

  it('follows the rules of the form, each on its field', async () => {
    await makeUser('changer')
    const token = await server.tokenOf('changer', password)
    const account = 'changer'
    const cases: [object, string, string][] = [
      [{ psw: password, newPsw: '', newPswConfirm: '' }, 'password-new-required', 'newPsw'],
      [
        { psw: password, newPsw: 'abcdef1A', newPswConfirm: 'abcdef1A' },
        'password-not-all-kinds',
        'newPsw',
      ],
      [{ psw: password, newPsw: 'aA1@', newPswConfirm: 'aA1@' }, 'password-wrong-length', 'newPsw'],
      [
        { psw: password, newPsw: 'aA1@库房库房', newPswConfirm: 'aA1@库房库房' },
        'password-chinese-characters',
        'newPsw',
      ],
      [
        { psw: password, newPsw: password, newPswConfirm: password },
        'password-same-as-old',
        'newPsw',
      ],
      [
        { psw: password, newPsw: 'Other@2026', newPswConfirm: 'x' },
        'password-confirmation-differs',
        'newPswConfirm',
      ],
      [
        { psw: 'Wrong@2026', newPsw: 'Other@2026', newPswConfirm: 'Other@2026' },
        'password-wrong',
        'psw',
      ],
    ]
    for (const [payload, code, field] of cases) {
      const { status, body } = await change(token, { account, ...payload })
      expect([status, body.datas.code, body.datas.field]).toEqual([422, code, field])
    }
    const foreign = await change(token, {
      account: 'keeper',
      psw: password,
      newPsw: 'Other@2026',
      newPswConfirm: 'Other@2026',
    })
    expect(foreign.body.datas.code).toBe('outside-scope')
  })

  it('ends the other sessions and is asked of who was given a password', async () => {
    await ensureUser(server.database, {
      account: 'novice',
      userName: '新人',
      password,
      roles: ['KCCX'],
      mustChangePassword: true,
    })
    const first = await signIn({ username: 'novice', password })
    expect(first.body.datas.forceEditPwdFlag).toBe('Y')
    const [one, two] = [first.body.datas.access_token, await server.tokenOf('novice', password)]
    const blocked = await server.call<FailureData>('POST', '/api/user/uouser/updateUserInfo', {
      token: one,
      payload: {},
    })
    expect([blocked.status, blocked.body.datas.forceEditPwdFlag]).toEqual([403, 'Y'])
    const cipher = async (text: string) => `rsa:${await encrypt(text)}`
    const changed = await change(one, {
      account: 'novice',
      psw: await cipher(password),
      newPsw: await cipher('Other@2026'),
      newPswConfirm: await cipher('Other@2026'),
    })
    expect(changed.status).toBe(200)
    expect(
      (await server.call('GET', '/api/user/uouser/getCurUserInfo', { token: two })).status,
    ).toBe(401)
    const free = await server.call<FailureData>('POST', '/api/user/uouser/updateUserInfo', {
      token: one,
      payload: { userId: 'novice' },
    })
    expect(free.body.datas.details.map((detail) => detail.field)).toEqual([
      'userName',
      'email',
      'mobile',
      'address',
      'photo',
    ])
    expect(
      (await signIn({ username: 'novice', password: 'Other@2026' })).body.datas.forceEditPwdFlag,
    ).toBe('N')
  })
})

describe('the log', () => {
  it('holds no password and no token', async () => {
    const token = await server.tokenOf('keeper', password)
    const query = new URLSearchParams({ username: 'keeper', password: 'Secret@Query1' })
    await server.call('POST', `/api/oauth/token?${query.toString()}`)
    await server.call('GET', '/api/nothing', { token })
    server.context.log.info(
      { password: 'Secret@Field1', headers: { authorization: `Bearer ${token}` } },
      'probe',
    )
    const logged = server.logged()
    expect(logged).toContain('/api/oauth/token')
    for (const secret of [password, 'Secret@Query1', 'Secret%40Query1', 'Secret@Field1', token]) {
      expect(logged).not.toContain(secret)
    }
    const audit = await server.database.query<{ text: string }>(
      `select to_jsonb(a)::text as text from audit_entry a`,
    )
    expect(audit.length).toBeGreaterThan(0)
    for (const { text } of audit) expect(text).not.toMatch(/argon2|Kufang@2026|Other@2026/)
  })
})
