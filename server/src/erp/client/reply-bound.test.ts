import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { failureOf, json, testODataService } from '../testing/odata-service.ts'
import { replyBytesMax } from './erp-failure.ts'
import type { Exchange } from './odata-client.ts'

const service = testODataService()
const call = { operation: 'test' }

/** Sends as long as the client reads, and returns the number of bytes sent when the connection is closed. */
function endlessly(reply: ServerResponse, status: number): Promise<number> {
  reply.writeHead(status, { 'content-type': 'application/json' })
  const part = Buffer.alloc(256 * 1024, ' ')
  let sent = 0
  return new Promise((done) => {
    const more = () => {
      do sent += part.length
      while (reply.write(part))
    }
    reply.on('drain', more)
    reply.on('close', () => done(sent))
    more()
  })
}

test('a reply that never ends is broken off at the bound, whatever its status says holds', async () => {
  const told: Exchange[] = []
  const answers: [status: number, kind: string][] = [
    [201, 'unknown'],
    [400, 'rejected'],
    [403, 'blocked'],
    [503, 'never-reached'],
  ]
  for (const [status, kind] of answers) {
    let sent: Promise<number> | undefined
    service.handle = (request, reply) => {
      if (request.method === 'GET') json(reply, 200, {}, { 'x-csrf-token': 'T' })
      else sent = endlessly(reply, status)
    }
    const facts = await failureOf(
      service
        .client({ timeoutMs: 30_000 })
        .post('A_Set', {}, { ...call, onExchange: (exchange) => void told.push(exchange) }),
    )
    expect(facts).toMatchObject({ kind, status, code: 'reply-too-long' })
    // At most the content of two socket buffers above the limit.
    expect(await sent).toBeLessThan(replyBytesMax + 16 * 1024 * 1024)
  }
  expect(told).toMatchObject(
    answers.map(([status, kind]) => ({
      operation: 'test',
      status,
      outcome: kind,
      errorCode: 'reply-too-long',
      errorText: `more than ${replyBytesMax} bytes`,
    })),
  )
})

test('a reply that is small on the line and endless when unpacked is broken off too', async () => {
  const bomb = gzipSync(Buffer.alloc(replyBytesMax + 1, ' '))
  service.handle = (_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    reply.end(bomb)
  }
  expect(await failureOf(service.client().getEntity(`A_Set('1')`, call))).toMatchObject({
    kind: 'unknown',
    code: 'reply-too-long',
  })
})

test('a reply as long as the bound is read to its last character', async () => {
  const head = '{"d":{"text":"'
  const tail = '料"}}'
  const filling = replyBytesMax - Buffer.byteLength(head + tail)
  service.handle = (_request, reply) => json(reply, 200, `${head}${'x'.repeat(filling)}${tail}`)
  const entity = await service.client({ timeoutMs: 30_000 }).getEntity(`A_Set('1')`, call)
  expect(String(entity!.text)).toHaveLength(filling + 1)
  expect(String(entity!.text).at(-1)).toBe('料')
})

test('pages without end of a set that is taken as a whole are broken off at the same bound', async () => {
  const row = { text: 'x'.repeat(8 * 1024 * 1024) }
  service.handle = (_request, reply) =>
    json(reply, 200, { d: { results: [row], __next: `Set?$skiptoken=${service.seen.length}` } })
  const whole = service.client({ timeoutMs: 30_000 }).getAll('Set', call)
  expect(await failureOf(whole)).toMatchObject({ kind: 'unknown', code: 'reply-too-long' })
  expect(service.seen).toHaveLength(4)
})
