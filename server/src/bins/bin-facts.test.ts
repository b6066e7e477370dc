import { expect, test } from 'vitest'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { useWorld } from '../document/testing/trade.ts'
import { readNamedBins } from './bin-facts.ts'

const world = useWorld()

test('what lies in a bin is read for its room only if the bin has a limit', async () => {
  const place = await newPlace(world())
  const { companyCode, plant, storageLocation } = place
  const { id } = await world().create('stock-initialisation', {
    companyCode,
    header: { plant, storageLocation, origin: 'new' },
    lines: [{ materialNo: materials.bolt, quantity: '7', bin: 'A-01', stockCategory: 'UU' }],
    actionAfterCreate: 'submit',
  })
  await world().act('stock-initialisation', id, 'initialise')
  const facts = async (set: string) => {
    await world().database.query(
      `update bin set ${set} where company_code = $1 and plant = $2 and storage_location = $3 and bin = 'A-01'`,
      [companyCode, plant, storageLocation],
    )
    const goods = [{ materialNo: materials.valve, quantity: parseQuantity('1'), bin: 'A-01' }]
    return (await readNamedBins(world().database, place, goods)).get(1)!
  }
  const unlimited = 'allows_mixing = true, weight_capacity_kg = null, piece_capacity = null'
  expect(await facts(unlimited)).toMatchObject({ other: null, takenPieces: '0' })
  const read = { other: materials.bolt, takenPieces: '7' }
  expect(await facts('piece_capacity = 10')).toMatchObject(read)
  expect(await facts('piece_capacity = null, weight_capacity_kg = 10')).toMatchObject(read)
  expect(await facts('weight_capacity_kg = null, allows_mixing = false')).toMatchObject(read)
})
