import { closeSync, openSync, readSync, statSync } from 'node:fs'
import pg from 'pg'

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
export async function logPlans(connectionString: string, isEager: boolean): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_format': 'json',
    ...(isEager && { enable_seqscan: 'off' }),
  }
  await alterDatabase(
    connectionString,
    Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`),
  )
}

export async function stopLoggingPlans(connectionString: string): Promise<void> {
  await alterDatabase(connectionString, ['reset all'])
}

async function alterDatabase(connectionString: string, changes: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const name = new URL(connectionString).pathname.slice(1)
    await client.query(`load 'auto_explain'`)
    for (const change of changes) await client.query(`alter database ${name} ${change}`)
  } finally {
    await client.end()
  }
}

/** Tables with more rows than this. */
export async function largeTables(
  connectionString: string,
  rowsMin: number,
): Promise<ReadonlySet<string>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples > $1`,
      [rowsMin],
    )
    return new Set(rows.map(({ name }) => name))
  } finally {
    await client.end()
  }
}

/** Reads what was logged since the last call. */
export class PlanLog {
  readonly #file: string
  #read: number

  constructor(file: string) {
    this.#file = file
    this.#read = statSync(file).size
  }

  /** The large tables that a statement since the last call reads as a whole. */
  wholeTables(large: ReadonlySet<string>): string[] {
    const text = this.#next()
    const found = new Set<string>()
    for (const [, json] of text.matchAll(/ plan:\n((?:\t.*\n)+)/g)) {
      const { Plan } = JSON.parse(json!) as { Plan: PlanNode }
      for (const name of scannedIn(Plan)) if (large.has(name)) found.add(name)
    }
    return [...found].sort()
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
