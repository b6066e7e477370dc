import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive } from '../process/process-identity.ts'
import { copyUnusedCluster } from '../testing/unused-cluster.ts'

let dataFolder: string
let running: EmbeddedPostgres[]

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'kufang-embedded-'))
  running = []
})
afterEach(async () => {
  for (const database of running) await database.stop()
  rmSync(dataFolder, { recursive: true })
})

async function start(forTests = true): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataFolder, forTests })
  running.push(database)
  return database
}

async function ask(connectionString: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** Starts the database from a separate process and kills that process but not the database. */
async function startAndKillTheStarter(): Promise<{ connectionString: string; pid: number }> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href)}
    const { connectionString, pid } = await startEmbeddedPostgres({
      dataFolder: ${JSON.stringify(dataFolder)},
      forTests: true,
    })
    console.log(JSON.stringify({ connectionString, pid }))
    setInterval(() => {}, 1000)`
  const starter = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(starter.stdout, 'data')) as [Buffer]
  starter.kill('SIGKILL')
  await once(starter, 'exit')
  return JSON.parse(line.toString()) as { connectionString: string; pid: number }
}

test('what was written is still there after a stop and a new start', async () => {
  const first = await start()
  await ask(first.connectionString, 'create table kept as select 7 as value')
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)
  const second = await start()
  expect(await ask(second.connectionString, 'select value from kept')).toEqual([[7]])
})

test('it listens on this machine only and asks for a password', async () => {
  copyUnusedCluster(dataFolder)
  const { connectionString } = await start()
  expect(await ask(connectionString, 'show listen_addresses')).toEqual([['127.0.0.1']])
  const stranger = connectionString.replace(/:[^:@/]+@/, ':wrong@')
  await expect(ask(stranger, 'select 1')).rejects.toThrow(/password authentication failed/)
})

test('a data folder in use is refused', async () => {
  copyUnusedCluster(dataFolder)
  await start()
  await expect(start()).rejects.toThrow(`in use by process ${process.pid}`)
})

test('a database left behind by a killed process is stopped and its data kept', async () => {
  copyUnusedCluster(dataFolder)
  const orphan = await startAndKillTheStarter()
  await ask(orphan.connectionString, 'create table kept as select 7 as value')
  expect(isAlive(orphan.pid)).toBe(true)
  const next = await start()
  expect(isAlive(orphan.pid)).toBe(false)
  expect(await ask(next.connectionString, 'select value from kept')).toEqual([[7]])
})

test('a database server killed right after a commit has lost nothing of it', async () => {
  copyUnusedCluster(dataFolder)
  const first = await start(false)
  await ask(first.connectionString, 'create table kept as select 7 as value')
  process.kill(first.pid, 'SIGKILL')
  await first.ended
  const second = await start()
  expect(await ask(second.connectionString, 'select value from kept')).toEqual([[7]])
})

test('a lock file that names a stranger does not keep it from starting', async () => {
  copyUnusedCluster(dataFolder)
  const first = await start()
  const lockFile = join(dataFolder, 'cluster/postmaster.pid')
  const left = readFileSync(lockFile, 'utf8')
  await first.stop()
  const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid: 65534 } : {})
  try {
    writeFileSync(lockFile, left.replace(/^\d+/, String(stranger.pid)))
    const second = await start()
    expect(await ask(second.connectionString, 'select 1')).toEqual([[1]])
  } finally {
    stranger.kill()
  }
})

test('a making that was cut off half-way is begun anew', async () => {
  const first = await start()
  await first.stop()
  rmSync(join(dataFolder, 'cluster/PG_VERSION'))
  renameSync(join(dataFolder, 'cluster'), join(dataFolder, 'cluster.unfinished'))
  const second = await start()
  expect(await ask(second.connectionString, 'select 1')).toEqual([[1]])
})
