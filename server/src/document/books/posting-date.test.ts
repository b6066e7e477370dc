import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays, addMonths, periodOf } from '@kufang/kernel/local-date.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { pastTriggersOf } from '../../platform/testing/past-triggers.ts'
import { closePeriod, openPeriod } from '../../ledger/periods/periods.ts'
import { postingDateOf } from './posting-date.ts'
import { clock } from '../storage/clock.ts'
import { accepted, asked, stocked } from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { approveReversal, expectRefused, useWorld } from '../testing/trade.ts'

// The posting date of ERP documents (domain.md 1.1, "periods").

const world = useWorld()
const { today } = clock()
const lastMonth = addMonths(today, -1)
const lastDayBefore = (date: LocalDate) => addDays(`${date.slice(0, 7)}-01` as LocalDate, -1)
const monthEnd = lastDayBefore(today)

/** An issue of ten pieces that has left its bin. */
async function issued(): Promise<string> {
  const place = await newPlace(world())
  await stocked(world(), place, goods(1))
  const request = await asked(world(), place, goods(1))
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: request, lineNo: 1 }, quantity: '10', bin: 'A-01' }],
    actionAfterCreate: 'issue',
  })
  await world().act('goods-issue', id, 'review')
  return id
}

const change = (work: typeof closePeriod, date: LocalDate) =>
  world().database.transaction((tx) => work(tx, '1010', periodOf(date), newId()))

/** From now on, whatever was set before. */
const configured = (name: string, value: number) =>
  world().database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     select '1010', gen_random_uuid(), $1, to_jsonb($2::int), '2020-01-01'::date + count(*)::int, gen_random_uuid(), '测试'
     from business_parameter where name = $1`,
    [name, value],
  )

/** As if the goods had moved at noon of that day. */
async function moveOn(id: string, date: LocalDate): Promise<void> {
  await pastTriggersOf(world().database.pool, async (owner) => {
    await owner.query(
      `update stock_move set moved_at = ($2 || ' 12:00')::timestamp at time zone '${companyTimeZone}'
       where document_id = $1`,
      [id, date],
    )
  })
}

const postingDates = async (id: string) =>
  (
    await world().database.query<{ postingDate: string }>(
      `select posting_date::text from erp_posting where document_id = $1 order by sequence`,
      [id],
    )
  ).map((row) => row.postingDate)

beforeEach(() => change(openPeriod, lastMonth))

describe('the posting date of goods issued on the last day of a month and posted in the next', () => {
  test('is that day while its period is open; the ledger keeps its own moment', async () => {
    const id = await issued()
    await moveOn(id, monthEnd)
    await world().act('goods-issue', id, 'post')
    expect(await postingDates(id)).toEqual([monthEnd])
    expect((await world().read('goods-issue', id)).header.postingDate).toBe(monthEnd)
    const sent = async () => {
      await world().send()
      return world().erp.documents.at(-1)!['PostingDate']
    }
    expect(await sent()).toBe(`/Date(${Date.parse(monthEnd)})/`)
    const [move] = await world().database.query<{ day: string }>(
      `select (moved_at at time zone '${companyTimeZone}')::date::text as day from stock_move where document_id = $1`,
      [id],
    )
    expect(move!.day).toBe(monthEnd)
  })

  test('is today once its period is closed', async () => {
    const id = await issued()
    await moveOn(id, monthEnd)
    await change(closePeriod, lastMonth)
    await world().act('goods-issue', id, 'post')
    expect(await postingDates(id)).toEqual([today])
  })
})

describe('a later step', () => {
  const days = (before: string | null, daysBefore: number) =>
    postingDateOf({
      periods: { isOpen: () => true, assertOpen: () => undefined },
      today: '2026-11-29' as LocalDate,
      chosen: null,
      before: before as LocalDate | null,
      movedOn: ['2026-11-05', '2026-11-03'] as LocalDate[],
      daysBefore: () => Promise.resolve(daysBefore),
    })

  test.each([
    [null, 0, '2026-11-05'],
    ['2026-11-20', 0, '2026-11-20'],
    ['2026-10-31', 0, '2026-11-05'],
    ['2026-10-31', 4, '2026-11-05'],
    ['2026-10-31', 5, '2026-10-31'],
  ])(
    'after one of %s, where %i days before the movement are permitted: %s',
    async (before, daysBefore, expected) => {
      expect(await days(before, daysBefore)).toBe(expected)
    },
  )
})

describe('the poster', () => {
  test('chooses a day of an open period, for a receipt and the arrival posted with it', async () => {
    const arrival = await accepted(world(), await newPlace(world()), goods(1))
    const { id } = await world().create('goods-receipt', {
      header: {},
      lines: [
        { source: { id: arrival, lineNo: 1 }, quantity: '10', stockCategory: 'UU', bin: 'A-01' },
      ],
      actionAfterCreate: 'receive',
    })
    await world().act('goods-receipt', id, 'review')
    for (const moved of [id, arrival]) await moveOn(moved, addDays(monthEnd, -2))
    await world().act('goods-receipt', id, 'post', { input: { postingDate: monthEnd } })
    expect(await postingDates(id)).toEqual([monthEnd])
    expect(await postingDates(arrival)).toEqual([monthEnd])
  })

  test('chooses the day of a reversal, which is today otherwise', async () => {
    const dates = []
    for (const input of [{}, { postingDate: monthEnd }]) {
      const id = await issued()
      await moveOn(id, addDays(monthEnd, -2))
      await world().act('goods-issue', id, 'post')
      await world().send()
      await approveReversal(world(), 'goods-issue', id)
      await world().act('goods-issue', id, 'reverse', { input })
      dates.push(await postingDates(id))
    }
    expect(dates).toEqual([
      [addDays(monthEnd, -2), today],
      [addDays(monthEnd, -2), monthEnd],
    ])
  })

  test('is refused a day before the goods moved, and before the posting that is reversed, unless permitted', async () => {
    const id = await issued()
    const before = { code: 'posting-date-before-movement', field: 'postingDate' } as const
    const act = (action: 'post' | 'reverse') =>
      world().act('goods-issue', id, action, { input: { postingDate: monthEnd } })
    const told = { date: monthEnd, moved: today, earliest: today } as never
    await expectRefused(world(), () => act('post'), [{ ...before, params: told }])
    expect(await postingDates(id)).toEqual([])
    await world().act('goods-issue', id, 'post')
    await world().send()
    await approveReversal(world(), 'goods-issue', id)
    await expectRefused(world(), () => act('reverse'), [{ ...before, params: told }])
    const permitted = await issued()
    await moveOn(permitted, addDays(monthEnd, 1))
    await configured('posting.daysBeforeMovement', 1)
    await world().act('goods-issue', permitted, 'post', { input: { postingDate: monthEnd } })
    expect(await postingDates(permitted)).toEqual([monthEnd])
    await configured('posting.daysBeforeMovement', 0)
  })

  test('is refused a day whose period is closed, and one after today', async () => {
    const id = await issued()
    const tooEarly = lastDayBefore(lastMonth)
    const tomorrow = addDays(today, 1)
    const post = (postingDate: string) => () =>
      world().act('goods-issue', id, 'post', { input: { postingDate } })
    await expectRefused(world(), post(tooEarly), [{ code: 'period-closed', field: 'postingDate' }])
    await expectRefused(world(), post(tomorrow), [
      {
        code: 'posting-date-ahead',
        field: 'postingDate',
        params: { date: tomorrow, today } as never,
      },
    ])
    expect(await postingDates(id)).toEqual([])
  })
})
