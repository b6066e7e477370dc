import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TechnicalToken } from '@kufang/contract/identity/technical-token.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import { holdersOf } from '../platform/session/role-holders.ts'
import { password, startAdministration, type Administration } from './testing/administration.ts'
import type { UserRecord } from './user-record.ts'

let administration: Administration
let server: Administration['server']
const nextMonth = addDays(companyToday(), 30)

beforeAll(async () => {
  administration = await startAdministration()
  server = administration.server
  // Whether rights need a second person is tested in second-approval.test.ts.
  await server.database.query(
    `insert into business_parameter (id, name, value, valid_from, changed_by, changed_by_name)
     values (gen_random_uuid(), 'rights.secondApproval', '"none"', '2000-01-01', gen_random_uuid(), '测试')`,
  )
})

afterAll(() => administration?.close())

const post = <T = UserRecord & FailureData>(token: string, url: string, payload: object = {}) =>
  server.call<T>('POST', url, { token, payload })

async function program(account: string, further: object = {}): Promise<UserRecord> {
  const made = await post<{ user: UserRecord }>(
    administration.root,
    '/api/system/technical-accounts',
    { account, userName: '立库系统', owningCompany: '1000', ...further },
  )
  expect([made.status, made.body.resp_msg]).toEqual([200, ''])
  return made.body.datas.user
}

async function issue(user: UserRecord, name: string, expiresOn: string = nextMonth) {
  return post<{ token: string; tokens: TechnicalToken[] } & FailureData>(
    administration.root,
    `/api/system/technical-accounts/${user.id}/tokens`,
    { name, expiresOn },
  )
}

const tokenFor = async (user: UserRecord, name = '2026') =>
  (await issue(user, name)).body.datas.token

const whoAmI = (token: string, headers: Record<string, string> = {}) =>
  server.call<{ account: string; scope: { companyCodes: string[] } } & FailureData>(
    'GET',
    '/api/user/uouser/getCurUserInfo',
    { token, headers },
  )

async function give(user: UserRecord, roles: string[]) {
  const { body } = await server.call<UserRecord>('GET', `/api/system/users/${user.id}`, {
    token: administration.root,
  })
  return post(administration.root, `/api/system/users/${user.id}/roles`, {
    roles,
    version: body.datas.version,
    reason: '立库对接',
  })
}

test('a program has no password: nobody signs in as it, and none can be set', async () => {
  const user = await program('wcs')
  expect(user).toMatchObject({ isTechnical: true, requestsPerMinute: 300, networks: [], roles: [] })
  for (const tried of ['', 'x', password]) {
    const refused = await server.call<FailureData>('POST', '/api/oauth/token', {
      payload: { username: 'wcs', password: tried },
    })
    expect(refused.body.datas.code).toBe(tried === '' ? 'field-required' : 'sign-in-failed')
  }
  const reset = await post(administration.root, `/api/system/users/${user.id}/reset-password`)
  expect([reset.status, reset.body.datas.code]).toEqual([409, 'technical-without-password'])
  await expect(
    server.database.query(`update app_user set password_hash = 'x' where id = $1`, [user.id]),
  ).rejects.toThrow(/app_user_technical/)
})

test('only an administrator makes one, issues its tokens and changes its access', async () => {
  const user = await program('conveyor')
  const { manager } = administration
  const wanted = { account: 'own', userName: '自己的程序', owningCompany: '1000' }
  const calls: [string, object][] = [
    ['/api/system/technical-accounts', wanted],
    [`/api/system/technical-accounts/${user.id}/tokens`, { name: 'x', expiresOn: nextMonth }],
    [`/api/system/technical-accounts/${user.id}/access`, { networks: [], version: 1 }],
  ]
  for (const [url, payload] of calls) {
    const refused = await post(manager, url, payload)
    expect([url, refused.status, refused.body.datas.code]).toEqual([url, 403, 'administrator-only'])
  }
  const person = await administration.create('human')
  const wrong = await issue(person, 'x')
  expect([wrong.status, wrong.body.datas.code]).toEqual([409, 'not-technical'])
})

test('its token acts with the roles and the scope of the account, and is stored as a digest only', async () => {
  const user = await program('mes')
  expect((await give(user, ['CZRZCX'])).status).toBe(200)
  const issued = await issue(user, '2026')
  const { token, tokens } = issued.body.datas
  expect(tokens).toMatchObject([
    { name: '2026', expiresOn: nextMonth, state: 'valid', lastUsedAt: null },
  ])
  const me = await whoAmI(token)
  expect([me.status, me.body.datas.account, me.body.datas.scope.companyCodes]).toEqual([
    200,
    'mes',
    [],
  ])
  const added = await post(administration.root, '/api/system/relations/plant/add', {
    userId: user.id,
    values: [{ companyCode: '1000', plant: '1010' }],
  })
  expect(added.status).toBe(200)
  expect((await whoAmI(token)).body.datas.scope.companyCodes).toEqual(['1000'])
  const rows = await server.database.query<{ tokenHash: string }>(
    `select * from user_token where user_id = $1`,
    [user.id],
  )
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([
    createHash('sha256').update(token).digest('hex'),
  ])
  const listed = await server.call<TechnicalToken[]>(
    'GET',
    `/api/system/technical-accounts/${user.id}/tokens`,
    { token: administration.root },
  )
  expect(listed.text).not.toContain(token)
  expect(listed.body.datas[0]!.lastUsedAt).not.toBeNull()
  expect(server.logged()).not.toContain(token)
})

