import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { ensureUser } from './ensure-user.ts'

const password = 'Kufang@2026'
const read = '/api/user/uouser/getCurUserInfo'
const write = '/api/user/uouseraccount/updateAccountLastLoginTime'
let test: TestDatabase
let server: TestServer

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString)
  for (const [account, userName] of [
    ['keeper', '保管员'],
    ['other', '验收员'],
  ] as const)
    await ensureUser(server.database, { account, userName, password, roles: ['KCCX'] })
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

/** What a browser has after the sign-in, and the identifier its page sends. */
async function signedIn(account: string) {
  const { headers, body } = await server.call<{ session_id: string; access_token: string }>(
    'POST',
    '/api/oauth/token',
    { payload: { username: account, password } },
  )
  const set = headers['set-cookie'] as string[]
  const cookie = set.map((text) => text.split(';')[0]).join('; ')
  return { set, cookie, id: body.datas.session_id, token: body.datas.access_token }
}

/** Status and code of a request. */
async function ask(method: 'GET' | 'POST', url: string, headers: Record<string, string>) {
  const answer = await server.call<{ code?: string; details?: object[] } | null>(method, url, {
    headers,
    ...(method === 'POST' ? { payload: {} } : {}),
  })
  return {
    status: answer.status,
    code: answer.body.datas?.code,
    details: answer.body.datas?.details,
  }
}

const ofPage = { origin: 'http://localhost:8080', host: 'localhost:8080' }
const basic = `Basic ${Buffer.from('webApp:').toString('base64')}`

it('the token is in a cookie that scripts cannot read and other sites cannot send; the other one tells who, not the token', async () => {
  const { set, id, token } = await signedIn('keeper')
  const [ofToken, ofSession, ofDevice] = set
  expect(set).toHaveLength(3)
  expect(ofDevice).toMatch(/^kufang-device=.*HttpOnly.*SameSite=Strict/)
  expect(ofToken).toContain(`Admin-Token=${token};`)
  expect(ofToken).toMatch(/HttpOnly.*SameSite=Strict/)
  expect(ofSession).toContain(`kufang-session=${id};`)
  expect(ofSession).toMatch(/SameSite=Strict/)
  expect(ofSession).not.toMatch(/HttpOnly/)
  // The identifier gives no access.
  expect((await ask('GET', read, { authorization: `Bearer ${id}` })).status).toBe(401)
  expect((await ask('GET', read, { 'kufang-session': id })).status).toBe(401)
})

it('a write by the cookie needs the header of the page and the origin of the page', async () => {
  const { cookie, id, token } = await signedIn('keeper')
  const page = { cookie, 'kufang-session': id, authorization: basic, ...ofPage }
  expect((await ask('POST', write, page)).status).toBe(200)
  expect((await ask('POST', write, { ...page, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  // A form of another site, even of a neighbour of the same domain, has no header.
  const { 'kufang-session': _own, authorization: _name, ...form } = page
  expect((await ask('POST', write, form)).code).toBe('session-expired')
  for (const foreign of [
    { ...page, origin: 'https://evil.example' },
    { ...page, origin: 'null' },
    { ...page, 'sec-fetch-site': 'cross-site' },
    { ...page, 'sec-fetch-site': 'same-site' },
    { cookie, 'kufang-session': id },
  ])
    expect([foreign, await ask('POST', write, foreign)]).toMatchObject([
      foreign,
      { status: 403, code: 'cross-site-request' },
    ])
  // A program with a bearer token is no browser, and needs neither.
  expect((await ask('POST', write, { authorization: `Bearer ${token}` })).status).toBe(200)
})

it('a browser itself only reads by the cookie, and not for a page that has lost its session', async () => {
  const { cookie } = await signedIn('keeper')
  expect((await ask('GET', read, { cookie })).status).toBe(200)
  expect((await ask('POST', write, { cookie, ...ofPage })).status).toBe(401)
  // A client that has lost its token sends basic credentials (product.md section 7): it is signed out.
  expect((await ask('GET', read, { cookie, authorization: basic })).status).toBe(401)
})

it('a window whose person is no longer the one signed in in the browser neither reads nor writes, and learns who is', async () => {
  const first = await signedIn('keeper')
  const second = await signedIn('other')
  const mixed = {
    cookie: second.cookie,
    'kufang-session': first.id,
    authorization: basic,
    ...ofPage,
  }
  for (const [method, url] of [
    ['GET', read],
    ['POST', write],
    ['POST', '/api/oauth/remove/token'],
  ] as const) {
    const refused = await ask(method, url, mixed)
    expect([refused.status, refused.code]).toEqual([401, 'signed-in-elsewhere'])
    expect(refused.details).toMatchObject([{ params: { account: 'other', user: '验收员' } }])
  }
  expect((await ask('GET', read, { cookie: second.cookie })).status).toBe(200)
})

it('a new session of the same person serves all windows, and an old window cannot end it', async () => {
  const before = await signedIn('keeper')
  const now = await signedIn('keeper')
  const old = { cookie: now.cookie, 'kufang-session': before.id, authorization: basic, ...ofPage }
  expect((await ask('POST', write, old)).status).toBe(200)
  expect((await ask('POST', '/api/oauth/remove/token', old)).status).toBe(200)
  const own = { ...old, 'kufang-session': now.id }
  expect((await ask('GET', read, own)).status).toBe(200)
  expect((await ask('POST', '/api/oauth/remove/token', own)).status).toBe(200)
  expect((await ask('GET', read, own)).status).toBe(401)
})
