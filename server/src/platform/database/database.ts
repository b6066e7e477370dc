import pg from 'pg'
import { toCamel } from './case.ts'
import { installTypeParsers } from './types.ts'

installTypeParsers()

/** A row as it leaves the database: column names in camelCase. */
export type Row = Record<string, unknown>

/** Anything statements can be sent to: the pool, or an open transaction. */
export interface Queryable {
  /**
   * Runs one statement and returns its rows, columns in camelCase. Statements are prepared once per
   * connection and text, so build texts that repeat (values as parameters, arrays instead of lists).
   */
  query<R extends object = Row>(text: string, values?: readonly unknown[]): Promise<R[]>
}

export interface Transaction extends Queryable {
  /** Runs after the commit succeeded; an error there is logged, it cannot undo the commit. */
  afterCommit(task: () => void | Promise<void>): void
  readonly client: pg.PoolClient
}

export interface Database extends Queryable {
  readonly pool: pg.Pool
  readonly connectionString: string
  /** One transaction; rolled back when `work` throws. Serialisation failures and deadlocks (40001, 40P01) are tried again twice. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** One read-only snapshot, for lists whose rows, count and totals must agree. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DatabaseOptions {
  connectionString: string
  connectionsMax?: number
  onError?: (error: unknown) => void
}

const preparedNames = new Map<string, string>()
const preparedNamesMax = 2000

/** The same text gets the same prepared-statement name; beyond a limit texts run unprepared. */
function preparedName(text: string): string | undefined {
  let name = preparedNames.get(text)
  if (name === undefined && preparedNames.size < preparedNamesMax) {
    name = `s${preparedNames.size}`
    preparedNames.set(text, name)
  }
  return name
}

async function run<R extends object>(
  target: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const name = values.length > 0 ? preparedName(text) : undefined
  const result = await target.query({
    text,
    values: values as unknown[],
    rowMode: 'array',
    ...(name ? { name } : {}),
  })
  const columns = result.fields.map((field) => toCamel(field.name))
  return (result.rows as unknown as unknown[][]).map((cells) => {
    const row: Row = {}
    for (let index = 0; index < columns.length; index++) row[columns[index]!] = cells[index]
    return row as R
  })
}

/** Opens the pool. The application role has no UPDATE or DELETE on the ledger (spec domain.md 2.1). */
export function openDatabase(options: DatabaseOptions): Database {
  const onError = options.onError ?? (() => {})
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.connectionsMax ?? 10,
    application_name: 'kufang',
    // The role exists only where the migrating user may create roles; elsewhere triggers alone guard the ledger.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
    onConnect: async (client) => {
      await client.query(
        `select set_config('role', 'kufang_app', false) from pg_roles where rolname = 'kufang_app' and pg_has_role(current_user, oid, 'member')`,
      )
    },
  })
  pool.on('error', onError)

  async function attempt<T>(begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    const tasks: (() => void | Promise<void>)[] = []
    let broken: Error | undefined
    try {
      await client.query(begin)
      const result = await work({
        client,
        query: (text, values = []) => run(client, text, values),
        afterCommit: (task) => void tasks.push(task),
      })
      await client.query('commit')
      for (const task of tasks) {
        try {
          await task()
        } catch (error) {
          onError(error)
        }
      }
      return result
    } catch (error) {
      try {
        await client.query('rollback')
      } catch (rollbackError) {
        broken = rollbackError as Error
      }
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    pool,
    connectionString: options.connectionString,
    query: (text, values = []) => run(pool, text, values),
    async transaction(work) {
      for (let round = 1; ; round++) {
        try {
          return await attempt('begin', work)
        } catch (error) {
          const code = (error as { code?: string }).code
          if ((code !== '40001' && code !== '40P01') || round === 3) throw error
        }
      }
    },
    snapshot: (work) => attempt('begin isolation level repeatable read read only', work),
    close: () => pool.end(),
  }
}
