import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { TestServer } from './test-server.ts'
import { startTestServer } from './test-server.ts'

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
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  agent.destroy()
  await server.close()
  await database.drop()
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
