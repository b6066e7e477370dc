import type { MessageView, UnreadCounts } from '@kufang/contract/messages/message-view.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { cleanUpMessages } from './clean-up.ts'
import type { MessageDetail } from './unread.ts'

const password = 'Kufang@2026'
let test: TestDatabase
let server: TestServer
const tokens: Record<string, string> = {}
const ids: Record<string, string> = {}

const post = <T>(who: string, url: string, payload: object, language = 'zh') =>
  server.call<T>('POST', url, {
    token: tokens[who]!,
    payload,
    headers: { 'idempotency-key': newId(), 'accept-language': language },
  })
const unread = async (
  who: string,
  call: 'queryNoReadNoticeList' | 'queryNoReadAgencyList',
  payload: object = {},
) => {
  const answer = await post<MessageView[]>(who, `/api/sms/smsInfo/${call}`, payload)
  const { count } = answer.body as unknown as { count: number }
  return { rows: answer.body.datas, count, status: answer.status }
}
const counts = async (who: string) =>
  (await server.call<UnreadCounts>('GET', '/api/messages/unread', { token: tokens[who]! })).body
    .datas
const notice = (parts: object) => ({
  contentType: 'company',
  companyCode: '1000',
  title: '盘点通知',
  content: '今晚 20:00 盘点',
  sendTypes: ['mail'],
  ...parts,
})
const write = (who: string, parts: object) =>
  post<{ msgSendId: string; receiverCount: number } & FailureData>(
    who,
    '/api/messages/notices',
    notice(parts),
  )

const users = {
  admin: { roles: ['admin'] },
  writer: { roles: ['XTYWPZ'], plants: [{ companyCode: '1000' }] },
  keeper: { roles: ['SHSH'], plants: [{ companyCode: '1000', department: '仓储部' }] },
  colleague: { roles: ['SHSH'], plants: [{ companyCode: '1000', department: '采购部' }] },
  supplier: {
    roles: ['SHDWHGYS'],
    supplierNo: '100001',
    userType: 'EXU' as const,
    plants: [{ companyCode: '1000', department: '仓储部' }],
  },
  stranger: { roles: ['SHSH'], plants: [{ companyCode: '2000', department: '仓储部' }] },
}

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString)
  const { database } = server
  await database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')`,
  )
  for (const [account, user] of Object.entries(users)) {
    const made = await ensureUser(database, {
      account,
      userName: account,
      password,
      ...wholeCompany,
      ...user,
    })
    ids[account] = made.userId
    tokens[account] = await server.tokenOf(account, password)
  }
  await database.query(`update app_user set user_type = 'EXU' where account = 'supplier'`)
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

describe('a notice', () => {
  it('reaches the company, the department or the individuals it is for', async () => {
    expect((await write('writer', { title: '全公司' })).body.datas.receiverCount).toBe(4)
    const dept = { contentType: 'dept', department: '仓储部', title: '仓储部' }
    expect((await write('writer', dept)).body.datas.receiverCount).toBe(1)
    expect(
      (await write('writer', { ...dept, includesExternal: true })).body.datas.receiverCount,
    ).toBe(2)
    const user = { contentType: 'user', userIds: [ids['colleague'], ids['stranger']] }
    // A sender with only this company cannot reach persons of another company.
    expect((await write('writer', { ...user, title: '个人' })).body.datas.receiverCount).toBe(1)
    const titles = async (who: string) =>
      (await unread(who, 'queryNoReadNoticeList')).rows.map((row) => row.msgTitle)
    expect(await titles('keeper')).toEqual(['仓储部', '仓储部', '全公司'])
    expect(await titles('colleague')).toEqual(['个人', '全公司'])
    expect(await titles('supplier')).toEqual(['仓储部'])
    expect(await titles('stranger')).toEqual([])
  })

  it('is refused to whom the writer may not write, and to nobody', async () => {
    const codeOf = async (who: string, parts: object) => (await write(who, parts)).body.datas.code
    expect(await codeOf('writer', { companyCode: '2000' })).toBe('outside-scope')
    expect(await codeOf('writer', { companyCode: '' })).toBe('role-missing')
    expect(await codeOf('keeper', {})).toBe('role-missing')
    expect(await codeOf('admin', { contentType: 'dept', department: '没有' })).toBe('input-invalid')
    expect(await codeOf('writer', { sendTypes: ['email'] })).toBe('input-invalid')
    for (const handleUrl of ['javascript:alert(1)', '//evil.example', 'https://evil.example'])
      expect(await codeOf('admin', { handleUrl }), handleUrl).toBe('input-invalid')
  })

  it('with script in it is harmless before it is kept', async () => {
    const content = `<p onclick="steal()">数量<script>alert(1)</script><img src=x onerror=alert(2)>
      <a href="javascript:alert(3)">这里</a><a href="https://example.com" style="position:fixed">那里</a><svg/onload=alert(4)></p>`
    const title = '<img src=x onerror=alert(5)>'
    const { body } = await write('admin', {
      contentType: 'user',
      userIds: [ids['keeper']],
      companyCode: '',
      title,
      content,
    })
    const { datas } = (
      await server.call<MessageDetail>('GET', `/api/messages/notice/${body.datas.msgSendId}`, {
        token: tokens['keeper']!,
      })
    ).body
    expect(datas.msgContent).not.toMatch(/script|onclick|onerror|onload|svg|img|style|javascript/i)
    expect(datas.msgContent).toContain('rel="noopener noreferrer"')
    expect(datas.msgTitle).toBe(title)
  })

  it('is read once it was opened, and the numbers follow', async () => {
    const before = await counts('keeper')
    const { rows, count } = await unread('keeper', 'queryNoReadNoticeList', { pageSize: 1 })
    expect([rows.length, count]).toEqual([1, before.notices])
    const read = await post('keeper', '/api/sms/smsInfo/updateNoticeMessage', {
      msgSendIds: [rows[0]!.msgSendId],
      createUser: ids['keeper'],
      createUserName: 'keeper',
    })
    expect(read.body).toMatchObject({ resp_code: 0 })
    expect((await counts('keeper')).notices).toBe(before.notices - 1)
    const detail = await server.call<MessageDetail>(
      'GET',
      `/api/messages/notice/${rows[0]!.msgSendId}`,
      { token: tokens['keeper']!, headers: { 'accept-language': 'en' } },
    )
    expect(detail.body.datas).toMatchObject({
      appName: 'Kufang',
      tempName: 'Notice',
      receiveUserName: 'keeper',
      msgType: 'notice',
      sendType: 'mail',
      contentType: 'user',
    })
  })

  it('of somebody else can neither be read nor marked', async () => {
    const { rows } = await unread('colleague', 'queryNoReadNoticeList')
    const ofOther = { msgSendIds: [rows[0]!.msgSendId] }
    const marked = await post('stranger', '/api/sms/smsInfo/updateNoticeMessage', ofOther)
    expect([marked.status, marked.body.resp_code, marked.body.resp_msg !== '']).toEqual([
      404,
      1,
      true,
    ])
    expect(
      (
        await server.call('GET', `/api/messages/notice/${rows[0]!.msgSendId}`, {
          token: tokens['stranger']!,
        })
      ).status,
    ).toBe(404)
    const foreign = await unread('stranger', 'queryNoReadNoticeList', {
      receiveUser: ids['colleague'],
      appId: '4517',
      tenantId: '',
      pageNum: 1,
      pageSize: 50,
    })
    expect(foreign.status).toBe(403)
  })
})

