import { describe, expect, test } from 'vitest'
import type { Place } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { motor, resin, useValuedGoods } from '../receiving/testing/valuation-trial.ts'
import { readStockOfErp } from './erp-stock-reading.ts'

// What becomes of goods with split valuation in the stock: each movement names their valuation type, and both books agree.

const world = useWorld()
const trial = useValuedGoods(world)

const initialise = async (place: Place, lines: readonly object[], origin: 'new' | 'erp' = 'new') =>
  world().create('stock-initialisation', {
    companyCode: place.companyCode,
    header: { plant: place.plant, storageLocation: place.storageLocation, origin },
    lines: lines.map((line) => ({ bin: 'A-01', stockCategory: 'UU', ...line })),
    actionAfterCreate: 'submit',
  })
const postAndSend = async (name: string, id: string) => {
  await world().act(name, id, 'post')
  await trial().erp.send()
  expect((await world().read(name, id)).header.erpState).toBe('posted')
}
/** A place with this stock, posted. */
async function stockedWith(lines: readonly object[]): Promise<Place & { id: string }> {
  const place = await trial().placeInErp()
  const { id } = await initialise(place, lines)
  await world().act('stock-initialisation', id, 'initialise')
  await postAndSend('stock-initialisation', id)
  return { ...place, id }
}
/** What both books hold in a storage location: material, batch, category, both quantities, the unexplained rest. */
const books = async (place: Place) => trial().books([motor, resin], place.storageLocation)
const newMotors = { materialNo: motor, quantity: '10', amount: '10.00', valuationType: 'NEW' }
const newResins = { ...newMotors, materialNo: resin, batch: 'RB1' }

