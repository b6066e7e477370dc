import { expect, test } from 'vitest'
import { queryOptions } from '../../document/list/bind-query.ts'
import { stocked } from '../../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../../document/testing/ground.ts'
import { materials } from '../../document/testing/small-company.ts'
import { useWorld } from '../../document/testing/trade.ts'
import { readList } from '../../platform/list/read-list.ts'
import { systemSession } from '../../platform/session/session.ts'
import { majorHazardList } from './list-major-hazards.ts'

const world = useWorld()

const shown = async ({ companyCode, storageLocation }: Place) => {
  const filters = [{ field: 'storageLocation', operator: 'eq', value: storageLocation }] as const
  const { rows } = await readList(world().database, {
    ...queryOptions(majorHazardList, systemSession([companyCode], 'test'), {
      filters: [...filters],
    }),
    sizeMax: 500,
  })
  return rows
}

test('chemicals of a storage location are added up by their thresholds, and goods of unknown weight are named', async () => {
  await world().database.query(
    `insert into hazardous_substance (substance_no, category, name, threshold_tonnes) values ('R', '易燃液体', '树脂', 0.02), ('V', '毒性气体', '阀内介质', 1)`,
  )
  const say = (materialNo: string, no: string) =>
    world().database.query(`update material set hazardous_substance = $2 where material_no = $1`, [
      materialNo,
      no,
    ])
  await say(materials.resin, 'R')
  await world().database.query(
    'update material set is_batch_managed = false, shelf_life_days = null, minimum_remaining_days = null where material_no = $1',
    [materials.resin],
  )
  const place = await newPlace(world())
  // 15 kg of resin and some valves are in bin A-01.
  await stocked(world(), place, [...goods(1, materials.resin, '15'), ...goods(1)])
  const [resin] = await shown(place)
  expect(resin).toMatchObject({
    name: '树脂',
    quantityTonnes: '0.015',
    ratio: '0.75',
    locationRatio: '0.75',
    level: 'below',
    isUnweighed: false,
  })
  await world().database.query(
    `update hazardous_substance set threshold_tonnes = 0.015 where substance_no = 'R'`,
  )
  expect(await shown(place)).toMatchObject([{ locationRatio: '1', level: 'major' }])
  // Pieces weigh what nobody knows.
  await say(materials.valve, 'V')
  expect(await shown(place)).toMatchObject([
    // What has no known share comes first.
    { name: '阀内介质', quantityTonnes: null, isUnweighed: true, level: 'major' },
    { name: '树脂', level: 'major' },
  ])
})
