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
