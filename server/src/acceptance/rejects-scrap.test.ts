import { describe, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

testConformance('rejects-scrap')

describe('rejected goods that nobody takes back', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'rejects-scrap')
  const record = tradeOf(world, 'rejected-goods')

  test('are not scrapped on the word of who rejected them, or of who asks for it', async () => {
    const id = await trade.make(await newPlace(world()), 'submitted', goods(1))
    const [recordId] = (await trade.column(id, 'sourceId')) as string[]
    const inspected = await record.header(recordId!)
    const { userId } = inspected.acts['create']!
    await expectRefused(world(), () => trade.actAs(userId, id, 'approve'), [
      { code: 'inspector-disposes', params: { no: inspected.docNo, user: 'approve 的人' } },
    ])
    const asked = (await trade.header(id)).acts['submit']!
    await expectRefused(world(), () => trade.actAs(asked.userId, id, 'approve'), [
      { code: 'separation-of-duties' },
    ])
  })
})
