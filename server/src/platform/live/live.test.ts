import { addAll } from '@kufang/kernel/add-all.ts'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { newId } from '@kufang/kernel/identifier.ts'
import { heartbeatAnswer, liveProtocols } from '@kufang/contract/messages/live-message.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { ensureUser, wholeCompany } from '../../identity/ensure-user.ts'
import type { TestWindow } from '../../messages/testing/window.ts'
import { addressOf, openWindow } from '../../messages/testing/window.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'
import { tokenDigest } from '../session/token.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { writeAudit } from '../audit/audit.ts'
import { liveChannel } from './live-channel.ts'
import { LiveHub } from './live-hub.ts'

const password = 'Kufang@2026'
let test: TestDatabase
/** Two processes on one database. */
let first: TestServer
let second: TestServer
const ids: Record<string, string> = {}
const windows: TestWindow[] = []

const users = {
  keeper: { roles: ['SHSH'], plants: [{ companyCode: '1000' }] },
  colleague: { roles: ['SHSH'], plants: [{ companyCode: '1000' }] },
  stranger: { roles: ['SHSH'], plants: [{ companyCode: '2000' }] },
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const said = (account: string) => ({ userId: ids[account], userName: account, language: 'zh' })

async function open(server: TestServer, account: string): Promise<TestWindow> {
  const token = await server.tokenOf(account, password)
  const window = await openWindow(server, bearer(token), said(account))
  windows.push(window)
  return window
}

async function writeTodo(by: string, documentNo: string, id: string = newId()): Promise<void> {
  await first.database.query(
    `insert into todo (company_code, id, role_code, document_type, document_id, document_no, action, handle_url, created_by)
     values ('1000', $1, 'SHSH', 'goods-receipt', $1, $2, 'review', '/receive/auditReceive?docNo=' || $2, $3)`,
    [id, documentNo, ids[by]],
  )
  first.database.announce(liveChannel, `todo|1000|${id}`)
}

const isMessage = (title: string) => (push: TestWindow['pushes'][number]) =>
  push.kind === 'message' && push.message.msgTitle.includes(title)

beforeAll(async () => {
  test = await createTestDatabase()
  first = await startTestServer(test.connectionString)
  second = await startTestServer(test.connectionString)
  await first.database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')`,
  )
  for (const [account, user] of Object.entries(users)) {
    const made = await ensureUser(first.database, {
      account,
      userName: account,
      password,
      ...wholeCompany,
      ...user,
    })
    ids[account] = made.userId
  }
})

afterAll(async () => {
  for (const { socket } of windows) socket.terminate()
  await first?.close()
  await second?.close()
  await test?.drop()
})

describe('the handshake', () => {
  it('is refused without a token, and with one that counts for nothing', async () => {
    await expect(openWindow(first, {})).rejects.toThrow('refused 401')
    await expect(openWindow(first, bearer('A'.repeat(43)))).rejects.toThrow('refused 401')
  })

  it('takes the cookie of a browser from our own page only', async () => {
    const cookie = `Admin-Token=${await first.tokenOf('keeper', password)}`
    await expect(openWindow(first, { cookie })).rejects.toThrow('refused 403')
    await expect(openWindow(first, { cookie, origin: 'https://evil.example' })).rejects.toThrow(
      'refused 403',
    )
    const own = await openWindow(first, { cookie, origin: `http://${await addressOf(first)}` })
    windows.push(own)
    expect(await own.say(JSON.stringify(said('keeper')))).toBe(heartbeatAnswer)
  })

  it('takes the cookie for windows of its person only, who name their session', async () => {
    const { headers, body } = await first.call<{ session_id: string }>('POST', '/api/oauth/token', {
      payload: { username: 'keeper', password },
    })
    const cookie = (headers['set-cookie'] as string[]).map((text) => text.split(';')[0]).join('; ')
    const protocols = (id: string) => ({
      'sec-websocket-protocol': liveProtocols(id).join(', '),
    })
    const origin = `http://${await addressOf(first)}`
    const named = { origin, cookie, ...protocols(body.datas.session_id) }
    const own = await openWindow(first, named)
    windows.push(own)
    expect(await own.say(JSON.stringify(said('keeper')))).toBe(heartbeatAnswer)
    await expect(openWindow(first, { ...named, origin: 'https://evil.example' })).rejects.toThrow(
      'refused 403',
    )
    // Somebody else has signed in in this browser since.
    const stranger = `Admin-Token=${await first.tokenOf('stranger', password)}`
    await expect(openWindow(first, { ...named, cookie: stranger })).rejects.toThrow('refused 401')
  })

  it('is nothing for a plain request', async () => {
    const token = await first.tokenOf('keeper', password)
    expect((await first.call('GET', '/websocket', { token })).status).toBe(404)
  })
})

