import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import {
  businessParameters,
  type ParameterChange,
  type ParameterRow,
} from '@kufang/contract/system/business-parameters.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import { fillMasters } from '../masters/testing.ts'
import { applyDueRuleChanges } from '../platform/approval/apply-rule-changes.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { controlParameters } from './control-parameters.ts'
import { readParameter } from './public.ts'

const password = 'Kufang@2026'
const today = companyToday()
const tomorrow = addDays(today, 1)
const limit = 'receiving.overDeliveryLimit'
let files: TestDatabase
let server: TestServer
const tokens: Record<string, string> = {}

beforeAll(async () => {
  files = await createTestDatabase()
  server = await startTestServer(files.connectionString)
  await fillMasters(server.database)
  const plant = { companyCode: '1010', plant: '1011' }
  const users = {
    admin: { roles: ['admin'] },
    second: { roles: ['admin'] },
    manager: { roles: ['XTYWPZ'], plants: [{ companyCode: '1010' }] },
    deputy: { roles: ['XTYWPZ'], plants: [{ companyCode: '1010' }] },
    ofPlant: { roles: ['XTYWPZ'], plants: [plant] },
    elsewhere: { roles: ['XTYWPZ'], plants: [{ companyCode: '1020' }] },
    keeper: { roles: ['KCCX'], plants: [{ companyCode: '1010' }] },
  }
  for (const [account, user] of Object.entries(users)) {
    await ensureUser(server.database, {
      account,
      userName: account,
      password,
      ...wholeCompany,
      ...user,
    })
    tokens[account] = await server.tokenOf(account, password)
  }
})

afterAll(async () => {
  await server?.close()
  await files?.drop()
})

type Answer = ParameterRow & FailureData
const list = async (who: string) =>
  (await server.call<ParameterRow[]>('GET', '/api/settings/business', { token: tokens[who]! })).body
    .datas
const rowOf = async (who: string, name: string = limit) =>
  (await list(who)).find((row) => row.name === name)!
async function request(who: string, wanted: Partial<ParameterChange>) {
  const { version } = await rowOf(who, wanted.name)
  const { body } = await server.call<Answer>('PUT', '/api/settings/business', {
    token: tokens[who]!,
    payload: {
      name: limit,
      value: 'catalogue',
      validFrom: today,
      remark: 'ERP 只警告',
      version,
      ...wanted,
    },
    headers: { 'idempotency-key': newId() },
  })
  return body.datas
}
async function decide(who: string, id: string, act: string, remark = '') {
  const { body } = await server.call<RuleChange & FailureData>(
    'POST',
    `/api/settings/business/changes/${id}/${act}`,
    { token: tokens[who]!, payload: { remark }, headers: { 'idempotency-key': newId() } },
  )
  return body.datas
}
const inForce = (plant?: string, companyCode = '1010') =>
  readParameter(server.database, limit, { companyCode, plant })
const openOf = async (who: string, name: string = limit) => (await rowOf(who, name)).changes