test('what it writes is in the audit log with its name and the name of its token', async () => {
  const user = await program('scada')
  const token = await tokenFor(user, '产线 A')
  await server.call('POST', '/api/oauth/remove/token', { token })
  const entries = await server.database.query<{ userName: string; action: string }>(
    `select user_name, action from audit_entry where user_id = $1`,
    [user.id],
  )
  expect(entries).toEqual([{ userName: '立库系统 #产线 A', action: 'signOut' }])
  const [given] = await server.database.query<{ after: { tokens: { name: string }[] } }>(
    `select after from audit_entry where subject_id = $1 and action = 'issue-token'`,
    [user.id],
  )
  expect(given!.after.tokens.map(({ name }) => name)).toEqual(['产线 A'])
})

test('two tokens are valid while one replaces the other, and a revoked one is refused in every process', async () => {
  const user = await program('agv')
  const old = await tokenFor(user, 'old')
  const other = await startTestServer(server.context.settings.databaseUrl)
  try {
    const next = await tokenFor(user, 'new')
    const twice = await issue(user, 'new')
    expect([twice.status, twice.body.datas.code]).toEqual([409, 'token-name-used'])
    for (const token of [old, next]) expect((await whoAmI(token)).status).toBe(200)
    const { body } = await server.call<TechnicalToken[]>(
      'GET',
      `/api/system/technical-accounts/${user.id}/tokens`,
      { token: administration.root },
    )
    const { id } = body.datas.find(({ name }) => name === 'old')!
    const inOther = () =>
      other
        .call('GET', '/api/user/uouser/getCurUserInfo', { token: old })
        .then(({ status }) => status)
    expect(await inOther()).toBe(200)
    const revoke = () =>
      post<TechnicalToken[] & FailureData>(
        administration.root,
        `/api/system/technical-accounts/${user.id}/tokens/${id}/revoke`,
      )
    const revoked = await revoke()
    expect(revoked.body.datas.map(({ name, state }) => [name, state])).toEqual([
      ['new', 'valid'],
      ['old', 'revoked'],
    ])
    expect([(await whoAmI(old)).status, (await whoAmI(next)).status]).toEqual([401, 200])
    await expect.poll(inOther).toBe(401)
    expect((await revoke()).status).toBe(404)
  } finally {
    await other.close()
  }
})

test('a token ends with its last day, which is within a year', async () => {
  const user = await program('scale')
  const token = await tokenFor(user)
  for (const day of [addDays(companyToday(), -1), addDays(companyToday(), 367)]) {
    const refused = await issue(user, 'other', day)
    expect([refused.status, refused.body.datas.code]).toEqual([422, 'token-expiry-invalid'])
  }
  expect((await issue(user, 'today', companyToday())).body.datas.tokens).toMatchObject([
    { name: 'today', expiresOn: companyToday(), state: 'valid' },
    { name: '2026' },
  ])
  await server.database.query(`update user_token set expires_at = now() where user_id = $1`, [
    user.id,
  ])
  server.app.sessionCache.forgetUser(user.id)
  expect((await whoAmI(token)).status).toBe(401)
})