describe('a window', () => {
  it('must say whose token it came with', async () => {
    const window = await openWindow(first, bearer(await first.tokenOf('keeper', password)))
    window.socket.send(JSON.stringify(said('stranger')))
    expect(await window.closed).toBe(1008)
    const silent = await openWindow(first, bearer(await first.tokenOf('keeper', password)))
    silent.socket.send('no json')
    expect(await silent.closed).toBe(1008)
  })

  it('that floods, or sends what is no heartbeat by size, is closed', async () => {
    const flooding = await open(first, 'keeper')
    for (let count = 0; count < 40; count++) flooding.socket.send(JSON.stringify(said('keeper')))
    expect(await flooding.closed).toBe(1008)
    const huge = await open(first, 'keeper')
    huge.socket.send('x'.repeat(5000))
    expect(await huge.closed).toBe(1009)
  })

  it('is closed at once when its token is revoked, by whichever process', async () => {
    const token = await first.tokenOf('keeper', password)
    const window = await openWindow(second, bearer(token), said('keeper'))
    const other = await open(second, 'keeper')
    const answer = await first.call('POST', '/api/oauth/remove/token', { token, payload: {} })
    expect(answer.status).toBe(200)
    expect(await window.closed).toBe(4401)
    expect(await other.say(JSON.stringify(said('keeper')))).toBe(heartbeatAnswer)
  })

  it('gives way when one person has too many', async () => {
    const opened: TestWindow[] = []
    for (let count = 0; count < 21; count++) opened.push(await open(first, 'stranger'))
    expect(await opened[0]!.closed).toBe(4429)
    expect(await opened[20]!.say(JSON.stringify(said('stranger')))).toBe(heartbeatAnswer)
    for (const { socket } of opened) socket.terminate()
  })

  it('that is cut without a word is forgotten', async () => {
    const token = await first.tokenOf('keeper', password)
    const digest = tokenDigest(token)!
    const record = await first.app.sessionCache.find(digest)
    const hub = new LiveHub({
      database: first.database,
      sessions: first.app.sessionCache,
      translate: async () => () => [],
      log: first.context.log,
      probeMs: 50,
    })
    const door = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    await once(door, 'listening')
    door.on('connection', (socket) => hub.add(socket, digest, record!))
    const address = door.address() as { port: number }
    const dead = new WebSocket(`ws://127.0.0.1:${address.port}`, {
      autoPong: false,
    })
    const alive = new WebSocket(`ws://127.0.0.1:${address.port}`)
    await Promise.all([once(dead, 'open'), once(alive, 'open')])
    expect(await once(dead, 'close').then(([code]) => Number(code))).toBe(1006)
    expect(alive.readyState).toBe(alive.OPEN)
    alive.terminate()
    await hub.close()
    await new Promise((resolve) => door.close(resolve))
  })
})

