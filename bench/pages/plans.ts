import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { Database } from '../../server/src/platform/database/database.ts'
import { asOwner } from './as-owner.ts'
import { wholeReads, type PlanNode, type WholeRead } from './plan-reads.ts'

// The plans of statements with the rows they read, as PostgreSQL's auto_explain writes them to its log.

/**
 * From the next connection on PostgreSQL logs the plan of each statement of the database.
 * @param isSmall every index is preferred to reading a table from its beginning, as it is in a large database
 */
export async function logPlans(database: Database, isSmall: boolean): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_format': 'json',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': 'off',
    ...(isSmall && { enable_seqscan: 'off' }),
  }
  await alterDatabase(
    database,
    Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`),
  )
}

export async function stopLoggingPlans(database: Database): Promise<void> {
  await alterDatabase(database, ['reset all'])
}

async function alterDatabase(database: Database, changes: readonly string[]): Promise<void> {
  const name = new URL(database.connectionString).pathname.slice(1)
  await asOwner(database, async (tx) => {
    // Without it its settings are unknown.
    await tx.query(`load 'auto_explain'`)
    for (const change of changes) await tx.query(`alter database ${name} ${change}`)
  })
}

/**
 * The rows of the tables that have more than this, of the company that has most of them; of a smaller table reading all is
 * the fastest way.
 */
export async function largeTables(
  database: Database,
  rowsMin: number,
): Promise<ReadonlyMap<string, number>> {
  const tables = await database.query<{ name: string; rows: number; hasCompany: boolean }>(
    `select relname as name, n_live_tup::float8 as rows, exists (
       select from pg_attribute a where a.attrelid = relid and a.attname = 'company_code') as "hasCompany"
     from pg_stat_user_tables where schemaname = 'public' and n_live_tup > $1`,
    [rowsMin],
  )
  const large = new Map<string, number>()
  for (const { name, rows, hasCompany } of tables) {
    if (!hasCompany) large.set(name, rows)
    else {
      const [most] = await database.query<{ rows: number }>(
        `select count(*)::float8 as rows from ${name} group by company_code order by 1 desc limit 1`,
      )
      large.set(name, most!.rows)
    }
  }
  return large
}

/** A statement that reads tables as a whole. */
export interface WholeStatement {
  text: string
  reads: WholeRead[]
  plan: PlanNode
}

const planBegins = ' plan:\n\t{\n'
/** What lies within a plan is indented. */
const planEnds = '\n\t}\n'
const wholePlan = / plan:\n(\t\{\n(?:\t.*\n)*?\t\}\n)/g

/** Reads what was logged since the last call. */
export class PlanLog {
  readonly #file: string
  readonly #database: Database
  #read: number

  /** @param file the log of PostgreSQL */
  constructor(database: Database, file: string) {
    this.#database = database
    this.#file = file
    this.#read = statSync(file).size
  }

  /** Forgets what was logged until now. */
  async skip(): Promise<void> {
    await this.#quiet()
    this.#read = statSync(this.#file).size
  }

  /** The statements since the last call that read a large table as a whole, and the number of all. */
  async wholeStatements(
    large: ReadonlyMap<string, number>,
  ): Promise<{ count: number; whole: WholeStatement[] }> {
    await this.#quiet()
    const whole: WholeStatement[] = []
    let count = 0
    for (const [, json] of this.#next().matchAll(wholePlan)) {
      count += 1
      const { 'Query Text': text, Plan: plan } = JSON.parse(json!) as {
        'Query Text': string
        Plan: PlanNode
      }
      const reads = wholeReads(plan, large)
      if (reads.length > 0) whole.push({ text, reads, plan })
    }
    return { count, whole }
  }

  /** PostgreSQL logs a plan after it has sent the rows: waits until no connection of the product is at work. */
  async #quiet(): Promise<void> {
    const working = () =>
      asOwner(this.#database, (tx) =>
        tx.query(
          `select pid from pg_stat_activity
           where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
        ),
      )
    while ((await working()).length > 0);
  }

  /** What was logged since the last call. A plan that a job is writing at this moment is left for the next one. */
  #next(): string {
    const { size } = statSync(this.#file)
    const buffer = Buffer.alloc(Math.max(size - this.#read, 0))
    const file = openSync(this.#file, 'r')
    readSync(file, buffer, 0, buffer.length, this.#read)
    closeSync(file)
    const begun = buffer.lastIndexOf(planBegins)
    const isWritten = begun < 0 || buffer.indexOf(planEnds, begun) >= 0
    const end = isWritten ? buffer.length : begun
    this.#read += end
    return buffer.toString('utf8', 0, end)
  }
}
