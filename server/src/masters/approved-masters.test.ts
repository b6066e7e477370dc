import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { masters as declarations } from '@kufang/contract/masters/declarations.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import { applyDueRuleChanges } from '../platform/approval/apply-rule-changes.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { Row } from '../platform/database/database.ts'
import { approvedMaster } from './approved-masters.ts'
import { overDeliveryPercent } from './public.ts'
import { startMastersTest, type MastersTest } from './testing-server.ts'

const today = companyToday()
const tomorrow = addDays(today, 1)
const reason = '整箱交货'
let masters: MastersTest
const tokens: Record<string, string> = {}

beforeAll(async () => {
  masters = await startMastersTest()
  const { server } = masters
  const roles = ['CLML', 'WLZSJ']
  const plants = [{ companyCode: '1010' }]
  const people = {
    chief: { roles, plants },
    deputy: { roles, plants },
    ofPlant: { roles, plants: [{ companyCode: '1010', plant: '1011' }] },
    elsewhere: { roles, plants: [{ companyCode: '1020' }] },
    ofGroup: { roles, plants, materialGroups: ['C01'] },
    reader: { roles: ['KCCX'], plants },
  }
  for (const [account, person] of Object.entries(people)) {
    const wanted = { account, userName: account, password: 'Kufang@2026', ...wholeCompany }
    await ensureUser(server.database, { ...wanted, ...person })
    tokens[account] = await server.tokenOf(account, 'Kufang@2026')
  }
})

afterAll(() => masters?.close())

type Answer = Row & FailureData & { waiting: RuleChange | null }
const send = async (who: string, method: 'POST' | 'PUT', url: string, payload: object) =>
  (await masters.call(tokens[who]!, method, url, payload)).datas as unknown as Answer
const decide = async (who: string, master: string, id: string, act: string, remark = '') =>
  (await send(who, 'POST', `${master}/changes/${id}/${act}`, { remark })) as unknown as RuleChange &
    FailureData
const waiting = async (who: string, master: string) =>
  (
    await masters.server.call<RuleChange[]>('GET', `/api/masters/${master}/changes`, {
      token: tokens[who]!,
    })
  ).body.datas
const approval = { reason, effectiveFrom: today }
const log = (subject: string) =>
  masters.server.database.query(
    `select action, user_name from audit_entry where subject_type = $1 order by at, id`,
    [subject],
  )

describe('a tolerance of the over-quantity catalogue', () => {
  const name = 'excess-tolerance'
  const wanted = { companyCode: '1010', overDeliveryPercent: '5', validFrom: '2026-01-01' }
  const percent = async (plant = '1011') => {
    const { database } = masters.server
    const material = { materialNo: 'V0001', materialGroup: 'V01' }
    return (await overDeliveryPercent(database, '1010', plant, [material], today)).get('V0001')
  }
  const rowOf = async (plant = '') =>
    ((await send('chief', 'POST', `${name}/list`, {})) as unknown as { rows: Row[] }).rows.find(
      (row) => (row['plant'] ?? '') === plant,
    )

  test('is added by two persons: nothing counts before another one approves it', async () => {
    const asked = await send('chief', 'POST', name, { ...wanted, approval })
    expect(asked.waiting).toMatchObject({
      state: 'requested',
      companyCode: '1010',
      subjectNo: '1010/2026-01-01',
      before: null,
      after: { overDeliveryPercent: '5', plant: null },
      reason,
      requestedByName: 'chief',
    })
    expect([await percent(), await rowOf()]).toEqual(['0', undefined])
    const { id } = asked.waiting!
    for (const act of ['approve', 'refuse'])
      expect((await decide('chief', name, id, act, '不')).code).toBe('rule-change-own')
    expect(await decide('deputy', name, id, 'approve')).toMatchObject({ state: 'effective' })
    expect([await percent(), await waiting('chief', name)]).toEqual(['5', []])
    expect(await log(name)).toEqual([
      { action: 'request-change', userName: 'chief' },
      { action: 'approve-change', userName: 'deputy' },
      { action: 'create', userName: 'deputy' },
    ])
  })

  test('is changed and disabled so, from its day on; the old one counts until then', async () => {
    const row = (await rowOf())!
    const key = { companyCode: '1010', validFrom: '2026-01-01' }
    const given = { key, version: row['version'] }
    const change = { ...given, overDeliveryPercent: '9', remark: '阀门整箱' }
    const later = { reason, effectiveFrom: tomorrow }
    const asked = await send('chief', 'PUT', name, { ...change, approval: later })
    // What is no rule is changed at once.
    expect(asked).toMatchObject({ remark: '阀门整箱', overDeliveryPercent: '5' })
    expect(asked.waiting).toMatchObject({
      effectiveFrom: tomorrow,
      before: { overDeliveryPercent: '5' },
      after: { overDeliveryPercent: '9' },
    })
    expect((await decide('deputy', name, asked.waiting!.id, 'approve')).state).toBe('approved')
    const { database } = masters.server
    const kind = approvedMaster(declarations[name])
    expect(await applyDueRuleChanges(database, kind, today)).toBe(0)
    expect(await percent()).toBe('5')
    expect((await waiting('deputy', name)).map(({ state }) => state)).toEqual(['approved'])
    expect(await applyDueRuleChanges(database, kind, tomorrow)).toBe(1)
    expect(await percent()).toBe('9')

    const { version } = (await rowOf())!
    const off = await send('chief', 'POST', `${name}/disable`, { key, version, approval })
    expect([await percent(), off.waiting!.after]).toMatchObject(['9', { isActive: false }])
    await decide('deputy', name, off.waiting!.id, 'approve')
    expect([await percent(), (await rowOf())!['isActive']]).toEqual(['0', false])
  })

  test('has one change at a time, with a reason, refused with one or withdrawn', async () => {
    const ofPlant = { ...wanted, plant: '1011' }
    expect(await send('ofPlant', 'POST', name, ofPlant)).toMatchObject({
      code: 'field-required',
      field: 'reason',
    })
    const past = { reason, effectiveFrom: addDays(today, -1) }
    expect(await send('ofPlant', 'POST', name, { ...ofPlant, approval: past })).toMatchObject({
      code: 'input-invalid',
      field: 'effectiveFrom',
    })
    const first = await send('ofPlant', 'POST', name, { ...ofPlant, approval })
    expect(await send('chief', 'POST', name, { ...ofPlant, approval })).toMatchObject({
      code: 'rule-change-open',
      params: { user: 'ofPlant' },
    })
    const { id } = first.waiting!
    expect(await decide('chief', name, id, 'refuse')).toMatchObject({ field: 'remark' })
    expect((await decide('chief', name, id, 'refuse', '无依据')).state).toBe('refused')
    const again = await send('ofPlant', 'POST', name, { ...ofPlant, approval })
    expect((await decide('ofPlant', name, again.waiting!.id, 'withdraw')).state).toBe('withdrawn')
    expect(await percent()).toBe('0')
  })

  test('is decided by who could have asked for it, and by no page of another rule', async () => {
    const { id } = (await send('chief', 'POST', name, { ...wanted, validFrom: today, approval }))
      .waiting!
    const codeOf = async (who: string, master = name) =>
      (await decide(who, master, id, 'approve')).code
    expect(await codeOf('elsewhere')).toBe('outside-scope')
    expect(await codeOf('ofPlant')).toBe('whole-company-only')
    expect(await codeOf('reader')).toBe('role-missing')
    expect(await codeOf('deputy', 'material')).toBe('not-found')
    expect((await waiting('elsewhere', name)).map((change) => change.id)).not.toContain(id)
    await decide('deputy', name, id, 'withdraw')
  })
})

