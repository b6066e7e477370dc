import type { Database } from '../database/database.ts'
import { migrationNames } from '../database/migrate.ts'
import { runForSystem } from '../database/request-work.ts'

/** What a process lacks to serve requests, as answered by /ready. */
export interface Missing {
  code: MissingCode
  zh: string
  en: string
}

type MissingCode =
  | 'stopping'
  | 'database-unreachable'
  | 'migrations-missing'
  | 'job-worker-stopped'
  | 'live-channel-deaf'

const texts: Record<MissingCode, { zh: string; en: string }> = {
  stopping: {
    zh: '进程正在停止：请把请求转到其他进程',
    en: 'the process is stopping: send requests to another one',
  },
  'database-unreachable': {
    zh: '数据库没有应答：请检查数据库、网络和 DATABASE_URL',
    en: 'the database does not answer: check the database, the network and DATABASE_URL',
  },
  'migrations-missing': {
    zh: '数据库缺少本版本的迁移：请重新启动本版本的一个进程，由它执行迁移',
    en: 'the database lacks migrations of this version: restart a process of this version, which runs them',
  },
  'job-worker-stopped': {
    zh: '后台任务没有运行：请查看进程日志，然后重新启动进程',
    en: 'the background jobs do not run: read the log of the process, then restart it',
  },
  'live-channel-deaf': {
    zh: '没有收听数据库的通知：连接中断后每秒重连一次，若持续请检查数据库',
    en: 'notifications of the database are not heard: the connection is renewed every second; if it lasts, check the database',
  },
}

/** How long the database may take to answer, ms. */
const patienceMs = 3000
/** For this time an answer of the database counts, ms, so that frequent questions do not load it. */
const keptMs = 500
/** Privileges or the table are missing: the database is older than the migration that grants them. */
const notMigrated = new Set(['42501', '42P01'])

/**
 * Whether this process may be sent requests. The parts of the process tell how to ask them; a part that has told nothing
 * counts as missing.
 */
export class Readiness {
  readonly #database: Database
  readonly #names = migrationNames()
  #isStopping = false
  #isWorkerRunning = (): boolean => false
  #isListening = (): boolean => false
  #asked: { at: number; answer: Promise<MissingCode | undefined> } | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** How to ask whether the worker of the background jobs runs. */
  askWorker(isRunning: () => boolean): void {
    this.#isWorkerRunning = isRunning
  }

  /** How to ask whether the live channel receives notifications. */
  askLiveChannel(isListening: () => boolean): void {
    this.#isListening = isListening
  }

  /** The process stops: it is not ready from now on, whatever its parts say. */
  stop(): void {
    this.#isStopping = true
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Everything that is missing; empty if requests may be sent. */
  async missing(): Promise<Missing[]> {
    const codes: MissingCode[] = []
    if (this.#isStopping) codes.push('stopping')
    const ofDatabase = await this.#askDatabase()
    if (ofDatabase !== undefined) codes.push(ofDatabase)
    if (!this.#isWorkerRunning()) codes.push('job-worker-stopped')
    if (!this.#isListening()) codes.push('live-channel-deaf')
    return codes.map((code) => ({ code, ...texts[code] }))
  }

  #askDatabase(): Promise<MissingCode | undefined> {
    const now = performance.now()
    if (this.#asked === undefined || now - this.#asked.at > keptMs)
      this.#asked = { at: now, answer: this.#readDatabase() }
    return this.#asked.answer
  }

  async #readDatabase(): Promise<MissingCode | undefined> {
    const patience = Promise.withResolvers<'database-unreachable'>()
    const timer = setTimeout(() => patience.resolve('database-unreachable'), patienceMs)
    try {
      return await Promise.race([this.#readMigrations(), patience.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Those of a newer version may be there too: two versions run side by side during an upgrade. */
  async #readMigrations(): Promise<MissingCode | undefined> {
    try {
      const [row] = await runForSystem(() =>
        this.#database.query<{ present: number }>(
          `select count(*)::integer as present from schema_migration where name = any($1::text[])`,
          [this.#names],
        ),
      )
      return row?.present === this.#names.length ? undefined : 'migrations-missing'
    } catch (error) {
      const { code = '' } = error as { code?: string }
      return notMigrated.has(code) ? 'migrations-missing' : 'database-unreachable'
    }
  }
}
