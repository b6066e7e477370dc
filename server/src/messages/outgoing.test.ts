import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backgroundTasks } from '../background.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { prepareJobs, startJobs } from '../platform/jobs/jobs.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { deliverMessage } from './deliver.ts'
import type { MailServer, Robot } from './testing/outside.ts'
import { startMailServer, startRobot } from './testing/outside.ts'

const password = 'Kufang@2026'
const mailPassword = 'mail-secret-1'
const signingSecret = 'SECrobot-secret-1'
const robotToken = 'robot-token-1'
/** The poll interval of the job runner. */
const patience = { timeout: 20_000 }
let test: TestDatabase
let server: TestServer
let mail: MailServer
let robot: Robot
let jobs: Jobs | undefined
const tokens: Record<string, string> = {}
const ids: Record<string, string> = {}

const send = <T = FailureData>(method: 'POST' | 'PUT', who: string, url: string, payload: object) =>
  server.call<T>(method, url, {
    token: tokens[who]!,
    payload,
    headers: { 'idempotency-key': newId() },
  })
const channel = (way: string, payload: object) =>
  send<{ version: number; hasSecret: boolean; hasToken: boolean } & FailureData>(
    'PUT',
    'admin',
    `/api/messages/channels/${way}`,
    payload,
  )
const tryOut = (way: string, payload: object = {}) =>
  send<{ isSent: boolean; problem: { zh: string; en: string } | null }>(
    'POST',
    'admin',
    `/api/messages/channels/${way}/test`,
    payload,
  )
const notice = (sendTypes: string[], parts: object = {}) =>
  send('POST', 'admin', '/api/messages/notices', {
    contentType: 'user',
    userIds: [ids['keeper']],
    companyCode: '1000',
    title: '盘点 <今晚>',
    content: '20:00 & 21:00\n请到场',
    sendTypes,
    ...parts,
  })

interface Outbox {
  id: string
  state: string
  attempts: number
  problem: string
  receiverName: string
  sendType: string
}
const outbox = async () =>
  (await send<ListResponse<Outbox>>('POST', 'admin', '/api/messages/deliveries/list', {})).body
    .datas.rows
/** Runs the job of the newest message now, whenever it is due. */
const deliverNewest = async () => {
  const [newest] = await outbox()
  await deliverMessage(server.context, { companyCode: '1000', id: newest!.id }, server.context.log)
  return (await outbox())[0]!
}

beforeAll(async () => {
  test = await createTestDatabase()
  await prepareJobs(test.connectionString)
  server = await startTestServer(test.connectionString, { demonstration: true })
  mail = await startMailServer('kufang', mailPassword)
  robot = await startRobot()
  const { database } = server
  await database.query(`insert into company (company_code, name) values ('1000', '甲')`)
  const plants = [{ companyCode: '1000' }]
  const users = {
    admin: { roles: ['admin'] },
    keeper: { roles: ['SHSH', 'SXXXCX'], plants },
    english: { roles: ['SHSH'], plants },
    maker: { roles: ['SHSH'], plants },
    elsewhere: { roles: ['SHSH'], plants: [{ companyCode: '1000', plant: '1099' }] },
  }
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
  await database.query(
    `update app_user set email = account || '@plant.example', language = case account when 'english' then 'en' else 'zh' end`,
  )
})

afterAll(async () => {
  await jobs?.stop()
  await server?.close()
  await mail?.close()
  await robot?.close()
  await test?.drop()
})

