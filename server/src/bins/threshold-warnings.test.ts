import { beforeAll, expect, test } from 'vitest'
import { previewAction, previewCreate } from '../document/service/service.ts'
import { stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'

const world = useWorld()
const transfers = tradeOf(world, 'transfer-order')

beforeAll(async () => {
  const { database } = world()
  await database.query(
    `insert into hazardous_substance (substance_no, category, name, threshold_tonnes) values ('R', '易燃液体', '树脂', 0.02)`,
  )
  await database.query(
    `update material set hazardous_substance = 'R', is_batch_managed = false, shelf_life_days = null,
       minimum_remaining_days = null where material_no = $1`,
    [materials.resin],
  )
})

/** The warnings before so many kilograms of resin, and as many valves, come from one storage location into another. */
async function warned(from: Place, to: Place, quantity: string) {
  const { id } = await world().create('transfer-order', {
    header: {
      plant: from.plant,
      storageLocation: from.storageLocation,
      receivingStorageLocation: to.storageLocation,
      reason: '库区调整',
    },
    lines: [materials.valve, materials.resin].map((materialNo) => ({
      materialNo,
      quantity,
      bin: 'A-01',
      receivingBin: 'A-02',
    })) as never,
    actionAfterCreate: 'submit',
  })
  await transfers.act(id, 'approve')
  await transfers.act(id, 'ship')
  const { version } = await transfers.header(id)
  const lines = [1, 2].map((lineNo) => ({ lineNo, quantityReceived: quantity }))
  const { warnings } = await previewAction(
    world().database,
    world().actorFor('transfer-order', 'receive'),
    'transfer-order',
    id,
    'receive',
    { version, lines },
  )
  return { id, lines, warnings }
}

test('who puts goods away is warned that the storage location becomes a major hazard source, with its chemicals and their sum, and is not refused', async () => {
  const from = await newPlace(world())
  const place = await newPlace(world())
  await stocked(world(), from, [...goods(1), ...goods(1, materials.resin, '100')])
  // 15 kg of 20 lie there.
  await stocked(world(), place, goods(1, materials.resin, '15'))
  expect((await warned(from, place, '4')).warnings).toEqual([])
  const { id, lines, warnings } = await warned(from, place, '5')
  expect(warnings).toEqual([
    {
      lines: [2],
      text: {
        zh: expect.stringContaining(
          `库存地点 ${place.plant}/${place.storageLocation} 将成为重大危险源（GB 18218）：Σq/Q 由 0.750 升至 1.000；树脂 0.02 t（临界量 0.02 t）`,
        ) as string,
        en: expect.stringContaining('Σq/Q rises from 0.750 to 1.000') as string,
      },
    },
  ])
  await transfers.act(id, 'receive', { lines })
  expect((await transfers.header(id)).state).toBe('received')
  expect((await warned(from, place, '1')).warnings[0]!.text.zh).toContain('已是重大危险源')
})

test('goods that only change their bin, or leave, warn of nothing', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, goods(1, materials.resin, '25'))
  const { companyCode, plant, storageLocation } = place
  const preview = await previewCreate(
    world().database,
    world().actorFor('location-adjustment', 'create'),
    'location-adjustment',
    {
      companyCode,
      header: { plant, storageLocation, reason: '整理库位' },
      lines: [
        {
          materialNo: materials.resin,
          quantity: '5',
          bin: 'A-01',
          targetBin: 'A-02',
          stockCategory: 'UU',
        },
      ],
      actionAfterCreate: 'execute',
    },
  )
  expect(preview.moves).toHaveLength(1)
  expect(preview.warnings).toEqual([])
})
