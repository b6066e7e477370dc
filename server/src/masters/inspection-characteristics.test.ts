import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import { characteristicsOfGroups } from './public.ts'
import { startMastersTest, type MastersTest } from './testing-server.ts'

const today = companyToday()
const name = 'inspection-characteristic'
let masters: MastersTest
const tokens: Record<string, string> = {}

beforeAll(async () => {
  masters = await startMastersTest()
  const { server } = masters
  for (const account of ['first', 'second']) {
    await ensureUser(server.database, {
      account,
      userName: account,
      password: 'Kufang@2026',
      ...wholeCompany,
      roles: ['JYXMWH'],
      plants: [{ companyCode: '1010' }],
    })
    tokens[account] = await server.tokenOf(account, 'Kufang@2026')
  }
})
afterAll(() => masters?.close())

const send = async (who: string, method: 'POST' | 'PUT', url: string, payload: object) =>
  (await masters.call(tokens[who]!, method, url, payload)).datas as unknown as FailureData & {
    waiting: RuleChange | null
  }
const strength = {
  companyCode: '1010',
  materialGroup: 'V01',
  characteristic: 'C30',
  name: '抗拉强度',
  kind: 'variable',
  importance: 'main',
  isRequired: true,
  lowerLimit: '485',
  measuringUnit: 'MPa',
  sampleSize: 3,
}
const approval = { reason: 'GB/T 228.1', effectiveFrom: today }
const add = (row: object) => send('first', 'POST', name, { ...row, approval })
const valid = async (day = today) =>
  (await characteristicsOfGroups(masters.server.database, '1010', ['V01'], day)).get('V01') ?? []

test('a characteristic counts once a second person has approved it, with its limits as exact numbers', async () => {
  const { waiting } = await add(strength)
  expect(await valid()).toEqual([])
  const own = await send('first', 'POST', `${name}/changes/${waiting!.id}/approve`, { remark: '' })
  expect(own.code).toBe('rule-change-own')
  await send('second', 'POST', `${name}/changes/${waiting!.id}/approve`, { remark: '' })
  expect(await valid()).toEqual([
    {
      materialGroup: 'V01',
      characteristic: 'C30',
      name: '抗拉强度',
      kind: 'variable',
      importance: 'main',
      isRequired: true,
      lowerLimit: '485',
      upperLimit: null,
      measuringUnit: 'MPa',
      sampleSize: 3,
      standard: '',
    },
  ])
})

test('a changed limit waits for a second person, too, and the one before counts until then', async () => {
  const key = { companyCode: '1010', materialGroup: 'V01', characteristic: 'C30' }
  const { waiting } = await send('first', 'PUT', name, {
    key,
    version: 1,
    lowerLimit: '450',
    approval,
  })
  expect(waiting).toMatchObject({
    before: { lowerLimit: '485' },
    after: { lowerLimit: '450' },
  })
  expect((await valid())[0]?.lowerLimit).toBe('485')
})

test('limits belong to what is measured, and the lower one is not above the upper one', async () => {
  const problems = async (row: object) => {
    const { code, field, params } = await add({ ...strength, characteristic: 'C40', ...row })
    return { code, field, problem: params?.['problem'] }
  }
  expect(await problems({ lowerLimit: null })).toEqual({
    code: 'input-invalid',
    field: 'lowerLimit',
    problem: '计量项须有下限或上限',
  })
  expect(await problems({ kind: 'attribute' })).toMatchObject({ field: 'lowerLimit' })
  expect(await problems({ upperLimit: '484.9' })).toEqual({
    code: 'input-invalid',
    field: 'upperLimit',
    problem: '上限 484.9 小于下限 485',
  })
})

test('a characteristic counts on its days only', async () => {
  await masters.server.database.query(
    `insert into inspection_characteristic (company_code, material_group, characteristic, name, kind, importance, sample_size, position, valid_from, valid_to)
     values ('1010', 'V01', 'C05', '外观', 'attribute', 'general', 1, 1, $1, $1)`,
    [addDays(today, 1)],
  )
  const codes = async (day: typeof today) =>
    (await valid(day)).map(({ characteristic }) => characteristic)
  expect(await codes(today)).toEqual(['C30'])
  expect(await codes(addDays(today, 1))).toEqual(['C05', 'C30'])
  expect(await codes(addDays(today, 2))).toEqual(['C30'])
})
