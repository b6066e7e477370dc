import { Agent, request } from 'node:http'
import { newId } from '@kufang/kernel/identifier.ts'

/*
 * A signed-in person at full speed, as a process of its own so that its work is not measured: expensive lists, previews,
 * refused writes and requests closed half-way, on all its connections at once, until it is killed. Address and token are
 * in the environment.
 */

const { HOSTILE_ADDRESS: address = '', HOSTILE_TOKEN: token = '' } = process.env
const connections = 48
const agent = new Agent({ keepAlive: true, maxSockets: connections })

const list = (body: object) => ['/api/queries/stock/list', body] as const
const attacks = [
  () =>
    list({
      size: 500,
      withTotals: true,
      filters: [{ field: 'description', operator: 'contains', value: '9' }],
    }),
  () => list({ size: 500, withTotals: true, sort: [{ field: 'quantity', direction: 'desc' }] }),
  () => list({ size: 500, search: String(Math.random()).slice(2, 5), withTotals: true }),
  () => list({ size: 50 }),
  () =>
    [
      '/api/documents/goods-receipt/preview',
      { header: {}, lines: [{ source: { id: newId(), lineNo: 1 }, quantity: '1' }] },
    ] as const,
  () => ['/api/documents/goods-receipt', { header: {}, lines: [] }] as const,
]

/** Ends with the response, with an error, or when it closes the request itself. */
function send([path, body]: readonly [string, object], closeAfterMs: number): Promise<void> {
  const text = JSON.stringify(body)
  return new Promise((done) => {
    const sent = request(`${address}${path}`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
        'idempotency-key': newId(),
      },
    })
    const timer = closeAfterMs === 0 ? undefined : setTimeout(() => sent.destroy(), closeAfterMs)
    sent.on('response', (reply) => reply.resume().on('close', done))
    sent.on('error', () => done())
    sent.on('close', () => clearTimeout(timer))
    sent.end(text)
  })
}

async function attack(first: number): Promise<never> {
  for (let turn = first; ; turn += 1)
    await send(attacks[turn % attacks.length]!(), turn % 7 === 0 ? 5 : 0)
}

process.on('disconnect', () => process.exit())
await Promise.all(Array.from({ length: connections }, (_one, index) => attack(index)))
