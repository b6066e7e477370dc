import { expect, test } from 'vitest'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import { called, decided } from '../document/testing/core-flow.ts'
import { goods, newPlace, ordered } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { completingTrade } from './testing/completing-trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

const world = useWorld()
const { acceptedOf, received, completionOf, post, sent } = completingTrade(world)

test('two lines of one arrival, of one order item, are posted one after the other by two receipts: the one that completes comes last, and it alone says so', async () => {
  const place = await newPlace(world())
  const walker = worldWalker(world(), place)
  const over = await linesFrom(walker, 'purchase-order', await ordered(world(), place, goods(1)))
  const note = await makeOver(walker, 'delivery-note', over, ['submit', 'confirm'])
  const { id: arrival } = await world().create('arrival', {
    header: { visualCheck: 'intact' },
    lines: ['4', '6'].map((quantity) => ({
      source: { id: note, lineNo: 1 },
      quantity,
      bin: 'R-01',
    })),
    actionAfterCreate: 'confirm',
  })
  const notice = (await walker.successorOf('arrival', arrival, 'inspection-notice'))!
  await called(world(), notice)
  await decided(world(), notice)
  const receipts = []
  for (const [index, quantity] of ['4', '6'].entries()) {
    const { id } = await world().create('goods-receipt', {
      header: {},
      lines: [
        {
          source: { id: arrival, lineNo: index + 1 },
          quantity,
          stockCategory: 'UU',
          bin: 'A-01',
          deliveryCompletion: index === 0 ? 'open' : 'completed',
        },
      ],
      actionAfterCreate: 'receive',
    })
    await world().act('goods-receipt', id, 'review')
    receipts.push(id)
  }
  const [first, last] = receipts as [string, string]
  const { docNo } = (await world().read('goods-receipt', first)).header
  await expectRefused(world(), () => world().act('goods-receipt', last, 'post'), [
    { code: 'completes-before-others', line: 1, params: { other: docNo } as never },
  ])
  const before = world().erp.documents.length
  for (const id of [first, last]) {
    await world().act('goods-receipt', id, 'post')
    await world().send()
  }
  expect(
    world()
      .erp.documents.slice(before)
      .flatMap(({ items }) => items)
      .map((item) => [item['GoodsMovementType'], item['IsCompletelyDelivered'] === true]),
  ).toEqual([
    ['101', false],
    ['321', false],
    ['101', true],
    ['321', false],
  ])
})

test('a receipt whose arrival line another receipt completes waits for what is still to be posted of the order item', async () => {
  const place = await newPlace(world())
  const order = await ordered(world(), place, goods(1))
  const arrival = await acceptedOf(order, place, '5')
  const first = await received(arrival, '2', { deliveryCompletion: 'open' })
  const completing = await received(arrival, '3', { deliveryCompletion: 'completed' })
  const other = await received(await acceptedOf(order, place, '4'), '4', {
    deliveryCompletion: 'open',
  })
  await world().act('goods-receipt', first, 'review')
  const { docNo } = (await world().read('goods-receipt', other)).header
  // The 101 of the arrival says for both receipts whether the item is complete.
  await expectRefused(world(), () => world().act('goods-receipt', first, 'post'), [
    { code: 'completes-before-others', line: 1, params: { other: docNo } as never },
  ])
  sent()
  await post(other)
  await world().act('goods-receipt', first, 'post')
  await world().send()
  await post(completing)
  expect(sent()).toEqual([
    ['101', false],
    ['321', false],
    ['101', true],
    ['321', false],
    ['321', false],
  ])
  expect(await completionOf(completing)).toEqual(['completed'])
})

test('two arrivals of one order item, each with a receipt that completes it, do not wait for each other', async () => {
  const place = await newPlace(world())
  const order = await ordered(world(), place, goods(1))
  const receipts = []
  for (const _arrival of ['first', 'second']) {
    const arrival = await acceptedOf(order, place, '5')
    for (const [quantity, deliveryCompletion] of [
      ['2', 'open'],
      ['3', 'completed'],
    ] as const)
      receipts.push(await received(arrival, quantity, { deliveryCompletion }))
  }
  const [open, completed, otherOpen, otherCompleted] = receipts as [string, string, string, string]
  sent()
  for (const id of [open, otherOpen, completed, otherCompleted]) await post(id)
  expect(sent().filter(([type]) => type === '101')).toEqual([
    ['101', false],
    ['101', true],
  ])
})
