import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { EmbeddedPostgres } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { ensureDatabase } from '../../server/src/platform/embedded-postgres/ensure-database.ts'
import { StandIn } from '../../tools/demo/erp.ts'
import { ErpProxy } from './erp-proxy.ts'
import { LineProxy } from './line-proxy.ts'
import type { Running } from './server-process.ts'
import { root, startProcess } from './server-process.ts'

/** The program of this version or of another one. */
export interface ServerStart {
  tree?: string
  environment?: Record<string, string>
}

/** The database of a site; the embedded one, or another with the same statements. */
export interface SiteDatabase {
  /** Starts it, also after it has ended; `connectionString` leads to an administrator's database. */
  start(folder: string): Promise<EmbeddedPostgres>
  /** Creates the product's database, called once. */
  create(administration: string): Promise<string>
}

const embedded: SiteDatabase = {
  start: (dataFolder) => startEmbeddedPostgres({ dataFolder }),
  create: (administration) => ensureDatabase(administration, 'kufang'),
}

/**
 * The complete product with all connections under control: clients → front → servers → back → PostgreSQL, and servers →
 * ERP proxy → ERP stand-in.
 */
export class Site {
  readonly folder: string
  readonly front: LineProxy
  readonly back: LineProxy
  readonly erpProxy: ErpProxy
  readonly erp: StandIn
  readonly servers: Running[] = []
  readonly #standIn: Running
  readonly #source: SiteDatabase
  #postgres: EmbeddedPostgres
  #postgresFolder: string
  #database: Database
  #isFirstStart = true
  #wanted = 0
  /** Number of requested stops of servers, and of those that failed. */
  stops = 0
  uncleanStops = 0
  /** Number of servers that ended unexpectedly and were restarted. */
  restarts = 0
  #isPostgresOver = false

  private constructor(
    folder: string,
    parts: { front: LineProxy; back: LineProxy; erpProxy: ErpProxy; standIn: Running },
    source: SiteDatabase,
    postgres: EmbeddedPostgres,
    database: Database,
  ) {
    this.folder = folder
    this.#source = source
    this.front = parts.front
    this.back = parts.back
    this.erpProxy = parts.erpProxy
    this.#standIn = parts.standIn
    this.erp = new StandIn(parts.standIn.address)
    this.#postgres = postgres
    this.#postgresFolder = join(folder, 'database')
    this.#database = database
    this.#watchPostgres()
  }

  static async open(source: SiteDatabase = embedded): Promise<Site> {
    const folder = mkdtempSync(join(tmpdir(), 'kufang-faults-'))
    for (const part of ['erp-stand-in', 'data', 'log']) mkdirSync(join(folder, part))
    const standIn = await startProcess({
      program: 'erp-stand-in/src/main.ts',
      environment: { PORT: '0', STAND_IN_DATA: join(folder, 'erp-stand-in') },
      ready: /^erp stand-in ready (http:\S+)$/,
      log: join(folder, 'log/erp-stand-in.log'),
    })
    const postgres = await source.start(join(folder, 'database'))
    const url = await source.create(postgres.connectionString)
    const [front, back] = [await LineProxy.open(), await LineProxy.open()]
    const erpProxy = await ErpProxy.open(standIn.address)
    back.leadTo(url)
    const parts = { front, back, erpProxy, standIn }
    return new Site(folder, parts, source, postgres, watchDatabase(url))
  }

  /** The URL clients use. */
  get address(): string {
    return `http://127.0.0.1:${this.front.port}/`
  }

  get dataFolder(): string {
    return join(this.folder, 'data')
  }

  get postgresPid(): number {
    return this.#postgres.pid
  }

  /** A direct connection to the database without the proxy: checks must not be affected by faults. */
  get database(): Database {
    return this.#database
  }

