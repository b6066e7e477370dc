import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../database/migrate.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { makeRunFolder } from './run-folder.ts'

/** The template database of all test databases. */
export const templateName = 'kufang_template'
/** The environment variable with the cluster's URL: set by the global setup, inherited by the workers. */
export const clusterVariable = 'KUFANG_TEST_CLUSTER'
/**
 * URLs of the machines of a running Citus with the template on each, the coordinator first, separated by spaces: set by
 * `npm run citus`. Then test databases are copies there.
 */
export const nodesVariable = 'KUFANG_TEST_NODES'
/** The same for the folder of the run, which is removed after it. */
export const folderVariable = 'KUFANG_TEST_FOLDER'

/**
 * Lets a process that a test starts find its modules compiled by an earlier one, which halves the computing time of its
 * start.
 */
export function compiledModules(): { NODE_COMPILE_CACHE: string } {
  const run = process.env[folderVariable]
  if (run === undefined) throw new Error(`${folderVariable} is not set: run this with vitest`)
  return { NODE_COMPILE_CACHE: join(run, 'compiled') }
}

/**
 * Starts the cluster of a test run, with the migrated template.
 * @returns its URL, the folder of the run, and a function that stops it and removes the folder
 */
export async function startTestCluster(): Promise<{
  connectionString: string
  folder: string
  stop(): Promise<void>
}> {
  const folder = await makeRunFolder()
  const nodes = process.env[nodesVariable]?.split(' ')
  if (nodes !== undefined)
    return {
      connectionString: nodes[0]!,
      folder,
      stop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
    }
  const database = await startEmbeddedPostgres({
    dataFolder: join(folder, 'database'),
    forTests: true,
  })
  const stop = async () => {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(database.connectionString)
  } catch (error) {
    await stop()
    throw error
  }
  return { connectionString: database.connectionString, folder, stop }
}

async function makeTemplate(connectionString: string): Promise<void> {
  const administrator = new pg.Client({ connectionString })
  await administrator.connect()
  try {
    await administrator.query(`create database ${templateName}`)
    await migrate(databaseAddress(connectionString, templateName))
    await administrator.query(
      `alter database ${templateName} with is_template true allow_connections false`,
    )
  } finally {
    await administrator.end()
  }
}

/** The URL of another database of the same cluster. */
export function databaseAddress(connectionString: string, name: string): string {
  const address = new URL(connectionString)
  address.pathname = `/${name}`
  return address.href
}
