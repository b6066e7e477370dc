import { addAll } from '@kufang/kernel/add-all.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListRequest, ListResponse } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { raiseAlarm } from '../erp/alarm.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import { systemSession } from '../platform/session/session.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const password = 'Kufang@2026'
let test: TestDatabase
let server: TestServer
const tokens: Record<string, string> = {}

type Page = ListResponse & FailureData
const url = '/api/queries/operation/list'
const post = <T = Page>(who: string, address: string, payload: object = {}) =>
  server.call<T>('POST', address, { token: tokens[who]!, payload })
const list = async (request: ListRequest, who = 'keeper') =>
  (await post(who, url, { size: 200, ...request })).body.datas.rows
const where = (field: string, operator: string, value: unknown) =>
  ({ filters: [{ field, operator, value }] }) as ListRequest

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString)
  const { database } = server
  await database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙'), ('3000', '丙')`,
  )
  const both = [{ companyCode: '1000' }, { companyCode: '2000' }]
  const users = {
    admin: { roles: ['admin'] },
    keeper: { roles: ['CZRZCX'], plants: both },
    poster: { roles: ['SXXXCX'], plants: both },
    stranger: { roles: ['KCCX'], plants: both },
  }
  for (const [account, user] of Object.entries(users)) {
    await ensureUser(database, {
      account,
      userName: `人员${account}`,
      password,
      ...wholeCompany,
      ...user,
    })
    tokens[account] = await server.tokenOf(account, password)
  }
  const companies = ['1000', '2000', '3000', '']
  // Three transactions whose entries have equal times: the id determines their order.
  for (const round of [1, 2, 3])
    await database.transaction((tx) =>
      writeAudit(
        tx,
        { ...systemSession([], 'request-1'), userName: `工号${round}%` },
        Array.from({ length: 20 }, (_, index) => ({
          companyCode: companies[index % 4]!,
          subjectType: 'goods-receipt',
          subjectId: `${round}-${index}`,
          subjectNo: `RK20261100${round}`,
          action: index < 10 ? 'post' : 'reverse',
          before: { state: 'a' },
          after: { state: 'b' },
        })),
      ),
    )
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

