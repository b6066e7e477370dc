import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { ensureUser, wholeCompany } from '../../identity/ensure-user.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { FailureData } from './envelope.ts'
import { success } from './envelope.ts'
import { fingerprintOf, withIdempotency } from './idempotency.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'
import { typed } from './typed-routes.ts'

let test: TestDatabase
let server: TestServer
let token: string
let worked = 0

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(
    test.connectionString,
    { bodyBytesMax: 2000 },
    (app, { database }) => {
      app.get('/api/probe/refusal', async () => {
        throw refuse(
          'stock-short',
          { material: 'M1', bin: 'A-01', batch: '-', available: '2', wanted: '3' },
          { line: 2, field: 'quantity' },
        )
      })
      app.get('/api/probe/several', async () => {
        throw refuseAll([
          { code: 'lines-required', params: {} },
          { code: 'reason-required', params: {}, field: 'reason' },
        ])
      })
      app.get('/api/probe/unlisted', async () => {
        throw refuse('no-such-code')
      })
      app.get('/api/probe/bug', async () => {
        throw new Error('column "hidden_secret" does not exist')
      })
      expect(() =>
        app.get('/api/probe/nobody', { config: { roles: [] } }, async () => success(1)),
      ).toThrow('GET /api/probe/nobody is for no role')
      app.get('/api/probe/role', { config: { roles: ['CZRZCX'] } }, async () => success(1))
      typed(app).post(
        '/api/probe/input',
        { schema: { body: z.object({ lines: z.array(z.object({ quantity: z.string() })) }) } },
        async (request) => success(request.body.lines.length),
      )
      typed(app).post(
        '/api/probe/once',
        { schema: { body: z.object({ key: z.string(), value: z.number() }) } },
        async (request) => {
          const { key, value } = request.body
          return success(
            await database.transaction((tx) =>
              withIdempotency(
                tx,
                request.session,
                '1000',
                key,
                fingerprintOf('probe', value),
                async () => {
                  worked++
                  await tx.query('select pg_sleep(0.05)')
                  if (value < 0) throw refuse('reason-required')
                  return { value, worked }
                },
              ),
            ),
          )
        },
      )
    },
  )
  await ensureUser(server.database, {
    account: 'keeper',
    userName: '保管员',
    password: 'Kufang@2026',
    roles: ['KCCX'],
    plants: [{ companyCode: '1000' }],
    ...wholeCompany,
  })
  token = await server.tokenOf('keeper', 'Kufang@2026')
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

