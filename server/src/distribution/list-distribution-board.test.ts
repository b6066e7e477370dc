import type { ListRequest } from '@kufang/contract/document/api.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { expect, test } from 'vitest'
import { queryOptions } from '../document/list/bind-query.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { readList } from '../platform/list/read-list.ts'
import { systemSession, type Session } from '../platform/session/session.ts'
import { boundQueries } from '../queries.ts'

// What the dispatcher puts onto trips.

const world = useWorld()
const trade = tradeOf(world, 'distribution-order')

/** The board of a storage location, as this person sees it. */
async function boardOf(
  { companyCode, storageLocation }: Place,
  scope: Partial<Session['scope']> = {},
) {
  const request: ListRequest = {
    filters: [{ field: 'storageLocation', operator: 'eq', value: storageLocation }],
  }
  const session = systemSession([companyCode], '')
  const options = queryOptions(
    boundQueries['distribution-board'],
    { ...session, isAdmin: false, scope: { ...session.scope, ...scope } },
    request,
    world().database,
  )
  return (await readList(world().database, { ...options, sizeMax: 100 })).rows
}

test('an order is on the board with goods, unit and weight until it was signed for', async () => {
  const place = await newPlace(world())
  const id = await trade.make(place, 'waiting', goods(1))
  const { docNo } = await trade.header(id)
  const material = (await trade.column(id, 'materialNo'))[0]
  expect(await boardOf(place)).toMatchObject([
    {
      id,
      docNo,
      state: 'waiting',
      vehicle: null,
      pickingUnitName: '一车间',
      requesterName: '张三',
      description: material,
      quantity: '10',
      unit: 'EA',
      lineCount: 1,
      weightKg: null,
      hazardClasses: null,
      requiredDate: expect.stringMatching(/^\d{4}-/),
    },
  ])
  await trade.act(id, 'allot', {
    input: { vehicle: 'V1', driver: 'D1', tripDate: companyToday(), weightKg: '86.5' },
  })
  expect(await boardOf(place)).toMatchObject([
    { state: 'allotted', vehicle: 'V1', driverName: '王五', tripNo: 1, stopNo: 1 },
  ])
  expect(Number((await boardOf(place))[0]!['weightKg'])).toBe(86.5)
  await trade.act(id, 'load')
  await trade.act(id, 'depart')
  expect(await boardOf(place)).toHaveLength(1)
  await trade.act(id, 'sign', { input: { receivedBy: '张三' } })
  expect(await boardOf(place)).toEqual([])
})

test('the board shows no goods outside the material groups of a person, and no other place', async () => {
  const place = await newPlace(world())
  await trade.make(place, 'waiting', goods(1))
  expect(await boardOf(place, { materialGroups: ["G'9"] })).toMatchObject([
    { description: null, quantity: null },
  ])
  expect(await boardOf(place, { materialGroups: ['G2'] })).toMatchObject([{ quantity: '10' }])
  expect(await boardOf(place, { storageLocations: ['9999'] })).toEqual([])
  expect(await boardOf(place, { pickingUnits: ['U2'] })).toEqual([])
})
