import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { ensureUser } from './ensure-user.ts'

const password = 'Kufang@2026'
let files: TestDatabase
let server: TestServer

beforeAll(async () => {
  files = await createTestDatabase()
  // Behind a proxy, so that the test chooses the addresses of clients.
  server = await startTestServer(files.connectionString, {
    trustProxy: 1,
    lockAfterFailures: 3,
    failedSignInsPerMinute: 1000,
  })
  await ensureUser(server.database, {
    account: 'target',
    userName: '某人',
    password,
    roles: ['KCCX'],
  })
})

afterAll(async () => {
  await server?.close()
  await files?.drop()
})

/** Ends the wait of an account in a network; returns its length in seconds. */
async function waitedOut(account: string, network: string): Promise<number> {
  const [failure] = await server.database.query<{ seconds: number }>(
    `update sign_in_failure set locked_until = now() - interval '1 second' where account = $1 and network = $2
     returning extract(epoch from old.locked_until - old.last_failed_at)::int as seconds`,
    [account, network],
  )
  return failure!.seconds
}

test('locks an account for the network of the guesses only, and strangers after many networks', async () => {
  const from = async (address: string, username: string, given: string) => {
    const { body } = await server.call<FailureData>('POST', '/api/oauth/token', {
      payload: { username, password: given },
      headers: { 'x-forwarded-for': address },
    })
    return body.datas.code ?? 'signed in'
  }
  expect(await from('10.0.0.1', 'target', password)).toBe('signed in')
  for (let guess = 0; guess < 3; guess++) await from('203.0.113.1', 'target', 'Wrong@2026')
  expect(await from('203.0.113.1', 'target', password)).toBe('account-locked')
  expect(await from('10.0.0.1', 'target', password)).toBe('signed in')
  expect(await from('10.0.0.2', 'target', password)).toBe('signed in')
  // Guesses from many networks close those the account has never used, as they do for an account that is not there.
  for (let host = 2; host <= 10; host++)
    for (let guess = 0; guess < 3; guess++) await from(`203.0.113.${host}`, 'target', 'Wrong@2026')
  expect(await from('198.51.100.1', 'target', password)).toBe('account-locked')
  expect(await from('10.0.0.1', 'target', password)).toBe('signed in')
  for (let host = 1; host <= 10; host++)
    for (let guess = 0; guess < 3; guess++)
      await from(`203.0.113.${host}`, 'nobody-there', 'Wrong@2026')
  expect(await from('198.51.100.1', 'nobody-there', 'Wrong@2026')).toBe('account-locked')
})

test('guesses of a colleague lock out nobody who has signed in in his browser, nor keep him from his password', async () => {
  const address = '192.0.2.7'
  const wanted = { account: 'colleague', userName: '某人', password, roles: ['KCCX'] }
  await ensureUser(server.database, wanted)
  const from = async (username: string, given: string, cookie = '') => {
    const answer = await server.call<FailureData>('POST', '/api/oauth/token', {
      payload: { username, password: given },
      headers: { 'x-forwarded-for': address, ...(cookie === '' ? {} : { cookie }) },
    })
    return { said: answer.body.datas.code ?? 'signed in', answer }
  }
  const first = await from('colleague', password)
  const cookies = [first.answer.headers['set-cookie']].flat().map(String)
  const device = cookies.find((one) => one.startsWith('kufang-device='))!
  expect(device).toMatch(/; HttpOnly; SameSite=Strict/)
  const cookie = device.split(';')[0]!
  for (let guess = 0; guess < 3; guess++) await from('colleague', 'Wrong@2026')
  // In a network of its own it waits a second, then twice as long after each further guess, at most as long as a lock.
  const waited = () => waitedOut('colleague', address)
  const seconds = [await waited()]
  for (let guess = 0; guess < 11; guess++) {
    await from('colleague', 'Wrong@2026')
    seconds.push(await waited())
  }
  expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  expect((await from('colleague', password)).said).toBe('signed in')
  const said: string[] = []
  for (let guess = 0; guess < 9; guess++) {
    await from('colleague', 'Wrong@2026')
    // The seventh waits 16 seconds, the ninth more than a minute.
    if (guess === 6 || guess === 8) said.push((await from('colleague', password)).said)
    if (guess >= 2 && guess < 8) await waited()
  }
  expect(said).toEqual(['rate-limited', 'account-locked'])
  expect((await from('colleague', password, cookie)).said).toBe('signed in')
  // The browser is known to this account only.
  for (let guess = 0; guess < 3; guess++) await from('other', 'Wrong@2026', cookie)
  // Nobody has this name, and the wait does not tell.
  expect(await waitedOut('other', address)).toBe(1)
  // Changing the own password has a count of its own.
  const token = await server.tokenOf('colleague', password)
  for (let guess = 0; guess < 3; guess++) await from('colleague', 'Wrong@2026')
  const changed = await server.call('POST', '/api/user/uouseraccount/editPswByAccount', {
    token,
    headers: { 'x-forwarded-for': address },
    payload: {
      account: 'colleague',
      psw: password,
      newPsw: 'New@2026xx',
      newPswConfirm: 'New@2026xx',
    },
  })
  expect(changed.status).toBe(200)
  // Its own wrong passwords lock the browser out too.
  for (let guess = 0; guess < 3; guess++) await from('colleague', 'Wrong@2026', cookie)
  expect((await from('colleague', 'New@2026xx', cookie)).said).toBe('account-locked')
})

