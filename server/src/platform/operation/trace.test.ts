import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { newId } from '@kufang/kernel/identifier.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { ensureUser, wholeCompany } from '../../identity/ensure-user.ts'
import { interfaceCodes } from '../../erp/interface-settings.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { traceOf, traceparentOf } from './trace.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const given = `00-${traceId}-${parentId}-01`
const isTraceId = /^(?!0+$)[\da-f]{32}$/

test('the header of a caller is his trace, and is passed on with a new parent', () => {
  const trace = traceOf(given)
  expect(trace).toEqual({ traceId, flags: '01' })
  expect(traceOf(`cc-${traceId}-${parentId}-01-what-comes-later`).traceId).toBe(traceId)
  const passed = traceparentOf(trace)
  expect(passed).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-01$`))
  expect(passed).not.toContain(parentId)
  expect(traceOf(passed)).toEqual(trace)
})

test.each([
  undefined,
  '',
  'x',
  [given, given],
  `${given}, ${given}`,
  given.toUpperCase(),
  `ff-${traceId}-${parentId}-01`,
  `00-${'0'.repeat(32)}-${parentId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `${given}-more`,
  `00-${traceId}-${parentId}-0`,
  ` ${given}`,
])('the header %j begins a new trace', (header) => {
  const trace = traceOf(header)
  expect(trace.traceId).toMatch(isTraceId)
  expect(trace.traceId).not.toBe(traceId)
  expect(traceOf(header).traceId).not.toBe(trace.traceId)
})

describe('the trace of a request', () => {
  const password = 'Kufang@2026'
  let made: TestDatabase
  let server: TestServer
  /** An ERP that has nothing, and the traces of its calls. */
  let erp: Server
  const asked: (string | undefined)[] = []
  let token: string

  beforeAll(async () => {
    made = await createTestDatabase()
    erp = createServer((request, response) => {
      asked.push(request.headers['traceparent'] as string | undefined)
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-csrf-token': 'token' })
        .end('{"d":{"results":[]}}')
    })
    erp.listen(0, '127.0.0.1')
    await once(erp, 'listening')
    const { port } = erp.address() as AddressInfo
    server = await startTestServer(made.connectionString, {
      erpUrl: `http://127.0.0.1:${port}`,
      demonstration: true,
    })
    await server.database.query(`insert into company (company_code, name) values ('1000', '甲')`)
    await ensureUser(server.database, {
      account: 'root',
      userName: '管理员',
      password,
      roles: ['admin'],
      plants: [{ companyCode: '1000' }],
      ...wholeCompany,
    })
    token = await server.tokenOf('root', password)
    for (const code of interfaceCodes) {
      const answer = await server.call('PUT', `/api/erp/interfaces/${code}`, {
        token,
        payload: { account: 'KUFANG', secret: 'geheim', sapClient: '100' },
        headers: { 'idempotency-key': newId() },
      })
      expect(answer.status).toBe(200)
    }
  })
  afterAll(async () => {
    await server?.close()
    erp?.close()
    await made?.drop()
  })

  const linesOf = (id: string) =>
    server
      .logged()
      .split('\n')
      .filter((line) => line.includes(`"traceId":"${id}"`))
      .map((line) => JSON.parse(line) as { msg: string; path?: string })

  it('is in every line of its log, also in those of its parts, once', async () => {
    await server.call('POST', '/api/oauth/token', {
      payload: { username: 'root', password: 'wrong' },
      headers: { traceparent: given },
    })
    const lines = linesOf(traceId)
    expect(lines.map(({ msg }) => msg)).toEqual(['sign-in failed', 'refused'])
    for (const line of server.logged().split('\n'))
      expect(line.split('"traceId"').length).toBeLessThanOrEqual(2)
  })

  it('is kept with what it did in the audit log, and found there', async () => {
    await server.call('POST', '/api/oauth/token', {
      payload: { username: 'root', password },
      headers: { traceparent: given },
    })
    await server.call('POST', '/api/oauth/token', { payload: { username: 'root', password } })
    const list = (filters: object[]) =>
      server.call<{ rows: { action: string; traceId: string }[] }>(
        'POST',
        '/api/queries/operation/list',
        { token, payload: { filters } },
      )
    const found = await list([{ field: 'traceId', operator: 'eq', value: traceId }])
    expect(found.status).toBe(200)
    expect(found.body.datas.rows).toMatchObject([{ action: 'signIn', traceId }])
    const traces = (await list([])).body.datas.rows
      .filter(({ action }) => action === 'signIn')
      .map((row) => row.traceId)
    expect(traces.length).toBeGreaterThan(2)
    for (const one of traces) expect(one).toMatch(isTraceId)
    expect(new Set(traces).size).toBe(traces.length)
  })

  it('is sent to the ERP with its calls, and kept with them', async () => {
    asked.length = 0
    const answer = await server.call('POST', '/api/external-documents/material/synchronise', {
      token,
      payload: {},
      headers: { traceparent: given, 'idempotency-key': newId() },
    })
    expect(answer.status).toBe(200)
    expect(asked.length).toBeGreaterThan(0)
    for (const one of asked) expect(one).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-01$`))
    const calls = await server.database.query<{ traceId: string }>(
      'select distinct trace_id from erp_call_log',
    )
    expect(calls).toEqual([{ traceId }])
  })
})
