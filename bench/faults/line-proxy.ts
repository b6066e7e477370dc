import type { AddressInfo, Server, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

/**
 * A TCP proxy whose connections can be cut and slowed down. It does not interpret the data, so responses can be lost
 * after execution as well as requests before it.
 */
export class LineProxy {
  readonly #server: Server
  readonly #pairs = new Set<Socket>()
  #targets: { host: string; port: number }[] = []
  #turn = 0
  #delayMs = 0
  #isRefusing = false
  /** Number of connections cut by `cut`. */
  cuts = 0

  private constructor(server: Server) {
    this.#server = server
  }

  /** Listens on a free local port. */
  static async open(): Promise<LineProxy> {
    let proxy: LineProxy
    const server = createServer({ allowHalfOpen: false }, (near) => proxy.#take(near))
    proxy = new LineProxy(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Sets the targets of new connections, used in turn; existing ones are not changed. */
  leadTo(...addresses: readonly string[]): void {
    this.#targets = addresses.map((address) => {
      const { hostname, port } = new URL(address)
      return { host: hostname, port: Number(port) }
    })
  }

  /** From now on delays all data in both directions. */
  delay(milliseconds: number): void {
    this.#delayMs = milliseconds
  }

  /** Refuses new connections until called again. */
  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing
  }

  /** Cuts existing connections, each with the given probability. */
  cut(strikes: () => boolean = () => true): void {
    for (const socket of this.#pairs) {
      if (!strikes()) continue
      this.cuts += 1
      socket.resetAndDestroy()
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#pairs) socket.destroy()
    await new Promise<void>((done) => this.#server.close(() => done()))
  }

  #take(near: Socket): void {
    const target = this.#targets[this.#turn++ % Math.max(1, this.#targets.length)]
    if (target === undefined || this.#isRefusing) {
      near.destroy()
      return
    }
    const far = connect(target.port, target.host)
    this.#pairs.add(near)
    const end = () => {
      near.destroy()
      far.destroy()
      this.#pairs.delete(near)
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true)
      from.on('error', end)
      from.on('close', end)
      from.on('data', (data: Buffer) => {
        if (this.#delayMs === 0 && !from.isPaused()) {
          this.#pass(from, to, data)
          return
        }
        from.pause()
        setTimeout(() => {
          this.#pass(from, to, data)
          from.resume()
        }, this.#delayMs)
      })
    }
  }

  #pass(from: Socket, to: Socket, data: Buffer): void {
    if (to.destroyed || to.write(data)) return
    from.pause()
    to.once('drain', () => from.resume())
  }
}
