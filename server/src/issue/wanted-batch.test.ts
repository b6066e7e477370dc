import { expect, test } from 'vitest'
import { goods, newPlace, reserved, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worker } from '../document/testing/worker.ts'

// A unit asks for one batch: no other is proposed to it, and none leaves without a reason.

const world = useWorld()
const requisitions = tradeOf(world, 'requisition')

test('what is proposed is of the wanted batch only, however little there is of it', async () => {
  const request = await asked(await stocked({ EARLY: '10', WANTED: '6' }))
  expect(await requisitions.column(request, 'reservedQuantity')).toEqual(['6'])
  expect(await proposedFor(request)).toMatchObject([{ batch: 'WANTED', quantity: '6' }])
})

test('another batch than the wanted one needs a reason, also for what there is not enough of', async () => {
  const request = await asked(await stocked({ EARLY: '10', WANTED: '6' }))
  const wanted = { batch: 'WANTED', quantity: '6' }
  const other = { batch: 'EARLY', quantity: '4' }
  await expectRefused(world(), () => handOut(request, wanted, other), [
    {
      code: 'wanted-batch-changed',
      line: 2,
      field: 'stockReason',
      params: {
        material: materials.resin,
        batch: 'WANTED',
        stock: 'A-01 EARLY',
        quantity: '4',
        proposed: 'A-01 WANTED 6',
      } as never,
    },
  ])
  const { id } = await handOut(request, wanted, { ...other, stockReason: '指定批次不足' })
  expect((await world().read('goods-issue', id)).lines).toMatchObject([
    { batch: 'WANTED', proposedStock: null },
    { batch: 'EARLY', proposedStock: 'A-01 WANTED 6' },
  ])
})

test('of a batch that is not there nothing is picked, and the keeper is told which is wanted', async () => {
  const request = await asked(await stocked({ EARLY: '10' }))
  expect(await proposedFor(request)).toEqual([])
  await expectRefused(world(), () => requisitions.act(request, 'startPicking'), [
    {
      code: 'wanted-batch-missing',
      line: 1,
      params: { material: materials.resin, batch: 'WANTED', quantity: '10' } as never,
    },
  ])
})

/** Resin in bin A-01 of a new place, by batch; the first expires first. */
async function stocked(quantities: Record<string, string>): Promise<Place> {
  const place = await newPlace(world())
  const { plant, storageLocation } = place
  const begun = await world().create('stock-initialisation', {
    companyCode: place.companyCode,
    header: { plant, storageLocation, origin: 'new' },
    lines: Object.entries(quantities).map(([batch, quantity], index) => ({
      materialNo: materials.resin,
      quantity,
      batch,
      expiryDate: `2099-0${index + 1}-01`,
      bin: 'A-01',
      stockCategory: 'UU',
    })),
    actionAfterCreate: 'submit',
  })
  await world().act('stock-initialisation', begun.id, 'initialise')
  return place
}

/** An approved requisition of 10 of one batch. */
async function asked(place: Place): Promise<string> {
  const reservation = await reserved(world(), place, goods(1, materials.resin))
  const { id } = await world().create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '10', batch: 'WANTED' }],
    actionAfterCreate: 'submit',
  })
  await world().act('requisition', id, 'approve')
  return id
}

const proposedFor = async (request: string) =>
  (
    await worker(world().database, world().onlooker).prefill('goods-issue', [
      { id: request, lineNo: 1 },
    ])
  ).lines

const handOut = (request: string, ...lines: Record<string, unknown>[]) =>
  world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: lines.map((line) => ({ source: { id: request, lineNo: 1 }, bin: 'A-01', ...line })),
    actionAfterCreate: 'issue',
  })
