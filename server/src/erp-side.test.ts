import { anyErpMovement } from './erp/testing/erp-movement.ts'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { backgroundTimetable } from './timetable.ts'
import { proveStock, startErp, synchroniseMirrors, takeMonthlySnapshots } from './erp-background.ts'
import { erpOf } from './erp.ts'
import { ensureUser, wholeCompany } from './identity/ensure-user.ts'
import { interfaceCodes } from './erp/interface-settings.ts'
import { standInSeed } from './erp/testing/seed.ts'
import type { StandIn } from './erp/testing/stand-in.ts'
import { standInPassword, startStandIn } from './erp/testing/stand-in.ts'
import type { FailureData } from './platform/http/envelope.ts'
import type { TestServer } from './platform/testing/test-server.ts'
import { startTestServer } from './platform/testing/test-server.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import type { TestDatabase } from './platform/testing/test-database.ts'
import { createTestDatabase } from './platform/testing/test-database.ts'
import { postMoves, stockKey } from './ledger/public.ts'

const password = 'Kufang@2026'
const log = pino({ level: 'silent' })
let test: TestDatabase
let standIn: StandIn
let server: TestServer
const tokens: Record<string, string> = {}
let adminId: string

const post = <T = FailureData>(who: string, url: string, payload: object = {}, key = newId()) =>
  server.call<T>('POST', url, { token: tokens[who]!, payload, headers: { 'idempotency-key': key } })

const put = <T = FailureData>(who: string, url: string, payload: object) =>
  server.call<T>('PUT', url, {
    token: tokens[who]!,
    payload,
    headers: { 'idempotency-key': newId() },
  })

beforeAll(async () => {
  test = await createTestDatabase()
  standIn = await startStandIn()
  await standIn.control('POST', '/stand-in/seed', standInSeed)
  server = await startTestServer(test.connectionString, {
    erpUrl: standIn.url,
    demonstration: true,
  })
  const { database } = server
  await database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')`,
  )
  await database.query(
    `insert into plant (company_code, plant, name) values ('1000', '1000', '一厂'), ('1000', '1001', '三厂'), ('2000', '2000', '二厂')`,
  )
  await database.query(
    `insert into storage_location (company_code, plant, storage_location, name) values ('1000', '1000', '0001', '一库')`,
  )
  const users = {
    admin: { roles: ['admin'] },
    buyer: {
      roles: ['CGDD', 'SSCXSAPKC', 'WLZSJ', 'SXXXCX', 'SCZRZCX', 'SAPJKPZ'],
      plants: [{ companyCode: '1000' }],
    },
    nobody: { roles: ['KCCX'], plants: [{ companyCode: '1000' }] },
    thirdPlant: { roles: ['SXXXCX'], plants: [{ companyCode: '1000', plant: '1001' }] },
    firstPlant: { roles: ['SXXXCX'], plants: [{ companyCode: '1000', plant: '1000' }] },
  }
  for (const [account, user] of Object.entries(users)) {
    const made = await ensureUser(database, {
      account,
      userName: account,
      password,
      ...wholeCompany,
      ...user,
    })
    if (account === 'admin') adminId = made.userId
    tokens[account] = await server.tokenOf(account, password)
  }
  for (const code of interfaceCodes) {
    const answer = await put('admin', `/api/erp/interfaces/${code}`, {
      account: 'KUFANG',
      secret: standInPassword,
      sapClient: '100',
      timeoutMs: 3000,
      retryDelaySeconds: 0,
      unknownWaitSeconds: 0,
      secondLookSeconds: 0,
    })
    expect(answer.status).toBe(200)
  }
})

afterAll(async () => {
  await server?.close()
  await standIn?.stop()
  await test?.drop()
})

