import { expect, test } from 'vitest'
import { arrived } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

// What was counted too high at the gate is taken back from the arrival alone (spec domain.md 1.1).

const world = useWorld()
const arrivals = tradeOf(world, 'arrival')
const reason = { reason: '开箱清点少 2 件' }
const back = (quantityBack: string) => ({ input: reason, lines: [{ lineNo: 1, quantityBack }] })

const receive = (arrival: string, quantity: string) =>
  world().create('goods-receipt', {
    header: {},
    lines: [{ source: { id: arrival, lineNo: 1 }, quantity, stockCategory: 'UU', bin: 'A-01' }],
    actionAfterCreate: 'receive',
  })
const noteLine = async (arrival: string) => {
  const [note] = (await arrivals.column(arrival, 'sourceId')) as string[]
  return (await world().read('delivery-note', note!)).lines[0]!
}

test('eight of ten are received, and the two that did not arrive are delivered again', async () => {
  const place = await newPlace(world())
  const { arrival } = await arrived(world(), place, goods(1, materials.bolt))
  await receive(arrival, '8')
  await expectRefused(world(), () => arrivals.act(arrival, 'reversePart', back('3')), [
    { code: 'quantity-beyond-line', line: 1, field: 'quantityBack' },
  ])
  await arrivals.act(arrival, 'reversePart', back('2'))
  expect(await arrivals.header(arrival)).toMatchObject({
    state: 'received',
    reversalReason: reason.reason,
  })
  expect((await world().read('arrival', arrival)).lines).toMatchObject([
    { quantity: '10', closedQuantity: '2', acceptedQuantity: '8', openQuantity: '0' },
  ])
  expect(await noteLine(arrival)).toMatchObject({ doneQuantity: '8', openQuantity: '2' })
  await expectRefused(world(), () => receive(arrival, '1'), [{ code: 'source-wrong-state' }])
  const { sourceId: note } = (await world().read('arrival', arrival)).lines[0]!
  const { id: again } = await world().create('arrival', {
    header: { visualCheck: 'intact' },
    lines: [{ source: { id: note!, lineNo: 1 }, quantity: '2', bin: 'R-01' }],
    actionAfterCreate: 'confirm',
  })
  await receive(again, '2')
  expect(await arrivals.stock(place, materials.bolt)).toMatchObject([{ quantity: '10' }])
  await arrivals.proven()
})

test('goods in a draft of a receipt are not taken back, and the receipt goes no further than what is left', async () => {
  const { arrival } = await arrived(world(), await newPlace(world()), goods(1, materials.bolt))
  await world().create('goods-receipt', {
    header: {},
    lines: [
      { source: { id: arrival, lineNo: 1 }, quantity: '7', stockCategory: 'UU', bin: 'A-01' },
    ],
  })
  await expectRefused(world(), () => arrivals.act(arrival, 'reversePart', back('4')), [
    { code: 'quantity-beyond-line', line: 1 },
  ])
  await arrivals.act(arrival, 'reversePart', back('1'))
  await expectRefused(world(), () => receive(arrival, '3'), [{ code: 'quantity-held', line: 1 }])
})

test('of inspected goods the inspection finds what is missing, and the refusal says so', async () => {
  const { arrival } = await arrived(world(), await newPlace(world()), goods(1))
  await expectRefused(world(), () => arrivals.act(arrival, 'reversePart', back('2')), [
    {
      code: 'arrival-part-inspected',
      line: 1,
      field: 'quantityBack',
      params: { quantity: '2', unit: 'EA' } as never,
    },
  ])
})

test('of two storekeepers who take a part back at once one does, and the other is told', async () => {
  const { arrival } = await arrived(world(), await newPlace(world()), goods(1, materials.bolt))
  const { version } = await arrivals.header(arrival)
  const asked = { version, ...back('4') }
  const attempts = await Promise.allSettled([
    arrivals.act(arrival, 'reversePart', asked),
    arrivals.act(arrival, 'reversePart', asked),
  ])
  expect(attempts.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'version-stale' } },
  ])
  expect(await noteLine(arrival)).toMatchObject({ openQuantity: '4' })
})
