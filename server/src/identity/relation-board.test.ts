import type { RelationBoard } from '@kufang/contract/identity/relation-board.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureUser } from './ensure-user.ts'
import { password, startAdministration, type Administration } from './testing/administration.ts'

let administration: Administration
let keeperId: string

beforeAll(async () => {
  administration = await startAdministration()
  const { database } = administration.server
  await database.query(
    `insert into storage_location (company_code, plant, storage_location, name)
     values ('1000', '1010', 'B001', '一库'), ('1000', '1010', 'B002', '二库'), ('1000', '1020', 'B001', '三库'), ('2000', '2010', 'B001', '四库')`,
  )
  await database.query(
    `insert into bin (company_code, plant, storage_location, bin, purpose)
     values ('1000', '1010', 'B001', 'A-1', 'storage'), ('1000', '1010', 'B002', 'A-2', 'storage')`,
  )
  ;({ userId: keeperId } = await ensureUser(database, {
    account: 'keeper',
    userName: '保管员',
    password,
    roles: ['HWGL'],
    plants: [{ companyCode: '1000' }],
    storageLocations: [{ companyCode: '1000', plant: '1010', storageLocation: 'B001' }],
  }))
})

afterAll(() => administration?.close())

const post = async <T>(token: string, url: string, payload: object) =>
  (await administration.server.call<T>('POST', url, { token, payload })).body.datas

const boardFor = (token: string, kind = 'storage-location') =>
  post<RelationBoard>(token, `/api/system/relations/${kind}/board`, { userId: keeperId })

const told = ({ groups }: RelationBoard) =>
  groups.map(({ code, all, items }) => [
    code,
    all === null ? 'no' : all.id === null ? 'all' : 'all granted',
    items.map((item) => (item.id === null ? item.code : `${item.code}*`)).join(' '),
  ])

it('shows what there is by place, beside what the user has', async () => {
  expect(told(await boardFor(administration.root))).toEqual([
    ['1010', 'all', 'B001* B002'],
    ['1020', 'all', 'B001'],
    ['2010', 'all', 'B001'],
  ])
  expect(told(await boardFor(administration.root, 'plant'))).toEqual([
    ['1000', 'all granted', '1010 1020'],
    ['2000', 'all', '2010'],
  ])
})

it('shows what is granted for a whole company, which no single place stands for', async () => {
  const { userId } = await ensureUser(administration.server.database, {
    account: 'whole',
    userName: '全公司',
    password,
    roles: ['HWGL'],
    plants: [{ companyCode: '1000' }],
    storageLocations: 'all',
  })
  const { groups } = await post<RelationBoard>(
    administration.root,
    '/api/system/relations/storage-location/board',
    { userId },
  )
  const { code, items, isWider } = groups[0]!
  expect([code, isWider, items.map((item) => [item.code, item.id !== null])]).toEqual([
    '',
    true,
    [['1000/*/*', true]],
  ])
  await post(administration.root, '/api/system/relations/storage-location/remove', {
    userId,
    ids: items.map(({ id }) => id),
  })
  const token = await administration.server.tokenOf('whole', password)
  const list = await post<{ rows: object[] }>(token, '/api/masters/bin/list', { size: 5 })
  expect(list.rows).toEqual([])
})

it('offers nobody more than his own scope', async () => {
  const { userId } = await ensureUser(administration.server.database, {
    account: 'granter',
    userName: '授权人',
    password,
    roles: ['YHYKCDDGX'],
    plants: [{ companyCode: '1000', plant: '1010' }],
    storageLocations: [{ companyCode: '1000', plant: '1010', storageLocation: 'B002' }],
  })
  expect(userId).not.toBe('')
  const granter = await administration.server.tokenOf('granter', password)
  // What the user has elsewhere in his company is shown, as in the list.
  expect(told(await boardFor(granter))).toEqual([
    ['', 'no', '1000/1010/B001*'],
    ['1010', 'no', 'B002'],
  ])
  const refused = await administration.server.call('POST', '/api/system/relations/plant/board', {
    token: granter,
    payload: { userId: keeperId },
  })
  expect(refused.status).toBe(403)
})

it('offers somebody of one plant this plant, and not all plants of the company', async () => {
  await ensureUser(administration.server.database, {
    account: 'ofPlant',
    userName: '一厂授权人',
    password,
    roles: ['YHYKCDDGX', 'YHYGCBMGX'],
    plants: [{ companyCode: '1000', plant: '1020' }],
    storageLocations: 'all',
  })
  const token = await administration.server.tokenOf('ofPlant', password)
  expect(told(await boardFor(token)).at(-1)).toEqual(['1020', 'all', 'B001'])
  expect(told(await boardFor(token, 'plant')).at(-1)).toEqual(['1000', 'no', '1020'])
})

it('saves a whole group at once, and the scope applies to the next list of the person', async () => {
  const token = await administration.server.tokenOf('keeper', password)
  const bins = async () =>
    (
      await post<{ rows: { bin: string }[] }>(token, '/api/masters/bin/list', { size: 50 })
    ).rows.map(({ bin }) => bin)
  expect(await bins()).toEqual(['A-1'])
  const [group] = (await boardFor(administration.root)).groups
  const values = group!.items.filter(({ id }) => id === null).map(({ value }) => value)
  await post(administration.root, '/api/system/relations/storage-location/add', {
    userId: keeperId,
    values,
  })
  expect(await bins()).toEqual(['A-1', 'A-2'])
  const [granted] = (await boardFor(administration.root)).groups
  const ids = granted!.items.flatMap(({ id }) => id ?? [])
  expect(ids).toHaveLength(2)
  await post(administration.root, '/api/system/relations/storage-location/remove', {
    userId: keeperId,
    ids,
  })
  expect(await bins()).toEqual([])
})

it('offers the areas of bins by storage location, and refuses areas without bins', async () => {
  const { database } = administration.server
  await database.query(
    `insert into bin (company_code, plant, storage_location, bin, area, purpose)
     values ('1000', '1010', 'B001', 'C-1', 'C', 'storage'), ('1000', '1010', 'B001', 'C-2', 'C', 'storage'),
       ('1000', '1020', 'B001', 'D-1', 'D', 'storage')`,
  )
  expect(told(await boardFor(administration.root, 'bin-area'))).toEqual([
    ['1010/B001', 'all', 'C'],
    ['1020/B001', 'all', 'D'],
  ])
  const add = (area: string) =>
    administration.server.call('POST', '/api/system/relations/bin-area/add', {
      token: administration.root,
      payload: {
        userId: keeperId,
        values: [{ companyCode: '1000', plant: '1010', storageLocation: 'B001', area }],
      },
    })
  expect((await add('X')).status).toBe(422)
  expect((await add('C')).status).toBe(200)
  expect(told(await boardFor(administration.root, 'bin-area'))).toEqual([
    ['1010/B001', 'all', 'C*'],
    ['1020/B001', 'all', 'D'],
  ])
})