test('it may send so many requests a minute; more are refused with the time to wait, and others are not touched', async () => {
  const user = await program('robot', { requestsPerMinute: 3 })
  const [token, second] = [await tokenFor(user, 'a'), await tokenFor(user, 'b')]
  const calm = await tokenFor(await program('calm'))
  for (const one of [token, token, second]) expect((await whoAmI(one)).status).toBe(200)
  const refused = await whoAmI(second)
  const { code, params, zh, en } = refused.body.datas.details[0]!
  expect([refused.status, code]).toEqual([429, 'rate-limited'])
  const seconds = Number(params['seconds'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.headers['retry-after']).toBe(String(seconds))
  expect(zh).toContain(`${seconds} 秒`)
  expect(en).toContain(String(seconds))
  expect((await whoAmI(calm)).status).toBe(200)
  // A larger rate is in force at once.
  const [{ version } = { version: 0 }] = await server.database.query<{ version: number }>(
    `select version from app_user where id = $1`,
    [user.id],
  )
  const changed = await post(
    administration.root,
    `/api/system/technical-accounts/${user.id}/access`,
    { requestsPerMinute: 100, networks: [], version },
  )
  expect(changed.status).toBe(200)
  expect((await whoAmI(second)).status).toBe(200)
})

test('it comes from its networks only', async () => {
  const wrong = await post(administration.root, '/api/system/technical-accounts', {
    account: 'wrong',
    userName: '程序',
    networks: ['10.1.0.0/33', 'erp.example.com', '10.0.0.0/8'],
  })
  expect(wrong.body.datas.details.map(({ code, params }) => [code, params['network']])).toEqual([
    ['network-invalid', '10.1.0.0/33'],
    ['network-invalid', 'erp.example.com'],
  ])
  const user = await program('plc', { networks: ['10.1.0.0/16', '2001:db8::/32'] })
  const token = await tokenFor(user)
  const from = async (remoteAddress: string) => {
    const { statusCode, body } = await server.app.inject({
      method: 'GET',
      url: '/api/user/uouser/getCurUserInfo',
      remoteAddress,
      headers: { authorization: `Bearer ${token}` },
    })
    return [statusCode, (JSON.parse(body) as { datas: FailureData }).datas.code]
  }
  for (const address of ['10.1.255.1', '::ffff:10.1.0.9', '2001:db8::5'])
    expect([address, ...(await from(address))]).toEqual([address, 200, undefined])
  for (const address of ['10.2.0.1', '::1', '::ffff:10.2.0.1'])
    expect([address, ...(await from(address))]).toEqual([address, 403, 'address-outside-networks'])
})

test('a token in a browser’s cookie is not accepted', async () => {
  const token = await tokenFor(await program('stolen'))
  const answer = await server.call('GET', '/api/user/uouser/getCurUserInfo', {
    headers: { cookie: `Admin-Token=${token}` },
  })
  expect(answer.status).toBe(401)
})

test('it cannot hold the roles of administration, not even shared ones, and changes neither accounts nor itself', async () => {
  const user = await program('greedy')
  const refused = await give(user, ['CZRZCX', 'YHGL', 'admin'])
  expect(refused.body.datas.details.map(({ code, params }) => [code, params['role']])).toEqual([
    ['technical-role', 'YHGL'],
    ['technical-role', 'admin'],
  ])
  expect((await give(user, ['CZRZCX'])).status).toBe(200)
  const token = await tokenFor(user)
  await server.database.query(
    `insert into shared_role (holder_kind, holder_id, role_code, granted_by)
     values ('application', '4517', 'YHGL', gen_random_uuid())`,
  )
  try {
    server.app.sessionCache.forgetEverybody()
    const list = await post(token, '/api/system/users/list')
    expect([list.status, list.body.datas.code]).toEqual([403, 'role-missing'])
  } finally {
    await server.database.query(`delete from shared_role`)
  }
  const renamed = await post(token, '/api/user/uouser/updateUserInfo', {
    userId: user.id,
    userName: '系统管理员',
  })
  expect([renamed.status, renamed.body.datas.code]).toEqual([403, 'person-only'])
  // Even with the role of an administrator in the table it is nobody.
  await server.database.query(
    `insert into user_role (user_id, role_code, granted_by) values ($1, 'admin', gen_random_uuid())`,
    [user.id],
  )
  server.app.sessionCache.forgetEverybody()
  expect((await whoAmI(token)).status).toBe(401)
  await server.database.query(`delete from user_role where role_code = 'admin' and user_id = $1`, [
    user.id,
  ])
})

test('it changes no data scope and approves nothing, and nobody is told that it could', async () => {
  const user = await program('clerk')
  expect((await give(user, ['YHYGCBMGX'])).status).toBe(200)
  const token = await tokenFor(user)
  await post(administration.root, '/api/system/relations/plant/add', {
    userId: user.id,
    values: [{ companyCode: '1000' }],
  })
  const other = await administration.create('widened')
  const added = await post(token, '/api/system/relations/plant/add', {
    userId: other.id,
    values: [{ companyCode: '1000', plant: '1010' }],
  })
  expect([added.status, added.body.datas.code]).toEqual([403, 'person-only'])
  const holders = await holdersOf(server.database, ['YHYGCBMGX'], [])
  expect(holders.map(({ account }) => account)).toEqual(['manager', 'root'])
})

test('a disabled program is refused at once, and its tokens stay worthless when it is enabled again', async () => {
  const user = await program('retired')
  const token = await tokenFor(user)
  expect((await whoAmI(token)).status).toBe(200)
  await post(administration.root, `/api/system/users/${user.id}/disable`)
  expect((await whoAmI(token)).status).toBe(401)
  await post(administration.root, `/api/system/users/${user.id}/enable`)
  expect((await whoAmI(token)).status).toBe(401)
})
