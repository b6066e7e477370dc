import type { MasterHistoryEntry, MasterUse } from '@kufang/contract/document/master-record.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import type { MastersTest } from './testing-server.ts'
import { startMastersTest } from './testing-server.ts'

let masters: MastersTest
let keeper: string
let admin: string

beforeAll(async () => {
  masters = await startMastersTest()
  ;({ keeper, admin } = masters)
})

afterAll(() => masters?.close())

const unit = { companyCode: '1010', pickingUnit: 'LY01' }

async function about<T>(token: string, what: 'history' | 'uses', master: string, key: object) {
  const { status, datas } = await masters.call(token, 'POST', `${master}/${what}`, { key })
  return { status, datas: datas as unknown as T[] }
}

test('the history of a row says who did what, with the values before and after, the newest first', async () => {
  const { datas } = await masters.call(keeper, 'POST', 'picking-unit/list', { search: 'LY01' })
  const { version } = datas.rows[0]!
  await masters.call(keeper, 'PUT', 'picking-unit', { key: unit, version, headName: '高远' })
  await masters.call(keeper, 'POST', 'picking-unit/disable', {
    key: unit,
    version: Number(version) + 1,
  })
  const found = await about<MasterHistoryEntry>(keeper, 'history', 'picking-unit', unit)
  expect(found.datas.map(({ action, account }) => [action, account])).toEqual([
    ['disable', 'keeper'],
    ['update', 'keeper'],
  ])
  expect(found.datas[1]).toMatchObject({ before: { headName: '' }, after: { headName: '高远' } })
  expect(found.datas[0]).toMatchObject({ before: { isActive: true }, after: { isActive: false } })
  await masters.call(keeper, 'POST', 'picking-unit/enable', {
    key: unit,
    version: Number(version) + 2,
  })
})

test('nobody reads the history of what he may not see', async () => {
  const other = { companyCode: '1020', pickingUnit: 'XC01' }
  const found = await about(keeper, 'history', 'picking-unit', other)
  expect(found).toMatchObject({ status: 404, datas: { code: 'not-found' } })
  expect((await about(masters.requester, 'uses', 'picking-unit', unit)).status).toBe(403)
})

test('a row says which masters, persons and lists use it, counted within the scope', async () => {
  for (const [requester, name] of [
    ['R1', '高远'],
    ['R2', '林溪'],
  ])
    await masters.call(keeper, 'POST', 'requester', { ...unit, requester, name })
  const { datas: list } = await masters.call(keeper, 'POST', 'requester/list', { search: 'R2' })
  await masters.call(keeper, 'POST', 'requester/disable', {
    key: { companyCode: '1010', requester: 'R2' },
    version: list.rows[0]!['version'],
  })
  const { datas } = await about<MasterUse>(keeper, 'uses', 'picking-unit', unit)
  const counted = datas.filter(({ kind }) => kind !== 'list')
  expect(counted).toEqual([
    {
      kind: 'master',
      label: { zh: '领料人', en: 'Requester' },
      count: 1,
      examples: ['R1'],
      path: '/base/materialPersonManage',
      filters: { pickingUnit: 'LY01' },
    },
    {
      kind: 'scope',
      label: { zh: '领料单位', en: 'Picking unit' },
      count: 1,
      examples: ['领料人 requester'],
      path: '/base/materialPersonManage',
    },
  ])
})

test('a person sees by his data scope, and whoever grants it sees it as he does, never more than himself', async () => {
  const { userId } = await ensureUser(masters.server.database, {
    ...wholeCompany,
    account: 'newcomer',
    userName: '新人',
    password: 'Kufang@2026',
    roles: ['HWGL'],
    plants: [{ companyCode: '1010' }, { companyCode: '1020' }],
    storageLocations: [
      { companyCode: '1010', plant: '1011', storageLocation: 'A001' },
      { companyCode: '1020', plant: '1021', storageLocation: 'C001' },
    ],
  })
  const seen = async (token: string) => {
    const { statusCode, json } = await masters.server.app.inject({
      method: 'POST',
      url: '/api/finding/seen-by',
      payload: { userId },
      headers: { authorization: `Bearer ${token}` },
    })
    return { statusCode, datas: json().datas }
  }
  const of = ({ datas }: Awaited<ReturnType<typeof seen>>, master: string) =>
    datas.masters.find((one: { master: string }) => one.master === master)
  const all = await seen(admin)
  expect(of(all, 'storage-location')).toMatchObject({
    count: 2,
    examples: ['A001 备件库', 'C001 原料库'],
  })
  // Active bins of these two places.
  expect(of(all, 'bin').count).toBe(4)
  expect(all.datas.pages).toEqual([
    {
      group: { zh: '主数据管理', en: 'Master data' },
      titles: [{ zh: '货位管理', en: 'Storage bins' }],
    },
  ])
  await ensureUser(masters.server.database, {
    ...wholeCompany,
    account: 'granter',
    userName: '授权人',
    password: 'Kufang@2026',
    roles: ['YHYKCDDGX'],
    plants: [{ companyCode: '1010' }],
  })
  const granter = await masters.server.tokenOf('granter', 'Kufang@2026')
  expect(of(await seen(granter), 'storage-location')).toMatchObject({
    count: 1,
    examples: ['A001 备件库'],
  })
  expect((await seen(masters.requester)).statusCode).toBe(403)
})
