import { describe, expect, test } from 'vitest'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { proposeBins } from '../bins/public.ts'

// Whatever document puts goods into a bin for storage: a full or a mixed bin refuses them, with line, numbers and what to do.

describe('a full or mixed bin', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'goods-receipt')
  const { valve, bolt } = materials

  const change = ({ companyCode, plant, storageLocation }: Place, bin: string, set: string) =>
    world().database.query(
      `update bin set ${set} where company_code = $1 and plant = $2 and storage_location = $3 and bin = $4`,
      [companyCode, plant, storageLocation, bin],
    )
  /** 15 bolts in A-01. */
  const withBolts = async (): Promise<Place> => {
    const place = await newPlace(world())
    await worldWalker(world(), place).stock!(goods(1, bolt))
    return place
  }
  const receiveInto = async (place: Place, bin: string): Promise<string> => {
    const id = await trade.make(place, 'draft', goods(1))
    await world().database.query(`update goods_receipt_line set bin = $2 where document_id = $1`, [
      id,
      bin,
    ])
    return id
  }

  test('takes no more pieces than the bin holds when goods are received', async () => {
    const place = await withBolts()
    const id = await receiveInto(place, 'A-01')
    await change(place, 'A-01', 'piece_capacity = 24')
    await expectRefused(world(), () => trade.act(id, 'receive'), [
      {
        code: 'bin-too-many-pieces',
        line: 1,
        field: 'bin',
        params: {
          bin: 'A-01',
          capacity: '24',
          taken: '15',
          pieces: '10',
          material: valve,
        } as never,
      },
    ])
    await change(place, 'A-01', 'piece_capacity = 25')
    await trade.act(id, 'receive')
    await trade.proven()
  })

  test('takes no second material where none may be mixed', async () => {
    const place = await withBolts()
    const id = await receiveInto(place, 'A-01')
    await change(place, 'A-01', 'allows_mixing = false')
    await expectRefused(world(), () => trade.act(id, 'receive'), [
      { code: 'bin-not-mixed', line: 1, field: 'bin', params: { other: bolt } as never },
    ])
    await change(place, 'A-01', 'allows_mixing = true')
    await trade.act(id, 'receive')
  })

  test('is not proposed while another one has room', async () => {
    const place = await withBolts()
    const proposed = () =>
      proposeBins(world().database, {
        ...place,
        goods: [{ materialNo: bolt, quantity: '10' }],
      })
    expect(await proposed()).toEqual(['A-01'])
    await change(place, 'A-01', 'piece_capacity = 24')
    expect(await proposed()).toEqual(['A-02'])
  })

  test('takes what is found in it: stock that is taken over lies there whatever the bin takes', async () => {
    const place = await newPlace(world())
    await change(place, 'A-01', 'piece_capacity = 1, allows_mixing = false')
    await worldWalker(world(), place).stock!([...goods(1), ...goods(1, bolt)])
    expect(await trade.stock(place)).toMatchObject([{ bin: 'A-01', quantity: '15' }])
  })
})
