import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { resolveMovement } from '../erp/movement-rule.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { movementRules } from './erp-movement-rule-routes.ts'
import { applyDueRuleChanges } from '../platform/approval/apply-rule-changes.ts'

const password = 'Kufang@2026'
const today = companyToday()
const tomorrow = addDays(today, 1)
const reason = '集团统一移动类型'
const purpose = 'receipt-for-purchase-order'
let files: TestDatabase
let server: TestServer
const tokens: Record<string, string> = {}

beforeAll(async () => {
  files = await createTestDatabase()
  server = await startTestServer(files.connectionString)
  await server.database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')`,
  )
  const users = {
    admin: { roles: ['admin'] },
    second: { roles: ['admin'] },
    configurator: { roles: ['SAPJKPZ'], plants: [{ companyCode: '1000' }] },
    otherCompany: { roles: ['SAPJKPZ'], plants: [{ companyCode: '2000' }] },
    nobody: { roles: ['KCCX'], plants: [{ companyCode: '1000' }] },
  }
  for (const [account, user] of Object.entries(users)) {
    const wanted = { account, userName: account, password, ...wholeCompany, ...user }
    await ensureUser(server.database, wanted)
    tokens[account] = await server.tokenOf(account, password)
  }
})

afterAll(async () => {
  await server?.close()
  await files?.drop()
})

type Answer = RuleChange & FailureData
type Rule = Record<string, unknown>
const headers = () => ({ 'idempotency-key': newId() })
const rules = async () => {
  const token = tokens['admin']!
  const { body } = await server.call<Rule[]>('GET', '/api/erp/movement-rules', { token })
  return body.datas
}
const ruleOf = async (companyCode = '') =>
  (await rules()).find((row) => row['purpose'] === purpose && row['companyCode'] === companyCode)
/** A rule as it is sent, of a row as it is read. */
const sent = ({ updatedBy: _by, updatedByName: _name, ...rule }: Rule): Rule => rule
const request = (who: string, change: Rule) =>
  server.call<Answer>('PUT', '/api/erp/movement-rules', {
    token: tokens[who]!,
    payload: { effectiveFrom: today, reason, ...sent(change) },
    headers: headers(),
  })
const decide = (who: string, id: string, act: string, remark = '') =>
  server.call<Answer>('POST', `/api/erp/movement-rules/changes/${id}/${act}`, {
    token: tokens[who]!,
    payload: { remark },
    headers: headers(),
  })
const typeOf = async (companyCode = '2000') => {
  const from = { place: 'supplier' }
  const to = { place: 'stock', stockCategory: 'UU' } as const
  const question = { companyCode, from, to, basis: 'purchase-order' }
  return (await resolveMovement(server.database, question))?.movementType
}

