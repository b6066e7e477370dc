import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { ensureUser } from './ensure-user.ts'

const password = 'Kufang@2026'
let test: TestDatabase
let server: TestServer

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString)
  await ensureUser(server.database, {
    account: 'keeper',
    userName: '保管员',
    password,
    roles: ['KCCX'],
  })
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

it('a token in the cookie is refused and taken away once its session is over, and not for a session that stands', async () => {
  const lost = await server.tokenOf('keeper', password)
  const standing = await server.tokenOf('keeper', password)
  await server.call('POST', `/api/oauth/remove/token?token=${lost}`, { token: lost })
  const read = (headers: Record<string, string>) =>
    server.call('GET', '/api/user/uouser/getCurUserInfo', { headers })
  const refused = await read({ cookie: `Admin-Token=${lost}` })
  expect(refused.status).toBe(401)
  const cleared = refused.headers['set-cookie'] as string[]
  expect(cleared.map((cookie) => cookie.split(';')[0])).toEqual(['Admin-Token=', 'kufang-session='])
  for (const cookie of cleared) expect(cookie).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/)
  // Another window may have signed in again: a request with the old token must not change its cookie.
  const old = await read({ cookie: `Admin-Token=${standing}`, authorization: `Bearer ${lost}` })
  expect([old.status, old.headers['set-cookie']]).toEqual([401, undefined])
  expect((await read({ cookie: `Admin-Token=${standing}` })).status).toBe(200)
})