describe('mirrors', () => {
  it('are read on demand by whoever has their page, only what changed since', async () => {
    const material = await post<{ changed: number }>(
      'buyer',
      '/api/external-documents/material/synchronise',
    )
    expect(material.body.datas).toEqual({ changed: 5 })
    const orders = await post<{ changed: number }>(
      'buyer',
      '/api/external-documents/purchase-order/synchronise',
    )
    expect(orders.body.datas).toEqual({ changed: 3 })
    expect((await post('buyer', '/api/external-documents/reservation/synchronise')).status).toBe(
      403,
    )
    expect(
      (
        await post('buyer', '/api/external-documents/purchase-order/synchronise', {
          companyCode: '2000',
        })
      ).body.datas.code,
    ).toBe('outside-scope')
    const mirrored = await server.database.query(`select doc_no from purchase_order order by 1`)
    expect(mirrored).toHaveLength(3)
    const state = await server.call<
      { mirror: string; companyCode: string; lastSucceededAt: string | null }[]
    >('GET', '/api/external-documents/state', { token: tokens['buyer']! })
    expect(
      state.body.datas.map(({ mirror, lastSucceededAt }) => [mirror, lastSucceededAt !== null]),
    ).toEqual([
      ['material', true],
      ['purchase-contract', true],
      ['consignment-price', true],
      ['purchase-order', true],
    ])
  })

  it('are read once at a time, and all that are due by the timetable', async () => {
    const twice = await Promise.all(
      [1, 2].map(() =>
        post<{ changed: number }>('admin', '/api/external-documents/reservation/synchronise', {
          companyCode: '1000',
          isComplete: true,
        }),
      ),
    )
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    await synchroniseMirrors(server.context, log)
    const started = await server.database.query<{ lastStartedAt: string }>(
      `select last_started_at from erp_sync_state where last_succeeded_at is not null`,
    )
    // Eight mirrors and the watch for documents posted in the ERP itself, of two companies.
    expect(started).toHaveLength(18)
    await synchroniseMirrors(server.context, log)
    expect(
      await server.database.query(
        `select last_started_at from erp_sync_state where last_succeeded_at is not null`,
      ),
    ).toEqual(started)
  })

  it('say why the ERP cannot be reached', async () => {
    const closed = await closedPort()
    await put('admin', '/api/erp/interfaces/sales-order', {
      companyCode: '1000',
      baseUrl: `http://127.0.0.1:${closed}`,
    })
    const answer = await post('admin', '/api/external-documents/sales-order/synchronise', {
      companyCode: '1000',
    })
    expect([answer.status, answer.body.datas.code]).toEqual([503, 'erp-unreachable'])
    expect(answer.body.datas.zh).toContain('无法连接')
  })
})

describe('the live stock page and the outbox', () => {
  it('shows the ERP beside ours and the documents that explain the difference', async () => {
    const { database } = server
    const documentId = newId()
    const key = (parts: object) =>
      stockKey({
        companyCode: '1000',
        plant: '1000',
        storageLocation: '0001',
        materialNo: '4714',
        ...parts,
      })
    const move = {
      lineNo: 1,
      from: key({ place: 'opening', plant: '', storageLocation: '' }),
      to: key({ bin: 'A' }),
      quantity: parseQuantity('15'),
      movementType: '561',
      postsToErp: true,
      erp: anyErpMovement,
    }
    await database.transaction((tx) =>
      postMoves(tx, {
        companyCode: '1000',
        documentType: 'goods-receipt',
        documentId,
        documentNo: 'RK9',
        userId: adminId,
        now: new Date(),
        idempotencyPrefix: documentId,
        moves: [move],
      }),
    )
    const read = (who: string, body: object) =>
      post<{ rows: Record<string, unknown>[] } & FailureData>(who, '/api/stock/erp', body)
    const { body } = await read('buyer', { plant: '1000', materialNo: '4714' })
    expect(body.datas.rows).toMatchObject([
      {
        materialNo: '4714',
        storageLocation: '0001',
        local: '15',
        erp: '20',
        inFlight: '15',
        difference: '-5',
        unexplained: '20',
        documents: [{ docNo: 'RK9', quantity: '15' }],
      },
    ])
    expect((await read('buyer', { plant: '1000' })).body.datas.rows).toHaveLength(2)
    expect(
      (await read('buyer', { plant: '1000', storageLocation: '0002' })).body.datas.rows,
    ).toEqual([])
    expect((await read('buyer', { plant: '2000' })).body.datas.code).toBe('outside-scope')
    expect((await read('nobody', { plant: '1000' })).status).toBe(403)
  })

  it('logs each call, whole for one, never the password', async () => {
    const { body, text } = await post<ListResponse>('buyer', '/api/queries/erp-call/list', {
      filters: [{ field: 'interfaceCode', operator: 'eq', value: 'purchase-order' }],
    })
    expect(body.datas.rows[0]).toMatchObject({
      companyCode: '1000',
      outcome: 'ok',
      httpStatus: 200,
      method: 'GET',
    })
    const detail = await server.call<{ reply: string }>(
      'GET',
      `/api/erp/calls/${String(body.datas.rows[0]!['id'])}`,
      { token: tokens['buyer']! },
    )
    expect(detail.body.datas.reply).toContain('"results"')
    expect(text + detail.text).not.toMatch(/Basic |authorization|nur-zum-Test/i)
  })
})

