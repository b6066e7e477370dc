import { describe, expect, test } from 'vitest'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays, addMonths, periodOf, type LocalDate } from '@kufang/kernel/local-date.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { watchMissingPapers } from '../../document/papers/watch-missing-papers.ts'
import { goods, newPlace, ordered, type Place } from '../../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../../document/testing/trade.ts'
import { decidePeriodChange, listPeriods, requestPeriodChange } from './period-list.ts'
import { unannouncedGoods } from '../../receiving/testing/unannounced-goods.ts'

// Goods whose papers are overdue keep their month from being closed; once it is over, there is an alarm for each of their
// documents, and no further goods come without papers.

const world = useWorld()
const arrivals = tradeOf(world, 'unannounced-arrival')
const issues = tradeOf(world, 'emergency-issue')
const today = companyToday()
const period = periodOf(today)
const lastMonth = addMonths(today, -1)
const valves = goods(1)

const registered = (place: Place) => unannouncedGoods(world(), place, valves)

/** As if the goods had moved on a day, and their papers had been due on another. */
const movedOn = (table: string, id: string, day: LocalDate, due: LocalDate) =>
  world().database.query(
    `update ${table} set document_date = $2, supplement_due_date = $3 where id = $1`,
    [id, day, due],
  )
/** One person asks for it, and another approves it. */
const change = (companyCode: string, act: 'open' | 'close', unposted: string[] = []) =>
  world().database.transaction(async (tx) => {
    const asking = world().onlooker
    const views = await requestPeriodChange(tx, asking, {
      companyCode,
      period,
      act,
      reason: '月结',
      unposted,
    })
    const asked = views.find((view) => view.companyCode === companyCode && view.period === period)!
    const approving = { ...asking, userId: newId() }
    await decidePeriodChange(tx, approving, { id: asked.change!.id, act: 'approve', remark: '' })
  })
/** What other tests have left unposted is named. */
const close = async (companyCode: string) => {
  const unposted = (await listPeriods(world().database, world().onlooker)).flatMap((view) =>
    view.companyCode === companyCode ? view.unposted.map(({ documentNo }) => documentNo) : [],
  )
  await change(companyCode, 'close', unposted)
}
const open = (companyCode: string) => change(companyCode, 'open')
const setParameter = (value: 'hold' | 'warn') =>
  world().database.query(
    `insert into business_parameter (company_code, id, plant, name, value, valid_from, changed_by, changed_by_name)
     values ('1010', $1, '', 'periods.missingPapers', $2::jsonb, '2026-01-01', $1, '')`,
    [newId(), JSON.stringify(value)],
  )
const alarms = () =>
  world().database.query<{ documentNo: string; isOpen: boolean; messageZh: string }>(
    `select document_no, resolved_at is null as is_open, message_zh from erp_alarm
     where kind = 'papers-missing' order by at, document_no`,
  )

