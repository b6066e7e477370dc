import type { CountPlan, MadeSheets } from '@kufang/contract/stocktake/count-plan.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentCalls } from '../document/testing/http.ts'
import { makeOver } from '../document/journey/walk.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { stocktakeRoutes } from './routes.ts'

// A scope becomes count sheets: which stock is on them, and on which.

const world = useWorld()
const counts = tradeOf(world, 'stocktaking')
let calls: Awaited<ReturnType<typeof documentCalls>>
beforeAll(async () => {
  calls = await documentCalls(world().database, person('班长', ['PDDCJ']), stocktakeRoutes)
})
afterAll(() => calls?.close())

let used = 0
const bolts = (count: number): string[] =>
  Array.from({ length: count }, () => `M-BOLT-${(used += 1)}`)

/** A keeper's storage location: two areas, A with bins, B with H-01; three kinds of bolts in each bin. */
async function filled(): Promise<Place & { materials: string[] }> {
  const place = await newPlace(world())
  const { companyCode, storageLocation } = place
  await world().database.query(
    `update storage_location set keeper_name = '周海宁' where company_code = $1 and storage_location = $2`,
    [companyCode, storageLocation],
  )
  await world().database.query(
    `update bin set area = case when bin like 'A%' then 'A' else 'B' end, hazard_class = ''
     where company_code = $1 and storage_location = $2`,
    [companyCode, storageLocation],
  )
  const materials = bolts(9)
  await makeOver(
    worldWalker(world(), place),
    'stock-initialisation',
    materials.map((materialNo, index) => ({
      materialNo,
      quantity: '20',
      bin: ['A-01', 'A-02', 'H-01'][Math.floor(index / 3)]!,
    })),
    ['submit', 'initialise'],
  )
  return { ...place, materials }
}
const call = async <T>(url: string, place: Place, plan: object, key = newId()) => {
  const { companyCode, plant, storageLocation } = place
  const reply = await calls.inject({
    method: 'POST',
    url: `/api/stocktake/${url}`,
    headers: { 'idempotency-key': key },
    payload: { companyCode, plan: { plant, storageLocation, ...plan } },
  })
  return reply.json<{ datas: T & { code?: string; field?: string } }>().datas
}
const preview = (place: Place, plan: object) => call<CountPlan>('plan', place, plan)
const make = (place: Place, plan: object, key?: string) =>
  call<MadeSheets>('sheets', place, plan, key)
const linesOf = ({ sheets }: CountPlan) =>
  sheets.map(({ lines }) => lines.map(({ materialNo }) => materialNo))

test('an annual count of a storage location becomes a sheet for each area, none with more lines than it takes, and no bin on two', async () => {
  const place = await filled()
  const [a, b, c, d, e, f, g, h, i] = place.materials
  const plan = await preview(place, { countType: 'annual' })
  expect(plan).toMatchObject({ sampleSeed: null, population: 9, beingCounted: 0 })
  expect(plan.sheets.map(({ keeperName, area }) => [keeperName, area])).toEqual([
    ['周海宁', 'A'],
    ['周海宁', 'B'],
  ])
  expect(linesOf(plan)).toEqual([
    [a, b, c, d, e, f],
    [g, h, i],
  ])
  expect(linesOf(await preview(place, { countType: 'annual', sheetLines: 4 }))).toEqual([
    [a, b, c],
    [d, e, f],
    [g, h, i],
  ])
  // A bin with more lines than a sheet takes is divided.
  expect(linesOf(await preview(place, { countType: 'annual', sheetLines: 2 }))).toEqual([
    [a, b],
    [c],
    [d, e],
    [f],
    [g, h],
    [i],
  ])
})