describe('the operation log', () => {
  it('shows the companies of the person only, and entries of none to administrators', async () => {
    const ours = where('subjectType', 'eq', 'goods-receipt')
    const rows = await list(ours)
    expect(new Set(rows.map((row) => row['companyCode']))).toEqual(new Set(['1000', '2000']))
    expect(rows).toHaveLength(30)
    expect(await list(ours, 'admin')).toHaveLength(60)
  })

  it('names the account beside the name, which a person may change', async () => {
    const { database } = server
    const [keeper] = await database.query<{ id: string }>(
      `select id from app_user where account = 'keeper'`,
    )
    await database.query(`update app_user set user_name = '管理员' where account = 'keeper'`)
    const renamed = { ...systemSession([], 'request-9'), userId: keeper!.id, userName: '管理员' }
    const entry = { companyCode: '1000', subjectType: 'bin', subjectId: 'A', action: 'update' }
    await database.transaction((tx) => writeAudit(tx, renamed, [entry]))
    const [row] = await list(where('subjectType', 'eq', 'bin'))
    expect(row).toMatchObject({ userName: '管理员', account: 'keeper' })
    expect(await list(where('account', 'eq', 'keeper'))).toContainEqual(row)
    const [ours] = await list(where('subjectType', 'eq', 'goods-receipt'))
    expect(ours).toMatchObject({ account: 'system' })
  })

  it('goes through everything once, newest first, page by page', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = (
        await post('keeper', url, {
          ...where('subjectType', 'eq', 'goods-receipt'),
          size: 7,
          cursor,
        })
      ).body.datas
      addAll(
        seen,
        page.rows.map((row) => String(row['subjectId'])),
      )
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(30)
    expect(seen.map((id) => id[0])).toEqual([...'333333333322222222221111111111'])
  })

  it('filters by number, person, action and time, taking signs literally', async () => {
    expect(await list(where('subjectNo', 'startsWith', 'RK202611002'))).toHaveLength(10)
    expect(await list(where('userName', 'contains', '号3%'))).toHaveLength(10)
    expect(await list(where('userName', 'contains', '号%3'))).toHaveLength(0)
    expect(
      await list({
        filters: [
          { field: 'action', operator: 'startsWith', value: 'rev' },
          { field: 'subjectNo', operator: 'eq', value: 'RK202611001' },
        ],
      }),
    ).toHaveLength(4)
    expect(await list(where('at', 'gte', '2999-01-01T00:00:00Z'))).toHaveLength(0)
    expect(await list(where('requestId', 'eq', 'request-1'))).toHaveLength(30)
  })

  it('is exported whole, in the columns and the order asked for', async () => {
    const answer = await post('keeper', '/api/queries/operation/export', {
      sort: [{ field: 'subjectNo', direction: 'asc' }],
      columns: [{ field: 'subjectNo', title: '单号' }],
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    expect(answer.text.startsWith('PK')).toBe(true)
    const wrong = await post('keeper', '/api/queries/operation/export', {
      columns: [{ field: 'password', title: '?' }],
    })
    expect(wrong.body.datas).toMatchObject({ code: 'column-unknown' })
  })

  it('is for its role only, and so is what was changed', async () => {
    const [row] = await list(where('subjectType', 'eq', 'goods-receipt'))
    const change = (who: string, id: unknown) =>
      server.call<FailureData & { before: object; after: object }>(
        'GET',
        `/api/logs/operations/${String(id)}`,
        { token: tokens[who]! },
      )
    expect((await change('keeper', row!['id'])).body.datas).toEqual({
      before: { state: 'a' },
      after: { state: 'b' },
    })
    const [foreign] = await list(where('companyCode', 'eq', '3000'), 'admin')
    expect((await change('keeper', foreign!['id'])).status).toBe(404)
    expect((await change('keeper', newId())).status).toBe(404)
    expect((await change('stranger', row!['id'])).status).toBe(403)
    for (const address of [url, '/api/queries/operation/export']) {
      const refused = await post(
        'stranger',
        address,
        address === url ? {} : { columns: [{ field: 'at', title: '时' }] },
      )
      expect([refused.status, refused.body.datas.code]).toEqual([403, 'role-missing'])
    }
  })

  it('does not say what a document does not show yet', async () => {
    const id = newId()
    await server.database.query(
      `insert into stocktaking (company_code, id, doc_no, state, is_blind, document_date, created_by, created_by_name)
       values ('1000', $1, 'PD1', 'counting', true, current_date, $1, '班长')`,
      [id],
    )
    const [trace] = await server.database.query<{ id: string }>(
      `insert into audit_entry (company_code, id, at, user_id, user_name, subject_type, subject_id, subject_no, action, after, request_id)
       values ('1000', gen_random_uuid(), now(), $1::uuid, '班长', 'stocktaking', $1::uuid::text, 'PD1', 'start', $2, 'x') returning id`,
      [
        id,
        {
          state: 'counting',
          lines: { 1: { quantity: '20', countedQuantity: '18', lineRemark: '甲' } },
          input: { lines: [{ lineNo: 1, countedQuantity: '18', countRemark: '少两件' }] },
        },
      ],
    )
    const read = async () =>
      (
        await server.call<{ after: object }>('GET', `/api/logs/operations/${trace!.id}`, {
          token: tokens['admin']!,
        })
      ).body.datas.after
    // Neither the books nor, to whoever may count again, what was counted first.
    const hidden = {
      state: 'counting',
      lines: { 1: { lineRemark: '甲' } },
      input: { lines: [{ lineNo: 1 }] },
    }
    expect(await read()).toEqual(hidden)
    await server.database.query(`update stocktaking set state = 'toRecount' where id = $1`, [id])
    expect(await read()).toEqual(hidden)
    await server.database.query(`update stocktaking set state = 'counted' where id = $1`, [id])
    expect(await read()).toMatchObject({ lines: { 1: { quantity: '20', countedQuantity: '18' } } })
    await server.database.query(`delete from stocktaking where id = $1`, [id])
    expect(await read()).toEqual(hidden)
  })

  it('cannot be changed', async () => {
    await expect(
      server.database.query(`update audit_entry set user_name = $1`, ['x']),
    ).rejects.toThrow(/append-only|permission denied/)
  })
})

it('a query nobody declared is not found', async () => {
  for (const name of ['nonsense', 'constructor', '__proto__']) {
    const { status, body } = await post('admin', `/api/queries/${name}/list`)
    expect([name, status, body.datas.code]).toEqual([name, 404, 'not-found'])
  }
})

describe('alarms', () => {
  const alarms = async (request: ListRequest = {}, who = 'poster') =>
    post(who, '/api/queries/erp-alarm/list', { size: 200, ...request })
  const resolve = (id: string, companyCode: string, resolution: string, who = 'poster') =>
    server.call<FailureData>('POST', `/api/erp/alarms/${id}/resolve`, {
      token: tokens[who]!,
      payload: { companyCode, resolution },
      headers: { 'idempotency-key': newId() },
    })

  it('are shown to whoever has the dead letters, and stay with the words of the person', async () => {
    for (const companyCode of ['1000', '3000'])
      await raiseAlarm(server.database, {
        companyCode,
        kind: 'dead',
        documentNo: 'RK20261100001',
        message: { zh: '重试用尽', en: 'Tries used up' },
      })
    const [alarm, ...others] = (await alarms(where('state', 'in', ['open']))).body.datas.rows
    expect(others).toEqual([])
    expect(alarm).toMatchObject({ companyCode: '1000', kind: 'dead', message: '重试用尽' })
    expect((await alarms({}, 'stranger')).status).toBe(403)
    const id = String(alarm!['id'])
    expect((await resolve(id, '1000', '  ')).status).toBe(400)
    expect((await resolve(id, '3000', '查过')).body.datas.code).toBe('not-found')
    expect((await resolve(id, '1000', '查过', 'stranger')).status).toBe(403)
    expect((await resolve(id, '1000', '已在 ERP 手工更正')).status).toBe(200)
    expect((await resolve(id, '1000', '再来一次')).body.datas.code).toBe('not-found')
    expect((await alarms()).body.datas.rows).toMatchObject([
      { state: 'resolved', resolution: '已在 ERP 手工更正', resolvedByName: '人员poster' },
    ])
    const [trace] = await list(where('action', 'eq', 'resolve'))
    expect(trace).toMatchObject({ subjectNo: 'RK20261100001', companyCode: '1000' })
  })
})
