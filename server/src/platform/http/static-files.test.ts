import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'

const script = `const text = '${'x'.repeat(5000)}'`
let folder: string
let test: TestDatabase
let server: TestServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kufang-web-'))
  const web = join(folder, 'dist')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>库房</title>')
  writeFileSync(join(web, '.hidden'), 'secret')
  writeFileSync(join(web, 'assets', 'index-abc123.js'), script)
  writeFileSync(join(web, 'assets', 'ready-abc123.js'), script)
  writeFileSync(join(web, 'assets', 'ready-abc123.js.br'), 'made by the build')
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString, { webFolder: web })
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers })

describe('the web page', () => {
  it('is checked each time, its named parts never', async () => {
    const page = await get('/')
    expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ])
    expect(page.body).toContain('库房')
    expect((await get('/', { 'if-none-match': String(page.headers['etag']) })).statusCode).toBe(304)
    const part = await get('/assets/index-abc123.js')
    expect(part.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(part.body).toBe(script)
    const gone = await get('/assets/gone-abc123.js')
    expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store'])
  })

  it('travels compressed as the browser can', async () => {
    const brotli = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    const gzip = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
    const ready = await get('/assets/ready-abc123.js', { 'accept-encoding': 'br' })
    expect(ready.body).toBe('made by the build')
  })

  it('gives nothing outside its folder, nothing hidden, no folder', async () => {
    for (const url of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/.hidden',
      '/assets',
      '/%00',
      '/%zz',
    ]) {
      const answer = await get(url)
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.json()).toMatchObject({ resp_code: 1, datas: { code: 'route-not-found' } })
    }
  })
})