test('the scope is limited by area, bins, material group and keeper', async () => {
  const place = await filled()
  const found = async (more: object) =>
    linesOf(await preview(place, { countType: 'annual', ...more })).flat()
  expect(await found({ area: 'B' })).toEqual(place.materials.slice(6))
  expect(await found({ binFrom: 'A-02', binTo: 'A-99' })).toEqual(place.materials.slice(3, 6))
  expect(await found({ keeperName: '周海宁' })).toHaveLength(9)
  expect(await preview(place, { countType: 'annual', keeperName: '别人' })).toMatchObject({
    code: 'count-scope-empty',
  })
  expect(await preview(place, { countType: 'annual', materialGroup: 'G3' })).toMatchObject({
    code: 'count-scope-empty',
  })
})

test('the sheets are started in one go and say what they were chosen by; repeated, none is made twice', async () => {
  const place = await filled()
  const key = newId()
  const plan = { countType: 'annual', isBlind: true, area: 'A', sheetLines: 3 }
  const made = await make(place, plan, key)
  expect(made.documents.map(({ lines }) => lines)).toEqual([3, 3])
  expect(await make(place, plan, key)).toEqual(made)
  const header = await counts.header(made.documents[1]!.id)
  expect(header).toMatchObject({
    docNo: made.documents[1]!.docNo,
    state: 'counting',
    countType: 'annual',
    isBlind: true,
    keeperName: '周海宁',
    binArea: 'A',
    sheetNo: '2/2',
    planScope: `年度盘点，${place.plant}/${place.storageLocation}，库区 A`,
  })
  expect(header['snapshotAt']).not.toBeNull()
  expect(await counts.column(made.documents[0]!.id, 'quantity')).toEqual(['20', '20', '20'])
  // What is being counted is on no second sheet.
  expect(await preview(place, { countType: 'annual' })).toMatchObject({
    population: 3,
    beingCounted: 6,
  })
  expect(await make(place, plan)).toMatchObject({ code: 'count-scope-empty' })
})

test('a cycle count proposes what its class makes due: stock that was counted comes again after its days', async () => {
  const place = await filled()
  const [a, b] = place.materials
  await world().database.query(
    `update material set abc_class = case material_no when $1 then 'A' else 'C' end where material_no = any($2)`,
    [a, place.materials],
  )
  const due = async () =>
    linesOf(await preview(place, { countType: 'cycle', binTo: 'A-01' })).flat()
  expect(await due()).toEqual(place.materials.slice(0, 3))
  const [sheet] = (await make(place, { countType: 'cycle', binTo: 'A-01' })).documents
  await world().act('stocktaking', sheet!.id, 'count', {
    lines: [1, 2, 3].map((lineNo) => ({ lineNo, countedQuantity: '20' })),
  })
  await world().act('stocktaking', sheet!.id, 'writeOff')
  expect(await preview(place, { countType: 'cycle', binTo: 'A-01' })).toMatchObject({
    code: 'count-scope-empty',
  })
  const countedBefore = (days: number) =>
    world().database.query(
      `update stock_count_date d set counted_at = now() - make_interval(days => $1) from stock_key k
       where k.company_code = d.company_code and k.id = d.key_id and k.material_no = any($2)`,
      [days, [a, b]],
    )
  await countedBefore(29)
  expect(await preview(place, { countType: 'cycle', binTo: 'A-01' })).toMatchObject({
    code: 'count-scope-empty',
  })
  await countedBefore(30)
  expect(await due()).toEqual([a])
  await countedBefore(180)
  expect(await due()).toEqual([a, b])
  const dates = await world().database.query<{ bin: string; isKnown: boolean }>(
    `select bin, counted_at > now() - interval '1 minute' as is_known from bin_count_date where storage_location = $1`,
    [place.storageLocation],
  )
  expect(dates).toEqual([{ bin: 'A-01', isKnown: true }])
})

test('a count after movement has all stock of the bins in which something moved since the day', async () => {
  const place = await filled()
  const { companyCode, storageLocation } = place
  await world().database.query(
    `update stock_balance set last_move_at = now() - interval '40 days' where company_code = $1 and storage_location = $2`,
    [companyCode, storageLocation],
  )
  const since = addDays(companyToday(), -10)
  const plan = { countType: 'movement', movedSince: since }
  expect(await preview(place, plan)).toMatchObject({ code: 'count-scope-empty' })
  await world().create('emergency-issue', {
    companyCode,
    header: {
      plant: place.plant,
      storageLocation,
      pickingUnit: 'U1',
      requester: 'P1',
      cause: '抢修',
    },
    lines: [{ materialNo: place.materials[4]!, bin: 'A-02', quantity: '1' }],
    actionAfterCreate: 'issue',
  })
  expect(linesOf(await preview(place, plan))).toEqual([place.materials.slice(3, 6)])
  expect(await preview(place, { countType: 'movement' })).toMatchObject({
    code: 'field-required',
    field: 'movedSince',
  })
})

