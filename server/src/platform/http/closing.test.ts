import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refuse } from '@kufang/kernel/refusal.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'

let database: TestDatabase
let server: TestServer
let letGo: () => void = () => undefined
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTestServer(database.connectionString, {}, (app) => {
    app.get('/api/probe/slow', { config: { access: 'public' } }, async () => {
      await new Promise<void>((done) => {
        letGo = done
      })
      return { resp_code: 0 }
    })
    app.post('/api/probe/upload', { config: { access: 'public' } }, async (request) => {
      for await (const part of request.files()) {
        // As a store without free space does.
        part.file.once('error', () => undefined).destroy()
        throw refuse('file-missing')
      }
      return { resp_code: 0 }
    })
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  agent.destroy()
  await server.close()
  await database.drop()
})

test('a line whose upload was refused half read takes the next request', async () => {
  const { port } = server.app.server.address() as AddressInfo
  const one = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (method: string, path: string, body?: Buffer) =>
    new Promise<number>((answered, failed) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=part' }
      const asking = request(
        { port, method, path, agent: one, timeout: 5000, ...(body ? { headers } : {}) },
        (reply) => reply.resume().once('end', () => answered(reply.statusCode ?? 0)),
      )
      asking.once('timeout', () => asking.destroy(new Error('never answered')))
      asking.once('error', failed)
      asking.end(body)
    })
  const body = Buffer.concat([
    Buffer.from('--part\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n'),
    Buffer.alloc(8_000_000, 'x'),
    Buffer.from('\r\n--part--\r\n'),
  ])
  try {
    expect(await send('POST', '/api/probe/upload', body)).toBe(400)
    expect(await send('GET', '/api/oauth/publicKey')).toBe(200)
  } finally {
    one.destroy()
  }
})

test('closing answers what is under way and does not wait for lines that clients keep open', async () => {
  const { port } = server.app.server.address() as AddressInfo
  let isAsked = false
  const status = new Promise<number>((answered, failed) => {
    const asking = request({ port, path: '/api/probe/slow', agent }, (reply) => {
      reply.resume().once('end', () => answered(reply.statusCode ?? 0))
    })
    asking.once('error', failed)
    asking.end(() => {
      isAsked = true
    })
  })
  const before = letGo
  await expect.poll(() => isAsked && letGo !== before).toBe(true)
  const began = performance.now()
  const closed = server.app.close()
  letGo()
  expect(await status).toBe(200)
  await closed
  expect(performance.now() - began).toBeLessThan(3000)
})