describe('goods with split valuation in the stock', () => {
  test('begin with the valuation type of each line, and are taken back with it', async () => {
    const bare = await trial().placeInErp()
    await expectRefused(world(), () => initialise(bare, [{ materialNo: motor, quantity: '1' }]), [
      { code: 'valuation-type-required', line: 1, field: 'valuationType' },
    ])
    const old = { ...newMotors, quantity: '3', valuationType: 'REPAIRED' }
    const { id, ...place } = await stockedWith([newMotors, old, newResins])
    expect(await books(place)).toEqual([
      `${motor} NEW UU 10 10 0`,
      `${motor} REPAIRED UU 3 3 0`,
      `${resin} RB1 UU 10 10 0`,
    ])
    await trial().reverse('stock-initialisation', id)
    await world().act('stock-initialisation', id, 'reversePhysical')
    expect(await books(place)).toEqual([])
  })

  test('begin in a batch only once its valuation type is said', async () => {
    const place = await trial().placeInErp()
    const { id } = await initialise(place, [{ ...newResins, batch: 'RB0', valuationType: null }])
    await expectRefused(world(), () => world().act('stock-initialisation', id, 'initialise'), [
      { code: 'valuation-type-required', line: 1, field: 'valuationType' },
    ])
  })

  test('of a batch that has none are posted without, because the ERP may know it', async () => {
    const place = await stockedWith([{ ...newResins, batch: 'RB9' }])
    await world().database.query(`update batch set valuation_type = '' where batch = 'RB9'`)
    const lines = [{ materialNo: resin, quantity: '10', batch: 'RB9' }]
    const steps = ['start', 'count', 'explain', 'review'] as const
    const id = await makeOver(worldWalker(world(), place), 'stocktaking', lines, [...steps])
    await world().act('stocktaking', id, 'post')
    await trial().erp.send()
    const [posting] = await world().database.query(
      `select state, sap_details->0->>'code' as code from erp_posting where document_id = $1`,
      [id],
    )
    expect(posting).toEqual({ state: 'rejected', code: 'M7/018' })
  })

  test('are taken over as the ERP holds them, and a difference is posted under their valuation type', async () => {
    const place = await trial().placeInErp()
    const { plant, companyCode, storageLocation } = place
    await trial().erp.standIn.control('POST', '/stand-in/seed', {
      stock: ['NEW', 'REPAIRED'].map((valuationType) => ({
        product: motor,
        plant,
        storageLocation,
        valuationType,
        quantity: '6',
      })),
    })
    await readStockOfErp(trial().erp.context, { companyCode, plant, storageLocation })
    const { id } = await initialise(
      place,
      [
        { ...newMotors, quantity: '6' },
        {
          materialNo: motor,
          batch: 'REPAIRED',
          quantity: '5',
          amount: '10.00',
          differenceReason: '缺一件',
        },
      ],
      'erp',
    )
    await world().act('stock-initialisation', id, 'initialise')
    await postAndSend('stock-initialisation', id)
    expect(await books(place)).toEqual([`${motor} NEW UU 6 6 0`, `${motor} REPAIRED UU 5 5 0`])
    expect(await trial().posted(motor, storageLocation)).toContain('702 REPAIRED REPAIRED')
  })

  test('are issued and come back under their valuation type', async () => {
    const place = await stockedWith([newMotors, newResins])
    const walker = worldWalker(world(), place)
    const reservation = await trial().reserve(place, [motor, resin])
    const request = await makeOver(
      walker,
      'requisition',
      await linesFrom(walker, 'reservation', reservation),
      ['submit', 'approve'],
    )
    const issue = await makeOver(
      walker,
      'goods-issue',
      await linesFrom(walker, 'requisition', request),
      ['issue'],
    )
    await world().act('goods-issue', issue, 'review')
    await postAndSend('goods-issue', issue)
    expect(await books(place)).toEqual([`${motor} NEW UU 6 6 0`, `${resin} RB1 UU 6 6 0`])
    await trial().reverse('goods-issue', issue)
    await world().act('goods-issue', issue, 'reversePhysical', { input: { reason: '原数退回' } })
    expect(await books(place)).toEqual([`${motor} NEW UU 10 10 0`, `${resin} RB1 UU 10 10 0`])
  })

  test('are transferred in two steps under their valuation type, and back', async () => {
    const place = await stockedWith([newMotors, newResins])
    const there = await trial().placeInErp()
    const { id } = await world().create('transfer-order', {
      companyCode: place.companyCode,
      header: {
        plant: place.plant,
        storageLocation: place.storageLocation,
        receivingStorageLocation: there.storageLocation,
        reason: '库区调整',
      },
      lines: [
        { materialNo: motor, batch: 'NEW' },
        { materialNo: resin, batch: 'RB1' },
      ].map((line) => ({ ...line, quantity: '3', bin: 'A-01', receivingBin: 'A-02' })),
      actionAfterCreate: 'submit',
    })
    await walk(worldWalker(world(), place), 'transfer-order', id, ['approve', 'ship', 'receive'])
    await postAndSend('transfer-order', id)
    expect(await books(place)).toEqual([`${motor} NEW UU 7 7 0`, `${resin} RB1 UU 7 7 0`])
    expect(await books(there)).toEqual([`${motor} NEW UU 3 3 0`, `${resin} RB1 UU 3 3 0`])
    await trial().reverse('transfer-order', id)
    await world().act('transfer-order', id, 'reversePhysical', { input: { reason: '重复办理' } })
    expect(await books(there)).toEqual([])
    expect(await books(place)).toEqual([`${motor} NEW UU 10 10 0`, `${resin} RB1 UU 10 10 0`])
  })

  test('are counted under their valuation type, and the difference is posted and reversed', async () => {
    const place = await stockedWith([newMotors, newResins])
    const walker = worldWalker(world(), place)
    const lines = [
      { materialNo: motor, quantity: '10', batch: 'NEW' },
      { materialNo: resin, quantity: '10', batch: 'RB1' },
    ]
    const steps = ['start', 'count', 'explain', 'review'] as const
    const id = await makeOver(walker, 'stocktaking', lines, [...steps])
    await postAndSend('stocktaking', id)
    expect(await books(place)).toEqual([`${motor} NEW UU 8 8 0`, `${resin} RB1 UU 8 8 0`])
    await trial().reverse('stocktaking', id)
    await world().act('stocktaking', id, 'reversePhysical')
    expect(await books(place)).toEqual([`${motor} NEW UU 10 10 0`, `${resin} RB1 UU 10 10 0`])
  })
})