describe('what of a material decides its inspection and its weighing', () => {
  const name = 'material'
  const key = { materialNo: 'V0001' }
  const rowOf = async () =>
    ((await send('chief', 'POST', `${name}/list`, {})) as unknown as { rows: Row[] }).rows.find(
      (row) => row['materialNo'] === 'V0001',
    )!

  test('is changed by two persons; a description of ours is not', async () => {
    const before = await rowOf()
    const given = { key, version: before['version'] }
    const needsInspection = before['needsInspection'] !== true
    const both = { ...given, needsInspection, manufacturer: '上海阀门厂' }
    expect(await send('chief', 'PUT', name, both)).toMatchObject({
      code: 'field-required',
      field: 'reason',
    })
    // Refused as a whole.
    expect((await rowOf())['version']).toBe(before['version'])
    const asked = await send('chief', 'PUT', name, { ...both, approval })
    expect(asked).toMatchObject({ manufacturer: '上海阀门厂' })
    expect(asked['needsInspection']).toBe(before['needsInspection'])
    expect(await waiting('deputy', name)).toHaveLength(1)
    expect(await waiting('ofGroup', name)).toEqual([])
    expect((await decide('ofGroup', name, asked.waiting!.id, 'approve')).code).toBe('outside-scope')
    await decide('deputy', name, asked.waiting!.id, 'approve')
    expect(await rowOf()).toMatchObject({ needsInspection, manufacturer: '上海阀门厂' })
    const plain = { key, version: (await rowOf())['version'], drawingNo: 'F-41' }
    expect(await send('chief', 'PUT', name, plain)).toMatchObject({
      drawingNo: 'F-41',
      waiting: null,
    })
  })

  test('that is refused on its day ends as failed with the refusal, and stops no other change', async () => {
    const { database } = masters.server
    const unit = {
      secondUnit: 'KG',
      secondNumerator: 107,
      secondDenominator: 1,
      secondDeviationPercent: '5',
    }
    const later = { reason, effectiveFrom: tomorrow }
    const wanted = { key, version: (await rowOf())['version'], ...unit, approval: later }
    const { id } = (await send('chief', 'PUT', name, wanted)).waiting!
    await decide('deputy', name, id, 'approve')
    await database.query(`update unit set is_active = false where unit = 'KG'`)
    expect(await applyDueRuleChanges(database, approvedMaster(declarations[name]), tomorrow)).toBe(
      0,
    )
    const [failed] = await waiting('chief', name)
    expect(failed).toMatchObject({ id, state: 'failed' })
    expect(failed!.decisionRemark).toMatch(/KG.* \/ .*KG/)
    expect((await rowOf())['secondUnit']).toBeNull()
    await database.query(`update unit set is_active = true where unit = 'KG'`)
    // Requested again it is no longer shown as failed.
    await send('chief', 'PUT', name, wanted)
    expect((await waiting('chief', name)).map(({ state }) => state)).toEqual(['requested'])
  })
})
