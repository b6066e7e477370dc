import pg from 'pg'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { Announcer } from './announcer.ts'
import { cancelStatement } from './cancel-statement.ts'
import { FairQueue } from './fair-queue.ts'
import { OpenTransaction, runStatement } from './open-transaction.ts'
import { isOutdated } from './pipeline.ts'
import type { Planning, Queryable, Row, Transaction } from './queryable.ts'
import { currentWork, runForSystem } from './request-work.ts'
import { installTypeParsers } from './types.ts'

installTypeParsers()

export { writeTo, type Planning, type Queryable, type Row, type Transaction } from './queryable.ts'

export interface Database extends Queryable {
  readonly pool: pg.Pool
  readonly connectionString: string
  /**
   * Runs a transaction, rolled back if `work` throws. Serialisation failures, deadlocks and statements outdated by a
   * changed table are retried twice.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs in a read-only snapshot, for lists whose rows, count and totals must agree. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs a transaction that is rolled back in any case, for previews. It draws no number (`isRehearsal`), waits for locks
   * of others for at most 2 s and holds its own for at most 5 s. Refuses `server-busy` beyond that.
   */
  rehearse<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** What is in use now. */
  load(): DatabaseLoad
  close(): Promise<void>
}

/** The connections of a pool; `waiting` is the number of calls that wait for one. */
export interface PoolLoad {
  max: number
  total: number
  idle: number
  waiting: number
}

/**
 * The pool of the system and, where requests have their own, theirs with the requests in their queue; where reports read
 * a replica, that of the replica.
 */
export interface DatabaseLoad {
  system: PoolLoad
  people?: PoolLoad
  replica?: PoolLoad
  queue?: { running: number; waiting: number }
}

/** What persons may take of the database at once; see `Settings` for the defaults. */
export interface PeopleLimits {
  connectionsMax: number
  connectionsOfPersonMax: number
  /** Of a person who uses the database all the time. */
  steadyOfPersonMax: number
  /** Requests waiting for a connection, of all persons and of one; and how long one waits. */
  waitingMax: number
  waitingOfPersonMax: number
  patienceMs: number
  /** A longer statement is cancelled. */
  statementMs: number
}

export interface DatabaseOptions {
  connectionString: string
  connectionsMax?: number
  /**
   * Requests use separate connections with these limits, so that they and the system's own work (jobs, sender,
   * notifications) cannot take each other's. Without it all share one pool without a queue.
   */
  people?: PeopleLimits
  onError?: (error: unknown) => void
}

/** Milliseconds after which PostgreSQL gives up, set once per connection. */
const waitingForLockMs = 10_000
const idleInTransactionMs = 60_000
/** A request's transaction, such as an export to a slow reader. */
const transactionOfPersonMs = 15 * 60_000
/** For a connection of the pool. */
const connectingMs = 10_000
/**
 * A connection that nobody uses is closed after this. A new one prepares and plans every statement again, so the pause
 * between two acts of a person is no reason to close it.
 */
const unusedMs = 10 * 60_000
/** Of a preview: the statements are those of the action, which takes a few hundred milliseconds for long documents. */
const rehearsalMs = { lock: 2000, transaction: 5000 }

