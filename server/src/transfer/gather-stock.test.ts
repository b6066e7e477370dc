import { describe, expect, test } from 'vitest'
import type { Gathering } from '@kufang/contract/transfer/gathering.ts'
import type { Scope } from '../platform/session/session.ts'
import { documentCalls } from '../document/testing/http.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { gatherStock } from './gather-stock.ts'
import { transferRoutes } from './routes.ts'

describe('gathering split stock', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'location-adjustment')

  /** Goods in bins of a new storage location, which has bins. */
  const filled = async (
    ...goods: readonly [materialNo: string, bin: string, quantity: string, more?: object][]
  ): Promise<Place> => {
    const place = await newPlace(world())
    const { companyCode, plant, storageLocation } = place
    await world().database.query(
      `insert into bin (company_code, plant, storage_location, bin, purpose)
       select $1, $2, $3, b, 'storage' from unnest('{A-03,A-04,A-05}'::text[]) b`,
      [companyCode, plant, storageLocation],
    )
    const { id } = await world().create('stock-initialisation', {
      companyCode,
      header: { plant, storageLocation, origin: 'new' },
      lines: goods.map(([materialNo, bin, quantity, more]) => ({
        materialNo,
        bin,
        quantity,
        stockCategory: 'UU',
        amount: '10',
        ...more,
      })),
    })
    for (const action of ['submit', 'initialise'])
      await world().act('stock-initialisation', id, action)
    return place
  }
  const gather = (place: Place): Promise<Gathering> => gatherStock(world().database, place)
  const ways = ({ moves }: Gathering) =>
    moves.map(({ materialNo, bin, targetBin, quantity }) => [materialNo, bin, targetBin, quantity])
  const { valve, bolt } = materials

  test('goods of several bins go to where most of them lie, those first that empty a bin; other goods stay', async () => {
    const place = await filled(
      [valve, 'A-01', '3'],
      [valve, 'A-02', '20'],
      [valve, 'A-03', '5'],
      [bolt, 'A-01', '7'],
      [materials.solvent, 'H-01', '4'],
    )
    const gathering = await gather(place)
    expect(ways(gathering)).toEqual([
      [valve, 'A-03', 'A-02', '5'],
      [valve, 'A-01', 'A-02', '3'],
    ])
    expect(gathering.emptied).toBe(1)
    const { companyCode, plant, storageLocation } = place
    await world().create('location-adjustment', {
      companyCode,
      header: { plant, storageLocation, reason: '整理库位' },
      lines: gathering.moves.map((move) => ({ ...move })),
      actionAfterCreate: 'execute',
    })
    expect(await trade.stock(place)).toMatchObject([{ bin: 'A-02', quantity: '28' }])
    expect((await gather(place)).moves).toEqual([])
    await trade.proven()
  })

  test('what is held, locked or being counted stays where it is, and so do goods of another owner', async () => {
    const consigned = { specialStock: 'K', specialStockReference: '100001' }
    const place = await filled(
      [valve, 'A-01', '9'],
      [valve, 'A-02', '4'],
      [valve, 'A-03', '3'],
      [valve, 'A-04', '2'],
      [valve, 'A-05', '1', consigned],
    )
    const { companyCode, plant, storageLocation } = place
    const transfer = await world().create('transfer-order', {
      companyCode,
      header: { plant, storageLocation, receivingStorageLocation: '1002' },
      lines: [{ materialNo: valve, quantity: '1', bin: 'A-02', receivingBin: 'B-01' }],
      actionAfterCreate: 'submit',
    })
    await world().act('transfer-order', transfer.id, 'approve')
    await world().database.query(
      `update bin set is_frozen = true where storage_location = $1 and bin = 'A-03'`,
      [storageLocation],
    )
    expect(ways(await gather(place))).toEqual([[valve, 'A-04', 'A-01', '2']])
    await world().create('stocktaking', {
      companyCode,
      header: { plant, storageLocation, countType: 'cycle' },
      lines: [{ materialNo: valve, bin: 'A-04', stockCategory: 'UU' }],
      actionAfterCreate: 'start',
    })
    expect((await gather(place)).moves).toEqual([])
  })

  test('a bin takes only what it carries, the smallest quantities first', async () => {
    const { database } = world()
    await database.query(
      `insert into material (material_no, description, material_group, unit) values ('M-SALT', '盐', 'G1', 'KG')`,
    )
    const place = await filled(
      ['M-SALT', 'A-01', '50'],
      ['M-SALT', 'A-02', '30'],
      ['M-SALT', 'A-03', '20'],
      ['M-SALT', 'A-04', '10'],
    )
    await database.query(
      `update bin set weight_capacity_kg = 85 where storage_location = $1 and bin = 'A-01'`,
      [place.storageLocation],
    )
    expect(ways(await gather(place))).toEqual([
      ['M-SALT', 'A-04', 'A-01', '10'],
      ['M-SALT', 'A-03', 'A-01', '20'],
    ])
  })

  test('is told for a storage location within the data scope only', async () => {
    const place = await filled([valve, 'A-01', '3'], [valve, 'A-02', '20'])
    const { companyCode: _company, ...payload } = place
    const ask = async (scope: Partial<Scope>) => {
      const session = person('保管员', ['HWTZDCJ'], scope)
      const app = await documentCalls(world().database, session, transferRoutes)
      const reply = await app.inject({ method: 'POST', url: '/api/transfer/gathering', payload })
      await app.close()
      return {
        status: reply.statusCode,
        datas: (JSON.parse(reply.body) as { datas?: Gathering }).datas,
      }
    }
    expect(await ask({})).toMatchObject({ status: 200, datas: { companyCode: '1010', emptied: 1 } })
    for (const scope of [
      { storageLocations: ['0001/1001'] },
      { plants: ['0003'] },
      { companyCodes: ['1020'] },
    ])
      expect((await ask(scope)).status).toBe(403)
  })
})
