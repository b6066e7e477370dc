import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { linesFrom, makeOver, requestFor } from '../document/journey/walk.ts'
import { addSerialNumbers, goods, newPlace } from '../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

testConformance('rejects-return')

describe('rejected goods on their way back', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'rejects-return')
  const record = tradeOf(world, 'rejected-goods')

  test('leave with the keeper, and their record is closed when the supplier has them', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'handedOver')
    expect(await trade.stock(place)).toEqual([])
    const [recordId] = (await trade.column(id, 'sourceId')) as string[]
    expect((await record.header(recordId!)).state).toBe('confirmed')
    await trade.act(id, 'pickUp', { input: { pickedUpBy: '王师傅' } })
    expect((await record.header(recordId!)).state).toBe('closed')
    await trade.proven()
  })

  test('are to be picked up in time: the to-dos of their return have the day', async () => {
    const id = await trade.make(await newPlace(world()), 'handedOver', goods(1))
    const day = addDays(companyToday(), 10)
    expect(await trade.header(id)).toMatchObject({ pickUpDueDate: day })
    expect(await trade.dueOn(id)).toEqual([day])
  })

  test('are not handed out by who decided to return them, nor signed for by who handed them out', async () => {
    const id = await trade.make(await newPlace(world()), 'submitted', goods(1))
    const { acts } = await trade.header(id)
    await expectRefused(world(), () => trade.actAs(acts['submit']!.userId, id, 'handOver'), [
      { code: 'separation-of-duties' },
    ])
    await trade.act(id, 'handOver')
    const { userId } = (await trade.header(id)).acts['handOver']!
    await expectRefused(
      world(),
      () => trade.actAs(userId, id, 'pickUp', { input: { pickedUpBy: '王师傅' } }),
      [{ code: 'separation-of-duties' }],
    )
  })

  test('are no more than were rejected and nobody else disposes of', async () => {
    const place = await newPlace(world())
    const id = await record.make(place, 'confirmed', goods(1))
    const dispose = (name: string, quantity: string) =>
      world().create(name, {
        header: name === 'concession' ? { ground: '设计会签' } : { settlement: 'credit' },
        lines: [{ source: { id, lineNo: 1 }, quantity }],
      })
    await dispose('concession', '4')
    await expectRefused(world(), () => dispose('rejects-return', '7'), [
      { code: 'quantity-held', line: 1, field: 'quantity' },
    ])
    await dispose('rejects-return', '6')
  })
})

describe('rejected pieces with serial numbers', () => {
  const world = useWorld()
  const record = tradeOf(world, 'rejected-goods')
  beforeAll(() => addSerialNumbers(world()))

  test('are proposed once each, whatever becomes of the others', async () => {
    const place = await newPlace(world())
    const walker = worldWalker(world(), place)
    const id = await record.make(place, 'confirmed', goods(1))
    const [pieces] = (await record.column(id, 'serialNumbers')) as string[][]
    expect(pieces).toHaveLength(10)
    const half = await linesFrom(walker, 'rejected-goods', id, 'half')
    const returned = await makeOver(walker, 'rejects-return', half, ['submit', 'handOver'])
    const gone = (await world().read('rejects-return', returned)).lines[0]!['serialNumbers']
    expect(gone).toHaveLength(5)
    const left = pieces!.filter((one) => !(gone as string[]).includes(one))
    const request = await requestFor(walker, 'concession', half)
    expect(request.lines.map((line) => line['serialNumbers'])).toEqual([left])
    const conceded = await makeOver(walker, 'concession', half, ['submit', 'approve'])
    expect((await world().read('concession', conceded)).lines[0]!['serialNumbers']).toEqual(left)
    expect((await record.header(id)).state).toBe('partlyHandled')
    // What is conceded is received by piece.
    const [arrival] = await world().database.query<{ serialNumbers: string[] }>(
      `select serial_numbers from arrival_line where $1 = any (serial_numbers)`,
      [left[0]],
    )
    expect(arrival!.serialNumbers.toSorted()).toEqual(left.toSorted())
    await record.proven()
  })
})