/** Whether a retry may succeed. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '40001' || code === '40P01' || isOutdated(error)
}

/** Opens the pool. The application role has no UPDATE or DELETE on the ledger (spec domain.md 2.1). */
// oxlint-disable-next-line max-lines-per-function -- one pool: its calls share it
export function openDatabase(options: DatabaseOptions): Database {
  const onError = options.onError ?? (() => {})
  /** Known with the first connection. */
  let isDistributed = false
  const openPool = (max: number, settings: Readonly<Record<string, number | string>>) => {
    const pool = new pg.Pool({
      connectionString: options.connectionString,
      max,
      connectionTimeoutMillis: connectingMs,
      idleTimeoutMillis: unusedMs,
      application_name: 'kufang',
      // The role exists only if the migrating user may create roles; otherwise only triggers protect the ledger.
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
      onConnect: async (client) => {
        // The pool handles errors of idle connections only. If a connection in use breaks, its statement fails too;
        // without this handler the error event would end the process.
        client.on('error', onError)
        const { rows } = await client.query<{ isDistributed: boolean }>(
          `select to_regclass('commit_everywhere') is not null as "isDistributed", (
             select set_config('role', 'kufang_app', false) from pg_roles
             where rolname = 'kufang_app' and pg_has_role(current_user, oid, 'member')), (
             select count(set_config(name, value, false)) from jsonb_each_text($1::jsonb) as setting (name, value))`,
          [JSON.stringify(settings)],
        )
        isDistributed = firstOf(rows).isDistributed
      },
    })
    pool.on('error', onError)
    return pool
  }
  const { people } = options
  const usual = {
    lock_timeout: waitingForLockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  }
  const pool = openPool(options.connectionsMax ?? 10, usual)
  const ofPeople =
    people === undefined
      ? undefined
      : {
          pool: openPool(people.connectionsMax, {
            ...usual,
            statement_timeout: people.statementMs,
            transaction_timeout: transactionOfPersonMs,
            // A page of a list joined by merging reads the other table from its beginning up to the rows of the page.
            enable_mergejoin: 'off',
          }),
          queue: new FairQueue({
            runningMax: people.connectionsMax,
            runningOfPersonMax: people.connectionsOfPersonMax,
            steadyOfPersonMax: people.steadyOfPersonMax,
            waitingMax: people.waitingMax,
            waitingOfPersonMax: people.waitingOfPersonMax,
            patienceMs: people.patienceMs,
          }),
        }

  /**
   * Takes a connection and gives it back afterwards. That of a request is taken in turn, and its statement is cancelled
   * if the client closes the request.
   */
  async function withClient<T>(
    use: (client: pg.PoolClient, breakLine: (error: Error) => void) => Promise<T>,
  ): Promise<T> {
    const work = ofPeople && currentWork()
    if (ofPeople === undefined || work === undefined) return useOf(pool, use)
    await work.enter(ofPeople.queue)
    const cancelling: Promise<void>[] = []
    try {
      return await useOf(ofPeople.pool, async (client, breakLine) => {
        work.signal.throwIfAborted()
        const cancel = () => void cancelling.push(cancelStatement(client))
        work.signal.addEventListener('abort', cancel)
        try {
          return await use(client, breakLine)
        } finally {
          work.signal.removeEventListener('abort', cancel)
          await Promise.all(cancelling)
        }
      })
    } catch (error) {
      work.signal.throwIfAborted()
      throw explained(error)
    } finally {
      work.leave(ofPeople.queue)
    }
  }

  const attempt = <T>(
    begin: string,
    work: (tx: Transaction) => Promise<T>,
    mayWrite = false,
  ): Promise<T> =>
    withClient(async (client, breakLine) => {
      const open = new OpenTransaction(client, { begin, isDistributed, mayWrite })
      try {
        const result = await work(open)
        await open.commit()
        runForSystem(() => announceAll(open))
        await runTasks(open)
        return result
      } catch (error) {
        await open.rollback().catch(breakLine)
        throw error
      }
    })

  /** See `Database.rehearse`. */
  const rehearse = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    withClient(async (client, breakLine) => {
      const open = new OpenTransaction(client, { begin: 'begin', isDistributed, isRehearsal: true })
      try {
        // Sent with the first statement.
        open.write(
          `select set_config('lock_timeout', $1, true), set_config('transaction_timeout', $2, true)`,
          [String(rehearsalMs.lock), String(rehearsalMs.transaction)],
        )
        return await work(open)
      } finally {
        await open.rollback().catch(breakLine)
      }
    })

  function announceAll(open: OpenTransaction): void {
    for (const { channel, payload } of open.announcements) announcer.announce(channel, payload)
  }

  async function runTasks(open: OpenTransaction): Promise<void> {
    for (const task of open.tasks) {
      try {
        await task()
      } catch (error) {
        onError(error)
      }
    }
  }

  const once = (
    text: string,
    values: readonly unknown[],
    planning: Planning | undefined,
  ): Promise<Row[]> =>
    withClient(async (client, breakLine) => {
      try {
        return await runStatement(client, text, values, planning)
      } catch (error) {
        // After an error reported by the database the connection remains usable, unless the error is fatal; after any
        // other error it may not be.
        if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL')
          breakLine(error as Error)
        throw error
      }
    })

  async function query<R extends object>(
    text: string,
    values: readonly unknown[] = [],
    planning?: Planning,
  ) {
    try {
      return (await once(text, values, planning)) as R[]
    } catch (error) {
      // Refused before it was executed.
      if (!isOutdated(error)) throw error
      return (await once(text, values, planning)) as R[]
    }
  }
  const announcer = new Announcer({ query }, onError)

  return {
    pool,
    connectionString: options.connectionString,
    get isDistributed() {
      return isDistributed
    },
    query,
    // Sent together with those of others, so it does not end with the request.
    announce: (channel, payload) => runForSystem(() => announcer.announce(channel, payload)),
    async transaction(work) {
      for (let round = 1; ; round++) {
        try {
          return await attempt('begin', work, true)
        } catch (error) {
          if (!isPassing(error) || round === 3) throw error
        }
      }
    },
    snapshot: (work) => attempt('begin isolation level repeatable read read only', work),
    async rehearse(work) {
      for (let round = 1; ; round++) {
        try {
          return await rehearse(work)
        } catch (error) {
          if (!isPassing(error) || round === 3) throw explained(error)
        }
      }
    },
    load: () => ({
      system: loadOf(pool),
      ...(ofPeople === undefined
        ? {}
        : { people: loadOf(ofPeople.pool), queue: ofPeople.queue.load }),
    }),
    async close() {
      await announcer.flush()
      await Promise.all([pool.end(), ofPeople?.pool.end()])
    },
  }
}

/** What of a pool is in use now. */
export const loadOf = (pool: pg.Pool): PoolLoad => ({
  max: pool.options.max,
  total: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

/** Uses a connection of a pool; one that broke is not used again. */
async function useOf<T>(
  pool: pg.Pool,
  use: (client: pg.PoolClient, breakLine: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await use(client, (error) => (broken = error))
  } finally {
    client.release(broken)
  }
}

/** The refusal for what PostgreSQL has given up after its time, any other error unchanged. */
function explained(error: unknown): unknown {
  const { code } = error as { code?: string }
  // Waited too long for a lock; kept a transaction open too long.
  if (code === '55P03' || code === '25P03' || code === '25P04') return refuse('server-busy')
  if (code === '57014') return refuse('statement-too-long')
  return error
}
