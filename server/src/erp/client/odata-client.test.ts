import { expect, test } from 'vitest'
import { failureOf, json, testODataService, type Reply } from '../testing/odata-service.ts'
import { ErpFailure } from './erp-failure.ts'
import type { Exchange } from './odata-client.ts'

const service = testODataService()
const call = { operation: 'test' }

test('the token is fetched at the root with the slash; token and all cookies travel with the call', async () => {
  service.handle = (request, reply) => {
    if (request.method === 'GET')
      json(
        reply,
        200,
        { d: {} },
        {
          'x-csrf-token': 'T1',
          'set-cookie': [
            'SAP_SESSIONID_A=s%3d1; path=/; secure; HttpOnly',
            'sap-usercontext=sap-client=100; path=/',
            'gone=1; Max-Age=0',
          ],
        },
      )
    else json(reply, 201, { d: { MaterialDocument: '1' } })
  }
  await service.client().post('A_Set', { a: 1 }, call)
  expect(service.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /sap/API_SRV/?sap-client=100&sap-language=ZH',
    'POST /sap/API_SRV/A_Set?sap-client=100&sap-language=ZH',
  ])
  expect(service.seen[0]!.headers).toMatchObject({
    'x-csrf-token': 'Fetch',
    accept: 'application/json',
  })
  expect(service.seen[1]!.headers).toMatchObject({
    'x-csrf-token': 'T1',
    cookie: 'SAP_SESSIONID_A=s%3d1; sap-usercontext=sap-client=100',
    authorization: `Basic ${Buffer.from('WMS:päss:wort').toString('base64')}`,
    'content-type': 'application/json',
  })
})

test('several calls at once fetch one token', async () => {
  service.handle = (request, reply) =>
    request.method === 'GET'
      ? json(reply, 200, {}, { 'x-csrf-token': 'T' })
      : json(reply, 201, { d: {} })
  const shared = service.client()
  await Promise.all([1, 2, 3].map((n) => shared.post('A_Set', { n }, call)))
  expect(service.seen.filter(({ method }) => method === 'GET')).toHaveLength(1)
})

test('"Required" is answered with one new token and one resend, and given up after the second', async () => {
  let token = 0
  service.handle = (request, reply) => {
    if (request.method === 'GET') json(reply, 200, {}, { 'x-csrf-token': `T${++token}` })
    else if (request.headers['x-csrf-token'] === 'T2') json(reply, 201, { d: { ok: true } })
    else json(reply, 403, 'CSRF token validation failed', { 'x-csrf-token': 'Required' })
  }
  const answer = await service.client().post('A_Set', {}, call)
  expect(answer.data).toEqual({ ok: true })
  token = 10
  const facts = await failureOf(service.client().post('A_Set', {}, call))
  expect(facts).toMatchObject({ kind: 'never-reached', status: 403 })
  expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(4)
})

test('a token that cannot be fetched never leaves the call in doubt', async () => {
  service.handle = (_request, reply) => void reply.destroy()
  expect(await failureOf(service.client().post('A_Set', {}, call))).toMatchObject({
    kind: 'never-reached',
  })
  service.handle = (_request, reply) => json(reply, 200, '<html>Sign in</html>')
  expect(await failureOf(service.client().post('A_Set', {}, call))).toMatchObject({
    kind: 'blocked',
    code: 'no-token',
  })
  expect(service.seen.every(({ method }) => method === 'GET')).toBe(true)
})

