import { beforeAll, expect, test } from 'vitest'
import '../effects.ts'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import { queryOptions } from '../document/list/bind-query.ts'
import { accepted, arrived } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { useWorld } from '../document/testing/trade.ts'
import { readList } from '../platform/list/read-list.ts'
import { systemSession } from '../platform/session/session.ts'
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

/** An arrival of one line whose receipt was reviewed so many days after its confirmation; null if it was not. */
async function reviewedAfter(days: number | null, confirmedOn: string): Promise<string> {
  const arrival = await accepted(world(), await newPlace(world()), goods(1))
  const { database } = world()
  if (days !== null) {
    const [line] = (await world().read('arrival', arrival)).lines
    const { id } = await world().create('goods-receipt', {
      header: {},
      lines: [
        {
          source: { id: arrival, lineNo: 1 },
          stockCategory: 'UU',
          bin: 'A-01',
          quantity: String(line!['quantity']),
        },
      ],
      actionAfterCreate: 'receive',
    })
    await world().act('goods-receipt', id, 'review')
    await database.query(
      `update goods_receipt set acts = jsonb_set(acts, '{review,at}', to_jsonb(($2::timestamptz + make_interval(days => $3))::text)) where id = $1`,
      [id, `${confirmedOn}T08:00:00+08:00`, days],
    )
  }
  const [row] = await database.query<{ docNo: string }>(
    `update arrival set acts = jsonb_set(acts, '{confirm,at}', to_jsonb($2::text)) where id = $1 returning doc_no`,
    [arrival, `${confirmedOn}T08:00:00+08:00`],
  )
  return row!.docNo
}

const numbers = { inTime: '', late: '', open: '', running: '' }

beforeAll(async () => {
  // 2 March 2026 is a Monday: three working days later is Thursday the 5th; from Thursday the 12th it is Tuesday the 17th.
  numbers.inTime = await reviewedAfter(3, '2026-03-02')
  numbers.late = await reviewedAfter(4, '2026-03-02')
  numbers.open = await reviewedAfter(null, '2026-03-12')
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