describe('the envelope', () => {
  it('carries a refusal with its line, field, numbers and both languages', async () => {
    const { status, body } = await server.call<FailureData>('GET', '/api/probe/refusal', { token })
    expect(status).toBe(422)
    expect(body.resp_code).toBe(1)
    expect(body.resp_msg).toMatch(/^第 2 行：.*可用 2.*需要 3/)
    expect(body.datas).toMatchObject({
      code: 'stock-short',
      line: 2,
      field: 'quantity',
      params: { available: '2' },
    })
    expect(body.datas.en).toContain('2 available')
    expect(body.datas.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('speaks English when the browser does', async () => {
    const { body } = await server.call('GET', '/api/probe/refusal', {
      token,
      headers: { 'accept-language': 'en-GB,en;q=0.9' },
    })
    expect(body.resp_msg).toMatch(/^Line 2: M1 in bin A-01/)
  })

  it('carries every refusal of one attempt', async () => {
    const { body } = await server.call<FailureData>('GET', '/api/probe/several', { token })
    expect(body.datas.details.map((detail) => detail.code)).toEqual([
      'lines-required',
      'reason-required',
    ])
    expect(body.resp_detail_msg?.split('\n')).toHaveLength(2)
  })

  it('names the path, line and field of wrong input', async () => {
    const { status, body } = await server.call<FailureData>('POST', '/api/probe/input', {
      token,
      payload: { lines: [{ quantity: '1' }, { quantity: 5 }] },
    })
    expect(status).toBe(400)
    expect(body.datas).toMatchObject({
      code: 'input-invalid',
      line: 2,
      field: 'quantity',
      zh: '字段“lines.1.quantity”的值无效：应为文本',
      en: 'Field "lines.1.quantity" is not valid: Invalid input: expected string, received number',
    })
  })

  it.each([
    ['bad JSON', '{"lines":', 'application/json', 400, 'body-invalid'],
    [
      'a body that is too large',
      `{"lines":"${'x'.repeat(3000)}"}`,
      'application/json',
      413,
      'body-too-large',
    ],
    ['an unknown content type', '<a/>', 'application/xml', 415, 'media-type-refused'],
    [
      'an own prototype',
      '{"__proto__":{"a":1},"lines":[]}',
      'application/json',
      400,
      'body-invalid',
    ],
  ])('answers %s in the envelope', async (_what, payload, type, status, code) => {
    const answer = await server.call<FailureData>('POST', '/api/probe/input', {
      token,
      payload,
      headers: { 'content-type': type },
    })
    expect([answer.status, answer.body.datas.code]).toEqual([status, code])
  })

  it('answers an unknown address in the envelope', async () => {
    for (const [method, url] of [
      ['POST', '/api/nothing'],
      ['GET', '/api/nothing'],
      ['GET', '/nothing.js'],
    ] as const) {
      const { status, body } = await server.call<FailureData>(method, url)
      expect([url, status, body.datas.code]).toEqual([url, 404, 'route-not-found'])
    }
  })

  it('hides a bug behind a neutral message and logs it with the request id', async () => {
    for (const url of ['/api/probe/bug', '/api/probe/unlisted']) {
      const { status, body, text } = await server.call<FailureData>('GET', url, { token })
      expect([status, body.datas.code]).toEqual([500, 'internal-error'])
      expect(text).not.toContain('hidden_secret')
      const line = server
        .logged()
        .split('\n')
        .find((entry) => entry.includes(body.datas.requestId) && entry.includes('stack'))
      expect(line).toBeDefined()
    }
    expect(server.logged()).toContain('hidden_secret')
  })

  it('needs a session, and the route’s role', async () => {
    const without = await server.call<FailureData>('GET', '/api/probe/bug')
    expect([without.status, without.body.datas.code]).toEqual([401, 'session-expired'])
    const foreign = await server.call<FailureData>('GET', '/api/probe/bug', {
      token: 'x'.repeat(43),
    })
    expect(foreign.status).toBe(401)
    const roleless = await server.call<FailureData>('GET', '/api/probe/role', { token })
    expect([roleless.status, roleless.body.datas.code]).toEqual([403, 'role-missing'])
  })
})

describe('security headers', () => {
  it('allow scripts from our own files only', async () => {
    const { headers } = await server.call('GET', '/api/probe/refusal', { token })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy.match(/unsafe-\w+/g)).toEqual(['unsafe-inline'])
    expect(policy).toContain("style-src 'self' 'unsafe-inline'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('the description of the API', () => {
  it('is OpenAPI 3.1 made from the schemas', async () => {
    const { status, text } = await server.described('/api/docs/json')
    expect(status).toBe(200)
    const description = JSON.parse(text)
    expect(description.openapi).toBe('3.1.0')
    const body =
      description.paths['/api/probe/input'].post.requestBody.content['application/json'].schema
    expect(body.properties.lines.items.properties.quantity).toEqual({ type: 'string' })
    expect(Object.keys(description.paths).length).toBeGreaterThan(20)
  })
})

describe('a request key', () => {
  const once = (key: string, value: number) =>
    server.call<{ value: number; worked: number }>('POST', '/api/probe/once', {
      token,
      payload: { key, value },
    })

  it('acts once, also for requests at the same moment', async () => {
    worked = 0
    const key = randomUUID()
    const answers = await Promise.all([once(key, 7), once(key, 7), once(key, 7)])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(worked).toBe(1)
    for (const answer of answers) expect(answer.body.datas).toEqual({ value: 7, worked: 1 })
  })

  it('is refused for another request', async () => {
    const key = randomUUID()
    await once(key, 7)
    const answer = await server.call<FailureData>('POST', '/api/probe/once', {
      token,
      payload: { key, value: 8 },
    })
    expect([answer.status, answer.body.datas.code]).toEqual([409, 'idempotency-key-reused'])
  })

  it('is free again when the work was refused', async () => {
    const key = randomUUID()
    expect((await once(key, -1)).status).toBe(422)
    expect((await once(key, -1)).status).toBe(422)
  })
})
