import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { firstOf, itemAt } from '@kufang/kernel/present.ts'
import { databaseUser } from '../platform/embedded-postgres/cluster.ts'
import { Mistake } from './configuration.ts'

/** Entries of a data folder that belong to a running instance and are not data. */
const notData = new Set(['log', 'database', 'owner.json', 'erp-stand-in'])
/** Files of a cluster that must not be copied: the lock of the running server, and files it recreates. */
const notCluster = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'])

/** The result of a backup. */
export interface Backup {
  folder: string
  /** The WAL position that a restore reaches at least. */
  endsAt: string
}

/**
 * Copies a data folder with its embedded database while it is running: the database with PostgreSQL's base backup
 * protocol (like pg_basebackup), with the required WAL segments retained by a slot; then the uploads and the secret
 * key. Stored uploads never change, so those of every row in the copy are included.
 * @param dataFolder KUFANG_DATA of a running product
 * @param target must not exist; becomes a data folder that can be started
 * @throws Mistake if no embedded database is running there
 */
export async function backUp(dataFolder: string, target: string): Promise<Backup> {
  if (existsSync(target)) throw new Mistake(`${target} is there already; name a new folder`)
  const database = join(dataFolder, 'database')
  const cluster = join(database, 'cluster')
  const client = new pg.Client({ connectionString: addressOf(database) })
  await client.connect()
  try {
    mkdirSync(join(target, 'database'), { recursive: true, mode: 0o700 })
    const endsAt = await copyCluster(client, cluster, join(target, 'database/cluster'))
    cpSync(join(database, 'password'), join(target, 'database/password'))
    takeOwner(join(database, 'password'), join(target, 'database/password'))
    for (const name of readdirSync(dataFolder)) {
      if (!notData.has(name))
        cpSync(join(dataFolder, name), join(target, name), { recursive: true })
    }
    return { folder: target, endsAt }
  } catch (error) {
    rmSync(target, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function copyCluster(client: pg.Client, from: string, to: string): Promise<string> {
  // The slot ends with the connection; until then no WAL segment is removed.
  await client.query(
    `select pg_create_physical_replication_slot('kufang_backup_' || pg_backend_pid(), true, true)`,
  )
  await client.query(`select pg_backup_start('kufang', true)`)
  copyOwned(from, to, (name) => notCluster.has(name))
  const { rows } = await client.query<{ lsn: string; labelfile: string }>(
    'select lsn::text, labelfile from pg_backup_stop(false)',
  )
  const { lsn, labelfile } = firstOf(rows)
  writeFileSync(join(to, 'backup_label'), labelfile, { mode: 0o600 })
  takeOwner(from, join(to, 'backup_label'))
  for (const name of ['pg_wal', 'pg_replslot']) {
    mkdirSync(join(to, name), { mode: 0o700 })
    takeOwner(from, join(to, name))
  }
  for (const name of ['archive_status', 'summaries']) {
    mkdirSync(join(to, 'pg_wal', name), { mode: 0o700 })
    takeOwner(from, join(to, 'pg_wal', name))
  }
  for (const name of readdirSync(join(from, 'pg_wal'))) {
    if (/^[0-9A-F]{24}$/.test(name)) copyOwned(join(from, 'pg_wal', name), join(to, 'pg_wal', name))
  }
  return lsn
}

/** Copies with owner and mode, because as root the database runs under another account. */
function copyOwned(
  from: string,
  to: string,
  isLeftOut: (name: string) => boolean = () => false,
): void {
  let found
  try {
    found = lstatSync(from)
  } catch (error) {
    // A running database removes files during the copy; the WAL compensates for them.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (found.isDirectory()) {
    mkdirSync(to, { mode: found.mode })
    takeOwner(from, to)
    for (const name of readdirSync(from)) {
      if (!isLeftOut(name)) copyOwned(join(from, name), join(to, name))
    }
    return
  }
  try {
    cpSync(from, to)
    takeOwner(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function takeOwner(from: string, to: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = lstatSync(from)
  chownSync(to, uid, gid)
}

/** The running server's lock file contains its port. */
function addressOf(database: string): string {
  const lockFile = join(database, 'cluster/postmaster.pid')
  if (!existsSync(lockFile))
    throw new Mistake(
      `no database runs in ${database}; start the product, or copy the folder as it is`,
    )
  const port = itemAt(readFileSync(lockFile, 'utf8').split('\n'), 3).trim()
  const password = readFileSync(join(database, 'password'), 'utf8')
  return `postgres://${databaseUser}:${password}@127.0.0.1:${port}/postgres`
}