describe('a movement rule', () => {
  test('is changed by two persons: nothing is in force before another one approves it', async () => {
    const rule = await ruleOf()
    const asked = await request('admin', { ...rule, movementType: '121' })
    expect(asked.body.datas).toMatchObject({
      subjectNo: purpose,
      state: 'requested',
      reason,
      effectiveFrom: today,
      before: { movementType: '101' },
      after: { movementType: '121' },
    })
    expect([await typeOf(), (await ruleOf())!['movementType']]).toEqual(['101', '101'])
    const { id } = asked.body.datas
    for (const act of ['approve', 'refuse']) {
      const own = await decide('admin', id, act, '不同意')
      expect([own.status, own.body.datas.code]).toEqual([403, 'rule-change-own'])
    }
    expect(await typeOf()).toBe('101')
    const approved = await decide('second', id, 'approve')
    expect(approved.body.datas).toMatchObject({ state: 'effective', decidedByName: 'second' })
    expect(await typeOf()).toBe('121')
    expect((await decide('second', id, 'approve')).body.datas.code).toBe('wrong-state')
    const log = await server.database.query(
      `select action, user_name from audit_entry where subject_type = 'erp-movement-rule' order by at, id`,
    )
    expect(log).toEqual([
      { action: 'request-change', userName: 'admin' },
      { action: 'approve-change', userName: 'second' },
      { action: 'update', userName: 'second' },
    ])
    const back = await request('admin', { ...(await ruleOf()), movementType: '101' })
    await decide('second', back.body.datas.id, 'approve')
    expect(await typeOf()).toBe('101')
  })

  test('is in force from its day on, and not before, whatever was approved', async () => {
    const change = { ...(await ruleOf()), movementType: '131', effectiveFrom: tomorrow }
    const { id } = (await request('admin', change)).body.datas
    expect(await applyDueRuleChanges(server.database, movementRules, tomorrow)).toBe(0)
    expect((await decide('second', id, 'approve')).body.datas.state).toBe('approved')
    expect(await applyDueRuleChanges(server.database, movementRules, today)).toBe(0)
    expect(await typeOf()).toBe('101')
    expect(await applyDueRuleChanges(server.database, movementRules, tomorrow)).toBe(1)
    expect(await applyDueRuleChanges(server.database, movementRules, tomorrow)).toBe(0)
    expect(await typeOf()).toBe('131')
    const back = await request('second', { ...(await ruleOf()), movementType: '101' })
    await decide('admin', back.body.datas.id, 'approve')
  })

  test('has one change at a time, refused with a reason or withdrawn, also before its day', async () => {
    const rule = await ruleOf()
    const change = { ...rule, movementType: '141', effectiveFrom: tomorrow }
    const first = (await request('admin', change)).body.datas
    const again = (await request('second', change)).body.datas
    expect(again).toMatchObject({
      code: 'rule-change-open',
      params: { rule: purpose, user: 'admin', effectiveFrom: tomorrow },
    })
    const bare = (await decide('second', first.id, 'refuse')).body.datas
    expect([bare.code, bare.field]).toEqual(['field-required', 'remark'])
    expect((await decide('second', first.id, 'refuse', '与集团口径不符')).body.datas).toMatchObject(
      {
        state: 'refused',
        decisionRemark: '与集团口径不符',
      },
    )
    const second = (await request('admin', change)).body.datas
    await decide('second', second.id, 'approve')
    expect((await decide('admin', second.id, 'withdraw')).body.datas.state).toBe('withdrawn')
    expect(await applyDueRuleChanges(server.database, movementRules, tomorrow)).toBe(0)
    expect(await typeOf()).toBe('101')
  })

  test('is changed from the row as it is, with a reason, and for no day of the past', async () => {
    const rule = await ruleOf()
    const codeOf = async (change: Rule) => {
      const { code, field } = (await request('admin', { ...rule, ...change })).body.datas
      return [code, field]
    }
    const old = { updatedAt: '2020-01-01T00:00:00.000Z' }
    expect(await codeOf(old)).toEqual(['version-stale', undefined])
    expect(await codeOf({ effectiveFrom: addDays(today, -1) })).toEqual([
      'input-invalid',
      'effectiveFrom',
    ])
    expect((await codeOf({ reason: ' ' }))[0]).toBe('input-invalid')
  })

  test('of a company is requested and approved by those who set it up, and new ones likewise', async () => {
    const { updatedAt: _read, ...rule } = (await ruleOf())!
    const own = { ...rule, companyCode: '1000', movementType: '151' }
    expect((await request('otherCompany', own)).body.datas.code).toBe('outside-scope')
    const { id } = (await request('configurator', own)).body.datas
    expect((await decide('otherCompany', id, 'approve')).body.datas.code).toBe('outside-scope')
    expect((await decide('nobody', id, 'approve')).status).toBe(403)
    const listed = async (who: string) => {
      const { body } = await server.call<RuleChange[]>('GET', '/api/erp/movement-rules/changes', {
        token: tokens[who]!,
      })
      return body.datas.some((change) => change.id === id)
    }
    expect([await listed('configurator'), await listed('otherCompany')]).toEqual([true, false])
    expect((await decide('admin', id, 'approve')).body.datas.state).toBe('effective')
    expect([await typeOf('1000'), await typeOf('2000')]).toEqual(['151', '101'])
  })
})