test('a sample is drawn by a seed that is written down, and anybody draws the same one again', async () => {
  const place = await filled()
  const draw = (more: object = {}) => preview(place, { countType: 'spot', sampleSize: 4, ...more })
  const first = await draw()
  expect(first.sampleSeed).toMatch(/^[0-9A-F]{10}$/)
  expect(linesOf(first).flat()).toHaveLength(4)
  const again = await draw({ sampleSeed: first.sampleSeed })
  expect(linesOf(again)).toEqual(linesOf(first))
  // Other seeds draw others: of ten, not all draw the same four of nine.
  const samples = new Set<string>()
  for (let seed = 0; seed < 10; seed += 1)
    samples.add(
      linesOf(await draw({ sampleSeed: `S${seed}` }))
        .flat()
        .join(),
    )
  expect(samples.size).toBeGreaterThan(5)
  const made = await make(place, { countType: 'spot', sampleSize: 4, sampleSeed: first.sampleSeed })
  const header = await counts.header(made.documents[0]!.id)
  expect(header).toMatchObject({
    sampleSeed: first.sampleSeed,
    planScope: `抽盘，${place.plant}/${place.storageLocation}，9 行中抽 4 行`,
  })
  expect(await draw({ sampleSize: null })).toMatchObject({
    code: 'field-required',
    field: 'sampleSize',
  })
})

test('who makes no counts plans none, and nobody plans those of another company', async () => {
  const place = await filled()
  const keeper = await documentCalls(
    world().database,
    person('保管员', ['PDJGLR']),
    stocktakeRoutes,
  )
  const reply = await keeper.inject({
    method: 'POST',
    url: '/api/stocktake/plan',
    payload: { plan: { countType: 'annual', plant: place.plant } },
  })
  expect(reply.json()).toMatchObject({ datas: { code: 'role-missing' } })
  await keeper.close()
  expect(await preview({ ...place, companyCode: '1020' }, { countType: 'annual' })).toMatchObject({
    code: 'outside-scope',
  })
  const elsewhere = await documentCalls(
    world().database,
    person('外库班长', ['PDDCJ'], { storageLocations: [`${place.plant}/1001`] }),
    stocktakeRoutes,
  )
  const hidden = await elsewhere.inject({
    method: 'POST',
    url: '/api/stocktake/plan',
    payload: {
      plan: { countType: 'annual', plant: place.plant, storageLocation: place.storageLocation },
    },
  })
  expect(hidden.json()).toMatchObject({ datas: { code: 'count-scope-empty' } })
  await elsewhere.close()
})

test('an annual count looks into the empty bins too: until somebody confirms them no count ends', async () => {
  const place = await filled()
  const { companyCode, plant, storageLocation } = place
  await world().database.query(
    `insert into bin (company_code, plant, storage_location, bin, area, purpose)
     values ($1, $2, $3, 'A-77', 'A', 'storage'), ($1, $2, $3, 'Z-99', 'Z', 'storage')`,
    [companyCode, plant, storageLocation],
  )
  const plan = { countType: 'annual', binTo: 'A-99' }
  const shown = await preview(place, { countType: 'annual' })
  expect(shown.sheets.map(({ area, emptyBins }) => [area, emptyBins])).toEqual([
    ['A', ['A-77']],
    ['B', []],
  ])
  expect(shown.emptyBinsLeft).toBe(1)
  expect((await preview(place, { countType: 'cycle' })).sheets[0]!.emptyBins).toEqual([])
  const [sheet] = (await make(place, plan)).documents
  const count = () =>
    world().act('stocktaking', sheet!.id, 'count', {
      lines: [1, 2, 3, 4, 5, 6].map((lineNo) => ({ lineNo, countedQuantity: '20' })),
    })
  await expectRefused(world(), count, [
    { code: 'empty-bins-unconfirmed', params: { bins: 'A-77' } },
  ])
  await world().act('stocktaking', sheet!.id, 'confirmEmpty')
  await count()
  expect((await counts.header(sheet!.id)).state).toBe('counted')
  const dates = await world().database.query<{ bin: string }>(
    `select bin from bin_count_date where storage_location = $1 order by bin`,
    [storageLocation],
  )
  expect(dates.map(({ bin }) => bin)).toEqual(['A-01', 'A-02', 'A-77'])
})

