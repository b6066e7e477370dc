import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import '../effects.ts'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addMonths, periodOf } from '@kufang/kernel/local-date.ts'
import { queryOptions } from '../document/list/bind-query.ts'
import { approveReversal, useWorld } from '../document/testing/trade.ts'
import { prepareJobs } from '../platform/jobs/jobs.ts'
import { readList } from '../platform/list/read-list.ts'
import { systemSession } from '../platform/session/session.ts'
import { figureMonthsToRecord, recordFigureMonth } from './record-figure.ts'
import { recordFigures, recordFirstFigures } from './record-figures.ts'
import { reviewedAfter, type ReviewedArrival } from './testing/reviewed-arrival.ts'
import { timelyStorageList } from './timely-storage-list.ts'
import { timelyStorage } from './timely-storage.ts'

// 入库及时率一: closed months are recorded and stay as they were; what is different later is an adjustment. The tests follow
// one another: a month is recorded only once.

const world = useWorld()
const log = pino({ level: 'silent' })
const companyCode = '1010'
const session = systemSession([companyCode], '')

const listOf = (request: ListRequest, person = session) => ({
  ...queryOptions(timelyStorageList, person, request, world().database),
  sizeMax: 500,
})
const ofMonth = (month: string): ListRequest => ({
  filters: [{ field: 'period', operator: 'eq', value: month }],
})
const rowsOf = async (month: string, person = session) =>
  (await readList(world().database, listOf(ofMonth(month), person))).rows

/** Per arrival the state of its row and its share of numerator and denominator. */
const figuresOf = async (month: string, person = session) =>
  Object.fromEntries(
    (await rowsOf(month, person)).map((row) => [
      row['docNo'],
      `${String(row['state'])} ${String(row['timelyLines'])}/${String(row['dueLines'])}`,
    ]),
  )
const record = (month: string, isFirst = true, company = companyCode) =>
  world().database.transaction((tx) =>
    recordFigureMonth(tx, timelyStorage, { companyCode: company, month, isFirst }),
  )
/** Everything that is recorded. */
const recorded = () =>
  world().database.query('select * from figure_line order by document_id, line_no, change_no')
const monthsOf = async (company: string) =>
  (
    await world().database.query<{ month: string }>(
      'select month from figure_month where company_code = $1 order by month',
      [company],
    )
  ).map(({ month }) => month)

