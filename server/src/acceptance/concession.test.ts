import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

testConformance('concession')

describe('rejected goods accepted as they are', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'concession')
  const record = tradeOf(world, 'rejected-goods')

  test('lie where they arrived again, and are received like accepted ones', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'conceded', goods(1))
    expect(await trade.stock(place)).toMatchObject([{ bin: 'R-01', quantity: '10' }])
    const arrival = await arrivalBehind(id)
    const walker = worldWalker(world(), place)
    const lines = await linesFrom(walker, 'arrival', arrival)
    await makeOver(walker, 'goods-receipt', lines, ['receive'])
    expect(await trade.stock(place)).toMatchObject([{ bin: 'A-01', quantity: '10' }])
    await trade.proven()
  })

  test('need a ground, and the approval of somebody who has neither asked for it nor inspected them', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'submitted', goods(1))
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
    const other = await record.make(place, 'confirmed', goods(1))
    await expectRefused(
      world(),
      () =>
        world().create('concession', {
          header: {},
          lines: [{ source: { id: other, lineNo: 1 }, quantity: '1' }],
          actionAfterCreate: 'submit',
        }),
      [{ code: 'field-required', field: 'ground' }],
    )
  })

  test('are taken back only as far as nobody has received them', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'reversalRequested', goods(1))
    const arrival = await arrivalBehind(id)
    const receipt = await world().create('goods-receipt', {
      header: {},
      lines: [
        { source: { id: arrival, lineNo: 1 }, quantity: '4', stockCategory: 'UU', bin: 'A-01' },
      ] as never,
    })
    await expectRefused(world(), () => trade.act(id, 'approveReversal'), [
      {
        code: 'conceded-received',
        line: 1,
        params: { quantity: '10', left: '6', receipt: receipt.docNo, unit: 'EA' },
      },
    ])
  })

  /** The arrival of the goods of a concession, by the chain of documents before it. */
  async function arrivalBehind(id: string): Promise<string> {
    let [name, at] = ['concession', id]
    while (name !== 'arrival') {
      const [line] = (await world().read(name, at)).lines
      ;[name, at] = [String(line!['sourceType']), String(line!['sourceId'])]
    }
    return at
  }
})
