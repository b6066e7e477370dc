import { isRefusal } from '@kufang/kernel/refusal.ts'
import type { Logger } from 'pino'
import type { Database, PoolLoad } from '../database/database.ts'
import { openDatabase } from '../database/database.ts'
import type { ReplicaState } from './replica-check.ts'
import { replicaCheck } from './replica-check.ts'

const everyMs = 1000

export interface ReportDatabaseOptions {
  /** The primary. */
  database: Database
  /** The URL of the replica; user and database are the same as on the primary. */
  connectionString: string
  /** A replica lagging by more is not read. */
  lagMaxSeconds: number
  connectionsMax: number
  log: Logger
}

export interface ReportDatabase {
  /**
   * Statements and snapshots read the replica while it is usable, else the primary; transactions always use the
   * primary.
   */
  database: Database
  stop(): Promise<void>
}

/** The pool while the replica is away. */
const nothing: PoolLoad = { max: 0, total: 0, idle: 0, waiting: 0 }

interface Replica {
  database: Database
  /** Pending calls to reject when the replica is given up. */
  waiting: Set<(reason: Error) => void>
}

/**
 * The database for reports and exports: a streaming replica while it answers and does not lag too far, else the
 * primary. A statement that fails on the replica is repeated on the primary, so an unavailable replica, a cancelled
 * statement (recovery conflict) or a table not yet replicated costs only time. Each change of state is logged once.
 */
export async function openReportDatabase(options: ReportDatabaseOptions): Promise<ReportDatabase> {
  const { database: primary, connectionString, lagMaxSeconds, connectionsMax, log } = options
  const check = replicaCheck(primary, connectionString, lagMaxSeconds * 1000)
  let state: ReplicaState | undefined
  let replica: Replica | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const open = (): Replica => ({
    database: openDatabase({
      connectionString,
      connectionsMax,
      onError: (error) => log.debug({ err: error }, 'a line to the report replica broke'),
    }),
    waiting: new Set(),
  })

  /** The pool is closed too, because its connections may hang for a long time. */
  const leave = () => {
    if (replica === undefined) return
    const { database, waiting } = replica
    replica = undefined
    for (const tell of waiting) tell(new Error('the report replica does not answer'))
    database.close().catch((error: unknown) => log.error({ err: error }, 'closing failed'))
  }

  const enter = (found: ReplicaState, reason?: string) => {
    if (found === 'away') leave()
    else replica ??= open()
    if (found === state) return
    state = found
    if (found === 'current') log.info('reports are read from the replica')
    else if (found === 'away')
      log.warn({ reason }, 'reports are read from the primary: the replica is away')
    else
      log.warn(
        { lagMaxSeconds },
        'reports are read from the primary: the replica is too far behind',
      )
  }

  const look = async () => {
    try {
      const { state: found, reason } = await check.look()
      if (!isStopped) enter(found, reason)
    } catch (error) {
      // The primary did not answer, which says nothing about the replica; other code reports it.
      log.debug({ err: error }, 'the report replica could not be judged')
    }
  }
  let looking = look()
  const again = () => {
    timer = setTimeout(() => {
      looking = look().then(again)
    }, everyMs)
    timer.unref()
  }
  await looking
  again()

  async function read<T>(ask: (database: Database) => Promise<T>): Promise<T> {
    if (state !== 'current' || replica === undefined) return ask(primary)
    try {
      return await answerOf(replica, ask)
    } catch (error) {
      if (isRefusal(error)) throw error
      log.warn({ err: error }, 'the report replica failed; the primary is asked')
      return ask(primary)
    }
  }

  return {
    database: {
      ...primary,
      query: (text, values) => read((database) => database.query(text, values)),
      snapshot: (work) => read((database) => database.snapshot(work)),
      load: () => ({ ...primary.load(), replica: replica?.database.load().system ?? nothing }),
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
      clearTimeout(timer)
      leave()
      await check.close()
    },
  }
}

function answerOf<T>(replica: Replica, ask: (database: Database) => Promise<T>): Promise<T> {
  const { waiting } = replica
  return new Promise<T>((done, failed) => {
    waiting.add(failed)
    ask(replica.database)
      .then(done, failed)
      .finally(() => waiting.delete(failed))
  })
}
