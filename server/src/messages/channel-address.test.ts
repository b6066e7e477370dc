import { newId } from '@kufang/kernel/identifier.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureUser } from '../identity/ensure-user.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const password = 'Kufang@2026'
const robot = 'http://127.0.0.1:2626/robot'
let made: TestDatabase
let server: TestServer
let token: string

beforeAll(async () => {
  made = await createTestDatabase()
  server = await startTestServer(made.connectionString, { demonstration: true })
  const admin = { account: 'admin', userName: 'admin', password, roles: ['admin'] }
  await ensureUser(server.database, admin)
  token = await server.tokenOf('admin', password)
})
afterAll(async () => {
  await server.close()
  await made.drop()
})

const channel = (sendType: string, payload: object) =>
  server.call<FailureData & { hasSecret: boolean }>('PUT', `/api/messages/channels/${sendType}`, {
    token,
    payload,
    headers: { 'idempotency-key': newId() },
  })

test('another server gets none of the secrets entered for the one before, and none that the operator does not permit is taken', async () => {
  const list = async () =>
    (
      await server.call<{ companyCode: string; sendType: string; version: number }[]>(
        'GET',
        '/api/messages/channels',
        { token },
      )
    ).body.datas
  const version = async (sendType: string) =>
    (await list()).find((row) => row.companyCode === '' && row.sendType === sendType)!.version
  const change = async (sendType: 'email' | 'Nail', fields: object) =>
    (await channel(sendType, { version: await version(sendType), ...fields })).body.datas
  const mailSecret = { host: '127.0.0.1', secret: 'mail-password' }
  for (const fields of [{ host: 'localhost' }, { port: 2526 }, { security: 'tls' }]) {
    await change('email', { ...mailSecret, port: 2525, security: 'none' })
    expect([fields, await change('email', fields)]).toMatchObject([fields, { hasSecret: false }])
  }
  await change('Nail', { webHook: robot, token: 'token', secret: 'signing-secret' })
  expect(await change('Nail', { webHook: `${robot}/other`, token: 'token' })).toMatchObject({
    hasSecret: false,
    hasToken: true,
  })
  for (const [sendType, fields, code] of [
    ['email', { host: 'smtp.evil.example' }, 'address-not-permitted'],
    ['Nail', { webHook: 'https://evil.example/robot' }, 'address-not-permitted'],
    ['Nail', { webHook: 'http://oapi.dingtalk.com/robot/send' }, 'address-not-encrypted'],
    ['Nail', { webHook: 'http://169.254.169.254/latest' }, 'address-not-permitted'],
  ] as const)
    expect(await change(sendType, fields)).toMatchObject({ code })
  expect(await change('Nail', { webHook: 'https://oapi.dingtalk.com/robot/send' })).toMatchObject({
    hasToken: false,
  })
})
