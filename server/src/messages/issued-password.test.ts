import { newId } from '@kufang/kernel/identifier.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureUser } from '../identity/ensure-user.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import { prepareJobs } from '../platform/jobs/jobs.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { deliverMessage } from './deliver.ts'
import type { MailServer } from './testing/outside.ts'
import { startMailServer } from './testing/outside.ts'

// A password that a user manager issues reaches its person only.

const password = 'Kufang@2026'
let files: TestDatabase
let server: TestServer
let mail: MailServer
let root: string
let manager: string
let keeperId: string

const post = <T = FailureData>(token: string, url: string, payload: object = {}) =>
  server.call<T>('POST', url, { token, payload, headers: { 'idempotency-key': newId() } })
const signIn = (username: string, given: string) =>
  server.call<FailureData & { access_token: string; forceEditPwdFlag: string }>(
    'POST',
    '/api/oauth/token',
    { payload: { username, password: given } },
  )

beforeAll(async () => {
  files = await createTestDatabase()
  await prepareJobs(files.connectionString)
  server = await startTestServer(files.connectionString, { demonstration: true })
  mail = await startMailServer('kufang', 'mail-secret-1')
  const { database } = server
  const plants = [{ companyCode: '1000' }]
  const make = async (account: string, roles: string[], email: string) =>
    (
      await ensureUser(database, {
        account,
        userName: `人员${account}`,
        password,
        roles,
        plants,
        email,
      })
    ).userId
  await make('root', ['admin'], '')
  await make('manager', ['YHGL'], 'manager@plant.example')
  keeperId = await make('keeper', [], 'keeper@plant.example')
  root = await server.tokenOf('root', password)
  manager = await server.tokenOf('manager', password)
  const saved = await server.call('PUT', '/api/messages/channels/email', {
    token: root,
    headers: { 'idempotency-key': newId() },
    payload: {
      version: 1,
      isOn: true,
      host: '127.0.0.1',
      port: mail.port,
      security: 'none',
      account: 'kufang',
      senderAddress: 'kufang@plant.example',
      senderName: '库房',
      secret: 'mail-secret-1',
    },
  })
  expect(saved.status).toBe(200)
})

afterAll(async () => {
  await server?.close()
  await mail?.close()
  await files?.drop()
})

interface Stored {
  id: string
  companyCode: string
  content: string
  sealed: string
}
const newest = async (): Promise<Stored> => {
  const [row] = await server.database.query<Stored>(
    'select id, company_code, content, sealed from message_delivery order by created_at desc limit 1',
  )
  return row!
}
/** Sends the newest mail of the outbox and returns the password in it. */
const mailed = async (): Promise<string> => {
  const { id, companyCode } = await newest()
  await deliverMessage(server.context, { companyCode, id }, server.context.log)
  const raw = mail.mails.at(-1)!
  const encoded = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw)![1]!
  const text = /text\/plain[\s\S]*?Content-Transfer-Encoding: base64/.test(raw)
    ? Buffer.from(encoded, 'base64').toString('utf8')
    : encoded
        .replaceAll(/=\r\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_hex, code: string) =>
          String.fromCodePoint(Number.parseInt(code, 16)),
        )
  return /[a-zA-Z0-9@#%+=?]{14}/.exec(text)![0]
}

test('a reset password goes to the mail address of its person, sealed until then, and never to the manager', async () => {
  const reset = await post<Record<string, unknown>>(
    manager,
    `/api/system/users/${keeperId}/reset-password`,
  )
  expect(reset.body.datas).toMatchObject({ temporaryPassword: null, sentTo: 'k***@plant.example' })
  const stored = await newest()
  expect(stored.sealed).not.toBe('')
  const given = await mailed()
  for (const seen of [reset.text, stored.content, stored.sealed, (await newest()).content])
    expect(seen).not.toContain(given)
  expect((await newest()).sealed).toBe('')
  expect((await signIn('keeper', password)).body.datas.code).toBe('sign-in-failed')
  const first = await signIn('keeper', given)
  expect(first.body.datas.forceEditPwdFlag).toBe('Y')
  // Used once: it must be replaced before anything else, and is worth nothing afterwards.
  const changed = await post(
    first.body.datas.access_token,
    '/api/user/uouseraccount/editPswByAccount',
    {
      account: 'keeper',
      psw: given,
      newPsw: 'Own#Passwort1',
      newPswConfirm: 'Own#Passwort1',
    },
  )
  expect(changed.status).toBe(200)
  expect((await signIn('keeper', given)).body.datas.code).toBe('sign-in-failed')
  // The person is told, with the account of who did it.
  const token = (await signIn('keeper', 'Own#Passwort1')).body.datas.access_token
  const unread = await server.call<{ msgTitle: string; msgContent: string }[]>(
    'POST',
    '/api/sms/smsInfo/queryNoReadNoticeList',
    { token, payload: { pageNum: 1, pageSize: 10 } },
  )
  expect(unread.body.datas[0]).toMatchObject({ msgTitle: '您的账号 keeper 的密码已被重置' })
  expect(unread.body.datas[0]!.msgContent).toContain('人员manager（manager）')
})

test('an issued password that nobody used in time is worth nothing', async () => {
  await post(manager, `/api/system/users/${keeperId}/reset-password`)
  const given = await mailed()
  await server.database.query(
    `update app_user set password_valid_until = now() - interval '1 second' where id = $1`,
    [keeperId],
  )
  expect((await signIn('keeper', given)).body.datas.code).toBe('password-lapsed')
})

test('a manager makes an account of his company, whose person gets the first password', async () => {
  const made = await post<{
    user: { owningCompany: string }
    temporaryPassword: null
    sentTo: string
  }>(manager, '/api/system/users', {
    account: 'novice',
    userName: '新人',
    email: 'novice@plant.example',
  })
  expect(made.body.datas).toMatchObject({
    user: { owningCompany: '1000' },
    temporaryPassword: null,
    sentTo: 'n***@plant.example',
  })
  expect((await signIn('novice', await mailed())).body.datas.forceEditPwdFlag).toBe('Y')
})
