import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import type { TodoGroup, TodoRow } from './todos.ts'

const password = 'Kufang@2026'
let test: TestDatabase
let server: TestServer
const tokens: Record<string, string> = {}

interface Page {
  rows: TodoRow[]
  nextCursor: string | null
  groups?: TodoGroup[]
  total?: number
}

const list = async (who: string, payload: object = {}) =>
  (await server.call<Page>('POST', '/api/todos/list', { token: tokens[who]!, payload })).body.datas
const numbers = async (who: string) => (await list(who)).rows.map((row) => row.documentNo)

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString)
  const { database } = server
  await database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')`,
  )
  await database.query(
    `insert into plant (company_code, plant, name) values ('1000', '1010', '一厂'), ('1000', '1020', '二厂'), ('2000', '2010', '三厂')`,
  )
  await database.query(
    `insert into storage_location (company_code, plant, storage_location, name) values ('1000', '1010', 'W001', '一库'), ('1000', '1010', 'W002', '二库')`,
  )
  const company = { plants: [{ companyCode: '1000' }] }
  const users = {
    admin: { roles: ['admin'] },
    leader: { roles: ['SHSH'], ...company },
    local: {
      roles: ['SHSH'],
      storageLocations: [{ companyCode: '1000', plant: '1010', storageLocation: 'W001' }],
      plants: [{ companyCode: '1000', plant: '1010' }],
    },
    supplier: { roles: ['SHDWHGYS'], supplierNo: '100001', ...company },
    other: { roles: ['LLDCX'], ...company },
  }
  for (const [account, user] of Object.entries(users)) {
    await ensureUser(database, { account, userName: account, password, ...wholeCompany, ...user })
    tokens[account] = await server.tokenOf(account, password)
  }
  const add = (
    companyCode: string,
    documentNo: string,
    parts: Partial<Record<'plant' | 'location' | 'supplier' | 'role' | 'done', string>>,
    minutes: number,
  ) =>
    database.query(
      `insert into todo (company_code, id, role_code, plant, storage_location, supplier_no, document_type, document_id, document_no, action, handle_url,
         created_at, created_by, done_at)
       values ($1, $2, $3, $4, $5, $6, 'goods-receipt', $2, $7, 'review', '/receive/auditReceive?docNo=' || $7, now() - make_interval(mins => $8), $2, $9)`,
      [
        companyCode,
        newId(),
        parts.role ?? 'SHSH',
        parts.plant ?? '',
        parts.location ?? '',
        parts.supplier ?? '',
        documentNo,
        minutes,
        parts.done ?? null,
      ],
    )
  await add('1000', 'RK1', { plant: '1010', location: 'W001' }, 5)
  await add('1000', 'RK2', { plant: '1010', location: 'W002' }, 4)
  await add('1000', 'RK3', { plant: '1020' }, 3)
  await add('1000', 'RK4', {}, 2)
  await add('2000', 'RK5', { plant: '2010' }, 1)
  await add('1000', 'RK6', { done: '2026-01-01' }, 0)
  await add('1000', 'SH1', { role: 'SHDWHGYS', supplier: '100001' }, 0)
  await add('1000', 'SH2', { role: 'SHDWHGYS', supplier: '100002' }, 0)
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

describe('to-dos', () => {
  it('are shown to whoever holds the role of the step, within their scope, what waits longest first', async () => {
    expect(await numbers('leader')).toEqual(['RK1', 'RK2', 'RK3', 'RK4'])
    expect(await numbers('local')).toEqual(['RK1', 'RK4'])
    expect(await numbers('supplier')).toEqual(['SH1'])
    expect(await numbers('other')).toEqual([])
    expect((await numbers('admin')).length).toBe(7)
  })

  it('say what is to do and where', async () => {
    const [row] = (await list('leader')).rows
    expect(row).toMatchObject({
      documentType: 'goods-receipt',
      action: 'review',
      handleUrl: '/receive/auditReceive?docNo=RK1',
    })
    expect(row!.actionLabel.zh).toMatch(/\p{Script=Han}/u)
    expect(row!.documentLabel.en).toMatch(/^[A-Z]/)
  })

  it('come page by page, each once', async () => {
    const first = await list('leader', { size: 3 })
    const second = await list('leader', { size: 3, cursor: first.nextCursor })
    expect([...first.rows, ...second.rows].map((row) => row.documentNo)).toEqual([
      'RK1',
      'RK2',
      'RK3',
      'RK4',
    ])
    expect(second).toMatchObject({ nextCursor: null })
    const broken = await server.call<FailureData>('POST', '/api/todos/list', {
      token: tokens['leader']!,
      payload: { cursor: 'bm8' },
    })
    expect(broken.body.datas.code).toBe('input-invalid')
  })

  it('are counted by the page where they are done', async () => {
    const { body } = await server.call<{ groups: TodoGroup[]; total: number }>(
      'GET',
      '/api/todos/counts',
      { token: tokens['leader']! },
    )
    expect(body.datas).toMatchObject({
      total: 4,
      groups: [{ path: '/receive/auditReceive', count: 4 }],
    })
    expect((await list('leader')).groups).toEqual(body.datas.groups)
  })
})
