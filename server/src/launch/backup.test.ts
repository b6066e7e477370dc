import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '@kufang/kernel/identifier.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkAudit } from '../platform/audit/audit-chain.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { verifyAuditChain } from '../platform/audit/verify-chain.ts'
import type { Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { EmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { ensureDatabase } from '../platform/embedded-postgres/ensure-database.ts'
import { copyUnusedCluster } from '../platform/testing/unused-cluster.ts'
import { runProofs } from '../ledger/proofs.ts'
import { backUp } from './backup.ts'

let folder: string
let dataFolder: string
let archive: string
let postgres: EmbeddedPostgres
let connectionString: string
let database: Database
const actor = { userId: newId(), userName: 'Somebody', requestId: 'r' }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kufang-backup-'))
  // The database may run under another account, which must be able to reach the archive.
  const archiveRoot = mkdtempSync(join(tmpdir(), 'kufang-archive-'))
  dataFolder = join(folder, 'data')
  archive = archiveRoot
  mkdirSync(join(dataFolder, 'files'), { recursive: true })
  writeFileSync(join(dataFolder, 'files/kept'), 'an upload')
  copyUnusedCluster(join(dataFolder, 'database'))
  postgres = await startEmbeddedPostgres({
    dataFolder: join(dataFolder, 'database'),
    settings: { archive_mode: 'on', archive_command: `cp %p ${archive}/%f` },
  })
  const { uid, gid } = statSync(join(dataFolder, 'database/cluster'))
  if (process.getuid?.() === 0) chownSync(archive, uid, gid)
  connectionString = await ensureDatabase(postgres.connectionString, 'kufang')
  await migrate(connectionString)
  database = openDatabase({ connectionString, onError: () => undefined })
})
afterAll(async () => {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  rmSync(archive, { recursive: true, force: true })
})

async function act(subjectId: string): Promise<void> {
  await database.transaction((tx) =>
    writeAudit(tx, actor, [{ companyCode: '1010', subjectType: 'x', subjectId, action: 'post' }]),
  )
}

/** Starts a restored cluster, runs the proofs and returns its content. */
async function restored<T>(
  cluster: string,
  settings: Record<string, string>,
  look: (database: Database) => Promise<T>,
): Promise<T> {
  const started = await startEmbeddedPostgres({ dataFolder: cluster, settings })
  const address = new URL(started.connectionString)
  address.pathname = '/kufang'
  const found = openDatabase({ connectionString: address.href, onError: () => undefined })
  try {
    const isWritable = async () => {
      const [row] = await found.query<{ is: boolean }>('select not pg_is_in_recovery() as is')
      return row!.is
    }
    await expect.poll(isWritable, { timeout: 30_000 }).toBe(true)
    for (const { name, rows } of await runProofs(found)) expect([name, rows]).toEqual([name, []])
    await linkAudit(found)
    expect((await verifyAuditChain(found)).problems).toEqual([])
    expect((await migrate(address.href)).applied).toEqual([])
    return await look(found)
  } finally {
    await found.close()
    await started.stop()
  }
}

const subjects = async (queryable: Database) =>
  (
    await queryable.query<{ subjectId: string }>(
      'select subject_id from audit_entry order by at, id',
    )
  ).map((row) => row.subjectId)

test('a copy made while others write holds all they were told before, and starts', async () => {
  for (let at = 0; at < 20; at += 1) await act(`before ${at}`)
  const state = { isOver: false }
  let written = 0
  const writer = (async () => {
    while (!state.isOver) {
      await act(`meanwhile ${written}`)
      written += 1
    }
  })()
  await expect.poll(() => written).toBeGreaterThan(5)
  const told = written
  const copy = join(folder, 'copy')
  await backUp(dataFolder, copy)
  state.isOver = true
  await writer
  expect(readdirSync(join(copy, 'files'))).toEqual(['kept'])
  await restored(join(copy, 'database'), { archive_mode: 'off' }, async (found) => {
    const there = await subjects(found)
    expect(there.filter((subject) => subject.startsWith('before'))).toHaveLength(20)
    const meanwhile = there.filter((subject) => subject.startsWith('meanwhile')).length
    expect(meanwhile).toBeGreaterThanOrEqual(told)
    expect(meanwhile).toBeLessThanOrEqual(written)
  })
})

test('with the archived log a copy is brought to any moment after it', async () => {
  const copy = join(folder, 'earlier')
  await backUp(dataFolder, copy)
  await act('wanted')
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ moment: string }>(
    'select clock_timestamp()::text as moment',
  )
  await pause(20)
  await act('mistake')
  // The segment being completed, which is now archived; a later query could return the next one.
  const { rows: wal } = await client.query<{ name: string }>(
    'select pg_walfile_name(pg_switch_wal()) as name',
  )
  await client.end()
  await expect
    .poll(() => readdirSync(archive).some((name) => name >= wal[0]!.name), { timeout: 30_000 })
    .toBe(true)

  const cluster = join(copy, 'database/cluster')
  writeFileSync(join(cluster, 'recovery.signal'), '')
  await restored(
    join(copy, 'database'),
    {
      archive_mode: 'off',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: rows[0]!.moment,
      recovery_target_action: 'promote',
    },
    async (found) => {
      const there = await subjects(found)
      expect(there).toContain('wanted')
      expect(there).not.toContain('mistake')
    },
  )
})

test('a folder that is there is left alone, and one without a running database says so', async () => {
  await expect(backUp(dataFolder, folder)).rejects.toThrow(/is there already/)
  await expect(backUp(folder, join(folder, 'none'))).rejects.toThrow(/no database runs/)
  expect(readdirSync(folder)).not.toContain('none')
})
