import type { ListRequest } from '@kufang/contract/document/api.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { beforeAll, expect, test } from 'vitest'
import { queryOptions } from '../document/list/bind-query.ts'
import { makeOver } from '../document/journey/walk.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { readList } from '../platform/list/read-list.ts'
import { systemSession, type Session } from '../platform/session/session.ts'
import { countAccuracyList } from './list-count-accuracy.ts'

// How often the books were right, by keeper and by area.

const world = useWorld()
const places: Place[] = []
const rowsOf = async (request: ListRequest, scope: Partial<Session['scope']> = {}) => {
  const session = systemSession(['1010'], '')
  const reader = { ...session, isAdmin: false, scope: { ...session.scope, ...scope } }
  return (
    await readList(world().database, {
      ...queryOptions(countAccuracyList, reader, request, world().database),
      sizeMax: 100,
    })
  ).rows
}

let used = 0
/** A keeper's storage location with a bin in each of two areas, in which so many of three kinds are found instead of 20. */
async function counted(keeper: string, found: string[], action?: 'cancel'): Promise<void> {
  const place = await newPlace(world())
  places.push(place)
  const { companyCode, ...where } = place
  await world().database.query(
    `update storage_location set keeper_name = $3 where company_code = $1 and storage_location = $2`,
    [companyCode, where.storageLocation, keeper],
  )
  await world().database.query(
    `update bin set area = case when bin = 'A-01' then 'A' else 'B' end where company_code = $1 and storage_location = $2`,
    [companyCode, where.storageLocation],
  )
  const lines = found.map((_none, index) => ({
    materialNo: `M-BOLT-${(used += 1)}`,
    bin: index === 2 ? 'A-02' : 'A-01',
  }))
  await makeOver(
    worldWalker(world(), place),
    'stock-initialisation',
    lines.map((line) => ({ ...line, quantity: '20' })),
    ['submit', 'initialise'],
  )
  const { id } = await world().create('stocktaking', {
    companyCode,
    header: { ...where, countType: 'cycle' },
    lines: lines.map((line) => ({ ...line, stockCategory: 'UU' })),
    actionAfterCreate: 'start',
  })
  await world().act('stocktaking', id, 'count', {
    lines: found.map((countedQuantity, index) => ({ lineNo: index + 1, countedQuantity })),
  })
  if (action !== undefined)
    await world().act('stocktaking', id, action, { input: { reason: '范围选错' } })
}

beforeAll(async () => {
  await counted('周海宁', ['20', '18', '20'])
  await counted('陶知远', ['20', '20', '21'])
  // Given up, so it says nothing of the books.
  await counted('周海宁', ['1', '2', '3'], 'cancel')
})

test('the accuracy of a keeper are the lines that agree above those that were counted', async () => {
  const rows = await rowsOf({ grouping: 'keeper' })
  expect(
    rows.map(({ keeperName, accurateLines, countedLines }) => [
      keeperName,
      accurateLines,
      countedLines,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['周海宁', 2, 3],
      ['陶知远', 2, 3],
    ]),
  )
  expect(rows).toHaveLength(2)
})

test('by area it shows where the books are wrong', async () => {
  const rows = await rowsOf({ grouping: 'area' })
  const of = (place: Place) =>
    rows
      .filter(({ storageLocation }) => storageLocation === place.storageLocation)
      .map(({ binArea, accurateLines, countedLines }) => [binArea, accurateLines, countedLines])
      .toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))
  expect(of(places[0]!)).toEqual([
    ['A', 1, 2],
    ['B', 1, 1],
  ])
  expect(of(places[1]!)).toEqual([
    ['A', 2, 2],
    ['B', 0, 1],
  ])
})

test('the month has the rate, and its rows are the lines behind it, the latest first', async () => {
  const [month] = await rowsOf({ grouping: 'period' })
  expect(month).toMatchObject({ accurateLines: 4, countedLines: 6 })
  const wrong = await rowsOf({ filters: [{ field: 'isAccurate', operator: 'eq', value: false }] })
  expect(wrong.map(({ differenceQuantity }) => differenceQuantity)).toEqual(['1', '-2'])
})

test('a month names the lines that were counted in it, in the time of the company', async () => {
  const period = companyToday().slice(0, 7).replace('-', '')
  const inMonth = (value: string) =>
    rowsOf({ filters: [{ field: 'period', operator: 'eq', value }] })
  expect(await inMonth(period)).toHaveLength(6)
  expect(await inMonth(String(Number(period) - 100))).toEqual([])
  const [line] = places
  await world().database.query(
    `update stocktaking_line set counted_at = $2 where (company_code, document_id) in (
       select company_code, id from stocktaking where company_code = $1 and storage_location = $3) and line_no = 1`,
    [line!.companyCode, '2026-04-30T16:00:00Z', line!.storageLocation],
  )
  // Midnight of 1 May in Beijing.
  expect(await inMonth('202604')).toEqual([])
  expect(await inMonth('202605')).toHaveLength(1)
})

test('nobody sees counts of storage locations outside his scope', async () => {
  const { plant, storageLocation } = places[0]!
  const rows = await rowsOf({}, { storageLocations: [`${plant}/${storageLocation}`] })
  expect(new Set(rows.map((row) => row['storageLocation']))).toEqual(new Set([storageLocation]))
  expect(await rowsOf({}, { materialGroups: ['G9'] })).toEqual([])
})
