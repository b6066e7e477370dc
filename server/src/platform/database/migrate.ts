import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

const ownFolder = new URL('../../../migrations/', import.meta.url)
/** Any constant: two servers starting at once must not migrate twice. */
const lockKey = 7_310_001

export interface MigrationReport {
  applied: string[]
  present: number
}

/**
 * Brings the schema up to date: each `NNNN_name.sql` once, in order of number, each in its own
 * transaction together with its row in `schema_migration`; one that meets people at work gives way and is
 * tried again. A migration that fails leaves the database as before it; a migration whose text changed
 * after it ran is refused.
 *
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
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort()
    if (names.length === 0) throw new Error(`no migrations found in ${folder.pathname}`)
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
 * How long a migration waits for one lock: less than PostgreSQL's own look for deadlocks (1 s), so that it is
 * the migration that gives way and not somebody's receipt; and nobody queues behind it for longer.
 */
const lockTimeoutMs = 500
/** Somebody is always at work during an upgrade; within this a moment comes. */
const patienceMs = 120_000
/** Deadlock, and a lock not had in time. */
const inTheWay = new Set(['40P01', '55P03'])

/** One migration with its row, wholly or not at all; tried again while people at work hold what it needs. */
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
