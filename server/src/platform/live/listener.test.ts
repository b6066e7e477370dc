import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { listen, type Listening } from './listener.ts'

let made: TestDatabase
let owner: pg.Client
const open: Listening[] = []

beforeAll(async () => {
  made = await createTestDatabase()
})
beforeEach(async () => {
  owner = new pg.Client({ connectionString: made.connectionString })
  await owner.connect()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop()
  await expect.poll(lines).toEqual([])
  await owner.end()
})
afterAll(() => made.drop())

/** The listening connections. */
const lines = async () =>
  (
    await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'kufang listens'`,
    )
  ).rows.map(({ pid }) => pid)

function hear(...channels: string[]) {
  const heard: (string | null)[] = []
  const errors: unknown[] = []
  const listening = listen(made.connectionString, channels, {
    onNotice: (channel, payload) => heard.push(payload === null ? null : `${channel}:${payload}`),
    onDeaf: () => heard.push('deaf'),
    onError: (error) => errors.push(error),
  })
  open.push(listening)
  return { heard, errors, listening }
}
const notify = (channel: string, payload: string) =>
  owner.query('select pg_notify($1, $2)', [channel, payload])

test('all that listen share one connection, and each hears its own channels', async () => {
  const [one, two] = [hear('a'), hear('a', 'b')]
  await one.listening.ready
  await two.listening.ready
  // A later listener is notified of its connection, the others are not.
  const late = hear('c')
  await late.listening.ready
  await notify('a', '1')
  await notify('b', '2')
  await notify('c', '3')
  await expect.poll(() => late.heard).toEqual([null, 'c:3'])
  expect(one.heard).toEqual([null, 'a:1'])
  expect(two.heard).toEqual([null, null, 'a:1', 'b:2'])
  expect(await lines()).toHaveLength(1)
})

test('who stops hears no more and the others go on; the last one takes the connection along', async () => {
  const [one, two] = [hear('a'), hear('a')]
  await two.listening.ready
  await one.listening.stop()
  await notify('a', '1')
  await expect.poll(() => two.heard).toEqual([null, 'a:1'])
  expect(one.heard).toEqual([null])
  await two.listening.stop()
  await expect.poll(lines).toEqual([])
})

test('a lost line is said at once to all, made anew once, and said again', async () => {
  const [one, two] = [hear('a'), hear('b')]
  await two.listening.ready
  const [pid] = await lines()
  await owner.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(() => one.heard, { timeout: 10_000 }).toEqual([null, 'deaf', null])
  expect(two.heard).toEqual([null, 'deaf', null])
  expect([one.errors.length, two.errors.length]).toEqual([1, 1])
  await notify('a', '1')
  await notify('b', '2')
  await expect.poll(() => [one.heard.at(-1), two.heard.at(-1)]).toEqual(['a:1', 'b:2'])
  const now = await lines()
  expect(now).toHaveLength(1)
  expect(now).not.toEqual([pid])
})

test('one that comes while the line is down hears when it is up again', async () => {
  const one = hear('a')
  await one.listening.ready
  const [pid] = await lines()
  await owner.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(() => one.heard).toContain('deaf')
  const two = hear('b')
  await two.listening.ready
  await notify('b', '1')
  await expect.poll(() => two.heard).toEqual([null, 'b:1'])
  await expect.poll(() => one.heard).toEqual([null, 'deaf', null])
})

test('what one makes of a notice does not keep it from the others', async () => {
  const errors: unknown[] = []
  open.push(
    listen(made.connectionString, ['a'], {
      onNotice: (_channel, payload) => {
        if (payload !== null) throw new Error('cannot')
      },
      onError: (error) => errors.push(error),
    }),
  )
  const two = hear('a')
  await two.listening.ready
  await notify('a', '1')
  await expect.poll(() => two.heard).toEqual([null, 'a:1'])
  expect(errors).toEqual([new Error('cannot')])
})

test('a database that is not there is said to whoever waits for it', async () => {
  const nowhere = new URL(made.connectionString)
  nowhere.pathname = '/no_such_database'
  const errors: unknown[] = []
  const listening = listen(nowhere.href, ['a'], {
    onNotice: () => undefined,
    onError: (error) => errors.push(error),
  })
  await expect(listening.ready).rejects.toThrow('no_such_database')
  await listening.stop()
  expect(errors).toHaveLength(1)
})
