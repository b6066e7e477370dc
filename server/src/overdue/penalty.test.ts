import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import { goods, newPlace, ordered } from '../document/testing/ground.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { pastTriggersOf } from '../platform/testing/past-triggers.ts'
import { keepOverdueRecords } from './keep-records.ts'

const today = companyToday()

describe('the penalty for late delivery', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'overdue-record')

  /** A record of 100 pieces for 12.50 each that were due so many days ago. */
  async function record(days: number, header: Record<string, unknown> = {}) {
    const place = await newPlace(world())
    const line = { ...goods(1)[0]!, quantity: '100', deliveryDate: addDays(today, -days) }
    const order = await ordered(world(), place, [line], header)
    const run = () => keepOverdueRecords(world().database, '1010', { orderId: order })
    await run()
    const [{ id }] = (await world().database.query<{ id: string }>(
      'select document_id as id from overdue_record_line where source_id = $1',
      [order],
    )) as [{ id: string }]
    const amounts = async () => {
      const { penaltyByTerms, penalty } = await trade.header(id)
      return { penaltyByTerms, penalty }
    }
    /** So many pieces arrive now, and are recorded as of so many days ago. */
    const arrives = async (quantity: string, daysAgo: number) => {
      const walker = worldWalker(world(), place)
      const [open] = await linesFrom(walker, 'purchase-order', order)
      const note = await makeOver(
        walker,
        'delivery-note',
        [{ ...open!, quantity }],
        ['submit', 'confirm'],
      )
      const arrival = await makeOver(
        walker,
        'arrival',
        await linesFrom(walker, 'delivery-note', note),
        ['confirm'],
      )
      await pastTriggersOf(world().database.pool, async (client) => {
        await client.query(
          `update arrival set arrived_at = arrived_at - make_interval(days => $2) where id = $1`,
          [arrival, daysAgo],
        )
        await client.query(
          `update item_history set at = at - make_interval(days => $2) where document_id = $1`,
          [arrival, daysAgo],
        )
      })
    }
    return { id, run, amounts, arrives, place }
  }

  const setParameter = (parameter: string, value: unknown) =>
    world().database.query(
      `insert into business_parameter (company_code, id, name, plant, value, valid_from, changed_by, changed_by_name)
       values ('1010', gen_random_uuid(), $1, '', $2, '2020-01-01', gen_random_uuid(), '测试')`,
      [parameter, JSON.stringify(value)],
    )
  const decide = (id: string, responsibleParty: string) =>
    trade.act(id, 'decide', {
      input: { responsibleParty, responsibilityNote: '按合同' },
    })

  test('is so much of the value for each day, due once the supplier is found responsible, and from nobody else', async () => {
    // 100 × 12.50 × 10 days × 0.05 %
    const { id, amounts, run } = await record(10)
    expect(await amounts()).toEqual({ penaltyByTerms: '6.25', penalty: null })
    await decide(id, 'supplier')
    expect(await amounts()).toEqual({ penaltyByTerms: '6.25', penalty: '6.25' })
    await decide(id, 'user')
    expect(await amounts()).toEqual({ penaltyByTerms: '6.25', penalty: '0' })
    await world().database.query('update overdue_record set overdue_days = 9 where id = $1', [id])
    await run()
    expect(await amounts()).toEqual({ penaltyByTerms: '6.25', penalty: '0' })
  })

  test('grows from day to day without an entry in the log, and not beyond its maximum', async () => {
    const { id, amounts, run } = await record(10)
    await decide(id, 'supplier')
    const { version } = await trade.header(id)
    await world().database.query(
      `update overdue_record set overdue_days = 9, penalty_by_terms = 5.63, penalty = 5.63 where id = $1`,
      [id],
    )
    expect(await run()).toEqual({ made: 0, changed: 0, refused: [] })
    expect(await amounts()).toEqual({ penaltyByTerms: '6.25', penalty: '6.25' })
    expect(await trade.header(id)).toMatchObject({ overdueDays: 10, version })
    // 10 % of 1,250.00
    expect(await (await record(300)).amounts()).toMatchObject({ penaltyByTerms: '125' })
  })

  test('counts each part for the days until it arrived, and stays when the last one has', async () => {
    const { id, amounts, arrives, run } = await record(10)
    // In time, 4 days late, and 10 days late: 40 × 12.50 × 4 × 0.05 % + 40 × 12.50 × 10 × 0.05 %
    await arrives('20', 12)
    await arrives('40', 6)
    await run()
    expect(await trade.column(id, 'quantity')).toEqual(['80'])
    expect(await trade.column(id, 'openQuantity')).toEqual(['40'])
    expect(await amounts()).toMatchObject({ penaltyByTerms: '3.5' })
    await arrives('40', 0)
    await run()
    expect(await trade.header(id)).toMatchObject({
      state: 'arrived',
      overdueDays: 10,
      penaltyByTerms: '3.5',
    })
    await decide(id, 'supplier')
    expect(await trade.header(id)).toMatchObject({ state: 'arrived', penalty: '3.5' })
  })

  test('is unknown for orders in another currency', async () => {
    const { id, amounts } = await record(10, { currency: 'USD' })
    expect(await amounts()).toEqual({ penaltyByTerms: null, penalty: null })
    await decide(id, 'supplier')
    expect(await amounts()).toEqual({ penaltyByTerms: null, penalty: null })
  })

  test('follows the terms of the company: per week begun, another rate, another maximum', async () => {
    await setParameter('overdue.penaltyPeriod', 'week')
    await setParameter('overdue.penaltyRate', 50)
    await setParameter('overdue.penaltyMaximum', 1)
    // Two weeks begun: 1,250.00 × 2 × 0.5 %, at most 1 %
    expect(await (await record(8)).amounts()).toMatchObject({ penaltyByTerms: '12.5' })
    expect(await (await record(7)).amounts()).toMatchObject({ penaltyByTerms: '6.25' })
    expect(await (await record(30)).amounts()).toMatchObject({ penaltyByTerms: '12.5' })
  })
})
