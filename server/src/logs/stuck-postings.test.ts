import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { standInSeed } from '../erp/testing/seed.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'
import { standInPassword, startStandIn } from '../erp/testing/stand-in.ts'

import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const password = 'Kufang@2026'
let test: TestDatabase
let standIn: StandIn
let server: TestServer
const tokens: Record<string, string> = {}
let adminId: string

const post = <T = FailureData>(who: string, url: string, payload: object = {}, key = newId()) =>
  server.call<T>('POST', url, { token: tokens[who]!, payload, headers: { 'idempotency-key': key } })

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
  const answer = await server.call('PUT', '/api/erp/interfaces/material-document', {
    token: tokens['admin']!,
    headers: { 'idempotency-key': newId() },
    payload: {
      account: 'KUFANG',
      secret: standInPassword,
      sapClient: '100',
      timeoutMs: 3000,
      retryDelaySeconds: 0,
      unknownWaitSeconds: 0,
      secondLookSeconds: 0,
    },
  })
  expect(answer.status).toBe(200)
})

afterAll(async () => {
  await server?.close()
  await standIn?.stop()
  await test?.drop()
})

describe('a stuck posting', () => {
  it('lets a person resend, close or give up what is stuck, once per key', async () => {
    const ids = [newId(), newId(), newId()]
    for (const [index, id] of ids.entries())
      await server.database.query(
        `insert into erp_posting (company_code, id, document_type, document_id, document_no, step, direction, posting_key, state, posting_date,
           document_date, goods_movement_code, payload, user_id, is_outcome_open, material_plants)
         values ('1000', $1, 'stock-initialisation', $1, $2, 1, 'post', $2, $3, current_date, current_date, '05', '{}', $4, $5, '{1000/1001/4714}')`,
        [id, `K-${index}`, index === 2 ? 'sending' : 'dead', adminId, index === 2],
      )
    for (const id of ids) await makeDocument(id)
    const list = await post<ListResponse>('buyer', '/api/queries/erp-posting/list', {
      filters: [{ field: 'state', operator: 'in', value: ['dead', 'sending'] }],
      withTotals: true,
    })
    expect(list.body.datas.total).toBe(3)
    const seenBy = async (who: string) =>
      (await post<ListResponse>(who, '/api/queries/erp-posting/list', { withTotals: true })).body
        .datas.total
    expect([await seenBy('thirdPlant'), await seenBy('firstPlant')]).toEqual([3, 0])
    const key = newId()
    const resent = await post<{ state: string }>(
      'buyer',
      `/api/erp/postings/${ids[0]}/retry`,
      { companyCode: '1000' },
      key,
    )
    expect(resent.body.datas).toMatchObject({ state: 'pending' })
    expect(
      (await post('buyer', `/api/erp/postings/${ids[0]}/retry`, { companyCode: '1000' }, key)).body
        .datas,
    ).toEqual(resent.body.datas)
    // Somebody posted it in the ERP itself.
    const issued = (quantity: string) =>
      standIn.control<{ MaterialDocument: string; MaterialDocumentYear: string }>(
        'POST',
        '/stand-in/material-documents',
        {
          user: 'MUELLER',
          header: {
            GoodsMovementCode: '03',
            PostingDate: '2026-11-20',
            DocumentDate: '2026-11-20',
          },
          items: [
            {
              Material: '4714',
              Plant: '1000',
              StorageLocation: '0001',
              GoodsMovementType: '201',
              CostCenter: 'CC100',
              QuantityInEntryUnit: quantity,
              EntryUnit: 'EA',
            },
          ],
        },
      )
    const [right, wrong] = [await issued('1'), await issued('2')]
    await server.database.query(
      `insert into erp_posting_item (company_code, posting_id, item_no, document_line, move_id, material_no, quantity, unit,
         movement_type, from_plant, from_storage_location, from_stock_category, from_special_stock,
         from_special_stock_reference, from_batch)
       values ('1000', $1, 1, 1, gen_random_uuid(), '4714', 1, 'EA', '201', '1000', '0001', 'UU', '', '', '')`,
      [ids[1]],
    )
    const close = (who: string, number: string, id = ids[1]!) =>
      post<{ state: string }>(who, `/api/erp/postings/${id}/close`, {
        materialDocument: number,
        year: '2026',
        reason: '已在SAP过账',
      })
    const refusalOf = async (...given: Parameters<typeof close>) =>
      (await close(...given)).body.datas as unknown as FailureData
    expect(await refusalOf('admin', right.MaterialDocument)).toMatchObject({
      code: 'number-by-requester',
    })
    expect(await refusalOf('buyer', '4999999998')).toMatchObject({ code: 'number-unknown-in-erp' })
    expect(await refusalOf('buyer', wrong.MaterialDocument)).toMatchObject({
      code: 'number-differs',
      params: { differences: '1: 4714 1 EA / 2 EA' },
    })
    const closed = await close('buyer', right.MaterialDocument)
    expect(closed.body.datas).toMatchObject({
      state: 'posted',
      materialDocument: right.MaterialDocument,
    })
    // A number serves once.
    await server.database.query(
      `insert into erp_posting_item (company_code, posting_id, item_no, document_line, move_id, material_no, quantity, unit,
         movement_type, from_plant, from_storage_location, from_stock_category, from_special_stock,
         from_special_stock_reference, from_batch)
       select company_code, $2, item_no, document_line, gen_random_uuid(), material_no, quantity, unit, movement_type,
         from_plant, from_storage_location, from_stock_category, from_special_stock, from_special_stock_reference, from_batch
       from erp_posting_item where posting_id = $1`,
      [ids[1], ids[0]],
    )
    await server.database.query('update erp_posting set user_id = $2 where id = $1', [
      ids[0],
      adminId,
    ])
    expect(await refusalOf('buyer', right.MaterialDocument, ids[0])).toMatchObject({
      code: 'number-taken',
    })
    await server.database.query('delete from erp_posting_item where posting_id = $1', [ids[0]])
    expect((await post('buyer', `/api/erp/postings/${ids[1]}/retry`)).body.datas.code).toBe(
      'posting-not-retryable',
    )
    expect(
      (await post('buyer', `/api/erp/postings/${ids[2]}/ignore`, { reason: '无' })).body.datas.code,
    ).toBe('posting-in-flight')
    expect(
      (await post('buyer', `/api/erp/postings/${ids[0]}/ignore`, { reason: ' ' })).body.datas.code,
    ).toBe('reason-required')
    const ignored = await post<{ state: string }>('buyer', `/api/erp/postings/${ids[0]}/ignore`, {
      reason: '重复',
    })
    expect(ignored.body.datas).toMatchObject({ state: 'closed', closedReason: '重复' })
    const traces = await server.database.query(
      `select action from audit_entry where subject_type = 'erp-posting' order by at`,
    )
    expect(traces).toEqual([{ action: 'retry' }, { action: 'close' }, { action: 'ignore' }])
    expect((await post('nobody', `/api/erp/postings/${ids[0]}/retry`)).status).toBe(403)
  })
})

/** A document for a posting. */
async function makeDocument(id: string): Promise<void> {
  await server.database.query(
    `insert into stock_initialisation (company_code, id, doc_no, state, document_date, created_by, created_by_name) values ('1000', $1, $2, 'initialised', current_date, $3, 'x')`,
    [id, `CSH${id.slice(-6)}`, adminId],
  )
}
