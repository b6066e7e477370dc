import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy between the product and the ERP that sees each response before the product: at that time the ERP has posted
 * and the product does not know it.
 */
export class ErpProxy {
  readonly #server: Server
  readonly #target: URL
  readonly #agent = new Agent({ keepAlive: true })
  #onBooked: (() => Promise<boolean>) | null = null

  private constructor(server: Server, target: URL) {
    this.#server = server
    this.#target = target
  }

  static async open(target: string): Promise<ErpProxy> {
    let proxy: ErpProxy
    const server = createServer((near, answer) => proxy.#pass(near, answer))
    server.keepAliveTimeout = 65_000
    proxy = new ErpProxy(server, new URL(target))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return proxy
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  /**
   * Sets the function called after the ERP has posted, before its response is forwarded; if it returns true the
   * response is dropped. null: none.
   */
  whenBooked(act: (() => Promise<boolean>) | null): void {
    this.#onBooked = act
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#agent.destroy()
    await new Promise<void>((done) => this.#server.close(() => done()))
  }

  #pass(near: IncomingMessage, answer: ServerResponse): void {
    const far = request(
      {
        host: this.#target.hostname,
        port: this.#target.port,
        agent: this.#agent,
        method: near.method,
        path: near.url,
        headers: near.headers,
      },
      (reply) => void this.#answer(near, reply, answer),
    )
    far.on('error', () => answer.destroy())
    answer.on('close', () => far.destroy())
    near.pipe(far)
  }

  async #answer(
    near: IncomingMessage,
    reply: IncomingMessage,
    answer: ServerResponse,
  ): Promise<void> {
    const isBooking =
      near.method === 'POST' &&
      /API_MATERIAL_DOCUMENT_SRV|PostDifferences/.test(near.url!) &&
      (reply.statusCode ?? 500) < 300
    if (isBooking && this.#onBooked !== null && (await this.#onBooked())) {
      reply.resume()
      answer.destroy()
      return
    }
    reply.on('error', () => answer.destroy())
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  }
}
