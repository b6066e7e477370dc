import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { Missing } from './readiness.ts'

interface Answer {
  status: number
  isReady?: boolean
  missing?: Missing[]
  headers: Record<string, unknown>
}

let made: TestDatabase
let server: TestServer
/** Connected to another database of the cluster, as the owner of all. */
let owner: pg.Client
let name: string

async function ask(path: string): Promise<Answer> {
  const { statusCode, headers, body } = await server.app.inject(path)
  return { status: statusCode, headers, ...(JSON.parse(body) as object) }
}
const missing = async () => (await ask('/ready')).missing?.map(({ code }) => code)

beforeAll(async () => {
  made = await createTestDatabase()
  server = await startTestServer(made.connectionString)
  const address = new URL(made.connectionString)
  name = address.pathname.slice(1)
  address.pathname = '/postgres'
  owner = new pg.Client({ connectionString: address.href })
  await owner.connect()
})
afterAll(async () => {
  await server?.close()
  await owner?.end()
  await made?.drop()
})

describe('a process', () => {
  it('is not ready before its background jobs run, says so in both languages, and is then', async () => {
    await expect.poll(missing).toEqual(['job-worker-stopped'])
    const { status, isReady, missing: told } = await ask('/ready')
    expect([status, isReady]).toEqual([503, false])
    expect(told![0]).toMatchObject({
      zh: expect.stringMatching(/后台任务/) as string,
      en: expect.stringMatching(/background jobs/) as string,
    })
    server.app.readiness.askWorker(() => true)
    expect(await ask('/ready')).toMatchObject({ status: 200, isReady: true, missing: [] })
  })

  it('is alive without its database but not ready, and ready again with it', async () => {
    await owner.query(`alter database ${name} allow_connections false`)
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [
      name,
    ])
    await expect
      .poll(missing, { timeout: 10_000 })
      .toEqual(['database-unreachable', 'live-channel-deaf'])
    expect(await ask('/health')).toMatchObject({ status: 200, isAlive: true })
    await owner.query(`alter database ${name} allow_connections true`)
    await expect.poll(missing, { timeout: 10_000 }).toEqual([])
  })

  it('is not ready on a database that lacks a migration of its version', async () => {
    const inside = new pg.Client({ connectionString: made.connectionString })
    await inside.connect()
    const { rows } = await inside.query<{ name: string; digest: string }>(
      `delete from schema_migration where name = (select max(name) from schema_migration) returning name, digest`,
    )
    await expect.poll(missing, { timeout: 5000 }).toEqual(['migrations-missing'])
    await inside.query('insert into schema_migration (name, digest) values ($1, $2)', [
      rows[0]!.name,
      rows[0]!.digest,
    ])
    await expect.poll(missing, { timeout: 5000 }).toEqual([])
    // A newer version has more.
    await inside.query(`insert into schema_migration (name, digest) values ('9999_later.sql', '')`)
    await expect.poll(missing, { timeout: 5000 }).toEqual([])
    await inside.end()
  })

  it('answers without a session, is not cached, and does not fill the log', async () => {
    for (const path of ['/health', '/ready'])
      expect((await ask(path)).headers).toMatchObject({ 'cache-control': 'no-store' })
    const lines = server
      .logged()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { level: number; path?: string })
      .filter(({ path }) => path === '/ready' || path === '/health')
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter(({ level }) => level >= 30)).toEqual([])
  })

  it('that stops is not ready whatever it has, and has its clients connect elsewhere', async () => {
    expect((await ask('/health')).headers['connection']).not.toBe('close')
    server.app.readiness.stop()
    const { status, missing: told } = await ask('/ready')
    expect([status, told?.map(({ code }) => code)]).toEqual([503, ['stopping']])
    expect((await ask('/health')).headers['connection']).toBe('close')
  })
})
