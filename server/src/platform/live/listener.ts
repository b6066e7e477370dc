import pg from 'pg'

export interface Hearing {
  /** `payload` is null after each (re)connection: earlier notifications are unknown. */
  onNotice: (channel: string, payload: string | null) => void
  /** The connection broke or could not be made, or `onNotice` threw. */
  onError: (error: unknown) => void
  /** Notifications are lost from now on, until `onNotice` is called with null. */
  onDeaf?: () => void
}

export interface Listening {
  /** Resolves when listening; rejects if the first connection attempt fails, while retries continue. */
  ready: Promise<void>
  stop(): Promise<void>
}

const reconnectMs = 1000
const connectMs = 10_000
const lines = new Map<string, Line>()

/**
 * Listens to notifications of a database. All listeners of a process share one connection, which is reopened a second
 * after it is lost, as long as there are listeners.
 */
export function listen(
  connectionString: string,
  channels: readonly string[],
  hearing: Hearing,
): Listening {
  let line = lines.get(connectionString)
  if (line === undefined) {
    line = new Line(connectionString)
    lines.set(connectionString, line)
  }
  return line.join(channels, hearing)
}

interface Listener {
  channels: readonly string[]
  hearing: Hearing
  /** Whether it currently receives notifications. */
  hears: boolean
  ready: PromiseWithResolvers<void>
}

/** The listening connection of this process to one database. */
class Line {
  readonly #connectionString: string
  readonly #listeners = new Set<Listener>()
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  /** Serialises commands on the connection; never rejects. */
  #work: Promise<void> = Promise.resolve()

  constructor(connectionString: string) {
    this.#connectionString = connectionString
  }

  join(channels: readonly string[], hearing: Hearing): Listening {
    const listener: Listener = {
      channels,
      hearing,
      hears: false,
      ready: Promise.withResolvers<void>(),
    }
    // Callers that do not await it are informed by `onError`.
    listener.ready.promise.catch(() => undefined)
    this.#listeners.add(listener)
    this.#do(() => (this.#client === undefined ? this.#connect() : this.#admit(this.#client)))
    return { ready: listener.ready.promise, stop: () => this.#leave(listener) }
  }

  #do(step: () => Promise<void>): void {
    this.#work = this.#work.then(step)
  }

  async #leave(listener: Listener): Promise<void> {
    this.#listeners.delete(listener)
    listener.hears = false
    if (this.#listeners.size > 0) return
    lines.delete(this.#connectionString)
    await this.#work
    clearTimeout(this.#retry)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(listener.hearing.onError)
  }

  async #connect(): Promise<void> {
    if (this.#client !== undefined || this.#listeners.size === 0) return
    clearTimeout(this.#retry)
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'kufang listens',
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
    })
    this.#client = client
    client.on('notification', ({ channel, payload }) => {
      for (const one of this.#listeners)
        if (one.hears && one.channels.includes(channel)) tell(one, channel, payload ?? '')
    })
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    try {
      await client.connect()
    } catch (error) {
      this.#lost(client, error)
      return
    }
    await this.#admit(client)
  }

  /** Starts listening for new listeners and informs them. */
  async #admit(client: pg.Client): Promise<void> {
    const waiting = [...this.#listeners].filter(({ hears }) => !hears)
    try {
      for (const channel of new Set(waiting.flatMap(({ channels }) => channels)))
        await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      this.#lost(client, error)
      return
    }
    if (this.#client !== client) return
    for (const one of waiting) {
      if (!this.#listeners.has(one)) continue
      one.hears = true
      one.ready.resolve()
      for (const channel of one.channels) tell(one, channel, null)
    }
  }

  #lost(client: pg.Client, error?: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.end().catch(() => undefined)
    for (const one of this.#listeners) {
      if (one.hears) one.hearing.onDeaf?.()
      one.hears = false
      if (error === undefined) continue
      one.ready.reject(error)
      one.hearing.onError(error)
    }
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#do(() => this.#connect()), reconnectMs)
  }
}

/** An error of one listener must not affect the others. */
function tell({ hearing }: Listener, channel: string, payload: string | null): void {
  try {
    hearing.onNotice(channel, payload)
  } catch (error) {
    hearing.onError(error)
  }
}