describe('papers that are overdue', () => {
  test('keep the month of their goods from being closed, and say which document, line and person it is', async () => {
    const place = await newPlace(world())
    const one = await registered(place)
    const issue = await issues.make(await newPlace(world()), 'awaiting', valves)
    await close('1010')
    await open('1010')
    await movedOn('unannounced_arrival', one.id, today, addDays(today, -1))
    await movedOn('emergency_issue', issue, today, addDays(today, -2))
    const { docNo: issueNo } = await issues.header(issue)
    await expectRefused(world(), () => close('1010'), [
      { code: 'papers-hold-month', params: { no: issueNo, item: 1, todo: '领料单补单' } as never },
      {
        code: 'papers-hold-month',
        params: {
          period,
          no: one.docNo,
          item: 1,
          quantity: '10',
          plant: place.plant,
          due: addDays(today, -1),
          who: (await arrivals.header(one.id)).createdByName,
          todo: '补单',
        } as never,
      },
    ])
    const [current] = (await listPeriods(world().database, world().onlooker)).filter(
      (view) => view.companyCode === '1010' && view.period === period,
    )
    expect(current).toMatchObject({ isOpen: true, isHeld: true })
    expect(current!.missingPapers.map(({ documentNo }) => documentNo)).toEqual([issueNo, one.docNo])

    await issues.act(issue, 'takeBack', {
      input: { reason: '未使用' },
      lines: [{ lineNo: 1, returnedQuantity: '10' }],
    })
    const order = await ordered(world(), place, valves)
    await arrivals.act(one.id, 'supplement', {
      input: { reference: 'FH88000' },
      lines: [
        {
          lineNo: 1,
          quantitySupplemented: '10',
          purchaseOrderNo: (await world().read('purchase-order', order)).header.docNo,
          purchaseOrderLine: 1,
        },
      ],
    })
    await close('1010')
    await open('1010')
  })

  test('of an ended month raise an alarm each, which ends with the papers, and no further goods come without papers', async () => {
    const place = await newPlace(world())
    const { id, docNo } = await registered(place)
    await watchMissingPapers(world().database, { info: () => undefined })
    expect(await alarms()).toEqual([])
    await movedOn('unannounced_arrival', id, lastMonth, addDays(today, -1))
    for (const _night of [1, 2])
      await watchMissingPapers(world().database, { info: () => undefined })
    expect(await alarms()).toMatchObject([
      { documentNo: docNo, isOpen: true, messageZh: expect.stringContaining(docNo) as string },
    ])
    await expectRefused(world(), () => registered(place), [
      { code: 'papers-overdue', params: { plant: place.plant, count: 1, numbers: docNo } as never },
    ])
    // Goods of an emergency may still leave.
    await issues.make(await newPlace(world()), 'awaiting', valves)
    await arrivals.act(id, 'takeBack', { input: { reason: '供应商送错' } })
    await watchMissingPapers(world().database, { info: () => undefined })
    expect(await alarms()).toMatchObject([{ documentNo: docNo, isOpen: false }])
    await registered(place)
  })

  test('are only shown where the company has decided so', async () => {
    const place = await newPlace(world())
    const { id } = await registered(place)
    await movedOn('unannounced_arrival', id, lastMonth, addDays(today, -1))
    await setParameter('warn')
    await registered(place)
    await close('1010')
    await open('1010')
    const [current] = (await listPeriods(world().database, world().onlooker)).filter(
      (view) => view.companyCode === '1010' && view.period === period,
    )
    expect(current).toMatchObject({ isHeld: false })
    expect(current!.missingPapers.length).toBe(1)
  })
})

describe('a month', () => {
  test('is closed by two persons, and over unposted documents only where they are named with a reason', async () => {
    const issue = await tradeOf(world, 'transfer-order').make(
      await newPlace(world()),
      'received',
      valves,
    )
    const { docNo } = await tradeOf(world, 'transfer-order').header(issue)
    const shown = async () =>
      (await listPeriods(world().database, world().onlooker)).find(
        (view) => view.companyCode === '1010' && view.period === period,
      )!
    expect((await shown()).unposted.map(({ documentNo }) => documentNo)).toContain(docNo)
    const others = (await shown()).unposted.flatMap(({ documentNo }) =>
      documentNo === docNo ? [] : [documentNo],
    )
    await expectRefused(world(), () => change('1010', 'close', others), [
      { code: 'unposted-holds-month', params: { period, no: docNo, state: '未过账' } as never },
    ])
    await change('1010', 'close', [...others, docNo])
    expect(await shown()).toMatchObject({ isOpen: false, change: null })
    await open('1010')
    // Who has asked for it does not approve it, and nothing is in force before.
    await expectRefused(
      world(),
      () =>
        world().database.transaction(async (tx) => {
          const views = await requestPeriodChange(tx, world().onlooker, {
            companyCode: '1010',
            period,
            act: 'close',
            reason: '月结',
            unposted: [...others, docNo],
          })
          const view = views.find((one) => one.companyCode === '1010' && one.period === period)!
          expect(view).toMatchObject({ isOpen: true, change: { reason: '月结' } })
          await decidePeriodChange(tx, world().onlooker, {
            id: view.change!.id,
            act: 'approve',
            remark: '',
          })
        }),
      [{ code: 'rule-change-own' }],
    )
  })
})