test('pages are followed by __next on our own address, and by $skip where the server does not page', async () => {
  const rows = [1, 2, 3, 4, 5].map((id) => ({ id }))
  service.handle = (request, reply) => {
    const query = new URL(request.url!, 'http://x').searchParams
    const from = Number(query.get('$skiptoken') ?? query.get('$skip') ?? '0')
    if (request.url!.includes('Paged'))
      json(reply, 200, {
        d: {
          results: rows.slice(from, from + 1),
          ...(from < 4
            ? {
                __next: `http://inner.host:8000/sap/API_SRV/Paged?$filter=x%20eq%20'%C3%A4'&$skiptoken=${from + 1}`,
              }
            : {}),
        },
      })
    else json(reply, 200, { d: { results: rows.slice(from, from + Number(query.get('$top'))) } })
  }
  const options = { ...call, query: { $filter: `x eq 'ä'` } }
  expect(await service.client({ pageSize: 100 }).getAll('Paged', options)).toEqual(rows)
  expect(new URL(service.seen.at(-1)!.url, 'http://x').searchParams.get('$filter')).toBe(`x eq 'ä'`)
  expect(service.seen.at(-1)!.url).toContain('sap-client=100')
  expect(await service.client().getAll('Whole', options)).toEqual(rows)
})

test('a server that points to the same page again is not followed for ever', async () => {
  service.handle = (_request, reply) =>
    json(reply, 200, { d: { results: [{}], __next: 'Set?$skiptoken=1' } })
  await expect(service.client({ pageSize: 100 }).getAll('Set', call)).rejects.toThrow(
    /repeats page/,
  )
})

const classes: [
  what: string,
  status: number,
  body: string,
  headers: Record<string, string>,
  kind: string,
  code: string,
][] = [
  [
    'service not registered',
    403,
    '{"error":{"code":"/IWFND/MED/170","message":{"value":"No service"}}}',
    {},
    'blocked',
    '/IWFND/MED/170',
  ],
  ['no authorisation', 403, '<html><title>Forbidden</title></html>', {}, 'blocked', 'HTTP/403'],
  ['wrong password', 401, '', {}, 'blocked', 'HTTP/401'],
  ['redirect to a sign-in page', 302, '', { location: '/login' }, 'blocked', 'HTTP/302'],
  ['wrong path', 404, '<html>not found</html>', {}, 'never-reached', 'HTTP/404'],
  ['overload', 503, 'busy', { 'retry-after': '7' }, 'never-reached', 'HTTP/503'],
  ['gateway time-out', 504, '<html/>', {}, 'unknown', 'HTTP/504'],
  ['bad gateway', 502, '', {}, 'unknown', 'HTTP/502'],
  [
    "500 without the ERP's body",
    500,
    '<html>Internal Server Error</html>',
    {},
    'unknown',
    'HTTP/500',
  ],
  [
    "500 with the ERP's body",
    500,
    '{"error":{"code":"SY/530","message":{"value":"dump"}}}',
    {},
    'rejected',
    'SY/530',
  ],
  [
    'plain code',
    400,
    '{"error":{"code":"M7021","message":{"lang":"en","value":"Deficit"}}}',
    {},
    'rejected',
    'M7/021',
  ],
  [
    'idempotency not set up',
    400,
    '{"error":{"code":"/IWBEP/CM_COS/001","message":{"value":"x"}}}',
    {},
    'blocked',
    '/IWBEP/CM_COS/001',
  ],
  [
    'processed before',
    400,
    '{"error":{"code":"/IWBEP/CM_COS/005","message":{"value":"x"}}}',
    {},
    'unknown',
    '/IWBEP/CM_COS/005',
  ],
  [
    'XML',
    400,
    '<?xml version="1.0"?><error xmlns="x"><code>MM_IM_ODATA_API_MDOC/014</code><message xml:lang="en">Error</message><innererror><transactionid>TX1</transactionid><errordetails><errordetail><code>M7/053</code><message>Posting only &lt;11&gt;</message><severity>error</severity></errordetail><errordetail><code>/IWBEP/CX_MGW_BUSI_EXCEPTION</code><message/><severity>error</severity></errordetail></errordetails></innererror></error>',
    {},
    'rejected',
    'M7/053',
  ],
]
for (const [what, status, body, headers, kind, code] of classes)
  test(`${what} (${status}) is ${kind}`, async () => {
    service.handle = (request, reply) =>
      request.method === 'GET'
        ? json(reply, 200, {}, { 'x-csrf-token': 'T' })
        : json(reply, status, body, headers)
    const facts = await failureOf(service.client().post('A_Set', {}, call))
    expect(facts).toMatchObject({ kind, code, status })
  })