describe('the ways outside', () => {
  it('are set up by administrators; secrets go in and never come out', async () => {
    const saved = await channel('email', {
      version: 1,
      isOn: true,
      host: '127.0.0.1',
      port: mail.port,
      security: 'none',
      account: 'kufang',
      senderAddress: 'kufang@plant.example',
      senderName: '库房',
      secret: mailPassword,
    })
    expect(saved.body.datas).toMatchObject({ hasSecret: true, version: 2 })
    const chat = await channel('Nail', {
      version: 1,
      isOn: true,
      webHook: robot.url,
      token: robotToken,
      secret: signingSecret,
    })
    expect(chat.body.datas).toMatchObject({ hasSecret: true, hasToken: true })
    const list = await server.call('GET', '/api/messages/channels', { token: tokens['admin']! })
    const stored = await server.database.query(`select * from message_channel`)
    const traces = await server.database.query(
      `select before, after from audit_entry where subject_type = 'message-channel'`,
    )
    const everything = [saved.text, chat.text, list.text, JSON.stringify([stored, traces])].join()
    for (const secret of [mailPassword, signingSecret, robotToken])
      expect(everything).not.toContain(secret)
    expect(server.logged()).not.toContain(mailPassword)
    expect((await channel('email', { version: 1, port: 26 })).body.datas.code).toBe('version-stale')
    const refused = await send('PUT', 'keeper', '/api/messages/channels/email', { version: 2 })
    expect(refused.body.datas.code).toBe('role-missing')
  })

  it('can be tried out, and say what the other side said', async () => {
    expect((await tryOut('email', { address: 'me@plant.example' })).body.datas.isSent).toBe(true)
    expect(mail.mails.at(-1)).toContain('To: admin <me@plant.example>')
    expect((await tryOut('Nail')).body.datas.isSent).toBe(true)
    const { query } = robot.calls.at(-1)!
    const timestamp = query.get('timestamp')!
    // https://open.dingtalk.com: base64(HMAC-SHA256(timestamp + "\n" + secret)), keyed by the secret.
    const sign = createHmac('sha256', signingSecret)
      .update(`${timestamp}\n${signingSecret}`)
      .digest('base64')
    expect([query.get('access_token'), query.get('sign')]).toEqual([robotToken, sign])
    expect(Math.abs(Date.now() - Number(timestamp))).toBeLessThan(60_000)
    robot.answerWith({ errcode: 310000, errmsg: 'sign not match' })
    const refused = (await tryOut('Nail')).body.datas
    expect([refused.isSent, refused.problem?.zh]).toEqual([
      false,
      '钉钉未接收：310000 sign not match',
    ])
    robot.answerWith({ errcode: 0 })
    expect((await tryOut('email', { address: 'nobody' })).status).toBe(422)
  })
})

describe('a message that leaves the house', () => {
  it('carries words and HTML, and the robot gets plain text', async () => {
    expect((await notice(['mail', 'email', 'Nail'])).status).toBe(200)
    expect((await outbox()).map((row) => row.state)).toEqual(['pending', 'pending'])
    for (const { id } of await outbox())
      await deliverMessage(server.context, { companyCode: '1000', id }, server.context.log)
    expect((await outbox()).map((row) => row.state)).toEqual(['sent', 'sent'])
    const [subject, text] = [
      /^Subject: (.*(?:\r\n .*)*)/m.exec(mail.mails.at(-1)!)![1]!,
      mail.mails.at(-1)!,
    ]
    expect(decoded(subject)).toBe('[库房] 盘点 <今晚>')
    expect(text).toMatch(/text\/plain[\s\S]*text\/html/)
    expect(robot.calls.at(-1)!.body.text.content).toBe(
      '盘点 <今晚>\n20:00 & 21:00\n请到场\n—— admin',
    )
    // A repeated job sends nothing again.
    const before = mail.mails.length
    for (const { id } of await outbox())
      await deliverMessage(server.context, { companyCode: '1000', id }, server.context.log)
    expect(mail.mails.length).toBe(before)
  })

  it('is tried again when the server is busy, and kept with the reason when it refuses for good', async () => {
    await notice(['email'])
    mail.refuseWith(451)
    expect(await deliverNewest()).toMatchObject({ state: 'pending', attempts: 1 })
    expect((await deliverNewest()).problem).toContain('not now')
    mail.refuseWith(550)
    const dead = await deliverNewest()
    expect(dead).toMatchObject({ state: 'failed', attempts: 3 })
    mail.refuseWith(null)
    const resend = (who: string) =>
      send('POST', who, `/api/messages/deliveries/${dead.id}/resend`, { companyCode: '1000' })
    expect((await resend('keeper')).status).toBe(403)
    expect((await resend('admin')).status).toBe(200)
    expect(await deliverNewest()).toMatchObject({ state: 'sent', attempts: 1, problem: '' })
    expect((await resend('admin')).body.datas.code).toBe('not-found')
  })

  it('is given up after as many tries as the channel allows', async () => {
    await channel('email', { version: 2, attemptsMax: 2 })
    mail.refuseWith(421)
    await notice(['email'])
    await deliverNewest()
    expect(await deliverNewest()).toMatchObject({ state: 'failed', attempts: 2 })
    mail.refuseWith(null)
  })
})