/** The working days that the company allows for arrivals from a day on. */
const allow = (days: number, from: string) =>
  world().database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     values ($1, uuidv7(), 'performance.storageDays', $2::jsonb, $3, uuidv7(), '')`,
    [companyCode, String(days), from],
  )

const lines = {} as Record<'inTime' | 'late' | 'open' | 'lastDays' | 'april', ReviewedArrival>
const lastEnded = periodOf(addMonths(companyToday(), -1))

beforeAll(async () => {
  // 2 March 2026 is a Monday, due on Thursday the 5th; 12 March is due on Tuesday the 17th, 24 March on Friday the 27th,
  // 1 April on the 6th.
  lines.inTime = await reviewedAfter(world(), 3, '2026-03-02')
  lines.late = await reviewedAfter(world(), 4, '2026-03-02')
  lines.open = await reviewedAfter(world(), null, '2026-03-12')
  lines.lastDays = await reviewedAfter(world(), 1, '2026-03-24')
  lines.april = await reviewedAfter(world(), 1, '2026-04-01')
})

test('months are recorded from the first arrival on, in order', async () => {
  const months = await figureMonthsToRecord(world().database, timelyStorage, companyCode)
  expect(months[0]).toBe('202603')
  expect(months.at(-1)).toBe(lastEnded)
  expect(months).toEqual([...months].sort())
  // A company without arrivals has nothing to make up for.
  expect(await figureMonthsToRecord(world().database, timelyStorage, '1020')).toEqual([lastEnded])
})

/** How many jobs of this name wait. */
const jobsNamed = async (task: string) =>
  (
    await world().database.query<{ count: number }>(
      'select count from public.background_job_load() where task = $1',
      [task],
    )
  ).reduce((sum, { count }) => sum + count, 0)

test('whoever updates has the closed months recorded at the first start, by one job', async () => {
  await prepareJobs(world().database.connectionString)
  await recordFirstFigures(world().database, 'first')
  await recordFirstFigures(world().database, 'first')
  expect(await jobsNamed('first')).toBe(1)
})

test('a month is recorded with the figures that it had while it was running', async () => {
  expect(await figuresOf('202603')).toEqual({
    [lines.inTime.docNo]: 'running 1/1',
    [lines.late.docNo]: 'running 0/1',
    [lines.open.docNo]: 'running 0/1',
    [lines.lastDays.docNo]: 'running 1/1',
  })
  const running = await rowsOf('202603')
  expect(await record('202603')).toBe(4)
  const now = await rowsOf('202603')
  expect(now.map(({ state }) => state)).toEqual(Array(4).fill('recorded'))
  const facts = (rows: typeof now) =>
    rows.map(({ state: _state, changeNo: _changeNo, ...row }) => row)
  expect(facts(now)).toEqual(facts(running))
  // The next month is still computed.
  expect(await figuresOf('202604')).toEqual({ [lines.april.docNo]: 'running 1/1' })
})

test('a month is recorded once, after the one before it, and not before its end', async () => {
  const before = await recorded()
  expect(await record('202603')).toBeNull()
  await expect(record('202605')).rejects.toThrow('202605 comes too early')
  await expect(record(periodOf(companyToday()))).rejects.toThrow('has not ended')
  expect(await recorded()).toEqual(before)
  expect(await monthsOf(companyCode)).toEqual(['202603'])
  // From now on they are recorded at night.
  await recordFirstFigures(world().database, 'later')
  expect(await jobsNamed('later')).toBe(0)
})

test('a receipt and an arrival reversed after the close are adjustments in the next month, and the recorded month stays', async () => {
  const frozen = await rowsOf('202603')
  await approveReversal(world(), 'goods-receipt', lines.inTime.receipt!)
  await world().act('goods-receipt', lines.inTime.receipt!, 'reversePhysical', {
    input: { reason: '错收' },
  })
  await world().act('arrival', lines.open.arrival, 'reversePhysical', { input: { reason: '错收' } })
  expect(await rowsOf('202603')).toEqual(frozen)
  expect(await record('202604')).toBe(3)
  expect(await rowsOf('202603')).toEqual(frozen)
  expect(await figuresOf('202604')).toEqual({
    [lines.april.docNo]: 'recorded 1/1',
    [lines.inTime.docNo]: 'adjustment -1/0',
    [lines.open.docNo]: 'adjustment 0/-1',
  })
})

test('who sees some storage locations sees their rows only, recorded ones and adjustments', async () => {
  const { plant, storageLocation } = lines.inTime.place
  const limited = {
    ...session,
    scope: { ...session.scope, storageLocations: [`${plant}/${storageLocation}`] },
  }
  expect(await figuresOf('202603', limited)).toEqual({ [lines.inTime.docNo]: 'recorded 1/1' })
  expect(await figuresOf('202604', limited)).toEqual({ [lines.inTime.docNo]: 'adjustment -1/0' })
  const { rows } = await readList(world().database, listOf({ grouping: 'period' }, limited))
  expect(rows).toEqual([
    expect.objectContaining({ period: '202603', timelyLines: 1, dueLines: 1 }),
    expect.objectContaining({ period: '202604', timelyLines: -1, dueLines: 0 }),
  ])
})

test('the months of one company are not those of another', async () => {
  expect(await monthsOf('1020')).toEqual([])
  const others = await readList(world().database, listOf({}, systemSession(['1020'], '')))
  expect(others.rows).toEqual([])
})

test('two processes at once make up for the missed months, each of which is written once', async () => {
  const { database } = world()
  const before = await recorded()
  await Promise.all([recordFigures(database, log), recordFigures(database, log)])
  const months = await monthsOf(companyCode)
  expect(months[0]).toBe('202603')
  expect(months.at(-1)).toBe(lastEnded)
  expect(await figureMonthsToRecord(database, timelyStorage, companyCode)).toEqual([])
  expect(await monthsOf('1020')).toEqual([lastEnded])
  expect(await recorded()).toEqual(before)
  await recordFigures(database, log)
  expect(await recorded()).toEqual(before)
  expect(await monthsOf(companyCode)).toEqual(months)
})

test('what is different between two closes is an adjustment in the month that is open', async () => {
  const { database } = world()
  // Days allowed from today on are those of the arrivals from today on.
  await allow(9, companyToday())
  await recordFigures(database, log)
  const open = periodOf(companyToday())
  expect(await figuresOf(open)).toEqual({})
  // One day more, set backwards: the late line was in time.
  await allow(4, '2026-01-01')
  await recordFigures(database, log)
  await recordFigures(database, log)
  expect(await figuresOf(open)).toEqual({ [lines.late.docNo]: 'adjustment 1/0' })
  const adjustments = await readList(
    database,
    listOf({ filters: [{ field: 'state', operator: 'in', value: ['adjustment'] }] }),
  )
  expect(new Set(adjustments.rows.map(({ period }) => period))).toEqual(new Set(['202604', open]))
})

test('a line that is due after the closed months now counts there, once', async () => {
  const { database } = world()
  // More working days than there are days between the arrival and today.
  const days = Math.ceil((Date.now() - Date.parse('2026-03-01')) / 86_400_000)
  await allow(days, '2026-01-02')
  await recordFigures(database, log)
  const { rows } = await readList(
    database,
    listOf({ filters: [{ field: 'docNo', operator: 'eq', value: lines.late.docNo }] }),
  )
  const figures = rows.map(
    (row) => `${String(row['state'])} ${String(row['timelyLines'])}/${String(row['dueLines'])}`,
  )
  expect(figures.sort()).toEqual([
    'adjustment -1/-1',
    'adjustment 1/0',
    'recorded 0/1',
    'running 1/1',
  ])
})
