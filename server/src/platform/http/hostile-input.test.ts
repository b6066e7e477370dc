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

const names = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`)
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('a call that needs no sign-in reads no more than credentials take', async () => {
  const { text } = await server.described('/api/openapi.json')
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { security?: unknown[] }>>
  }
  const open = Object.entries(paths).flatMap(([path, { post }]) =>
    post?.security?.length === 0 ? [path] : [],
  )
  expect(open.length).toBeGreaterThan(3)
  for (const path of open) {
    const most = path.includes('saml') ? 1024 * 1024 : 16 * 1024
    for (const [what, headers, payload] of [
      ['too long', json, `{"username":"${'x'.repeat(most)}"}`],
      ['too long a form', form, `username=${'x'.repeat(most)}`],
      [
        'too many names',
        json,
        JSON.stringify(Object.fromEntries(names(60).map((name) => [name, 1]))),
      ],
      ['too many names of a form', form, names(60).join('&')],
    ] as const) {
      const { status } = await server.call('POST', path, { payload, headers })
      expect([path, what, status]).toEqual([path, what, 413])
    }
  }
})

test.each([
  [
    'a call without rows of more than a megabyte',
    '/api/masters/material/list',
    { search: 'x'.repeat(1100_000) },
  ],
  [
    'half a million names',
    '/api/masters/material/list',
    Object.fromEntries(names(60_000).map((name) => [name, 1])),
  ],
  [
    'half a million names of a line',
    '/api/documents/delivery-note/preview',
    { header: {}, lines: [Object.fromEntries(names(90_000).map((name) => [name, 1]))] },
  ],
])('nothing is built from %s', async (_what, path, payload) => {
  const { status } = await server.call('POST', path, { token, payload })
  expect(status).toBe(413)
})

test('an answer tells the first problems and how many more there are', async () => {
  const row = Object.fromEntries(names(200).map((name) => [name, 'x'.repeat(20)]))
  for (const [path, payload] of [
    [
      'delivery-note/preview',
      { header: {}, lines: Array(500).fill(row), actionAfterCreate: 'submit' },
    ],
    ['delivery-note', { header: row, lines: Array(500).fill(row) }],
    [
      'delivery-note/preview',
      { header: {}, lines: Array.from({ length: 5000 }, () => ({ source: 1 })) },
    ],
    [
      'delivery-note/preview',
      { header: {}, lines: Array.from({ length: 400 }, () => ({ ['x'.repeat(2000)]: 'x' })) },
    ],
  ] as const) {
    const answer = await server.call<{ details: { code: string; params: { count?: number } }[] }>(
      'POST',
      `/api/documents/${path}`,
      { token, payload, headers: { 'idempotency-key': `many ${path}` } },
    )
    expect([path, answer.status]).toEqual([path, 400])
    expect(answer.text.length).toBeLessThan(100_000)
    const last = answer.body.datas.details.at(-1)!
    expect(last.code).toBe('more-problems')
    expect(last.params.count).toBeGreaterThan(100)
  }
})

test.each([
  ['material/list', { serch: '阀' }, 'serch'],
  [
    'material/list',
    { filters: [{ field: 'materialNo', operator: 'eq', vaule: '1' }] },
    'filters.0.vaule',
  ],
  ['material/search', { text: '', codes: [], siez: 3 }, 'siez'],
])('a name that the call %s does not have is refused: %j', async (path, payload, field) => {
  const { status, body } = await server.call('POST', `/api/masters/${path}`, { token, payload })
  expect(status).toBe(400)
  expect(body.datas['field']).toBe(field)
})

test('a query takes the time that pages add to each call, and no other name that it does not have', async () => {
  const path = '/api/system/rights/changes'
  const status = async (query: string) => (await server.call('GET', path + query, { token })).status
  expect(await status('?timestamp=1795975042397')).toBe(200)
  expect(await status('?timestamp=1&userid=x')).toBe(400)
})

test('a misspelt action after creating is refused, and no draft is left', async () => {
  const payload = { header: {}, lines: [{}], thenAction: 'submit' }
  const headers = { 'idempotency-key': 'misspelt action' }
  const { status, body } = await server.call('POST', '/api/documents/requisition', {
    token,
    payload,
    headers,
  })
  expect([status, body.datas['field']]).toEqual([400, 'thenAction'])
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
