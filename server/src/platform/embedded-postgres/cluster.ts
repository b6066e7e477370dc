import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { majorVersion } from './binaries.ts'
import type { Account } from './unprivileged-account.ts'

export const databaseUser = 'kufang'

/** A database cluster on disk, ready to be started. */
export interface Cluster {
  /** The folder of the cluster's own files. */
  folder: string
  password: string
}

/**
 * Creates the cluster in the data folder, once. It is created beside its final place and renamed when complete, so that
 * an interrupted start leaves no partial database.
 * @param durable whether to wait for the disk; not needed for tests
 * @throws if creation fails, or an existing cluster has another major version
 */
export function prepareCluster(
  dataFolder: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Cluster {
  const folder = join(dataFolder, 'cluster')
  const passwordFile = join(dataFolder, 'password')
  if (!existsSync(folder)) create(folder, passwordFile, binaries, account, durable)
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== majorVersion) {
    throw new Error(
      `${folder} was made by PostgreSQL ${version}, this is ${majorVersion}: dump it with the old one and restore it here`,
    )
  }
  return { folder, password: readFileSync(passwordFile, 'utf8') }
}

/**
 * The cluster folder as passed to a program. Another account may not be able to reach it by path (a clone below /root),
 * but a process keeps its working directory, which Linux makes available under a fixed path.
 */
export function folderArgument(folder: string, account: Account | undefined): string {
  return account !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/** A fixed environment for the programs, independent of the user's variables. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}

function create(
  folder: string,
  passwordFile: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): void {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account !== undefined) {
    chownSync(unfinished, account.uid, account.gid)
    chownSync(passwordFile, account.uid, account.gid)
  }
  const password = openSync(passwordFile, 'r')
  const result = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${folderArgument(unfinished, account)}`,
      `--username=${databaseUser}`,
      '--auth=scram-sha-256',
      // Passed as an open file, because the other account may not be able to reach its path.
      '--pwfile=/dev/fd/3',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    {
      cwd: unfinished,
      env: plainEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe', password],
      encoding: 'utf8',
      ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
    },
  )
  closeSync(password)
  if (result.error !== undefined || result.status !== 0) {
    throw new Error(
      `the database could not be made in ${folder}: ${result.error?.message ?? result.stderr}`,
    )
  }
  renameSync(unfinished, folder)
}