describe('what happens', () => {
  it('reaches those whom it concerns, in every process, and not who did it', async () => {
    const maker = await open(first, 'keeper')
    const here = await open(first, 'colleague')
    const there = await open(second, 'colleague')
    const stranger = await open(second, 'stranger')
    await writeTodo('keeper', 'RK100')
    for (const window of [here, there]) {
      const push = await window.next(isMessage('RK100'))
      expect(push).toMatchObject({
        message: {
          msgType: 'agency',
          handleUrl: '/receive/auditReceive?docNo=RK100',
          msgContent: expect.stringContaining('<b>RK100</b>') as string,
        },
      })
      expect(await window.next(({ kind }) => kind === 'unread')).toBeDefined()
    }
    // The creator's own to-do count changes too, but without a message.
    await maker.next(({ kind }) => kind === 'unread')
    expect(maker.pushes.filter(({ kind }) => kind === 'message')).toEqual([])
    expect(stranger.pushes).toEqual([])
  })

  it('is told as refused by the ERP, with its reason, where a posting failed', async () => {
    const window = await open(first, 'colleague')
    const id = newId()
    await first.database.query(
      `insert into erp_posting (company_code, id, document_type, document_id, document_no, step, direction, posting_key, state, posting_date,
         document_date, goods_movement_code, payload, user_id, sap_message_zh)
       values ('1000', $1, 'goods-receipt', $1, 'RK110', 1, 'post', 'RK110', 'rejected', current_date, current_date, '01', '{}', $2, '过账期间 2026/10 已关闭')`,
      [id, ids['keeper']],
    )
    await writeTodo('keeper', 'RK110', id)
    const push = await window.next(isMessage('RK110'))
    expect(push).toMatchObject({
      message: { msgTitle: '收货单 RK110 过账失败：过账期间 2026/10 已关闭' },
    })
  })

  it('is told as a number when it is much at once, and when work is done', async () => {
    const window = await open(second, 'colleague')
    const written = await first.database.query<{ id: string }>(
      `insert into todo (company_code, id, role_code, document_type, document_id, document_no, action, handle_url, created_by)
       select '1000', gen_random_uuid(), 'SHSH', 'goods-receipt', gen_random_uuid(), 'RKX' || n, 'review', '/receive/auditReceive', $1 from generate_series(1, 50) n
       returning id`,
      [ids['keeper']],
    )
    for (const { id } of written) first.database.announce(liveChannel, `todo|1000|${id}`)
    await window.next(({ kind }) => kind === 'unread')
    expect(window.pushes.filter(({ kind }) => kind === 'message')).toHaveLength(3)
    window.pushes.length = 0
    await first.database.query(
      `update todo set done_at = now() where document_no like 'RKX%' and done_at is null`,
    )
    first.database.announce(liveChannel, 'done|1000|SHSH')
    expect(await window.next(({ kind }) => kind === 'unread')).toBeDefined()
  })

  it('follows rights that change while the window is open, however long reading them takes', async () => {
    const window = await open(first, 'colleague')
    const witness = await open(first, 'keeper')
    const { sessionCache } = first.app
    const find = sessionCache.find.bind(sessionCache)
    // Longer than notices are gathered.
    const slow = vi.spyOn(sessionCache, 'find').mockImplementation(async (digest) => {
      await setTimeout(500)
      return find(digest)
    })
    onTestFinished(() => slow.mockRestore())
    await first.database.query(`delete from user_role where user_id = $1`, [ids['colleague']])
    await first.database.query(`select pg_notify('kufang_session', $1)`, [
      `user:${ids['colleague']}`,
    ])
    await window.say(JSON.stringify(said('colleague')))
    await writeTodo('keeper', 'RK200')
    await writeTodo('stranger', 'RK201')
    await witness.next(isMessage('RK201'))
    expect(window.pushes.filter(({ kind }) => kind === 'message')).toEqual([])
  })

  it('says which lists are stale, to others of the company', async () => {
    const window = await open(first, 'keeper')
    const stranger = await open(second, 'stranger')
    await writeAudit(second.database, { userId: ids['colleague']!, userName: 'x', requestId: '' }, [
      { companyCode: '1000', subjectType: 'arrival', subjectId: 'x', action: 'confirm' },
    ])
    expect(await window.next(({ kind }) => kind === 'entity')).toEqual({
      kind: 'entity',
      entity: 'arrival',
    })
    expect(stranger.pushes).toEqual([])
  })

  it('is found later where its announcement was lost, once', async () => {
    const told: string[] = []
    const hub = new LiveHub({
      database: first.database,
      sessions: first.app.sessionCache,
      translate: async (_database, notices) => {
        addAll(
          told,
          notices.map(({ kind, parts }) => [kind, ...parts.slice(0, 2)].join('|')),
        )
        return () => []
      },
      log: first.context.log,
      roundMs: 400,
    })
    const door = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    await once(door, 'listening')
    const digest = tokenDigest(await first.tokenOf('keeper', password))!
    const record = await first.app.sessionCache.find(digest)
    door.on('connection', (socket) => hub.add(socket, digest, record!))
    const { port } = door.address() as { port: number }
    const socket = new WebSocket(`ws://127.0.0.1:${port}`)
    await once(socket, 'open')
    const write = (subjectType: string) =>
      first.database.query(
        `insert into audit_entry (company_code, id, user_id, user_name, subject_type, subject_id, action) values ('1000', $1, $2, 'x', $3, 'x', 'confirm')`,
        [newId(), ids['colleague'], subjectType],
      )
    await write('delivery-note')
    await expect.poll(() => told).toContain('entity|1000|delivery-note')
    // By then a second search has covered the same period.
    await write('requisition')
    await expect.poll(() => told).toContain('entity|1000|requisition')
    expect(told.filter((one) => one === 'entity|1000|delivery-note')).toHaveLength(1)
    socket.terminate()
    await hub.close()
    await new Promise((resolve) => door.close(resolve))
  })
})

it('tells windows to connect again when the server stops, and does not wait for the deaf', async () => {
  const third = await startTestServer(test.connectionString)
  const window = await open(third, 'keeper')
  const deaf = await open(third, 'keeper')
  deaf.socket.pause()
  await third.close()
  expect(await window.closed).toBe(1012)
})
