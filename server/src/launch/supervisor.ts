import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { EmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { ensureDatabase } from '../platform/embedded-postgres/ensure-database.ts'
import { takeFolder } from '../platform/process/folder-owner.ts'
import { layOutAccounts } from './account-table.ts'
import { buildWeb } from './build-web.ts'
import { Child } from './child.ts'
import type { Configuration } from './configuration.ts'
import { LogFile } from './log-file.ts'

/** Together below the 10 seconds within which a stop must complete. */
const serverPatienceMs = 6000
const standInPatienceMs = 1000
const databasePatienceMs = 2500
const databaseName = 'kufang'
const firstBackoffMs = 1000
const longestBackoffMs = 30_000
/** A server that ran this long counts as healthy: its next crash starts a new series. */
const healthyMs = 60_000

export interface Programs {
  server: string
  standIn: string
  /** Whether there is a web page to build. */
  web: boolean
}

const ownPrograms: Programs = {
  server: 'server/src/main.ts',
  standIn: 'erp-stand-in/src/main.ts',
  web: true,
}

/**
 * Runs the product on one machine: database, ERP stand-in, web page and server, in that order and only if needed;
 * restarts them after crashes; stops them in reverse order.
 */
export class Supervisor {
  readonly #configuration: Configuration
  readonly #programs: Programs
  readonly #say: (line: string) => void
  readonly #logs: Record<'server' | 'standIn' | 'web', LogFile>
  #giveBack: (() => void) | undefined
  #database: EmbeddedPostgres | undefined
  #databaseUrl = ''
  #standIn: Child | undefined
  #erpUrl = ''
  #server: Child | undefined
  /** The port since the first start, because users have that URL open. */
  #port: string | undefined
  #accounts: string[] = []
  #ready = false
  #serverWaitMs = firstBackoffMs
  readonly #stopping = new AbortController()
  #starting: Promise<void> | undefined
  #stopped: Promise<void> | undefined

  constructor(
    configuration: Configuration,
    say: (line: string) => void,
    programs: Programs = ownPrograms,
  ) {
    this.#configuration = configuration
    this.#programs = programs
    this.#say = say
    const log = (name: string) => new LogFile(join(configuration.dataFolder, 'log', name))
    this.#logs = {
      server: log('server.log'),
      standIn: log('erp-stand-in.log'),
      web: log('web-build.log'),
    }
  }

  /**
   * Starts everything and prints `ready …` when it serves.
   * @throws with the last output of the failed process; `stop` stops the processes already started
   */
  async start(): Promise<void> {
    this.#starting = this.#startAll()
    try {
      await this.#starting
    } catch (error) {
      if (!this.#stops) throw error
    }
  }

  /** Stops server, stand-in and database, in this order. May be called at any time, repeatedly. */
  stop(): Promise<void> {
    this.#stopping.abort()
    this.#stopped ??= this.#stopAll()
    return this.#stopped
  }

  get #stops(): boolean {
    return this.#stopping.signal.aborted
  }

  async #startAll(): Promise<void> {
    const { dataFolder, databaseUrl, erpUrl, root } = this.#configuration
    this.#giveBack = takeFolder(dataFolder)
    this.#say(`data folder ${dataFolder}`)
    if (databaseUrl === undefined) await this.#startDatabase()
    else this.#databaseUrl = databaseUrl
    if (this.#stops) return
    if (erpUrl === undefined) await this.#startStandIn('0')
    else this.#erpUrl = erpUrl
    if (this.#programs.web) {
      const { signal } = this.#stopping
      await buildWeb({ root, log: this.#logs.web, say: this.#say, signal })
    }
    if (!this.#stops) await this.#startServer()
  }

  async #stopAll(): Promise<void> {
    await this.#server?.stop(serverPatienceMs)
    await this.#standIn?.stop(standInPatienceMs)
    // A step in progress may have started another process meanwhile.
    await this.#starting?.catch(() => undefined)
    await this.#server?.stop(serverPatienceMs)
    await this.#standIn?.stop(standInPatienceMs)
    await this.#database?.stop(databasePatienceMs)
    this.#giveBack?.()
  }

  async #startDatabase(): Promise<void> {
    this.#say('starting the database')
    const database = await startEmbeddedPostgres({
      dataFolder: join(this.#configuration.dataFolder, 'database'),
    })
    this.#database = database
    this.#databaseUrl = await ensureDatabase(database.connectionString, databaseName)
    void database.ended.then(() => this.#onDatabaseEnd())
  }

  async #onDatabaseEnd(): Promise<void> {
    if (this.#stops) return
    this.#say('the database has ended; starting it again, and the server after it')
    await this.#repeatUntilDone(firstBackoffMs, () => this.#startDatabase())
    // The URL has changed; stopping the server makes it restart with the new one.
    await this.#server?.stop(serverPatienceMs)
  }

  /** @param port '0' for the first start; later the same one, which the server knows */
  async #startStandIn(port: string): Promise<void> {
    this.#say('starting the ERP stand-in')
    const child = new Child({
      name: 'the ERP stand-in',
      program: [this.#programs.standIn],
      folder: this.#configuration.root,
      environment: {
        PORT: port,
        STAND_IN_DATA: join(this.#configuration.dataFolder, 'erp-stand-in'),
      },
      log: this.#logs.standIn,
      onLine: (line) => announced(line),
    })
    this.#standIn = child
    const line = /^erp stand-in ready (http:\S+)$/
    let found: () => void
    const ready = new Promise<void>((done) => {
      found = done
    })
    const announced = (text: string) => {
      const address = line.exec(text)?.[1]
      if (address === undefined) return false
      this.#erpUrl = address
      found()
      return true
    }
    await this.#begun(child, ready, this.#logs.standIn)
    void child.ended.then((how) => this.#onStandInEnd(how))
  }

  async #onStandInEnd(how: string): Promise<void> {
    if (this.#stops) return
    this.#say(`the ERP stand-in has ended (${how})`)
    await this.#repeatUntilDone(firstBackoffMs, () =>
      this.#startStandIn(new URL(this.#erpUrl).port),
    )
  }

  async #startServer(): Promise<void> {
    const { dataFolder, databaseUrl, port, root } = this.#configuration
    this.#say(this.#ready ? 'starting the server again' : 'starting the server')
    let found: (address: string) => void
    const listening = new Promise<string>((done) => {
      found = done
    })
    const child = new Child({
      name: 'the server',
      program: [this.#programs.server],
      folder: root,
      environment: {
        NODE_ENV: 'production',
        DATABASE_URL: this.#databaseUrl,
        ERP_URL: this.#erpUrl,
        PORT: this.#port ?? String(port),
        KUFANG_DATA: dataFolder,
        // There is no other process to which a proxy could turn, and the time of a stop is `serverPatienceMs`.
        KUFANG_DRAIN_SECONDS: '0',
        KUFANG_STOP_SECONDS: '5',
        ...(databaseUrl === undefined ? { KUFANG_DEMONSTRATION: '1' } : {}),
      },
      log: this.#logs.server,
      onLine: (line) => {
        if (line.startsWith('listening ')) found(line.slice('listening '.length).trim())
        else if (line.startsWith('progress ')) this.#say(line.slice('progress '.length))
        else if (line.startsWith('account ')) this.#account(line.slice('account '.length))
        else return false
        return true
      },
    })
    this.#server = child
    await this.#begun(child, listening, this.#logs.server)
    const since = Date.now()
    void child.ended.then((how) => this.#onServerEnd(how, since))
    if (this.#stops) return
    if (this.#ready) {
      this.#say('the server serves again')
      return
    }
    this.#ready = true
    this.#port = new URL(await listening).port || '80'
    this.#say(`ready http://127.0.0.1:${this.#port}/`)
    for (const line of layOutAccounts(this.#accounts)) this.#say(line)
  }

  async #onServerEnd(how: string, since: number): Promise<void> {
    if (this.#stops) return
    if (Date.now() - since > healthyMs) this.#serverWaitMs = firstBackoffMs
    this.#say(
      `the server has ended (${how}) and starts again in ${this.#serverWaitMs / 1000} s; its log is ${this.#logs.server.path}`,
    )
    await this.#repeatUntilDone(this.#serverWaitMs, () => this.#startServer())
    this.#serverWaitMs = nextWait(this.#serverWaitMs)
  }

  #account(line: string): void {
    if (this.#ready) return
    this.#accounts.push(line)
  }

  /** Waits until a child has reported that it is running. */
  async #begun(child: Child, up: Promise<unknown>, log: LogFile): Promise<void> {
    const how = await Promise.race([up.then(() => undefined), child.ended])
    if (how === undefined || this.#stops) return
    throw new Error(`${child.name} did not start (${how}); it said:\n${log.last}`)
  }

  /** Restarts a process with increasing delays until it runs or everything is being stopped. */
  async #repeatUntilDone(firstWaitMs: number, start: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    for (let waitMs = firstWaitMs; ; waitMs = nextWait(waitMs)) {
      await pause(waitMs, undefined, { signal }).catch(() => undefined)
      if (this.#stops) return
      try {
        await start()
        return
      } catch (error) {
        this.#say(`${(error as Error).message}\nnext attempt in ${nextWait(waitMs) / 1000} s`)
      }
    }
  }
}

function nextWait(waitMs: number): number {
  return Math.min(waitMs * 2, longestBackoffMs)
}
