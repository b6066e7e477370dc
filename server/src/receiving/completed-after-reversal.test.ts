import { describe, expect, test } from 'vitest'
import { goods, newPlace, ordered } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { completingTrade } from './testing/completing-trade.ts'

// Who tells the ERP that an order item is complete, when receipts of it were reversed and made again.

const world = useWorld()
const receipts = tradeOf(world, 'goods-receipt')
const bolts = goods(1, materials.bolt)
const { acceptedOf, received, completionOf, post, sent, inspects } = completingTrade(world)

describe('after an earlier receipt of the order item was reversed,', () => {
  const reversedAndRest = async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, bolts)
    const arrival = await acceptedOf(order, place, '4')
    const first = await received(arrival, '4')
    const last = await received(await acceptedOf(order, place, '6'), '6')
    expect(await completionOf(last)).toEqual(['completed'])
    await world().act('goods-receipt', first, 'reversePhysical', { input: { reason: '错收' } })
    return { arrival, last }
  }
  const marks = () => sent().filter(([type]) => type === '101')

  test.each([
    [true, 'the one of its arrival'],
    [false, 'its own'],
  ])(
    'the rest does not complete it any more (inspected: %s): the 101, %s, says so',
    async (isInspected) => {
      await inspects(isInspected)
      try {
        const { last } = await reversedAndRest()
        sent()
        await post(last)
        expect(marks()).toEqual([['101', false]])
        expect(await completionOf(last)).toEqual(['open'])
      } finally {
        await inspects(true)
      }
    },
  )

  test.each([[true], [false]])(
    'and received again, of the two that complete it the one posted last says so (inspected: %s)',
    async (isInspected) => {
      await inspects(isInspected)
      try {
        for (const isNewFirst of [true, false]) {
          const { arrival, last } = await reversedAndRest()
          const again = await received(arrival, '4')
          expect(await completionOf(again)).toEqual(['completed'])
          const inOrder = isNewFirst ? [again, last] : [last, again]
          sent()
          for (const id of inOrder) await post(id)
          expect(marks()).toEqual([
            ['101', false],
            ['101', true],
          ])
          expect(await Promise.all(inOrder.map(completionOf))).toEqual([['open'], ['completed']])
        }
      } finally {
        await inspects(true)
      }
    },
  )

  test('what the person completes stays completed', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, bolts)
    const first = await received(await acceptedOf(order, place, '4'), '4')
    const last = await received(await acceptedOf(order, place, '3'), '3', {
      deliveryCompletion: 'completed',
    })
    await world().act('goods-receipt', first, 'reversePhysical', { input: { reason: '错收' } })
    sent()
    await post(last)
    expect(marks()).toEqual([['101', true]])
  })

  test('posted at once, one of the two says so', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { arrival, last } = await reversedAndRest()
      const both = [last, await received(arrival, '4')]
      for (const id of both) await receipts.act(id, 'review')
      sent()
      await Promise.all(both.map((id) => receipts.act(id, 'post')))
      await world().send()
      const said = marks()
      expect(said).toHaveLength(2)
      expect(said.filter(([, isMarked]) => isMarked)).toHaveLength(1)
      const completions = (await Promise.all(both.map(completionOf))).flat()
      expect(completions).toEqual(expect.arrayContaining(['completed', 'open']))
    }
  })

  test('another receipt of the same arrival does not say so either', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, bolts)
    const first = await received(await acceptedOf(order, place, '4'), '4')
    const arrival = await acceptedOf(order, place, '6')
    const part = await received(arrival, '2', { deliveryCompletion: 'open' })
    expect(await completionOf(await received(arrival, '4'))).toEqual(['completed'])
    await receipts.act(first, 'reversePhysical', { input: { reason: '错收' } })
    sent()
    await post(part)
    expect(marks()).toEqual([['101', false]])
  })
})
