import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import { systemSession } from '../platform/session/session.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const password = 'Kufang@2026'
let test: TestDatabase
let server: TestServer
const tokens: Record<string, string> = {}
const userIds: Record<string, string> = {}
/** A document of each plant. */
const documents = { '1001': newId(), '1002': newId() }
/** A posting of each plant. */
const postings = { '1001': newId(), '1002': newId() }

const rowsOf = async (who: string, query: string) =>
  (
    await server.call<ListResponse>('POST', `/api/queries/${query}/list`, {
      token: tokens[who]!,
      payload: { size: 200 },
    })
  ).body.datas.rows
const statusOf = async (who: string, url: string) =>
  (await server.call('GET', url, { token: tokens[who]! })).status

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString)
  const { database } = server
  await database.query(`insert into company (company_code, name) values ('1000', '甲')`)
  await database.query(
    `insert into plant (company_code, plant, name) values ('1000', '1001', '一厂'), ('1000', '1002', '二厂')`,
  )
  const roles = ['operationLogQuery', 'sapOperationLogQuery', 'messageLogQuery'].map(
    (page) => cataloguePage(`/log/${page}`).role,
  )
  const users = {
    whole: [{ companyCode: '1000' }],
    first: [{ companyCode: '1000', plant: '1001' }],
  }
  for (const [account, plants] of Object.entries(users)) {
    const user = { account, userName: account, password, ...wholeCompany, roles, plants }
    userIds[account] = (await ensureUser(database, user)).userId
    tokens[account] = await server.tokenOf(account, password)
  }
  for (const [plant, id] of Object.entries(documents))
    await database.query(
      `insert into stocktaking (company_code, id, doc_no, plant, state, is_blind, document_date, created_by, created_by_name)
       values ('1000', $1, $2, $3, 'counted', false, current_date, $1, '班长')`,
      [id, `PD${plant}`, plant],
    )
  const system = systemSession([], 'request-1')
  const entries = Object.entries(documents).map(([plant, id]) => ({
    companyCode: '1000',
    subjectType: 'stocktaking',
    subjectId: id,
    subjectNo: `PD${plant}`,
    action: 'start',
    after: { state: 'counting' },
  }))
  const parameter = {
    companyCode: '1000',
    subjectType: 'parameter',
    subjectId: 'x',
    action: 'update',
  }
  await database.transaction((tx) =>
    writeAudit(tx, system, [...entries, { ...parameter, subjectNo: 'of the company' }]),
  )
  const first = { ...system, userId: userIds['first']! }
  await database.transaction((tx) =>
    writeAudit(tx, first, [{ ...parameter, subjectNo: 'his own' }]),
  )
  for (const [plant, id] of Object.entries(postings)) {
    await database.query(
      `insert into erp_posting (company_code, id, document_type, document_id, document_no, step, direction, posting_key, state, posting_date,
         document_date, goods_movement_code, payload, user_id, material_plants)
       values ('1000', $1, 'goods-receipt', $1, $2, 1, 'post', $2, 'dead', current_date, current_date, '01', '{}', $3, $4)`,
      [id, `RK${plant}`, userIds['whole'], [`1000/${plant}/4711`]],
    )
    await database.query(
      `insert into erp_call_log (company_code, id, interface_code, operation, posting_id, document_no, method, url, request, outcome, duration_ms)
       values ('1000', $1, 'material-document', 'post', $1, $2, 'POST', '/', '{}', 'rejected', 1)`,
      [id, `RK${plant}`],
    )
    await database.query(
      `insert into erp_alarm (company_code, id, posting_id, kind, document_no, message_zh, message_en)
       values ('1000', $1, $1, 'dead', $2, '重试用尽', 'Tries used up')`,
      [id, `RK${plant}`],
    )
  }
  await database.query(
    `insert into erp_call_log (company_code, id, interface_code, operation, document_no, method, url, reply, outcome, duration_ms)
     values ('1000', $1, 'purchase-order', 'read', 'mirror', 'GET', '/', '{}', 'ok', 1)`,
    [documents['1001']],
  )
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

it('the operation log shows to holders of some plants what was done with documents of these plants, and by themselves', async () => {
  const seen = async (who: string) =>
    (await rowsOf(who, 'operation')).flatMap(({ subjectNo, subjectType }) =>
      ['stocktaking', 'parameter'].includes(String(subjectType)) ? [String(subjectNo)] : [],
    )
  expect((await seen('whole')).toSorted()).toEqual([
    'PD1001',
    'PD1002',
    'his own',
    'of the company',
  ])
  expect((await seen('first')).toSorted()).toEqual(['PD1001', 'his own'])
  const rows = await rowsOf('whole', 'operation')
  const entryOf = (no: string) =>
    `/api/logs/operations/${String(rows.find(({ subjectNo }) => subjectNo === no)!['id'])}`
  expect(await statusOf('first', entryOf('PD1001'))).toBe(200)
  for (const no of ['PD1002', 'of the company']) {
    expect(await statusOf('whole', entryOf(no))).toBe(200)
    expect(await statusOf('first', entryOf(no))).toBe(404)
  }
})

it('the call log shows to holders of some plants the postings of these plants, and no exchange of a mirror', async () => {
  const seen = async (who: string) =>
    (await rowsOf(who, 'erp-call')).map(({ documentNo }) => String(documentNo)).toSorted()
  expect(await seen('whole')).toEqual(['RK1001', 'RK1002', 'mirror'])
  expect(await seen('first')).toEqual(['RK1001'])
  const call = (id: string) => `/api/erp/calls/${id}`
  expect(await statusOf('first', call(postings['1001']))).toBe(200)
  for (const id of [postings['1002'], documents['1001']]) {
    expect(await statusOf('whole', call(id))).toBe(200)
    expect(await statusOf('first', call(id))).toBe(404)
  }
})

it('alarms of postings are shown to, and resolved by, holders of their plants', async () => {
  const seen = async (who: string) =>
    (await rowsOf(who, 'erp-alarm')).map(({ documentNo }) => String(documentNo)).toSorted()
  expect(await seen('whole')).toEqual(['RK1001', 'RK1002'])
  expect(await seen('first')).toEqual(['RK1001'])
  const resolve = async (id: string) =>
    (
      await server.call('POST', `/api/erp/alarms/${id}/resolve`, {
        token: tokens['first']!,
        payload: { companyCode: '1000', resolution: '查过' },
        headers: { 'idempotency-key': newId() },
      })
    ).status
  expect(await resolve(postings['1002'])).toBe(404)
  expect(await resolve(postings['1001'])).toBe(200)
})