describe('the templates given with the product', () => {
  it('take Chinese punctuation in Chinese', async () => {
    const rows = await server.database.query<{ titleZh: string; contentZh: string }>(
      'select title_zh, content_zh from message_template',
    )
    expect(rows.length).toBeGreaterThan(8)
    const texts = rows.flatMap(({ titleZh, contentZh }) => [titleZh, contentZh])
    expect(texts.filter((text) => /[一-龥}][,:(]|[,:)][一-龥{]/.test(text))).toEqual([])
  })

  it('do not repeat the title of a message in the text shown below it', async () => {
    const rows = await server.database.query<Record<string, string>>(
      `select event, title_zh, content_zh, title_en, content_en from message_template
       where send_type = 'mail' and event <> 'notice-written'`,
    )
    expect(rows.length).toBeGreaterThan(3)
    const repeated = rows.flatMap((row) =>
      ['Zh', 'En'].flatMap((language) =>
        row[`title${language}`]!.match(/\{\w+\}/g)!
          // The number stays: a text without its title must say what it is about.
          .filter((placeholder) => placeholder !== '{documentNo}')
          .filter((placeholder) => row[`content${language}`]!.includes(placeholder))
          .map((placeholder) => `${row['event']} ${language} ${placeholder}`),
      ),
    )
    expect(repeated).toEqual([])
  })

  it('change with the product only where nobody has rewritten them', async () => {
    const migration = readFileSync(
      new URL('../../migrations/0860_message_text.sql', import.meta.url),
      'utf8',
    )
    const own = '<p>请 {action}：{document} {documentNo}</p>'
    const given =
      '<p>{document} <b>{documentNo}</b> was due at {dueAt}: {action}. Please do it as soon as possible.</p>'
    const texts = () =>
      server.database.query(
        `select content_zh, content_en from message_template where event = 'todo-overdue' and send_type = 'mail'`,
      )
    const before = await texts()
    await server.database.query(
      `update message_template set content_zh = $1, content_en = $2 where event = 'todo-overdue' and send_type = 'mail'`,
      [own, given],
    )
    await server.database.query(migration)
    expect(await texts()).toEqual([{ ...before[0]!, contentZh: own }])
  })
})

describe('events', () => {
  it('are told in the words of their template, which names only what there is', async () => {
    const templates = await server.call<{ event: string; sendType: string; version: number }[]>(
      'GET',
      '/api/messages/templates',
      { token: tokens['admin']! },
    )
    expect(templates.body.datas).toHaveLength(45)
    const change = (parts: object) =>
      send<{ contentZh: string } & FailureData>('PUT', 'admin', '/api/messages/templates', {
        event: 'todo-created',
        sendType: 'email',
        titleZh: '请处理 {documentNo}',
        titleEn: 'Please handle {documentNo}',
        contentZh: '<p>{document}</p><script>alert(1)</script>',
        contentEn: '<p>{document} {action}</p>',
        isOn: true,
        version: 1,
        ...parts,
      })
    const unknown = await change({ titleEn: '{price}' })
    expect(unknown.body.datas).toMatchObject({ code: 'input-invalid', field: 'titleEn' })
    expect((await change({})).body.datas.contentZh).toBe('<p>{document}</p>')
    expect((await change({})).body.datas.code).toBe('version-stale')
  })

  it('put a mail to each whom a to-do is for into the outbox with it, but not to its maker', async () => {
    jobs = await startJobs({
      database: server.database,
      log: server.context.log,
      tasks: backgroundTasks(server.context),
    })
    const before = mail.mails.length
    await server.database.query(
      `insert into todo (company_code, id, role_code, plant, document_type, document_id, document_no, action, handle_url, created_by)
       values ('1000', $1, 'SHSH', '1010', 'goods-receipt', $1, 'RK77', 'review', '/receive/auditReceive', $2)`,
      [newId(), ids['maker']],
    )
    await expect.poll(() => mail.mails.length, patience).toBe(before + 2)
    const subjects = mail.mails
      .slice(before)
      .map((text) => decoded(/^Subject: (.*(?:\r\n .*)*)/m.exec(text)![1]!))
    expect(subjects.toSorted()).toEqual(['Please handle RK77', '请处理 RK77'])
    const receivers = (await outbox()).slice(0, 2).map((row) => row.receiverName)
    expect(receivers.toSorted()).toEqual(['english', 'keeper'])
  })

  it('tell whoever looks after the ERP of an alarm, and what to do', async () => {
    await server.database.query(
      `insert into erp_alarm (company_code, id, kind, interface_code, document_no, message_zh, message_en)
       values ('1000', $1, 'dead', 'material-document', 'RK88', '期间已关闭', 'the period is closed')`,
      [newId()],
    )
    const unread = async () =>
      (
        await server.call<{ msgTitle: string; msgContent: string; handleUrl: string }[]>(
          'POST',
          '/api/sms/smsInfo/queryNoReadNoticeList',
          { token: tokens['keeper']!, payload: {} },
        )
      ).body.datas.filter((row) => row.msgTitle.includes('RK88'))
    await expect.poll(async () => (await unread()).length, patience).toBe(1)
    expect((await unread())[0]).toMatchObject({
      msgTitle: '过账异常 RK88',
      handleUrl: '/log/messageLogQuery',
      msgContent: expect.stringContaining(
        '期间已关闭。排除原因后再次“过账”，ERP 只会记账一次。',
      ) as string,
    })
  })
})

/** Decodes an RFC 2047 subject in UTF-8. */
function decoded(subject: string): string {
  return subject
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/g, (_hex, code: string) =>
                String.fromCharCode(Number.parseInt(code, 16)),
              ),
            'latin1',
          ).toString('utf8'),
    )
}
