import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'
import { ErpFailure } from '../client/erp-failure.ts'
import { ODataClient, type ServiceSettings } from '../client/odata-client.ts'

export type Reply = (request: IncomingMessage, reply: ServerResponse, body: string) => void

/** A local service that answers as the test specifies and records its requests; a new one for each test. */
export class TestODataService {
  handle: Reply = () => undefined
  seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  readonly #server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const { method = '', url = '', headers } = request
      this.seen.push({ method, url, headers, body })
      this.handle(request, reply, body)
    })
  })

  /** A client for it, with pages of two rows, and with the given settings. */
  client(settings: Partial<ServiceSettings> = {}): ODataClient {
    const { port } = this.#server.address() as AddressInfo
    return new ODataClient({
      serviceUrl: `http://127.0.0.1:${port}/sap/API_SRV`,
      sapClient: '100',
      language: 'ZH',
      authentication: 'basic',
      account: 'WMS',
      secret: 'päss:wort',
      timeoutMs: 2000,
      pageSize: 2,
      allowsLoopback: true,
      ...settings,
    })
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.handle = () => undefined
    this.seen = []
  }

  /** Closes all connections and stops listening. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Starts the service before each test of the file and stops it after. */
export function testODataService(): TestODataService {
  const service = new TestODataService()
  beforeEach(() => service.start())
  afterEach(() => service.stop())
  return service
}

export function json(
  reply: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string | string[]> = {},
): void {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers })
  reply.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** The failure of the call; throws if it did not fail. */
export async function failureOf(work: Promise<unknown>): Promise<ErpFailure['facts']> {
  try {
    await work
  } catch (error) {
    if (error instanceof ErpFailure) return error.facts
    throw error
  }
  throw new Error('nothing failed')
}
