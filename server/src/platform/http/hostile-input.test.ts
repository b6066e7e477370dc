import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureUser } from '../../identity/ensure-user.ts'
import { readErrorBody } from '../../erp/client/error-body.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'

let database: TestDatabase
let server: TestServer
let token: string
const password = 'Kufang@2026'
const unknown = '019a0000-0000-7000-8000-000000000000'

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTestServer(database.connectionString, { exportsPerMinute: 2 })
  await ensureUser(server.database, {
    account: 'hostile',
    userName: 'Hostile',
    password,
    roles: ['admin'],
  })
  token = await server.tokenOf('hostile', password)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

test('names that every object has are names of no document, master, query or action', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    for (const path of [
      `/api/documents/${name}/list`,
      `/api/documents/${name}/${unknown}/actions/post`,
      `/api/documents/goods-receipt/${unknown}/actions/${name}`,
      `/api/masters/${name}/list`,
      `/api/queries/${name}/list`,
    ]) {
      const payload = path.endsWith('list') ? { size: 1 } : { version: 1 }
      const headers = { 'idempotency-key': `hostile ${path}`.slice(0, 80) }
      const { status } = await server.call('POST', path, { token, payload, headers })
      expect([path, status]).toEqual([path, 404])
    }
  }
})

test('a part of an address that is longer than any name leads nowhere', async () => {
  const path = `/api/documents/${'x'.repeat(2000)}/list`
  const { status } = await server.call('POST', path, { token, payload: {} })
  expect(status).toBe(404)
})

test('a character that PostgreSQL cannot keep is the caller’s mistake', async () => {
  const path = `/api/logs/operations/${unknown}?companyCode=%00`
  const { status } = await server.call('GET', path, { token })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
})

test('half a character and the character zero are refused wherever they stand', async () => {
  for (const text of ['\\u0000', '\\ud800']) {
    for (const payload of [
      `{"changes":[{"key":"x","value":{"deep":["${text}"]},"changedAt":"2026-01-01T00:00:00Z"}]}`,
      `{"${text}":1}`,
    ]) {
      const headers = { 'content-type': 'application/json' }
      const { status } = await server.call('PUT', '/api/preferences', { token, payload, headers })
      expect([payload, status]).toEqual([payload, 400])
    }
  }
})

test('a key without its day is a key of nothing', async () => {
  const payload = { key: {}, version: 1 }
  const headers = { 'idempotency-key': 'hostile key' }
  const path = '/api/masters/excess-tolerance/disable'
  const { status } = await server.call('POST', path, { token, payload, headers })
  expect(status).toBe(404)
})

test('one person’s exports within a minute are counted', async () => {
  const payload = { columns: [{ field: 'docNo', title: 'x' }] }
  const statuses: number[] = []
  for (const name of ['goods-receipt', 'arrival', 'goods-receipt']) {
    const { status } = await server.call('POST', `/api/documents/${name}/export`, {
      token,
      payload,
    })
    statuses.push(status)
  }
  expect(statuses).toEqual([200, 200, 429])
})

test('an answer of the ERP with characters that are none is read all the same', () => {
  const { message } = readErrorBody(
    '<error><code>A/1</code><message>&#99999999; &#65;</message></error>',
  )
  expect(message).toBe('&#99999999; A')
})
