import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import '../effects.ts'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import { queryOptions } from '../document/list/bind-query.ts'
import { arrived } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { useWorld } from '../document/testing/trade.ts'
import { buildList } from '../platform/list/build-list.ts'
import { readList } from '../platform/list/read-list.ts'
import { systemSession } from '../platform/session/session.ts'
import { recordFigures } from './record-figures.ts'
import { reviewedAfter } from './testing/reviewed-arrival.ts'
import { timelyStorageList } from './timely-storage-list.ts'

// 入库及时率一: the rate and the rows behind it.

const world = useWorld()
const rowsOf = async (request: ListRequest) =>
  (
    await readList(world().database, {
      ...queryOptions(timelyStorageList, systemSession(['1010'], ''), request, world().database),
      sizeMax: 500,
    })
  ).rows

const numbers = { inTime: '', late: '', open: '', running: '' }

beforeAll(async () => {
  // 2 March 2026 is a Monday: three working days later is Thursday the 5th; from Thursday the 12th it is Tuesday the 17th.
  numbers.inTime = (await reviewedAfter(world(), 3, '2026-03-02')).docNo
  numbers.late = (await reviewedAfter(world(), 4, '2026-03-02')).docNo
  numbers.open = (await reviewedAfter(world(), null, '2026-03-12')).docNo
  const { arrival } = await arrived(world(), await newPlace(world()), goods(1))
  numbers.running = String((await world().read('arrival', arrival)).header.docNo)
})

test('a line counts in the month in which it had to be reviewed, in time up to that working day', async () => {
  const rows = await rowsOf({ filters: [{ field: 'period', operator: 'eq', value: '202603' }] })
  expect(
    Object.fromEntries(rows.map((row) => [row['docNo'], [row['dueOn'], row['isInTime']]])),
  ).toEqual({
    [numbers.inTime]: ['2026-03-05', true],
    [numbers.late]: ['2026-03-05', false],
    [numbers.open]: ['2026-03-17', false],
  })
})

test('the rate of the month has the lines in time above those that were due', async () => {
  expect(await rowsOf({ grouping: 'period' })).toContainEqual(
    expect.objectContaining({ period: '202603', timelyLines: 1, dueLines: 3 }),
  )
})

test('a line that is not due yet is not counted', async () => {
  const rows = await rowsOf({})
  expect(rows.map(({ docNo }) => docNo)).not.toContain(numbers.running)
})

test('the days allowed are the company’s own', async () => {
  await world().database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     values ('1010', uuidv7(), 'performance.storageDays', '4', '2026-01-01', uuidv7(), '')`,
  )
  const rows = await rowsOf({ filters: [{ field: 'docNo', operator: 'eq', value: numbers.late }] })
  expect(rows).toMatchObject([{ dueOn: '2026-03-06', isInTime: true }])
})

test('of a recorded month nothing is computed, and of one that is not only what was confirmed for it', async () => {
  const { database } = world()
  await fill()
  const planOf = async (request: ListRequest) => {
    const session = systemSession(['1010'], '')
    const options = queryOptions(timelyStorageList, session, request, database)
    const { text, values } = buildList({ ...options, sizeMax: 50 })
    const rows = await database.query(`explain (analyze, costs off) ${text}`, values)
    return rows.map((row) => String(Object.values(row)[0]))
  }
  const of = (period: string): ListRequest => ({
    filters: [{ field: 'period', operator: 'eq', value: period }],
  })
  const looked = (plan: readonly string[]) =>
    plan.filter((row) => / on (?:arrival|item_history) /.test(row))
  const running = await planOf(of('202605'))
  expect(running.join('\n')).toMatch(
    /Index Scan using arrival_confirmed on arrival .* rows=1\d\d\./,
  )
  expect(running.join('\n')).not.toContain('Seq Scan on arrival')

  await recordFigures(database, pino({ level: 'silent' }))
  await analyze()
  const recorded = await planOf(of('202605'))
  // One row more than it shows: with it the lines of the last document that it shows have ended.
  expect(recorded.join('\n')).toMatch(
    /Index Scan Backward using figure_line_month on figure_line .*rows=52\./,
  )
  expect(looked(recorded).length).toBeGreaterThan(0)
  for (const row of looked(recorded)) expect(row).toContain('never executed')
  // A number is found in the text of its index.
  const searched = await planOf({ search: 'Y-000123' })
  expect(searched.join('\n')).toContain('figure_line_text')
})

/** Twenty thousand arrivals of two hundred days, of one line each. */
async function fill(): Promise<void> {
  await world().database.transaction(async (tx) => {
    await tx.query('reset role')
    await tx.query(
      `insert into arrival (company_code, id, doc_no, state, acts, plant, storage_location, document_date, created_by,
         created_by_name)
       select '1010', md5('Y' || n)::uuid, 'Y-' || lpad(n::text, 6, '0'), 'arrived',
         jsonb_build_object('confirm', jsonb_build_object('at', timestamptz '2026-03-02 08:00+08' + n / 100 * interval '1 day')),
         '0001', '1001', '2026-03-02', gen_random_uuid(), ''
       from generate_series(0, 19999) n`,
    )
    await tx.query(
      `insert into arrival_line (company_code, document_id, line_no, material_no, unit, quantity)
       select company_code, id, 1, 'M-VALVE', 'EA', 1 from arrival where doc_no like 'Y-%'`,
    )
    await tx.query('set role kufang_app')
  })
  await analyze()
}

async function analyze(): Promise<void> {
  await world().database.transaction(async (tx) => {
    await tx.query('reset role')
    await tx.query('analyze')
    await tx.query('set role kufang_app')
  })
}
