import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documents, registry } from '@kufang/contract/registry.ts'
import { personActions } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../platform/testing/test-server.ts'
import type { Operation, Paths, Schema } from '../../platform/openapi/open-api.ts'
import { collectedRoutes, type CollectedRoute } from '../../platform/openapi/route-operations.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts'
import { routeWords, tagWords } from '../../route-words.ts'
import { describeApi } from './describe.ts'
import { runProgram } from './testing/programs.ts'

interface Description {
  openapi: string
  paths: Paths
  tags: { name: string; description: string }[]
  components: { schemas: Record<string, Schema>; responses: Record<string, Schema> }
}

let test: TestDatabase
let server: TestServer
let text: string
let description: Description

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString)
  ;({ text } = await server.described('/api/openapi.json'))
  description = JSON.parse(text) as Description
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

const gzip = { 'accept-encoding': 'gzip' }

const operations = (): [string, string, Operation][] =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      path,
      method,
      operation,
    ]),
  )

describe('the description at /api/openapi.json', () => {
  it('has a path for each document, action, master and query', () => {
    expect(description.openapi).toBe('3.1.0')
    const { paths } = description
    for (const definition of Object.values<AnyDocument>(documents)) {
      const base = `/api/documents/${definition.name}`
      const own = definition.isMirror === true ? [] : ['post']
      expect([base, Object.keys(paths[base] ?? {})]).toEqual([base, own])
      expect(paths[`${base}/list`]?.post?.operationId).toMatch(/List$/)
      expect(paths[`${base}/{id}`]?.get?.operationId).toMatch(/Read$/)
      for (const action of Object.keys(personActions(definition))) {
        expect([action, typeof paths[`${base}/{id}/actions/${action}`]?.post]).toEqual([
          action,
          'object',
        ])
        expect([action, typeof paths[`${base}/actions/${action}`]?.post]).toEqual([
          action,
          'object',
        ])
      }
    }
    for (const name of Object.keys(registry.masters))
      expect([name, typeof paths[`/api/masters/${name}/list`]?.post]).toEqual([name, 'object'])
    for (const name of Object.keys(registry.queries))
      expect([name, typeof paths[`/api/queries/${name}/list`]?.post]).toEqual([name, 'object'])
  })

  it('says of each call its id, a summary in both languages, its answer, refusals and who may call it', () => {
    const ids = new Set<string>()
    for (const [path, method, operation] of operations()) {
      const at = `${method} ${path}`
      const { operationId, summary, responses, tags } = operation
      expect([at, ids.has(operationId)]).toEqual([at, false])
      ids.add(operationId)
      expect([at, summary]).toEqual([at, expect.stringMatching(/\p{Script=Han}.* \/ [A-Z]/u)])
      expect([at, tags.length]).toEqual([at, 1])
      expect([at, 'content' in (shared(responses['200']) ?? {})]).toEqual([at, true])
      expect([at, '500' in responses]).toEqual([at, true])
      const isOpen = operation.security?.length === 0
      expect([at, isOpen || '401' in responses]).toEqual([at, true])
    }
    expect(ids.size).toBeGreaterThan(500)
  })

  it('describes fields with label, type, limits, codes and unit', () => {
    const { schemas } = description.components
    const lines = schemas['DeliveryNoteLineInput']?.['properties'] as Record<string, Schema>
    expect(lines['batch']).toMatchObject({
      title: '批次 / Batch',
      type: ['string', 'null'],
      maxLength: 10,
    })
    expect(lines['quantity']).toMatchObject({
      title: '送货数量 / Announced quantity',
      'x-required': true,
    })
    const header = schemas['DeliveryNoteHeaderInput']?.['properties'] as Record<string, Schema>
    expect(header['deliveryMode']).toMatchObject({ enum: ['warehouse', 'direct', null] })
    expect(header['deliveryMode']?.['description']).toContain('warehouse: 到库 / To warehouse')
    expect(header['supplierNo']).toBeUndefined()
    const row = schemas['GoodsReceiptLine'] as { required: string[]; properties: object }
    expect(row.properties).toHaveProperty('amount')
    expect(row.required).not.toContain('amount')
    expect(schemas['GoodsReceiptState']?.['enum']).toContain('reviewed')
  })

  it('says with which codes and parameters an action is refused, and which roles it takes', () => {
    const review = description.paths['/api/documents/goods-receipt/{id}/actions/review']?.post
    expect(review?.['x-roles']).toEqual(['SHSH'])
    expect(codesOf(review, '409')).toEqual(
      expect.arrayContaining(['RefusalWrongState', 'RefusalVersionStale']),
    )
    expect(codesOf(review, '403')).toContain('RefusalSeparationOfDuties')
    const stale = description.components.schemas['RefusalVersionStale'] as {
      properties: { params: { required: string[] }; code: Schema }
    }
    expect(stale.properties.code).toEqual({ const: 'version-stale' })
    expect(stale.properties.params.required.toSorted()).toEqual([
      'at',
      'current',
      'given',
      'no',
      'user',
    ])
    const receive = description.paths['/api/documents/goods-receipt/{id}/actions/receive']?.post
    expect(codesOf(receive, '403')).not.toContain('RefusalSeparationOfDuties')
  })

  it('gives an example of each request and each answer that is no file', () => {
    const missing = operations().flatMap(([path, method, { requestBody, responses }]) => {
      const contents = [requestBody, shared(responses['200'])].flatMap((part) =>
        Object.entries((part?.['content'] ?? {}) as Record<string, { example?: unknown }>),
      )
      return contents
        .filter(([type, { example }]) => type === 'application/json' && example === undefined)
        .map(() => `${method} ${path}`)
    })
    expect(missing).toEqual([])
  })

  it('names only addresses that are served', async () => {
    const app = server.app
    const unknown = operations().filter(
      ([path, method]) =>
        !app.hasRoute({ method: method.toUpperCase() as 'GET', url: generalOf(path) }),
    )
    expect(unknown.map(([path, method]) => `${method} ${path}`)).toEqual([])
    // Without a session each is refused for that, not for its address.
    for (const [path, method] of operations().filter(([path]) =>
      /^\/api\/(doc|mas|que)/.test(path),
    )) {
      const url = path.replaceAll('{id}', newId())
      const { statusCode } = await app.inject({ method: method.toUpperCase() as 'GET', url })
      expect([method, url, statusCode]).toEqual([method, url, 401])
    }
  })

  it('is computed once, and not sent again to who has it', async () => {
    const first = await server.described('/api/openapi.json')
    expect(first.headers['cache-control']).toBe('no-cache')
    const etag = String(first.headers['etag'])
    const again = await server.described('/api/openapi.json', { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    const small = await server.described('/api/openapi.json', { 'accept-encoding': 'gzip' })
    expect(small.headers['content-encoding']).toBe('gzip')
    const told = server
      .logged()
      .split('\n')
      .filter((line) => line.includes('API described'))
    expect(told.length).toBe(1)
    const { bytes, ms } = JSON.parse(told[0]!) as { bytes: number; ms: number }
    expect(bytes).toBe(Buffer.byteLength(text))
    process.stdout.write(
      `described ${operations().length} calls: ${bytes} bytes, ${small.raw.length} compressed, ${ms} ms\n`,
    )
  })

  it('is what the page at /api/docs shows', async () => {
    const page = '/api/docs/static/swagger-initializer.js'
    const { text: script } = await server.described(page)
    expect(script).toContain('/api/openapi.json')
  })

  it('is for who is signed in, a few times a minute', async () => {
    for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/json'])
      expect([url, (await server.app.inject({ url })).statusCode]).toEqual([url, 401])
    const statuses = new Set<number>()
    for (let time = 0; time < 25; time += 1)
      statuses.add((await server.described('/api/openapi.json', gzip)).status)
    expect([...statuses]).toEqual([200, 429])
  })
})

describe('a route that is described nowhere', () => {
  const route = (url: string): CollectedRoute[] =>
    collectedRoutes({ method: 'GET', url, handler: () => '' } as never)

  const known = { routeWords, tagWords }

  it('is reported, whether it belongs to declarations or not', async () => {
    const told = (url: string, words = known) => describeApi(route(url), words)
    await expect(told('/api/new/call')).rejects.toThrow('GET /api/new/call')
    await expect(told('/api/documents/:name/new')).rejects.toThrow(
      'GET /api/documents/:name/new is described nowhere',
    )
    const silent = { ...known, routeWords: { 'GET /api/new/call': { zh: '新的', en: 'New' } } }
    await expect(told('/api/new/call', silent)).rejects.toThrow('nothing says what it answers')
  })
})

it('has nothing for the recommended rules of redocly to find', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, text)
    writeFileSync(join(folder, 'redocly.yaml'), 'extends:\n  - recommended\n')
    const { code, output } = await runProgram(
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      file,
      `--config=${join(folder, 'redocly.yaml')}`,
      '--format=json',
    )
    const { totals } = JSON.parse(
      output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1),
    ) as {
      totals: { errors: number; warnings: number; ignored: number }
    }
    expect([code, totals]).toEqual([0, { errors: 0, warnings: 0, ignored: 0 }])
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 240_000)

/** The general route that serves a described path. */
function generalOf(path: string): string {
  const served = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const [, kind, rest = ''] = /^\/api\/(documents|masters|queries)\/[^/]+(.*)$/.exec(served) ?? []
  if (kind === undefined) return served
  return `/api/${kind}/:name${rest}`
    .replace(/\/actions\/[^/]+/, '/actions/:action')
    .replace(/(\/changes\/:id\/)\w+$/, '$1:act')
}

/** A response, where calls share it. */
function shared(response: Schema | undefined): Schema | undefined {
  const reference = response?.['$ref']
  if (typeof reference !== 'string') return response
  return description.components.responses[reference.slice(reference.lastIndexOf('/') + 1)]
}

/** Names of the refusals of a status. */
function codesOf(operation: Operation | undefined, status: string): string[] {
  const found = JSON.stringify(shared(operation?.responses[status]))
  return [...found.matchAll(/schemas\/(Refusal\w+)/g)].map(([, code = '']) => code)
}
