import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureUser } from '../../identity/ensure-user.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { success } from './envelope.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'

const password = 'Kufang@2026'
const lock = 9107
const tokens: Record<'li' | 'wang', string> = { li: '', wang: '' }
let made: TestDatabase
let owner: pg.Client
let server: TestServer
let calls: Promise<unknown>[] = []

/** A server with routes that use the database until the test gives its lock back. */
const serve = (settings: Parameters<typeof startTestServer>[1] = {}) =>
  startTestServer(
    made.connectionString,
    { connectionsMax: 5, connectionsOfPersonMax: 2, ...settings },
    (app, { database }) => {
      const wait = () => database.query('select pg_advisory_xact_lock($1)', [lock])
      app.get('/api/test/wait', async () => success(await wait()))
      app.get('/api/test/count', async () =>
        success(
          await database.query(`select sum(n) from generate_series(1, $1::bigint) n`, [1e12]),
        ),
      )
      app.get('/api/test/two', async () =>
        success(await database.transaction((tx) => tx.query('select 1').then(wait))),
      )
      app.get('/api/test/change', async () =>
        success(await database.query(`update company set name = $1`, ['丙'])),
      )
    },
  )
const call = (person: keyof typeof tokens, path: string) => {
  const sent = server.call('GET', `/api/test/${path}`, { token: tokens[person] })
  calls.push(sent)
  return sent
}
/** Statements that wait for the lock of the test. */
const waiting = async () => {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and query like '%pg_advisory_xact_lock%' and wait_event = 'advisory'`,
  )
  return rows[0]!.count
}

beforeAll(async () => {
  made = await createTestDatabase()
  owner = new pg.Client({ connectionString: made.connectionString })
  await owner.connect()
  server = await serve()
  for (const account of ['li', 'wang'] as const) {
    await ensureUser(server.database, { account, userName: account, password, roles: [] })
    tokens[account] = await server.tokenOf(account, password)
  }
  await owner.query(`insert into company (company_code, name) values ('1000', '甲')`)
})
afterAll(async () => {
  await server.close()
  await owner.end()
  await made.drop()
})
beforeEach(async () => {
  calls = []
  await owner.query('select pg_advisory_lock($1)', [lock])
})
afterEach(async () => {
  await owner.query('select pg_advisory_unlock_all()')
  await Promise.all(calls)
})

test('a person whose requests take long leaves connections to the others, and gets all answers in the end', async () => {
  const greedy = Array.from({ length: 20 }, () => call('li', 'wait'))
  await expect.poll(waiting).toBe(2)
  expect((await call('wang', 'change')).status).toBe(200)
  expect(await waiting()).toBe(2)
  await owner.query('select pg_advisory_unlock_all()')
  const answers = await Promise.all(greedy)
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
})

test('a request that needs a second connection does not wait for its own first one', async () => {
  const both = [call('li', 'two'), call('li', 'two')]
  await expect.poll(waiting).toBe(2)
  await owner.query('select pg_advisory_unlock_all()')
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
})

test('a request that finds no connection in time is told that the system is busy, and when to come again', async () => {
  const usual = server
  server = await serve({ queueSeconds: 0.05 })
  try {
    const first = [call('li', 'wait'), call('li', 'wait')]
    await expect.poll(waiting).toBe(2)
    const refused = await call('li', 'change')
    expect(refused).toMatchObject({ status: 503, body: { datas: { code: 'server-busy' } } })
    expect(refused.body.resp_msg).toBe('系统繁忙，本次操作未执行，请稍后再试')
    expect(refused.headers['retry-after']).toBe('1')
    await owner.query('select pg_advisory_unlock_all()')
    await Promise.all(first)
  } finally {
    await server.close()
    server = usual
  }
})

test('a statement that runs too long, or waits too long for a lock, is given up', async () => {
  const usual = server
  server = await serve({ statementSeconds: 0.3 })
  try {
    expect(await call('li', 'count')).toMatchObject({
      status: 422,
      body: { datas: { code: 'statement-too-long' } },
    })
    expect((await call('li', 'change')).status).toBe(200)
  } finally {
    await server.close()
    server = usual
  }
  const settings = await server.database.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name = any($1) order by name`,
    [['idle_in_transaction_session_timeout', 'lock_timeout']],
  )
  expect(settings).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '60000' },
    { name: 'lock_timeout', setting: '10000' },
  ])
})

test('a request that its client closes stops in the database, and its connection serves the next one', async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const sent = Array.from({ length: 4 }, () => {
    const headers = { authorization: `Bearer ${tokens.li}` }
    return get({ port, path: '/api/test/wait', headers }).on('error', () => {})
  })
  await expect.poll(waiting).toBe(2)
  for (const request of sent) request.destroy()
  await expect.poll(waiting).toBe(0)
  // The lock is still held: the statements were cancelled, not finished.
  expect((await call('li', 'change')).status).toBe(200)
  expect(server.logged()).not.toContain('request failed')
})
