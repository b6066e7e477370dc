import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { clusterVariable, databaseAddress, nodesVariable, templateName } from './cluster.ts'

export interface TestDatabase {
  connectionString: string
  /** Drops the database and disconnects its clients. */
  drop(): Promise<void>
}

/**
 * A separate database for one test file, copied from the migrated template. Call it in `beforeAll`, and `drop` in
 * `afterAll`.
 * @throws if the global setup did not run (vitest.config.ts names it for the project `server`)
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = process.env[clusterVariable]
  if (cluster === undefined) throw new Error(`${clusterVariable} is not set: run this with vitest`)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // On Citus the database of each machine is copied: what it knows of the others is in the database, under their names.
  const nodes = process.env[nodesVariable]?.split(' ') ?? [cluster]
  for (const node of nodes)
    await administer(node, `create database ${name} template ${templateName} strategy file_copy`)
  return {
    connectionString: databaseAddress(cluster, name),
    async drop() {
      for (const node of nodes) await administer(node, `drop database ${name} with (force)`)
    },
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
