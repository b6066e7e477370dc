import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { materialsNotDelivered } from '../masters/public.ts'

describe('goods that the distribution catalogue excludes', () => {
  const world = useWorld()
  const issue = tradeOf(world, 'goods-issue')
  const today = companyToday()
  const input = { deliveryPlace: '催化装置 2 号门' }
  const keep = (row: Record<string, unknown>) =>
    world().database.query(
      `insert into distribution_catalogue (company_code, plant, material_no, material_group, valid_from, valid_to, is_delivered, reason)
       values ('1010', $1, $2, $3, $4, $5, $6, '整盘自提')`,
      [
        row['plant'] ?? '',
        row['materialNo'] ?? '',
        row['materialGroup'] ?? '',
        row['validFrom'] ?? '2026-01-01',
        row['validTo'] ?? null,
        row['isDelivered'] ?? false,
      ],
    )
  afterEach(() => world().database.query('delete from distribution_catalogue'))

  test('are not handed over for delivery, each on its line, and may be fetched', async () => {
    await keep({ materialNo: materials.bolt })
    const place = await newPlace(world())
    const [valve] = goods(1)
    const [bolt] = goods(1, materials.bolt)
    const id = await issue.make(place, 'picked', [valve!, { ...bolt!, lineNo: 2 }])
    await expectRefused(world(), () => issue.act(id, 'dispatch', { input }), [
      {
        code: 'material-not-delivered',
        line: 2,
        params: { material: materials.bolt, reason: '整盘自提' } as never,
      },
    ])
    await issue.act(id, 'issue')
    expect((await issue.header(id)).state).toBe('issued')
  })

  test('are found by the more specific row, as of the day', async () => {
    const excluded = async (day = today) =>
      (
        await materialsNotDelivered(
          world().database,
          '1010',
          '0001',
          [materials.valve, materials.bolt],
          day,
        )
      ).map(({ materialNo }) => materialNo)
    expect(await excluded()).toEqual([])
    await keep({})
    expect(await excluded()).toEqual([materials.bolt, materials.valve])
    await keep({ materialNo: materials.valve, isDelivered: true })
    expect(await excluded()).toEqual([materials.bolt])
    await keep({ materialNo: materials.bolt, plant: '0001', isDelivered: true, validTo: today })
    expect(await excluded()).toEqual([])
    expect(await excluded(addDays(today, 1))).toEqual([materials.bolt])
  })
})
