import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../database/migrate.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import type { ProcessIdentity } from '../process/process-identity.ts'
import { identifyProcess, isRunning } from '../process/process-identity.ts'
import { clearOrphan } from '../embedded-postgres/orphan.ts'

/** The template database of all test databases. */
export const templateName = 'kufang_template'
/** The environment variable with the cluster's URL: set by the global setup, inherited by the workers. */
export const clusterVariable = 'KUFANG_TEST_CLUSTER'
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

const folderPrefix = 'kufang-test-'

/**
 * Starts the cluster of a test run, with the migrated template.
 * @returns its URL, the folder of the run, and a function that stops it and removes the folder
 */
export async function startTestCluster(): Promise<{
  connectionString: string
  folder: string
  stop(): Promise<void>
}> {
  await removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), folderPrefix))
  writeFileSync(join(folder, 'run.json'), JSON.stringify(identifyProcess(process.pid)))
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

/** Removes the remains of killed test runs. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const folder = join(tmpdir(), name)
    const run = readRun(join(folder, 'run.json'))
    if (run === undefined || isRunning(run)) continue
    await clearOrphan(join(folder, 'database/cluster'))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Undefined for a folder whose run is just starting, or that is not readable. */
function readRun(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}
