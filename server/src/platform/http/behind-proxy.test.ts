import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureUser } from '../../identity/ensure-user.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { TestServer } from './test-server.ts'
import { startTestServer } from './test-server.ts'

const password = 'Kufang@2026'
let made: TestDatabase
let behindProxy: TestServer
let alone: TestServer

beforeAll(async () => {
  made = await createTestDatabase()
  behindProxy = await startTestServer(made.connectionString, { trustProxy: true })
  alone = await startTestServer(made.connectionString, { trustProxy: false })
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
