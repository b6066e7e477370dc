import { beforeAll, expect, test } from 'vitest'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import { queryOptions } from '../document/list/bind-query.ts'
import { newPlace } from '../document/testing/ground.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { readList } from '../platform/list/read-list.ts'
import { systemSession, type Session } from '../platform/session/session.ts'
import { inspectionResultList } from './list-inspection-results.ts'

const world = useWorld()
const trade = tradeOf(world, 'inspection-record')
const everywhere = systemSession(['1010'], 'results')

/** The results as a person reads them: sheet, material and verdict. */
async function results(request: Partial<ListRequest> = {}, session: Session = everywhere) {
  const { database } = world()
  const options = queryOptions(inspectionResultList, session, request as ListRequest, database)
  const { rows } = await readList(database, { ...options, sizeMax: 500 })
  return rows.map((row) => [row['docNo'], row['materialNo'], row['verdict']])
}
const numberOf = async (id: string) => (await trade.header(id)).docNo

let passed = ''
let failed = ''
beforeAll(async () => {
  const place = await newPlace(world())
  passed = await numberOf(await trade.make(place, 'passed'))
  failed = await numberOf(await trade.make(place, 'failed'))
  for (const state of ['draft', 'withdrawn']) await trade.make(place, state)
})

test('the results of concluded sheets are listed line by line, the latest first', async () => {
  expect(await results()).toEqual([
    [failed, 'M-VALVE', 'failed'],
    [failed, 'M-VALVE-1', 'failed'],
    [passed, 'M-VALVE', 'passed'],
    [passed, 'M-VALVE-1', 'passed'],
  ])
})

test('they are found by sheet, goods and characteristic, also by a word too short for an index', async () => {
  expect(await results({ search: passed })).toHaveLength(2)
  expect(await results({ search: 'M-VALVE-1' })).toHaveLength(2)
  expect(await results({ search: '尺寸' })).toHaveLength(4)
  expect(await results({ search: '-1' })).toHaveLength(2)
  expect(await results({ search: 'BOLT' })).toEqual([])
  const named = { field: 'characteristicName', operator: 'contains', value: '尺' } as const
  expect(await results({ filters: [named] })).toHaveLength(4)
  const wrong = { field: 'verdict', operator: 'eq', value: 'failed' } as const
  expect(await results({ filters: [named, wrong] })).toHaveLength(2)
})

test('nobody sees the results of goods outside his scope, and a supplier none at all', async () => {
  const within = (scope: Partial<Session['scope']>): Session => ({
    ...everywhere,
    isAdmin: false,
    scope: { ...everywhere.scope, ...scope },
  })
  expect(await results({}, within({ materialGroups: ['G2'] }))).toHaveLength(4)
  expect(await results({}, within({ materialGroups: ['G1'] }))).toEqual([])
  expect(await results({}, within({ supplierNo: '100001' }))).toEqual([])
})
