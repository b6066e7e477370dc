import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { Database } from '../../server/src/platform/database/database.ts'
import { asOwner } from './as-owner.ts'

// The plans of statements, as PostgreSQL's auto_explain writes them to its log.

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

/**
 * From the next connection on PostgreSQL logs the plan of each statement of the database.
 * @param isEager every index is preferred, so that in a small database only what no index serves is read as a whole
 */
export async function logPlans(database: Database, isEager: boolean): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_format': 'json',
    ...(isEager && { enable_seqscan: 'off' }),
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

/** Tables with more rows than this. */
export async function largeTables(
  database: Database,
  rowsMin: number,
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > $1`,
    [rowsMin],
  )
  return new Set(rows.map(({ name }) => name))
}

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

  /** The large tables that a statement since the last call reads as a whole. */
  async wholeTables(large: ReadonlySet<string>): Promise<string[]> {
    await this.#quiet()
    const text = this.#next()
    const found = new Set<string>()
    for (const [, json] of text.matchAll(/ plan:\n((?:\t.*\n)+)/g)) {
      const { Plan } = JSON.parse(json!) as { Plan: PlanNode }
      for (const name of scannedIn(Plan)) if (large.has(name)) found.add(name)
    }
    return [...found].sort()
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

  #next(): string {
    const { size } = statSync(this.#file)
    const buffer = Buffer.alloc(Math.max(size - this.#read, 0))
    const file = openSync(this.#file, 'r')
    readSync(file, buffer, 0, buffer.length, this.#read)
    closeSync(file)
    this.#read = size
    return buffer.toString()
  }
}

function scannedIn(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name']!] : []
  return [...own, ...(node.Plans ?? []).flatMap(scannedIn)]
}
