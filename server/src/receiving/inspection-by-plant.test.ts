import { expect, test } from 'vitest'
import { arrived } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { useWorld } from '../document/testing/trade.ts'
import { replaceUninspectedPlants } from '../masters/public.ts'

const world = useWorld()

/** The ERP posts receipts of the valve to inspection stock in these plants. */
const inspectedIn = async (plants: Readonly<Record<string, boolean>>) => {
  const place = await newPlace(world())
  await world().database.transaction((tx) =>
    replaceUninspectedPlants(tx, [
      {
        materialNo: materials.valve,
        plants: Object.entries(plants).map(([plant, isInspectedOnReceipt]) => ({
          plant: plant === 'here' ? place.plant : plant,
          isInspectedOnReceipt,
        })),
      },
    ]),
  )
  return place
}

test.each([
  ['here and elsewhere', { here: true, '9999': true }, true],
  ['here only', { here: true, '9999': false }, true],
  ['elsewhere only', { here: false, '9999': true }, false],
  // The attribute of the material is ours where the ERP inspects nowhere.
  ['nowhere', { here: false, '9999': false }, true],
  ['in plants it does not tell of', {}, true],
])(
  'goods that the ERP inspects %s are inspected here as it says',
  async (_where, plants, expected) => {
    const place = await inspectedIn(plants)
    const { arrival, notice } = await arrived(world(), place, goods(1, materials.valve))
    const { lines } = await world().read('arrival', arrival)
    expect([notice !== '', lines[0]!['needsInspection']]).toEqual([expected, expected])
  },
)
