import type { StockLineRow } from '@kufang/contract/document/api.ts'
import { describe, expect, test } from 'vitest'
import { makeOver } from '../document/journey/walk.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import type { Session } from '../platform/session/session.ts'

const name = 'transfer-order'

describe('entering a transfer', () => {
  const world = useWorld()
  const act = (id: string, action: string) => world().act(name, id, action)

  test('more than is available is refused with the line and the numbers: lines of one stock are summed, and what others hold is not available', async () => {
    const place = await newPlace(world())
    const { companyCode, plant, storageLocation } = place
    const walker = worldWalker(world(), place)
    await walker.stock!(goods(1, materials.valve, '10'))
    const create = (quantities: readonly string[]) =>
      world().create(name, {
        companyCode,
        header: { plant, storageLocation, receivingStorageLocation: '1002' },
        lines: quantities.map((quantity) => ({
          materialNo: materials.valve,
          quantity,
          bin: 'A-01',
          receivingBin: 'B-01',
        })),
      })
    const refused = (line: number, quantity: string, available: string, held: string) => ({
      code: 'quantity-exceeds-available',
      line,
      field: 'quantity',
      params: {
        material: materials.valve,
        bin: 'A-01',
        batch: '',
        quantity,
        unit: 'EA',
        available,
        onHand: '15',
        held,
      },
    })
    await expectRefused(world(), () => create(['16']), [refused(1, '16', '15', '0')])
    await expectRefused(world(), () => create(['9', '6', '1']), [refused(3, '16', '15', '0')])
    const { id } = await create(['9', '2'])
    await act(id, 'submit')
    await act(id, 'approve')
    await expectRefused(world(), () => create(['5']), [refused(1, '5', '4', '11')])
    await create(['4'])
  })

  test('what is available is told for lines being entered, with a bin that fits, and nothing outside the data scope', async () => {
    const place = await newPlace(world())
    const { companyCode, plant, storageLocation } = place
    await worldWalker(world(), place).stock!(goods(1, materials.valve, '10'))
    const there = await newPlace(world())
    const ask = async (session: Session, header: object, ...named: object[]) => {
      const app = await documentCalls(world().database, session)
      const reply = await app.inject({
        method: 'POST',
        url: `/api/documents/${name}/stock-lines`,
        payload: { companyCode, header: { plant, storageLocation, ...header }, lines: named },
      })
      await app.close()
      return (JSON.parse(reply.body) as { datas: StockLineRow[] }).datas
    }
    const { session } = world().actorFor(name, 'create')
    const valve = { materialNo: materials.valve, bin: 'A-01' }
    const solvent = { materialNo: materials.solvent, bin: 'H-01' }
    const oneUnit = { secondUnit: null, secondRatio: null }
    expect(await ask(session, {}, valve)).toEqual([{ ...oneUnit, available: '15', proposed: {} }])
    const to = { receivingStorageLocation: there.storageLocation }
    // The first storage bin, or that of the hazard class; and the bin that contains the goods, once there is one.
    expect(await ask(session, to, valve, solvent)).toEqual([
      { ...oneUnit, available: '15', proposed: { receivingBin: 'A-01' } },
      { ...oneUnit, available: '0', proposed: { receivingBin: 'H-01' } },
    ])
    const walker = worldWalker(world(), there)
    await makeOver(
      { ...walker, ground: { ...walker.ground, bin: 'A-02' } },
      'stock-initialisation',
      goods(1, materials.valve, '1'),
      ['submit', 'initialise'],
    )
    const [proposal] = await ask(session, to, valve)
    expect(proposal!.proposed).toEqual({ receivingBin: 'A-02' })
    const elsewhere = { ...session, scope: { ...session.scope, storageLocations: ['0001/1002'] } }
    expect(await ask(elsewhere, to, valve)).toEqual([{ ...oneUnit, available: null, proposed: {} }])
  })

  test('a transfer to the location the goods are in already is refused', async () => {
    const place = await newPlace(world())
    const { companyCode, plant, storageLocation } = place
    await expectRefused(
      world(),
      () =>
        world().create(name, {
          companyCode,
          header: { plant, storageLocation, receivingStorageLocation: storageLocation },
          lines: [{ materialNo: materials.bolt, quantity: '1', bin: 'A-01', receivingBin: 'A-02' }],
        }),
      [{ code: 'transfer-same-location', field: 'receivingStorageLocation' }],
    )
  })

  test('the receiving bin is one of the receiving location, and goods of another hazard class do not go there', async () => {
    const place = await newPlace(world())
    const { companyCode, plant, storageLocation } = place
    const create = (materialNo: string, receivingBin: string) =>
      world().create(name, {
        companyCode,
        header: { plant, storageLocation, receivingStorageLocation: '1001' },
        lines: [{ materialNo, quantity: '1', bin: 'A-01', receivingBin }],
      })
    await expectRefused(world(), () => create(materials.bolt, 'B-01'), [
      { code: 'master-unknown', line: 1, field: 'receivingBin' },
    ])
    await expectRefused(world(), () => create(materials.solvent, 'A-01'), [
      { code: 'bin-hazard-mismatch', line: 1, field: 'receivingBin' },
    ])
  })
})
