import { expect, test } from 'vitest'
import { stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { useWorld } from '../document/testing/trade.ts'
import { readSharedStock } from './shared-stock.ts'
import { keepSafetyStock } from './testing.ts'

const world = useWorld()

test('what is offered before goods are bought leaves the owner his safety stock', async () => {
  const other = world().in('1020')
  const place = await newPlace(other)
  await stocked(other, place, goods(1, materials.valve, '9'))
  const offered = async () => {
    const wanted = [{ lineNo: 1, materialNo: materials.valve }]
    const found = await readSharedStock(world().database, ['1020'], wanted, [place])
    return found.map(({ materialNo, available }) => [materialNo, available])
  }
  expect(await offered()).toEqual([[materials.valve, '9']])
  await keepSafetyStock(world().database, place, materials.valve, 4)
  expect(await offered()).toEqual([[materials.valve, '5']])
  await keepSafetyStock(world().database, place, materials.valve, 9)
  expect(await offered()).toEqual([])
})
