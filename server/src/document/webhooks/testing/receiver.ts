import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The content of a webhook as its receiver reads it. */
export interface Received {
  id: string
  signature: string
  timestamp: string
  /** As sent. */
  body: string
  data: {
    documentType: string
    documentId: string
    documentNo: string
    companyCode: string
    plant: string
    stateBefore: string | null
    stateAfter: string
    url: string
    document: Record<string, unknown>
  }
}

export interface Receiver {
  url: string
  received: Received[]
  /** Answers further requests; 204 at once by default. */
  answer: (response: ServerResponse, received: Received) => void
  close(): Promise<void>
}

/** A real HTTP server that keeps what it is sent. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const header = (name: string) => String(request.headers[name])
      const one: Received = {
        id: header('webhook-id'),
        signature: header('webhook-signature'),
        timestamp: header('webhook-timestamp'),
        body,
        data: (JSON.parse(body) as { data: Received['data'] }).data,
      }
      received.push(one)
      receiver.answer(response, one)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: accept,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return receiver
}

export const accept: Receiver['answer'] = (response) => void response.writeHead(204).end()

/** Verifies a message as the Standard Webhooks specification tells receivers to. */
export function isSigned({ id, timestamp, body, signature }: Received, secret: string): boolean {
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return signature.split(' ').includes(`v1,${digest}`)
}
