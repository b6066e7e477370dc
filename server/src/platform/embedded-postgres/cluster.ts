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
  /** Where the cluster's own files are. */
  folder: string
  password: string
}

/**
 * Makes the cluster in the data folder, once. It is made beside its place and moved there when it
 * is whole, so that a start cut off half-way leaves nothing that looks like a database.
 *
 * @param durable whether to wait until the disk has it; tests need not
 * @throws when making it fails, or when it is there but of another major version
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
 * How one of the programs names the cluster's folder. Run under another account it may not be able
 * to come there by path (a clone below /root), but a process keeps the folder it was started in:
 * on Linux that one has a name of its own.
 */
export function folderArgument(folder: string, account: Account | undefined): string {
  return account !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/** The environment of the programs: nothing of ours changes what they do. */
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
      // Handed over open: the other account need not find its way to the file either.
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