test('guesses in an office do not tell which accounts there are', async () => {
  const guess = (username: string) =>
    server.call('POST', '/api/oauth/token', {
      payload: { username, password: 'Wrong@2026' },
      headers: { 'x-forwarded-for': '192.0.2.99' },
    })
  // Somebody has signed in there; one account has not, and one does not exist.
  for (const account of ['office', 'elsewhere'])
    await ensureUser(server.database, { account, userName: '某人', password, roles: ['KCCX'] })
  await server.call('POST', '/api/oauth/token', {
    payload: { username: 'office', password },
    headers: { 'x-forwarded-for': '192.0.2.99' },
  })
  const accounts = ['office', 'elsewhere', 'nobody-here']
  for (const account of accounts) for (let at = 0; at < 3; at++) await guess(account)
  expect(await Promise.all(accounts.map((account) => waitedOut(account, '192.0.2.99')))).toEqual([
    1, 1, 1,
  ])
})

test('an address that fails too often keeps nobody out of a browser that is known', async () => {
  const busy = await startTestServer(files.connectionString, { failedSignInsPerMinute: 3 })
  const from = (username: string, given: string, cookie = '') =>
    busy.call<FailureData>('POST', '/api/oauth/token', {
      payload: { username, password: given },
      headers: cookie === '' ? {} : { cookie },
    })
  await ensureUser(server.database, { account: 'calm', userName: '某人', password, roles: [] })
  const first = await from('calm', password)
  const cookie = [first.headers['set-cookie']]
    .flat()
    .map(String)
    .find((one) => one.startsWith('kufang-device='))!
    .split(';')[0]!
  for (const account of ['b1', 'b2', 'b3']) await from(account, 'x')
  expect((await from('calm', password)).status).toBe(429)
  expect((await from('calm', password, cookie)).status).toBe(200)
  await busy.close()
})

test('guesses from the addresses of one IPv6 network are slowed together, and those of its customer', async () => {
  const slow = await startTestServer(files.connectionString, {
    trustProxy: 1,
    failedSignInsPerMinute: 2,
  })
  const from = async (address: string) =>
    (
      await slow.call('POST', '/api/oauth/token', {
        payload: { username: `v6-${address}`, password: 'x' },
        headers: { 'x-forwarded-for': address },
      })
    ).status
  const statuses: number[] = []
  for (const host of [1, 2, 3]) statuses.push(await from(`2001:db8:1:1::${host}`))
  expect(statuses).toEqual([401, 401, 429])
  // Two of each of four more networks of the same /48: ten failures in all.
  for (const net of [2, 3, 4, 5])
    for (const host of [1, 2]) await from(`2001:db8:1:${net}::${host}`)
  expect(await from('2001:db8:1:6::1')).toBe(429)
  expect(await from('2001:db8:2:1::1')).toBe(401)
  await slow.close()
})
