import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RightsChange } from '@kufang/contract/identity/rights-change.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import type { ParameterRow } from '@kufang/contract/system/business-parameters.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import { fillMasters } from '../masters/testing.ts'
import { expireRuleChanges } from '../platform/approval/apply-rule-changes.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import type { TodoRow } from './todos.ts'

const password = 'Kufang@2026'
const today = companyToday()
let files: TestDatabase
let server: TestServer
const tokens: Record<string, string> = {}
const ids: Record<string, string> = {}

beforeAll(async () => {
  files = await createTestDatabase()
  server = await startTestServer(files.connectionString)
  await fillMasters(server.database)
  const all = { plants: [{ companyCode: '1010' }] }
  const users = {
    admin: { roles: ['admin'] },
    second: { roles: ['admin'] },
    manager: { roles: ['XTYWPZ', 'SAPJKPZ'], ...all },
    deputy: { roles: ['XTYWPZ', 'SAPJKPZ'], ...all },
    ofPlant: { roles: ['XTYWPZ', 'SAPJKPZ'], plants: [{ companyCode: '1010', plant: '1011' }] },
    elsewhere: { roles: ['XTYWPZ', 'SAPJKPZ'], plants: [{ companyCode: '1020' }] },
    giver: { roles: ['JSFP', 'YHYGCBMGX', 'CKSH'], ...all },
    keeper: { roles: ['KCCX'], ...all },
  }
  for (const [account, user] of Object.entries(users)) {
    const wanted = { account, userName: account, password, ...wholeCompany, ...user }
    ids[account] = (await ensureUser(server.database, wanted)).userId
    tokens[account] = await server.tokenOf(account, password)
  }
})

afterAll(async () => {
  await server?.close()
  await files?.drop()
})

const people = () => Object.keys(tokens)
async function call<T>(who: string, method: 'POST' | 'PUT', url: string, payload: object) {
  const headers = { 'idempotency-key': newId() }
  const { body } = await server.call<T>(method, url, { token: tokens[who]!, payload, headers })
  return body.datas
}
const todosOf = async (who: string) =>
  (await call<{ rows: TodoRow[] }>(who, 'POST', '/api/todos/list', {})).rows
/** Who has a to-do of this kind, with the number of their rows. */
async function asked(kind: string) {
  const found: Record<string, number> = {}
  for (const who of people()) {
    const rows = (await todosOf(who)).filter(({ documentType }) => documentType === kind)
    if (rows.length > 0) found[who] = rows.length
  }
  return found
}
const requestParameter = async (who: string, companyCode: string) => {
  const wanted = { name: 'receiving.overDeliveryLimit', value: 'catalogue', companyCode }
  const url = '/api/settings/business'
  const read = await server.call<ParameterRow[]>('GET', url, { token: tokens[who]! })
  const { version } = read.body.datas.find(({ name }) => name === wanted.name)!
  const { changes } = await call<ParameterRow>(who, 'PUT', url, {
    ...wanted,
    validFrom: today,
    remark: 'ERP 只警告',
    version,
  })
  return changes[0]!.id
}
const decideParameter = (who: string, id: string, act: string, remark = '') =>
  call<RuleChange>(who, 'POST', `/api/settings/business/changes/${id}/${act}`, { remark })

