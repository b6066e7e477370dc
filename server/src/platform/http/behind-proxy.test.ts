import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureUser } from '../../identity/ensure-user.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { readSettings } from '../settings.ts'
import { ownHost } from './own-host.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'

const password = 'Kufang@2026'
let made: TestDatabase
let behindProxy: TestServer
let alone: TestServer

const tellOrigin = (app: FastifyInstance) =>
  void app.get('/api/test/origin', { config: { access: 'public' } }, async (request) => ({
    ip: request.ip,
    host: ownHost(request),
  }))

beforeAll(async () => {
  made = await createTestDatabase()
  behindProxy = await startTestServer(made.connectionString, { trustProxy: 1 }, tellOrigin)
  alone = await startTestServer(made.connectionString, { trustProxy: false }, tellOrigin)
  await ensureUser(alone.database, {
    account: 'keeper',
    userName: 'keeper',
    password,
    roles: ['KCCX'],
    plants: [],
  })
})
afterAll(async () => {
  await behindProxy?.close()
  await alone?.close()
  await made?.drop()
})

const signIn = (server: TestServer, scheme: string) =>
  server.call(
    'POST',
    `/api/oauth/token?${new URLSearchParams({ username: 'keeper', password, grant_type: 'password' })}`,
    { headers: { 'x-forwarded-proto': scheme } },
  )
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie'])

test('behind a trusted proxy with TLS the cookie is for https only, and browsers stay with https', async () => {
  const answer = await signIn(behindProxy, 'https')
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  expect(cookieOf(answer)).toMatch(/; Secure/)
  expect(cookieOf(answer)).toMatch(/; HttpOnly/)
  expect(cookieOf(answer)).toMatch(/; SameSite=Strict/)
})

test('on plain http there is neither, or nobody could sign in', async () => {
  const answer = await signIn(behindProxy, 'http')
  expect(answer.headers['strict-transport-security']).toBeUndefined()
  expect(cookieOf(answer)).not.toMatch(/; Secure/)
})

test('a caller’s word on how he came counts for nothing where no proxy is trusted', async () => {
  const answer = await signIn(alone, 'https')
  expect(answer.headers['strict-transport-security']).toBeUndefined()
  expect(cookieOf(answer)).not.toMatch(/; Secure/)
})

test('of a list of addresses only the one our own proxy has added is believed', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
  const ipAt = async (server: TestServer) =>
    (
      JSON.parse((await server.call('GET', '/api/test/origin', { headers: forwarded })).text) as {
        ip: string
      }
    ).ip
  // The client has written the first one itself.
  expect([await ipAt(behindProxy), await ipAt(alone)]).toEqual(['198.51.100.7', '127.0.0.1'])
})

test('the host is the one called, whatever the client says was forwarded', async () => {
  const headers = { host: 'kufang.example.com', 'x-forwarded-host': 'evil.example.org' }
  const { text } = await behindProxy.call('GET', '/api/test/origin', { headers })
  expect(JSON.parse(text)).toMatchObject({ host: 'kufang.example.com' })
})

test('proxies are given by number or by address', () => {
  const read = (given: string) =>
    readSettings({ DATABASE_URL: 'postgres://x', KUFANG_TRUST_PROXY: given }).trustProxy
  expect(['', '0', '1', '2', '10.0.0.0/8, ::1'].map(read)).toEqual([
    false,
    false,
    1,
    2,
    '10.0.0.0/8, ::1',
  ])
  expect(() => read('true')).toThrow(/KUFANG_TRUST_PROXY/)
})
