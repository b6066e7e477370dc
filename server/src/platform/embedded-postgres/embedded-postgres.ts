import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { findBinaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { databaseUser, folderArgument, plainEnvironment, prepareCluster } from './cluster.ts'
import { clearOrphan, stopServer } from './orphan.ts'
import { takeFolder } from '../process/folder-owner.ts'
import type { Account } from './unprivileged-account.ts'
import { chooseAccount } from './unprivileged-account.ts'

export interface EmbeddedPostgresOptions {
  /** Contains the database and its files; created if missing. */
  dataFolder: string
  /** Additional PostgreSQL settings, overriding ours. */
  settings?: Record<string, string | number | boolean>
  /** Trades durability for speed; only for expendable data. */
  forTests?: boolean
}

export interface EmbeddedPostgres {
  /** Connects to the database `postgres` as a superuser. */
  connectionString: string
  pid: number
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>
  /**
   * Stops the server and disconnects clients. May be called twice. After the time-out it is stopped with an immediate
   * shutdown, which loses nothing but makes the next start slower.
   */
  stop(patienceMs?: number): Promise<void>
}

const ownSettings: Record<string, string | number> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  random_page_cost: 1.1,
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
}
const settingsForTests: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Databases of tests grow from nothing within seconds. Statements planned for empty tables took two thirds of the time.
  autovacuum_naptime: '2s',
  shared_buffers: '128MB',
  checkpoint_timeout: '1h',
  // A query over many small tables is planned for parallel workers, whose start takes far longer than the query.
  max_parallel_workers_per_gather: '0',
}
const startPatienceMs = 120_000
const attempts = 6
/**
 * Errors after which a retry may succeed: the port was taken meanwhile, or processes of a killed server are still
 * ending.
 */
const passingProblems = ['Address already in use', 'pre-existing shared memory block']

/**
 * Starts PostgreSQL on a data folder, on a free port of 127.0.0.1, with a password. As root it runs under an
 * unprivileged account. A server left on the same folder by a killed process is stopped first; PostgreSQL recovers from
 * crashes itself.
 * @throws if another running process uses the folder, or with the server's own message if it does not start
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataFolder = resolve(options.dataFolder)
  const giveBack = takeFolder(dataFolder)
  try {
    const account = chooseAccount()
    const binaries = findBinaries(account)
    const cluster = prepareCluster(dataFolder, binaries, account, options.forTests !== true)
    await clearOrphan(cluster.folder)
    const settings = {
      ...ownSettings,
      ...(options.forTests === true ? settingsForTests : {}),
      ...options.settings,
    }
    const log = join(dataFolder, 'postgres.log')
    const { child, port } = await launch(binaries, cluster, settings, log, account)
    const ended = new Promise<void>((done) => {
      if (hasExited(child)) done()
      else child.once('exit', () => done())
    }).then(giveBack)
    return {
      connectionString: `postgres://${databaseUser}:${cluster.password}@127.0.0.1:${port}/postgres`,
      pid: pidOf(child),
      ended,
      async stop(patienceMs) {
        if (!hasExited(child)) await stopServer(pidOf(child), patienceMs)
        await ended
      },
    }
  } catch (error) {
    giveBack()
    throw error
  }
}

async function launch(
  binaries: Binaries,
  cluster: Cluster,
  settings: Record<string, string | number | boolean>,
  log: string,
  account: Account | undefined,
): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort()
    const output = openSync(log, sizeOf(log) > 10_000_000 ? 'w' : 'a')
    const logStart = sizeOf(log)
    const child = spawn(
      binaries.postgres,
      [
        `-D${folderArgument(cluster.folder, account)}`,
        `-p${port}`,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        cwd: cluster.folder,
        env: plainEnvironment(),
        stdio: ['ignore', output, output],
        // A separate process group: Ctrl+C in the terminal must reach us, not the database first.
        detached: true,
        ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
      },
    )
    closeSync(output)
    if (await comesUp(child, cluster.folder)) return { child, port }
    const said = readFileSync(log, 'utf8').slice(logStart)
    if (attempt < attempts && passingProblems.some((problem) => said.includes(problem))) {
      await pause(attempt * 300)
      continue
    }
    throw new Error(`the database did not start:\n${said.trim()}`)
  }
}

/** Waits until the server reports that it is ready, as pg_ctl does. */
async function comesUp(child: ChildProcess, clusterFolder: string): Promise<boolean> {
  const failed = new Promise<Error>((done) => child.once('error', done))
  for (const deadline = Date.now() + startPatienceMs; !hasExited(child);) {
    const problem = await Promise.race([failed, pause(20)])
    if (problem !== undefined) throw problem
    const lines = readLockFile(clusterFolder)
    if (lines[0]?.trim() === String(child.pid) && lines[7]?.trim() === 'ready') return true
    if (Date.now() > deadline) {
      await stopServer(pidOf(child))
      return false
    }
  }
  return false
}

function readLockFile(clusterFolder: string): string[] {
  try {
    return readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the database server has no process')
  return child.pid
}

function findFreePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => found(port))
    })
  })
}
