import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

const ownFolder = new URL('../../../migrations/', import.meta.url)
/** An arbitrary constant: only one of several starting servers may migrate. */
const lockKey = 7_310_001

/** The file names of all migrations in their order. */
export function migrationNames(folder: URL = ownFolder): string[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  if (names.length === 0) throw new Error(`no migrations found in ${folder.pathname}`)
  return names
}

export interface MigrationReport {
  applied: string[]
  present: number
}

/**
 * Updates the schema: each `NNNN_name.sql` once, ordered by number, each in one transaction with its row in
 * `schema_migration`; if a lock is not available in time it is retried. A failed migration leaves the database
 * unchanged; a migration whose text changed after it ran is refused.
 * @param folder of the migrations, for tests
 */
export async function migrate(
  connectionString: string,
  folder: URL = ownFolder,
): Promise<MigrationReport> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      `create table if not exists schema_migration (name text primary key, digest text not null, applied_at timestamptz not null default now())`,
    )
    const present = await client.query<{ name: string; digest: string }>(
      'select name, digest from schema_migration',
    )
    const digests = new Map(present.rows.map((row) => [row.name, row.digest]))
    const names = migrationNames(folder)
    const applied: string[] = []
    for (const name of names) {
      const text = readFileSync(new URL(name, folder), 'utf8')
      const digest = createHash('sha256').update(text).digest('hex')
      const known = digests.get(name)
      if (known === digest) continue
      if (known !== undefined)
        throw new Error(
          `migration ${name} was changed after it had run here; write a new one instead`,
        )
      await apply(client, name, text, digest)
      applied.push(name)
    }
    return { applied, present: names.length }
  } finally {
    await client.end()
  }
}

/**
 * How long a migration waits for a lock: less than PostgreSQL's deadlock_timeout (1 s), so that the migration is
 * cancelled rather than a user's transaction, and nothing queues behind it for longer.
 */
const lockTimeoutMs = 500
/** How long a migration is retried while users hold the locks it needs. */
const patienceMs = 120_000
/** Deadlock, and lock time-out. */
const inTheWay = new Set(['40P01', '55P03'])

/** Applies one migration with its row atomically; retried while other transactions hold the locks it needs. */
async function apply(client: pg.Client, name: string, text: string, digest: string): Promise<void> {
  const givenUpAt = Date.now() + patienceMs
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 2000)) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await client.query(text)
      await client.query('insert into schema_migration (name, digest) values ($1, $2)', [
        name,
        digest,
      ])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const code = (error as { code?: string }).code ?? ''
      if (!inTheWay.has(code) || Date.now() > givenUpAt)
        throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
      await setTimeout(pauseMs)
    }
  }
}