  /** Starts a further process of the product. The first one creates the demonstration company. */
  async startServer(start: ServerStart = {}): Promise<Running> {
    const address = new URL(this.#postgres.connectionString)
    address.pathname = '/kufang'
    address.port = String(this.back.port)
    const running = await startProcess({
      program: 'server/src/main.ts',
      tree: start.tree ?? root,
      environment: {
        NODE_ENV: 'production',
        DATABASE_URL: address.href,
        ERP_URL: this.erpProxy.address,
        PORT: '0',
        KUFANG_DATA: this.dataFolder,
        KUFANG_LOG_LEVEL: 'info',
        KUFANG_DRAIN_SECONDS: '0',
        KUFANG_STOP_SECONDS: '5',
        KUFANG_DEMONSTRATION: this.#isFirstStart ? '1' : '0',
        ...start.environment,
      },
      ready: /^listening (http:\S+)$/,
      log: join(this.folder, 'log/server.log'),
    })
    this.#isFirstStart = false
    this.servers.push(running)
    this.#lead()
    return running
  }

  /** Removes servers that have ended. */
  dropEnded(): void {
    const left = this.servers.filter((server) => !server.isOver)
    this.servers.splice(0, this.servers.length, ...left)
    this.#lead()
  }

  /** Starts or stops servers until this number of our own version runs. */
  async serve(count: number, environment: Record<string, string> = {}): Promise<void> {
    this.#wanted = count
    this.dropEnded()
    while (this.servers.length > count) {
      const server = this.servers.pop()!
      this.#lead()
      await server.stop()
      this.stops += 1
      if ((await server.ended) !== 'exit code 0') this.uncleanStops += 1
    }
    const missing = count - this.servers.length
    await Promise.all(
      Array.from({ length: Math.max(0, missing) }, () => this.startServer({ environment })),
    )
    this.#lead()
  }

  /** Restarts servers that ended unexpectedly, as the product's supervisor does. */
  async supervise(): Promise<void> {
    const living = this.servers.filter((server) => !server.isOver).length
    if (living >= this.#wanted) return
    this.restarts += this.#wanted - living
    await this.serve(this.#wanted)
  }

  /** Restarts PostgreSQL after it has ended. Its child processes may still be terminating. */
  async restartPostgres(folder = this.#postgresFolder): Promise<void> {
    await this.#postgres.ended
    this.#postgresFolder = folder
    this.#postgres = await this.#source.start(folder)
    this.#watchPostgres()
    const address = new URL(this.#postgres.connectionString)
    address.pathname = '/kufang'
    this.back.leadTo(address.href)
    const old = this.#database
    this.#database = watchDatabase(address.href)
    await old.close().catch(() => undefined)
  }

  async stopPostgres(): Promise<void> {
    await this.#postgres.stop()
  }

  /** Whether PostgreSQL has ended unexpectedly. */
  get isPostgresOver(): boolean {
    return this.#isPostgresOver
  }

  /** Restarts PostgreSQL if it has ended. */
  async revivePostgres(): Promise<void> {
    // The end of a child process may end the whole server, which takes a moment.
    await Promise.race([this.#postgres.ended, pause(2000)])
    if (this.#isPostgresOver) await this.restartPostgres()
  }

  get postgresFolder(): string {
    return this.#postgresFolder
  }

  async close(keeps: boolean): Promise<void> {
    for (const server of this.servers) await server.stop()
    await this.#database.close().catch(() => undefined)
    await this.#postgres.stop()
    await this.#standIn.stop()
    await this.front.close()
    await this.back.close()
    await this.erpProxy.close()
    if (!keeps) rmSync(this.folder, { recursive: true, force: true })
  }

  #watchPostgres(): void {
    const watched = this.#postgres
    this.#isPostgresOver = false
    void watched.ended.then(() => {
      if (watched === this.#postgres) this.#isPostgresOver = true
    })
  }

  #lead(): void {
    this.front.leadTo(...this.servers.filter((one) => !one.isOver).map((one) => one.address))
  }
}

function watchDatabase(connectionString: string): Database {
  // Broken connections are reopened by the next statement.
  return openDatabase({ connectionString, connectionsMax: 3, onError: () => undefined })
}
