import type { WebSocket } from '@fastify/websocket'
import { closeCodes, heartbeatAnswer } from '@kufang/contract/messages/live-message.ts'
import { z } from 'zod'
import type { SessionRecord } from '../http/session-cache.ts'

/** More messages than a heartbeat every 5 s and some after a reconnection are refused as flooding. */
const floodMax = 30
const floodWindowMs = 10_000
/**
 * A client that reads more slowly than this buffer fills is disconnected; it requests what it missed on reconnection.
 */
const bufferedBytesMax = 1024 * 1024
/** RFC 6455: policy violation. */
const policyViolation = 1008

const identity = z.object({
  userId: z.string().max(60),
  userName: z.string().max(100),
  language: z.enum(['zh', 'en']).default('zh'),
})

/** A received message: whole, or in parts. */
type RawData = Buffer | ArrayBuffer | Buffer[]

/** An open browser window of a user. */
export class LiveConnection {
  readonly digest: string
  readonly userId: string
  /** Read again whenever the user's permissions change. */
  record: SessionRecord
  language: 'zh' | 'en' = 'zh'
  /** Nothing is pushed before the client has identified itself (product.md section 4). */
  isIntroduced = false
  readonly #socket: WebSocket
  #isAlive = true
  #window = { startedAt: 0, count: 0 }

  constructor(socket: WebSocket, digest: string, record: SessionRecord) {
    this.#socket = socket
    this.digest = digest
    this.userId = record.userId
    this.record = record
    socket.on('message', (data, isBinary) => this.#hear(isBinary ? null : messageText(data)))
    socket.on('pong', () => {
      this.#isAlive = true
    })
    // Socket errors are not our faults; `close` follows.
    socket.on('error', () => socket.terminate())
  }

  onClose(react: () => void): void {
    this.#socket.once('close', react)
  }

  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > bufferedBytesMax) this.#socket.terminate()
    else this.#socket.send(text)
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  /** Called periodically: terminates connections that have not answered since the last call. */
  probe(now: number): void {
    if (!this.#isAlive) {
      this.#socket.terminate()
      return
    }
    if (this.record.expiresAt <= now) {
      this.close(closeCodes.sessionEnded, 'session expired')
      return
    }
    this.#isAlive = false
    this.#socket.ping()
  }

  #hear(text: string | null): void {
    this.#isAlive = true
    if (this.#isFlooding(Date.now())) {
      this.close(policyViolation, 'too many messages')
      return
    }
    const said = text === null ? undefined : identity.safeParse(parsed(text)).data
    if (said === undefined || said.userId !== this.userId) {
      this.close(policyViolation, 'say the user id and name of the token')
      return
    }
    this.language = said.language
    this.isIntroduced = true
    this.send(heartbeatAnswer)
  }

  #isFlooding(now: number): boolean {
    if (now - this.#window.startedAt > floodWindowMs) this.#window = { startedAt: now, count: 0 }
    this.#window.count++
    return this.#window.count > floodMax
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller refuses it like any other invalid text.
    return undefined
  }
}

function messageText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.from(data as ArrayBuffer).toString('utf8')
}
