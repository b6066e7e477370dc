import pg from 'pg'
import { Announcer } from './announcer.ts'
import { OpenTransaction, runStatement } from './open-transaction.ts'
import { isOutdated } from './pipeline.ts'
import type { Queryable, Row, Transaction } from './queryable.ts'
import { installTypeParsers } from './types.ts'

installTypeParsers()

export { writeTo, type Queryable, type Row, type Transaction } from './queryable.ts'

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
  close(): Promise<void>
}

export interface DatabaseOptions {
  connectionString: string
  connectionsMax?: number
  onError?: (error: unknown) => void
}

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
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.connectionsMax ?? 10,
    application_name: 'kufang',
    // The role exists only if the migrating user may create roles; otherwise only triggers protect the ledger.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
    onConnect: async (client) => {
      // The pool handles errors of idle connections only. If a connection in use breaks, its statement fails too;
      // without this handler the error event would end the process.
      client.on('error', onError)
      const { rows } = await client.query<{ isDistributed: boolean }>(
        `select to_regproc('citus_version') is not null as "isDistributed", (
           select set_config('role', 'kufang_app', false) from pg_roles
           where rolname = 'kufang_app' and pg_has_role(current_user, oid, 'member'))`,
      )
      isDistributed = rows[0]!.isDistributed
    },
  })
  pool.on('error', onError)

  async function attempt<T>(begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    const open = new OpenTransaction(client, begin, isDistributed)
    let broken: Error | undefined
    try {
      const result = await work(open)
      await open.commit()
      for (const { channel, payload } of open.announcements) announcer.announce(channel, payload)
      for (const task of open.tasks) {
        try {
          await task()
        } catch (error) {
          onError(error)
        }
      }
      return result
    } catch (error) {
      try {
        await open.rollback()
      } catch (rollbackError) {
        broken = rollbackError as Error
      }
      throw error
    } finally {
      client.release(broken)
    }
  }

  async function once(text: string, values: readonly unknown[]): Promise<Row[]> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await runStatement(client, text, values)
    } catch (error) {
      // After an error reported by the database the connection remains usable, unless the error is fatal; after any
      // other error it may not be.
      if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL')
        broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }

  async function query<R extends object>(text: string, values: readonly unknown[] = []) {
    try {
      return (await once(text, values)) as R[]
    } catch (error) {
      // Refused before it was executed.
      if (!isOutdated(error)) throw error
      return (await once(text, values)) as R[]
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
    announce: (channel, payload) => announcer.announce(channel, payload),
    async transaction(work) {
      for (let round = 1; ; round++) {
        try {
          return await attempt('begin', work)
        } catch (error) {
          if (!isPassing(error) || round === 3) throw error
        }
      }
    },
    snapshot: (work) => attempt('begin isolation level repeatable read read only', work),
    async close() {
      await announcer.flush()
      await pool.end()
    },
  }
}
