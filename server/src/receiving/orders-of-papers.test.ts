import { expect, test } from 'vitest'
import { make, wayTo } from '../document/journey/walk.ts'
import { goods, newPlace, ordered } from '../document/testing/ground.ts'
import { useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { ordersOfPapers } from './orders-of-papers.ts'

const world = useWorld()

test('the orders that fit goods without papers are looked for together, each for its own supplier and place', async () => {
  const ids: string[] = []
  const wanted: string[] = []
  for (let index = 0; index < 4; index += 1) {
    const place = await newPlace(world())
    const walker = worldWalker(world(), place)
    const way = wayTo('unannounced-arrival', 'awaiting')
    const id = await make(walker, 'unannounced-arrival', goods(2), way)
    ids.push(id)
    // The one they were made from has nothing left.
    const order = await ordered(world(), place, goods(2))
    wanted.push((await world().read('purchase-order', order)).header.docNo)
  }
  const found = async (asked: readonly string[]) => {
    let count = 0
    const counting = {
      ...world().database,
      query: <Row extends object>(text: string, values?: readonly unknown[]) => {
        count += 1
        return world().database.query<Row>(text, values)
      },
    }
    const orders = await ordersOfPapers(counting, { ids: asked, companyCodes: ['1010', '1020'] })
    return { count, orders }
  }
  const one = await found(ids.slice(0, 1))
  expect(one.orders).toEqual([{ companyCode: '1010', docNos: wanted.slice(0, 1) }])
  const all = await found(ids)
  expect(all.count).toBe(one.count)
  expect(all.orders.map(({ companyCode }) => companyCode)).toEqual(['1010'])
  expect(all.orders[0]!.docNos.toSorted()).toEqual(wanted.toSorted())
})