describe('a parameter that is a control', () => {
  test('is changed by two persons: nothing is in force before another one approves it', async () => {
    const { changes } = await request('manager', { companyCode: '1010' })
    expect(changes).toMatchObject([
      {
        state: 'requested',
        companyCode: '1010',
        reason: 'ERP 只警告',
        effectiveFrom: today,
        requestedByName: 'manager',
        before: { value: null },
        after: { name: limit, companyCode: '1010', plant: '', value: 'catalogue' },
      },
    ])
    const { id } = changes[0]!
    expect(await inForce()).toBe('order')
    for (const act of ['approve', 'refuse'])
      expect((await decide('manager', id, act, '不')).code).toBe('rule-change-own')
    expect(await inForce()).toBe('order')
    expect(await decide('deputy', id, 'approve')).toMatchObject({ state: 'effective' })
    expect(await inForce()).toBe('catalogue')
    const { entries, changes: left } = await rowOf('manager')
    expect(left).toEqual([])
    expect(entries[0]).toMatchObject({
      value: 'catalogue',
      validFrom: today,
      changedByName: 'manager / deputy',
    })
    const log = await server.database.query(
      `select action, user_name from audit_entry where subject_type = 'business-parameter' order by at, id`,
    )
    expect(log).toEqual([
      { action: 'request-change', userName: 'manager' },
      { action: 'approve-change', userName: 'deputy' },
      { action: 'update', userName: 'deputy' },
    ])
  })

  test('counts from its day on, also if it is approved before; the old value counts until then', async () => {
    const before = await inForce('1011')
    const wanted = { companyCode: '1010', plant: '1011', value: 'order', validFrom: tomorrow }
    const { id } = (await request('manager', wanted)).changes[0]!
    expect((await decide('admin', id, 'approve')).state).toBe('approved')
    expect(await applyDueRuleChanges(server.database, controlParameters, today)).toBe(0)
    expect(await inForce('1011')).toBe(before)
    expect((await openOf('manager')).map(({ state }) => state)).toEqual(['approved'])
    expect(await applyDueRuleChanges(server.database, controlParameters, tomorrow)).toBe(1)
    expect((await rowOf('manager')).entries[0]).toMatchObject({
      plant: '1011',
      value: 'order',
      validFrom: tomorrow,
    })
  })

  test('has one change at a time for a place, withdrawn, or refused with a reason', async () => {
    const wanted = { name: 'rights.secondApproval', value: 'none' } as const
    const { id } = (await request('admin', wanted)).changes[0]!
    expect(await request('second', wanted)).toMatchObject({
      code: 'rule-change-open',
      params: { user: 'admin' },
    })
    expect(await decide('second', id, 'refuse')).toMatchObject({
      code: 'field-required',
      field: 'remark',
    })
    expect((await decide('second', id, 'refuse', '内控要求')).state).toBe('refused')
    const again = (await request('admin', wanted)).changes[0]!
    expect((await decide('admin', again.id, 'withdraw')).state).toBe('withdrawn')
    expect(
      await readParameter(server.database, 'rights.secondApproval', { companyCode: '1010' }),
    ).toBe('sensitive')
  })

  test('is changed with a reason, within the place of the person, and decided by its like', async () => {
    expect(await request('manager', { companyCode: '1010', remark: ' ' })).toMatchObject({
      code: 'field-required',
      field: 'remark',
    })
    expect((await request('manager', {})).code).toBe('role-missing')
    expect((await request('elsewhere', { companyCode: '1010' })).code).toBe('outside-scope')
    const { id } = (await request('manager', { companyCode: '1010', value: 'order' })).changes[0]!
    const codeOf = async (who: string) => (await decide(who, id, 'approve')).code
    expect(await codeOf('elsewhere')).toBe('outside-scope')
    expect(await codeOf('ofPlant')).toBe('whole-company-only')
    expect(await codeOf('keeper')).toBe('role-missing')
    expect(await openOf('elsewhere')).toEqual([])
    expect(await openOf('ofPlant')).toHaveLength(1)
    await decide('deputy', id, 'approve')
  })

  test('is every one that decides what is received, posted, consumed or approved', () => {
    const controls = Object.entries(businessParameters).flatMap(([name, { isControl }]) =>
      isControl ? [name] : [],
    )
    expect(controls).toEqual([
      'receiving.route',
      'receiving.arrivalPosting',
      'receiving.qualityManagement',
      'posting.daysBeforeMovement',
      'posting.countDifferences',
      'receiving.overDeliveryLimit',
      'delivery.importedGoods',
      'receiving.deliveryCompleted',
      'issue.specialStock',
      'goods.postingObstacle',
      'orders.stockCategories',
      'rights.secondApproval',
      'rights.approvalDays',
      'stocktake.directorLimit',
      'issue.supplementDays',
      'requisition.chemicalCapDays',
      'handover.signature',
      'overdue.penaltyRate',
      'overdue.penaltyPeriod',
      'overdue.penaltyMaximum',
      'receiving.orderSupplementDays',
      'receiving.noteSupplementDays',
      'periods.missingPapers',
      'delivery.requestLimit',
      'adjustment.directorLimit',
      'adjustment.cumulatedDays',
      'adjustment.picture',
      'stocktake.toleranceQuantityA',
      'stocktake.toleranceQuantityB',
      'stocktake.toleranceQuantityC',
      'stocktake.toleranceQuantityOther',
      'stocktake.toleranceAmountA',
      'stocktake.toleranceAmountB',
      'stocktake.toleranceAmountC',
      'stocktake.toleranceAmountOther',
      'stocktake.picture',
      'stocktake.pictureAmount',
    ])
  })

  test('is no matter of convenience: those count at once', async () => {
    const { entries } = await request('manager', {
      name: 'drafts.holdDays',
      companyCode: '1010',
      value: 30,
      remark: '',
    })
    expect(entries[0]).toMatchObject({ value: 30, isCurrent: true, changedByName: 'manager' })
  })
})
