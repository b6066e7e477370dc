import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { announceTokenEnd } from '../messages/announce.ts'
import { startAdministration, type Administration } from './testing/administration.ts'
import type { UserRecord } from './user-record.ts'
import { warnOfTokenEnds } from './warn-token-ends.ts'

let administration: Administration
let server: Administration['server']

beforeAll(async () => {
  administration = await startAdministration()
  server = administration.server
})
afterAll(() => administration?.close())

async function program(account: string): Promise<UserRecord> {
  const { body } = await server.call<{ user: UserRecord }>(
    'POST',
    '/api/system/technical-accounts',
    {
      token: administration.root,
      payload: { account, userName: '立库系统', owningCompany: '1000' },
    },
  )
  return body.datas.user
}

async function issue(user: UserRecord, name: string, days: number): Promise<void> {
  const { status } = await server.call('POST', `/api/system/technical-accounts/${user.id}/tokens`, {
    token: administration.root,
    payload: { name, expiresOn: addDays(companyToday(), days) },
  })
  expect(status).toBe(200)
}

const warnings = () =>
  server.database.query<{ titleZh: string; contentZh: string; to: string; companyCode: string }>(
    `select m.title_zh, m.content_zh, m.company_code, u.account as to from message m
     join message_receiver r on r.message_id = m.id join app_user u on u.id = r.user_id
     where m.event = 'token-ends' order by m.created_at, m.title_zh`,
  )

/** The job, some days from today. */
const warnIn = (days: number) =>
  warnOfTokenEnds(server.database, announceTokenEnd, addDays(companyToday(), days))

test('administrators are warned 14 and 3 days before a token of a program ends, once each', async () => {
  const wcs = await program('wcs')
  await issue(wcs, '2026', 20)
  expect(await warnIn(0)).toBe(0)
  expect(await warnIn(5)).toBe(0)
  expect(await warnIn(6)).toBe(1)
  expect(await warnIn(7)).toBe(0)
  // The job did not run on the third day before.
  expect(await warnIn(18)).toBe(1)
  expect(await warnIn(20)).toBe(0)
  const told = await warnings()
  expect(told.map(({ to, companyCode }) => [to, companyCode])).toEqual([
    ['root', '1000'],
    ['root', '1000'],
  ])
  expect(told.map(({ titleZh }) => titleZh)).toEqual([
    '技术账号 wcs 的令牌“2026”还有 14 天到期',
    '技术账号 wcs 的令牌“2026”还有 2 天到期',
  ])
  expect(told[0]!.contentZh).toContain(
    `有效期至 ${addDays(companyToday(), 20)}，最近使用：从未使用`,
  )
})

test('a token that is issued for two days is warned of once, and no revoked one or one of a disabled account', async () => {
  const before = (await warnings()).length
  await issue(await program('short'), 'two days', 2)
  const revoked = await program('revoked')
  await issue(revoked, 'gone', 2)
  await server.database.query(`update user_token set revoked_at = now() where user_id = $1`, [
    revoked.id,
  ])
  const disabled = await program('disabled')
  await issue(disabled, 'idle', 2)
  await server.database.query(`update app_user set status = 'disabled' where id = $1`, [
    disabled.id,
  ])
  expect(await warnIn(0)).toBe(1)
  expect(await warnIn(0)).toBe(0)
  const told = (await warnings()).slice(before)
  expect(told.map(({ titleZh }) => titleZh)).toEqual([
    '技术账号 short 的令牌“two days”还有 2 天到期',
  ])
})