describe('the background', () => {
  it('proves the stock at night and raises one alarm per difference that stands, not for what is not live yet', async () => {
    await server.database.query(
      `insert into storage_location (company_code, plant, storage_location, name) values ('1000', '1000', '0009', '九库')`,
    )
    await standIn.control('POST', '/stand-in/seed', {
      plants: [{ plant: '1000', companyCode: '1000', storageLocations: ['0001', '0009'] }],
    })
    await standIn.control('POST', '/stand-in/seed', {
      stock: [{ product: '4714', plant: '1000', storageLocation: '0009', quantity: '7' }],
    })
    await proveStock(server.context, log)
    await proveStock(server.context, log)
    const alarms = await server.database.query<{
      interfaceCode: string
      messageZh: string
      proposal: { differences?: { storageLocation: string }[] }
    }>(
      `select interface_code, message_zh, proposal from erp_alarm where kind = 'proof' and company_code = '1000' order by 1`,
    )
    // The ERP had 20 of 4714 and 4.5 of 4715 before, which our book does not contain.
    expect(alarms.map((alarm) => alarm.interfaceCode)).toContain('erp-stock')
    expect(new Set(alarms.map((alarm) => alarm.interfaceCode)).size).toBe(alarms.length)
    // Nothing has moved in 0009 yet: it goes live later, and what the ERP holds there is no difference.
    const [{ proposal }] = alarms.filter((alarm) => alarm.interfaceCode === 'erp-stock') as [
      (typeof alarms)[number],
    ]
    expect(new Set(proposal.differences?.map((row) => row.storageLocation))).toEqual(
      new Set(['0001']),
    )
  })

  it('holds the documents of the days before against the ERP, also those posted late, and names each that it lacks', async () => {
    const { database } = server
    const alarmed = () =>
      database.query<{ proposal: { differences: object[] } }>(
        `select proposal from erp_alarm where kind = 'proof' and interface_code = 'erp-documents'`,
      )
    expect(await alarmed()).toEqual([])
    // Neither today nor long ago: the first is still being posted, the other was looked at then.
    const add = (key: string, daysAgo: number, settledDaysAgo: number) =>
      database.query(
        `insert into erp_posting (company_code, id, document_type, document_id, document_no, step, direction, posting_key, state,
           posting_date, document_date, goods_movement_code, payload, material_document, material_document_year, user_id, settled_at)
         values ('1000', gen_random_uuid(), 'goods-receipt', gen_random_uuid(), 'RK-' || $1, 1, 'post', $1, 'posted',
           (now() at time zone 'Asia/Shanghai')::date - $2::integer, current_date, '01', '{}', '48' || $1, '2026',
           gen_random_uuid(), now() - make_interval(days => $3::integer))`,
        [key, daysAgo, settledDaysAgo],
      )
    await add('00000001', 1, 1)
    await add('00000002', 0, 0)
    await add('00000003', 20, 0)
    await add('00000004', 30, 30)
    await proveStock(server.context, log)
    const [alarm] = await alarmed()
    expect(alarm?.proposal.differences).toMatchObject([
      { kind: 'missing-in-erp', documentNo: 'RK-00000003' },
      { kind: 'missing-in-erp', documentNo: 'RK-00000001' },
    ])
  })

  it('takes the snapshot of the month before once', async () => {
    await takeMonthlySnapshots(server.context, log)
    await takeMonthlySnapshots(server.context, log)
    expect(
      await server.database.query(`select company_code from stock_snapshot_month order by 1`),
    ).toEqual([{ companyCode: '1000' }, { companyCode: '2000' }])
  })

  it('has a timetable the job runner understands, stops cleanly, and breaks off what does not end', async () => {
    const tasks = Object.fromEntries(
      ['cleanUp', 'synchroniseMirrors', 'takeMonthlySnapshots', 'proveStock'].map((name) => [
        name,
        async () => undefined,
      ]),
    )
    const jobs = await startJobs({
      database: server.database,
      log,
      tasks,
      crontab: backgroundTimetable.join('\n'),
    })
    await jobs.stop()
    const { context } = server
    const settings = { ...context.settings, stopSeconds: 2 }
    const sender = await startErp({ ...context, settings })
    await sender.stop()
    const call = async () => {
      const { connections } = erpOf(context)
      const { client } = await connections.connect('1000', 'product')
      const logged = connections.logged({ companyCode: '1000', interfaceCode: 'product' })
      return client.probe({ operation: 'test', ...logged }).then(
        () => 'answered',
        () => 'broken off',
      )
    }
    // Requests and jobs under way have until the time of the stop is over.
    expect(await call()).toBe('answered')
    await expect.poll(call, { timeout: 5000 }).toBe('broken off')
  })
})

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  const { port } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  return port
}