describe('a change of a rule that waits', () => {
  const kind = 'business-parameter'

  test('is a to-do of those who may approve it, on the page where they do, until it is decided', async () => {
    const first = await requestParameter('manager', '1010')
    expect(await asked(kind)).toEqual({ admin: 1, second: 1, deputy: 1 })
    expect(await todosOf('deputy')).toMatchObject([
      {
        documentLabel: { zh: '业务参数变更' },
        documentNo: 'receiving.overDeliveryLimit 1010',
        documentName: { zh: '超收限额依据 1010', en: 'Limit of over-deliveries 1010' },
        isDocument: false,
        actionLabel: { zh: '批准', en: 'Approve' },
        handleUrl: '/system/systemPageSetup',
      },
    ])
    const counted = await server.call<{ total: number; groups: object[] }>(
      'GET',
      '/api/todos/counts',
      { token: tokens['deputy']! },
    )
    expect(counted.body.datas).toMatchObject({
      total: 1,
      groups: [{ path: '/system/systemPageSetup', count: 1 }],
    })
    await decideParameter('deputy', first, 'refuse', '内控要求')
    expect(await asked(kind)).toEqual({})
    await decideParameter('manager', await requestParameter('manager', '1010'), 'withdraw')
    expect(await asked(kind)).toEqual({})
    await decideParameter('second', await requestParameter('manager', '1010'), 'approve')
    expect(await asked(kind)).toEqual({})
  })

  test('of all companies is a to-do of the other administrators only', async () => {
    const rules = await server.call<Record<string, unknown>[]>('GET', '/api/erp/movement-rules', {
      token: tokens['admin']!,
    })
    const rule = rules.body.datas.find((row) => row['purpose'] === 'receipt-for-purchase-order')!
    const { updatedBy: _by, updatedByName: _name, ...read } = rule
    const wanted = { ...read, movementType: '121', effectiveFrom: today, reason: '集团统一' }
    const { id } = await call<RuleChange>('admin', 'PUT', '/api/erp/movement-rules', wanted)
    expect(await asked('movement-rule')).toEqual({ second: 1 })
    expect(await todosOf('second')).toMatchObject([
      { handleUrl: '/system/sapApiDeployMessage?part=rules' },
    ])
    await call('second', 'POST', `/api/erp/movement-rules/changes/${id}/refuse`, { remark: '不' })
    expect(await asked('movement-rule')).toEqual({})
  })

  test('is a to-do of who gets the right to approve it later', async () => {
    const ofCompany = await requestParameter('elsewhere', '1020')
    expect(await asked(kind)).toEqual({ admin: 1, second: 1 })
    await ensureUser(server.database, {
      account: 'newcomer',
      userName: 'newcomer',
      password,
      ...wholeCompany,
      roles: ['XTYWPZ'],
      plants: [{ companyCode: '1020' }],
    })
    tokens['newcomer'] = await server.tokenOf('newcomer', password)
    expect(await asked(kind)).toEqual({ admin: 1, second: 1, newcomer: 1 })
    await decideParameter('elsewhere', ofCompany, 'withdraw')
  })
})

describe('a change of rights that waits', () => {
  const post = <T>(who: string, url: string, payload: object) => call<T>(who, 'POST', url, payload)

  test('is a to-do of those who could have given them, until it is decided or has lapsed', async () => {
    const url = `/api/system/users/${ids['keeper']}`
    const read = await server.call<{ version: number }>('GET', url, { token: tokens['admin']! })
    const { version } = read.body.datas
    const wanted = { version, roles: ['KCCX', 'CKSH'], reason: '接替王工' }
    const { waiting } = await post<{ waiting: RightsChange }>('admin', `${url}/roles`, wanted)
    expect(await asked('user-roles')).toEqual({ second: 1 })
    expect(await todosOf('second')).toMatchObject([
      {
        documentLabel: { zh: '权限变更', en: 'Change of rights' },
        documentNo: 'keeper',
        handleUrl: '/system/roleAssign',
      },
    ])
    await post('second', `/api/system/rights/changes/${waiting.id}/refuse`, { remark: '无需' })
    expect(await asked('user-roles')).toEqual({})
    await post('admin', `${url}/roles`, { ...wanted, reason: '接替李工' })
    expect(await asked('user-roles')).toEqual({ second: 1 })
    await expireRuleChanges(server.database, addDays(today, 30))
    expect(await asked('user-roles')).toEqual({})
  })

  test('is one to-do for a person, whatever number of roles permit it', async () => {
    await ensureUser(server.database, {
      account: 'checker',
      userName: 'checker',
      password,
      ...wholeCompany,
      roles: ['CKSH'],
      plants: [{ companyCode: '1010', plant: '1011' }],
    })
    const [found] = await server.database.query<{ id: string }>(
      `select id from app_user where account = 'checker'`,
    )
    await post('admin', '/api/system/relations/plant/add', {
      userId: found!.id,
      values: [{ companyCode: '1010', plant: '1012' }],
      reason: '兼管二厂',
    })
    // The giver holds both the role of the page and that of rights.
    expect(await asked('user-plant')).toEqual({ second: 1, giver: 1 })
  })
})
