import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { clusterVariable, databaseAddress, nodesVariable, templateName } from './cluster.ts'

export interface TestDatabase {
  connectionString: string
  /** Drops the database and disconnects its clients. */
  drop(): Promise<void>
}

/** What many test databases begin with: written once per run, then copied. */
export interface Beginning {
  /** The name of its template. */
  name: string
  /** Writes it into a migrated database. */
  write: (connectionString: string) => Promise<void>
}

/** Templates of beginnings known to be there. */
const made = new Set<string>()

/**
 * A separate database for one test file, copied from the migrated template, or from that of a beginning. Call it in
 * `beforeAll`, and `drop` in `afterAll`.
 * @throws if the global setup did not run (vitest.config.ts names it for the project `server`)
 */
export async function createTestDatabase(beginning?: Beginning): Promise<TestDatabase> {
  const cluster = process.env[clusterVariable]
  if (cluster === undefined) throw new Error(`${clusterVariable} is not set: run this with vitest`)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // On Citus the database of each machine is copied: what it knows of the others is in the database, under their names.
  // A template written through one machine would be known to the others under the name of another database.
  const nodes = process.env[nodesVariable]?.split(' ')
  const isCopied = beginning !== undefined && nodes === undefined
  if (isCopied) await makeTemplateOf(beginning, cluster)
  const template = isCopied ? beginning.name : templateName
  for (const node of nodes ?? [cluster])
    await administer(node, `create database ${name} template ${template} strategy file_copy`)
  const connectionString = databaseAddress(cluster, name)
  if (!isCopied) await beginning?.write(connectionString)
  return {
    connectionString,
    async drop() {
      for (const node of nodes ?? [cluster])
        await administer(node, `drop database ${name} with (force)`)
    },
  }
}

/** Makes the template of a beginning, unless another worker has: one makes it while the others wait. */
async function makeTemplateOf({ name, write }: Beginning, cluster: string): Promise<void> {
  if (made.has(name)) return
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext($1))`, [name])
    const { rows } = await client.query(`select from pg_database where datname = $1`, [name])
    if (rows.length === 0) {
      // Under its name only once it is complete.
      await client.query(`drop database if exists ${name}_unfinished with (force)`)
      await client.query(
        `create database ${name}_unfinished template ${templateName} strategy file_copy`,
      )
      await write(databaseAddress(cluster, `${name}_unfinished`))
      await client.query(`alter database ${name}_unfinished rename to ${name}`)
      await client.query(`alter database ${name} with is_template true allow_connections false`)
    }
    made.add(name)
  } finally {
    await client.end()
  }
}

async function administer(cluster: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