test('what a proxy asks to wait and what the XML says is kept', async () => {
  const answer = (what: string) => classes.find(([name]) => name === what)!
  const answerWith = (what: string) => {
    const [, status, body, headers] = answer(what)
    service.handle = (_request, reply) => json(reply, status, body, headers)
    return failureOf(service.client().getEntity('A_Set', call))
  }
  expect(await answerWith('overload')).toMatchObject({ retryAfterSeconds: 7 })
  expect(await answerWith('XML')).toMatchObject({
    transactionId: 'TX1',
    message: 'Posting only <11>',
    details: [{ code: 'M7/053' }],
  })
})

test('dropped, too late and unreadable answers are unknown; a refused connection was never reached', async () => {
  const answers: Reply[] = [
    (_request, reply) => void reply.destroy(),
    () => undefined,
    (_request, reply) => json(reply, 201, '<html>proxy</html>'),
    (_request, reply) => {
      reply.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' })
      reply.write('{"d":{"Mater')
      reply.destroy()
    },
  ]
  for (const answer of answers) {
    service.handle = (request, reply, body) =>
      request.method === 'GET'
        ? json(reply, 200, {}, { 'x-csrf-token': 'T' })
        : answer(request, reply, body)
    expect(
      await failureOf(service.client({ timeoutMs: 300 }).post('A_Set', {}, call)),
    ).toMatchObject({
      kind: 'unknown',
    })
  }
  const nowhere = service.client()
  const wrong = ['ftp://127.0.0.1/x', 'http://127.0.0.1:99999/x', 'http://169.254.169.254/x'].map(
    (serviceUrl) => service.client({ serviceUrl }),
  )
  const own = service.client({ allowsLoopback: false })
  await service.stop()
  expect(await failureOf(nowhere.post('A_Set', {}, call))).toMatchObject({
    kind: 'never-reached',
    code: 'ECONNREFUSED',
  })
  for (const client of [...wrong, own])
    expect(await failureOf(client.post('A_Set', {}, call))).toMatchObject({ kind: 'blocked' })
})

test('an entity that is not there is undefined, a service that is not there is a failure', async () => {
  service.handle = (_request, reply) =>
    json(reply, 404, {
      error: { code: '/IWBEP/CM_MGW_RT/020', message: { value: 'Resource not found' } },
    })
  expect(await service.client().getEntity(`A_Set('1')`, call)).toBeUndefined()
  service.handle = (_request, reply) => json(reply, 404, 'no such path')
  await expect(service.client().getEntity(`A_Set('1')`, call)).rejects.toThrow(ErpFailure)
})

test('each exchange is told with its texts and without account, token or cookie', async () => {
  const told: Exchange[] = []
  service.handle = (request, reply) =>
    request.method === 'GET'
      ? json(reply, 200, {}, { 'x-csrf-token': 'TOKEN-X', 'set-cookie': 'SAP_SESSIONID=geheim-1' })
      : json(reply, 400, {
          error: {
            code: 'M7/053',
            message: { value: 'closed' },
            innererror: { transactionid: 'ABC' },
          },
        })
  await failureOf(
    service
      .client()
      .post('A_Set', { a: 1 }, { ...call, onExchange: (exchange) => void told.push(exchange) }),
  )
  expect(told).toMatchObject([
    {
      operation: 'test',
      method: 'POST',
      request: '{"a":1}',
      status: 400,
      outcome: 'rejected',
      errorCode: 'M7/053',
      transactionId: 'ABC',
    },
  ])
  expect(JSON.stringify(told)).not.toMatch(/TOKEN-X|geheim-1|WMS|wort/)
})
