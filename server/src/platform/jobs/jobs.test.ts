import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/database.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { cleanUp } from './housekeeping.ts'
import { addJob, startJobs } from './jobs.ts'

let test: TestDatabase
let database: Database
const log = pino({ level: 'silent' })

beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase({ connectionString: test.connectionString })
})

afterAll(async () => {
  await database?.close()
  await test?.drop()
})

describe('background jobs', () => {
  it('run when their transaction committed, and not after the worker stopped', async () => {
    const runs: [unknown, number][] = []
    const finished = Promise.withResolvers<void>()
    const jobs = await startJobs({
      database,
      log,
      crontab: '0 0 1 1 * yearly',
      tasks: {
        yearly: async () => {},
        note: async (payload, { attempt }) => {
          runs.push([payload, attempt])
          finished.resolve()
        },
      },
    })
    await expect(
      database.transaction(async (tx) => {
        await addJob(tx, 'note', { from: 'rolled back' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await database.transaction((tx) =>
      addJob(tx, 'note', { from: 'committed' }, { queue: 'q', attemptsMax: 3 }),
    )
    await finished.promise
    await jobs.stop()
    expect(runs).toEqual([[{ from: 'committed' }, 1]])
    await addJob(database, 'note', {})
    expect(runs).toHaveLength(1)
  })

  it('that outlast a stop are given back, so that another process repeats them', async () => {
    const begun = Promise.withResolvers<void>()
    const letGo = Promise.withResolvers<void>()
    const repeated = Promise.withResolvers<number>()
    const jobs = await startJobs({
      database,
      log,
      tasks: {
        endless: async () => {
          begun.resolve()
          await letGo.promise
        },
      },
    })
    expect(jobs.isRunning).toBe(true)
    await addJob(database, 'endless')
    await begun.promise
    expect(await loadOf('endless')).toEqual({ due: 0, later: 0, running: 1, failed: 0 })
    await jobs.stop(100)
    expect(jobs.isRunning).toBe(false)
    expect(await loadOf('endless')).toEqual({ due: 0, later: 1, running: 0, failed: 0 })
    const other = await startJobs({
      database,
      log,
      tasks: { endless: async (_payload, { attempt }) => repeated.resolve(attempt) },
    })
    expect(await repeated.promise).toBe(2)
    await other.stop()
    letGo.resolve()
  })

  it('replace a waiting job of the same key', async () => {
    const runAt = new Date(Date.now() + 3_600_000)
    for (const value of [1, 2]) await addJob(database, 'later', { value }, { key: 'one', runAt })
    const [count] = await withOwner(
      `select count(*)::integer as count from graphile_worker.jobs where key = 'one'`,
    )
    expect(count).toEqual({ count: 1 })
  })

  it('may be added by the application’s role, whose rights end there', async () => {
    const [role] = await database.query<{ role: string }>('select current_user as role')
    expect(role).toEqual({ role: 'kufang_app' })
    await expect(database.query('select * from graphile_worker.jobs')).rejects.toThrow(
      /permission denied/,
    )
  })

  it('clean up what nobody needs', async () => {
    await database.query(
      `insert into action_request (company_code, idempotency_key, user_id, fingerprint, created_at)
       select '1000', 'key-' || days, gen_random_uuid(), '', now() - make_interval(days => days)
       from unnest(array[1000, 2900, 3100]) as days`,
    )
    await database.query(
      `update action_request set created_at = now() - interval '29 days' where idempotency_key = 'key-1000'`,
    )
    expect(await cleanUp(database)).toEqual({ requests: 2, tokens: 0 })
    expect(await database.query(`select idempotency_key from action_request`)).toEqual([
      { idempotencyKey: 'key-1000' },
    ])
  })
})

/** How many jobs of a kind there are by state, as the application's role sees it. */
async function loadOf(task: string) {
  const rows = await database.query<{ state: string; count: number }>(
    'select state, count from public.background_job_load() where task = $1',
    [task],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Runs a statement as the owner, to read tables not accessible to the application's role. */
async function withOwner(text: string) {
  const client = await database.pool.connect()
  try {
    await client.query('reset role')
    return (await client.query(text)).rows
  } finally {
    client.release(true)
  }
}
