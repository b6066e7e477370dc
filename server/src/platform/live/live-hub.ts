import type { WebSocket } from '@fastify/websocket'
import { closeCodes, unreadText } from '@kufang/contract/messages/live-message.ts'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { SessionCache, SessionRecord } from '../http/session-cache.ts'
import { liveChannel } from './live-channel.ts'
import { LiveConnection } from './live-connection.ts'
import { listen } from './listener.ts'
import { MissedActs } from './missed-acts.ts'

/** The channel of `announceSessionChange`: changed permissions, revoked tokens. */
const sessionChannel = 'kufang_session'

/** Maximum number of windows of one user, and of all users in this process. */
const windowsOfOneMax = 20
const windowsMax = 5000
/** Interval of the search for acts without an announcement. */
const roundMs = 30_000
/** Notices within this time are handled together. */
const gatherMs = 200
/** A socket without a sign of life for twice this time is terminated. */
const probeMs = 15_000
/** A larger batch is replaced by one general notice. */
const noticesMax = 200
/** RFC 6455: try again later. */
const tryAgainLater = 1013

/** A notice of a process: `todo|1000|…` has the kind todo and two parts. */
export interface LiveNotice {
  kind: string
  parts: readonly string[]
}

/** What decides about the texts for a window. */
export type LiveReader = Pick<LiveConnection, 'userId' | 'language' | 'record'>

/**
 * Translates notices into the texts for each of these windows: reads the rows first, then decides per window by the
 * user's permissions and scope.
 */
export type LiveTranslator = (
  database: Database,
  notices: readonly LiveNotice[],
  readers: readonly LiveReader[],
) => Promise<(reader: LiveReader) => readonly string[]>

interface LiveHubOptions {
  database: Database
  sessions: SessionCache
  translate: LiveTranslator
  log: Logger
  /** Interval of probing windows, ms. */
  probeMs?: number
  /** Interval of the search for acts without an announcement, ms. */
  roundMs?: number
}

/**
 * The open windows of this process. Every process receives the notices of all processes by LISTEN/NOTIFY and informs
 * its own windows; nothing is stored: a reconnected client requests the current counts.
 */
export class LiveHub {
  readonly #options: LiveHubOptions
  readonly #connections = new Set<LiveConnection>()
  readonly #listening: { stop(): Promise<void> }
  readonly #probing: NodeJS.Timeout
  readonly #missed: MissedActs
  readonly #rounds: NodeJS.Timeout
  #gathered: LiveNotice[] = []
  #wasDeaf = false
  #isListening = false
  #gathering: NodeJS.Timeout | undefined
  /** Sessions that are being read again. */
  readonly #rechecks = new Set<Promise<void>>()

  constructor(options: LiveHubOptions) {
    this.#options = options
    this.#listening = listen(options.database.connectionString, [liveChannel, sessionChannel], {
      onNotice: (channel, payload) => {
        this.#isListening = true
        if (channel === sessionChannel) this.#onSessionChange(payload)
        else this.#onNotice(payload)
      },
      onDeaf: () => {
        this.#isListening = false
      },
      onError: (error) => options.log.error({ err: error }, 'the live channel broke'),
    })
    this.#probing = setInterval(() => {
      const now = Date.now()
      for (const connection of this.#connections) connection.probe(now)
    }, options.probeMs ?? probeMs).unref()
    const everyMs = options.roundMs ?? roundMs
    this.#missed = new MissedActs(everyMs)
    this.#rounds = setInterval(() => {
      if (this.#connections.size === 0) return
      this.#findMissed().catch((error: unknown) =>
        options.log.error({ err: error }, 'missed acts could not be looked for'),
      )
    }, everyMs).unref()
  }

  /**
   * Adds a window. If a user has too many, the oldest is closed; above the limit of the process the new one is refused.
   */
  add(socket: WebSocket, digest: string, record: SessionRecord): void {
    if (this.#connections.size >= windowsMax) {
      socket.close(tryAgainLater, 'too many windows')
      return
    }
    const own = [...this.#connections].filter(({ userId }) => userId === record.userId)
    for (const oldest of own.slice(0, Math.max(0, own.length - windowsOfOneMax + 1))) {
      this.#connections.delete(oldest)
      oldest.close(closeCodes.tooManyWindows, 'newer windows took the places')
    }
    const connection = new LiveConnection(socket, digest, record)
    this.#connections.add(connection)
    connection.onClose(() => this.#connections.delete(connection))
  }

  /** Whether notices of all processes arrive. */
  get isListening(): boolean {
    return this.#isListening
  }

  /** The number of open windows. */
  get windowCount(): number {
    return this.#connections.size
  }

  async close(): Promise<void> {
    this.#isListening = false
    clearInterval(this.#probing)
    clearInterval(this.#rounds)
    clearTimeout(this.#gathering)
    await this.#listening.stop()
  }

  /** `user:<id>`, `token:<digest>`; anything else, or a gap, applies to everybody. */
  #onSessionChange(payload: string | null): void {
    const [kind, value = ''] = (payload ?? '').split(':')
    const { sessions, log } = this.#options
    for (const connection of this.#connections) {
      if (kind === 'user' && connection.userId !== value) continue
      if (kind === 'token' && connection.digest !== value) continue
      // The cache receives the same notification, possibly later.
      sessions.forgetToken(connection.digest)
      const recheck = this.#recheck(connection).catch((error: unknown) => {
        log.error({ err: error }, 'a session could not be read again')
        connection.close(tryAgainLater, 'session not readable')
      })
      this.#rechecks.add(recheck)
      void recheck.finally(() => this.#rechecks.delete(recheck))
    }
  }

  async #recheck(connection: LiveConnection): Promise<void> {
    const record = await this.#options.sessions.find(connection.digest)
    if (record === null || record.mustChangePassword)
      connection.close(closeCodes.sessionEnded, 'session ended')
    else connection.record = record
  }

  /** Other effects of these acts are unknown, so clients are asked to reload their counts. */
  async #findMissed(): Promise<void> {
    const missed = await this.#missed.find(this.#options.database)
    for (const parts of missed) this.#onNotice(['entity', ...parts].join('|'))
    if (missed.length > 0) this.#onNotice(null)
  }

  #onNotice(payload: string | null): void {
    const [kind = '', ...parts] = (payload ?? '').split('|')
    if (kind === 'entity') this.#missed.hear(parts)
    if (this.#connections.size === 0) return
    if (payload === null || this.#gathered.length >= noticesMax) this.#wasDeaf = true
    else this.#gathered.push({ kind, parts })
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#tell().catch((error: unknown) =>
        this.#options.log.error({ err: error }, 'what happened could not be told'),
      )
    }, gatherMs)
  }

  async #tell(): Promise<void> {
    const notices = this.#gathered
    const wasDeaf = this.#wasDeaf
    this.#gathered = []
    this.#wasDeaf = false
    const { database, translate } = this.#options
    const introduced = () => [...this.#connections].filter(({ isIntroduced }) => isIntroduced)
    // What was written after rights were taken away is told by the rights that are left, however long reading them takes.
    await Promise.all(this.#rechecks)
    const textsFor = await translate(database, notices, introduced())
    for (const connection of introduced()) {
      const texts = new Set(textsFor(connection))
      if (wasDeaf) texts.add(unreadText)
      for (const text of texts) connection.send(text)
    }
  }
}