describe('to-dos', () => {
  const add = (documentNo: string) =>
    server.database.query(
      `insert into todo (company_code, id, role_code, plant, document_type, document_id, document_no, action, handle_url, created_by)
       values ('1000', $1, 'SHSH', '1010', 'goods-receipt', $1, $2, 'review', '/receive/auditReceive?docNo=' || $2, $1)`,
      [newId(), documentNo],
    )

  it('that nobody opened yet are listed page by page, in the words of their template', async () => {
    for (const no of ['RK1', 'RK2', 'RK3']) await add(no)
    const first = await unread('keeper', 'queryNoReadAgencyList', { pageNum: 1, pageSize: 2 })
    const second = await unread('keeper', 'queryNoReadAgencyList', { pageNum: 2, pageSize: 2 })
    expect([first.count, first.rows.length, second.rows.length]).toEqual([3, 2, 1])
    expect([...first.rows, ...second.rows].map((row) => row.bizId)).toEqual(['RK3', 'RK2', 'RK1'])
    expect(first.rows[0]).toMatchObject({
      msgType: 'agency',
      msgTitle: '收货单 RK3 待审核',
      handleUrl: '/receive/auditReceive?docNo=RK3',
    })
    expect(first.rows[0]!.msgContent).toBe('<p><b>RK3</b>：公司 1000 工厂 1010 库存地点 -</p>')
  })

  it('are read by each person for themselves, and stay to be done', async () => {
    const { rows } = await unread('keeper', 'queryNoReadAgencyList')
    const [{ msgSendId } = { msgSendId: '' }] = rows
    const read = await post('keeper', '/api/sms/smsInfo/updateAgencyMessage', rows[0]!)
    expect(read.status).toBe(200)
    expect([(await counts('keeper')).todos, (await counts('colleague')).todos]).toEqual([2, 3])
    const open = await post<{ total: number }>('keeper', '/api/todos/list', {})
    expect(open.body.datas.total).toBe(3)
    const detail = await server.call<MessageDetail>('GET', `/api/messages/agency/${msgSendId}`, {
      token: tokens['keeper']!,
    })
    expect(detail.body.datas).toMatchObject({ tempName: '新待办提醒', bizId: 'RK3' })
    const foreign = await post('stranger', '/api/sms/smsInfo/updateAgencyMessage', { msgSendId })
    expect(foreign.status).toBe(404)
  })
})

it('goes when it was read long ago, and never unread', async () => {
  const { database } = server
  const count = async () => (await database.query(`select 1 as one from message_receiver`)).length
  const before = await count()
  await database.query(
    `update message_receiver set sent_at = now() - interval '3 years', read_at = case when read_at is not null then now() - interval '2 years' end`,
  )
  await database.transaction(cleanUpMessages)
  expect([before - (await count()), (await counts('colleague')).notices]).toEqual([1, 2])
})