test('goods that lie in a bin and are on no line become an order of their own, put right like any other', async () => {
  const place = await filled()
  const [sheet] = (await make(place, { countType: 'annual', area: 'A' })).documents
  const found = `M-BOLT-${(used += 1)}`
  await world().act('stocktaking', sheet!.id, 'reportFound', {
    input: { foundMaterialNo: found, foundBin: 'A-02', foundQuantity: '7', foundCategory: 'UU' },
  })
  expect((await counts.header(sheet!.id)).state).toBe('counting')
  const [own] = await world().database.query<{ id: string }>(
    `select h.id from stocktaking h join stocktaking_line l on l.company_code = h.company_code and l.document_id = h.id
     where l.material_no = $1`,
    [found],
  )
  expect(await counts.header(own!.id)).toMatchObject({
    state: 'differing',
    planScope: `账外实物，盘点单 ${sheet!.docNo}`,
    keeperName: '周海宁',
  })
  expect(await counts.column(own!.id, 'bookAtCount')).toEqual(['0'])
  expect(await counts.column(own!.id, 'differenceQuantity')).toEqual(['7'])
  await world().act('stocktaking', own!.id, 'explain', {
    lines: [{ lineNo: 1, differenceReason: 'found' }],
  })
  await world().act('stocktaking', own!.id, 'review')
  if ((await counts.header(own!.id)).state === 'toDirector')
    await world().act('stocktaking', own!.id, 'reviewDirector')
  expect(await counts.stock(place, found)).toMatchObject([{ bin: 'A-02', quantity: '7' }])
  await expectRefused(
    world(),
    () =>
      world().act('stocktaking', sheet!.id, 'reportFound', {
        input: {
          foundMaterialNo: found,
          foundBin: 'Q-99',
          foundQuantity: '7',
          foundCategory: 'UU',
        },
      }),
    [{ code: 'master-unknown', field: 'foundBin' }],
  )
})

test('the sheet of an area is for who is responsible for it, others for the keeper of the storage location', async () => {
  const place = await filled()
  const { companyCode, plant, storageLocation } = place
  const keepersOf = async (plan: object = {}) =>
    (await preview(place, { countType: 'annual', ...plan })).sheets.map(({ area, keeperName }) => [
      area,
      keeperName,
    ])
  expect(await keepersOf()).toEqual([
    ['A', '周海宁'],
    ['B', '周海宁'],
  ])
  const [user] = await world().database.query<{ id: string; userName: string }>(
    `select id, user_name from app_user where status = 'active' order by account limit 1`,
  )
  const relate = (area: string) =>
    world().database.query(
      `insert into user_bin_area (user_id, company_code, plant, storage_location, area, created_by, created_by_name)
       values ($1, $2, $3, $4, $5, $1, '管理员')`,
      [user!.id, companyCode, plant, storageLocation, area],
    )
  await relate('B')
  expect(await keepersOf()).toEqual([
    ['A', '周海宁'],
    ['B', user!.userName],
  ])
  expect(await keepersOf({ keeperName: user!.userName })).toEqual([['B', user!.userName]])
  await relate('*')
  expect(await keepersOf({ keeperName: user!.userName })).toEqual([
    ['A', user!.userName],
    ['B', user!.userName],
  ])
})
