import type { ActionRequest } from '@kufang/contract/document/api.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeOver } from '../document/journey/walk.ts'
import { addSerialNumbers, goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

// Nobody stops issuing and receiving because others count: a line is compared with the books of the moment it is counted.

const world = useWorld()
const counts = tradeOf(world, 'stocktaking')
const receipts = tradeOf(world, 'goods-receipt')

beforeAll(() => addSerialNumbers(world()))

/** Twenty pieces of two kinds of bolts in bin A-01. */
const filled = async (materialNo: string = materials.bolt): Promise<Place> => {
  const place = await newPlace(world())
  await makeOver(worldWalker(world(), place), 'stock-initialisation', goods(2, materialNo, '20'), [
    'submit',
    'initialise',
  ])
  return place
}
const ordered = async (place: Place, materialNo: string = materials.bolt): Promise<string> => {
  const { companyCode, ...where } = place
  const { id } = await world().create('stocktaking', {
    companyCode,
    header: { ...where, countType: 'cycle' },
    lines: goods(2, materialNo).map((line) => ({
      materialNo: line.materialNo,
      bin: 'A-01',
      stockCategory: 'UU',
    })),
    actionAfterCreate: 'start',
  })
  return id
}
const act = (id: string, action: string, request: Partial<ActionRequest> = {}) =>
  world().act('stocktaking', id, action, request)
const issue = (place: Place, quantity: string, more: object = {}): Promise<unknown> => {
  const { companyCode, ...where } = place
  return world().create('emergency-issue', {
    companyCode,
    header: { ...where, pickingUnit: 'U1', requester: 'P1', cause: '抢修' },
    lines: [{ materialNo: materials.bolt, bin: 'A-01', quantity, ...more }],
    actionAfterCreate: 'issue',
  })
}
const receive = (place: Place, quantity: string): Promise<unknown> =>
  receipts.make(place, 'received', goods(1, materials.bolt, quantity))
const found = (...quantities: string[]) => ({
  lines: quantities.map((countedQuantity, index) => ({ lineNo: index + 1, countedQuantity })),
})
const explain = (id: string, ...lineNos: number[]) =>
  act(id, 'explain', { lines: lineNos.map((lineNo) => ({ lineNo, differenceReason: 'lost' })) })
const inBin = async (place: Place): Promise<string> =>
  (await counts.stock(place, materials.bolt)).find(({ bin }) => bin === 'A-01')!['quantity']!
/** A moment after everything so far and before everything that follows. */
const moment = async (): Promise<string> => {
  const at = Date.now()
  while (Date.now() <= at) await new Promise((next) => setImmediate(next))
  return new Date(at).toISOString()
}

describe('goods that move while others count', () => {
  test('bolts are issued and received before a bin is counted and after it: the difference is exactly the three that are missing', async () => {
    const place = await filled()
    const id = await ordered(place)
    await issue(place, '5')
    await receive(place, '8')
    await act(id, 'count', found('20', '20'))
    expect(await counts.column(id, 'quantity')).toEqual(['20', '20'])
    expect(await counts.column(id, 'movedQuantity')).toEqual(['3', '0'])
    expect(await counts.column(id, 'bookAtCount')).toEqual(['23', '20'])
    expect(await counts.column(id, 'differenceQuantity')).toEqual(['-3', '0'])
    await issue(place, '2')
    await receive(place, '6')
    await explain(id, 1)
    await issue(place, '1')
    await act(id, 'review')
    // 23 in the books when it was counted, less 3 that are missing; since then 3 more came than went.
    expect(await inBin(place)).toBe('23')
    expect(await counts.column(id, 'adjustedQuantity')).toEqual(['3', null])
    await counts.proven()
  })

  test('a bin that agrees when it is counted has no difference, however much moved before and after', async () => {
    const place = await filled()
    const id = await ordered(place)
    await issue(place, '20')
    await receive(place, '4')
    await act(id, 'count', found('4', '20'))
    await issue(place, '4')
    expect((await counts.header(id)).state).toBe('counted')
    expect(await counts.column(id, 'movedQuantity')).toEqual(['-16', '0'])
  })

  test('lines counted at different times are each compared with the books of their time', async () => {
    const place = await filled()
    const id = await ordered(place)
    await act(id, 'count', { lines: [{ lineNo: 1, countedQuantity: '19' }] })
    await issue(place, '5')
    await act(id, 'count', { lines: [{ lineNo: 2, countedQuantity: '20' }] })
    expect(await counts.column(id, 'differenceQuantity')).toEqual(['-1', '0'])
  })

  test('who counts again compares with the books of that moment', async () => {
    const place = await filled()
    const id = await ordered(place)
    await act(id, 'count', found('17', '20'))
    await issue(place, '4')
    await act(id, 'recount', { lines: [{ lineNo: 1, recountedQuantity: '14' }] })
    expect(await counts.column(id, 'movedQuantity')).toEqual(['-4', '0'])
    expect(await counts.column(id, 'differenceQuantity')).toEqual(['-2', '0'])
    await explain(id, 1)
    await act(id, 'review')
    expect(await inBin(place)).toBe('14')
  })

  test('a sheet of paper entered later counts for the time at which the bin was counted', async () => {
    const place = await filled()
    const id = await ordered(place)
    await issue(place, '5')
    const seenAt = await moment()
    await issue(place, '6')
    await receive(place, '2')
    await act(id, 'count', {
      lines: [
        { lineNo: 1, countedQuantity: '14', seenAt },
        { lineNo: 2, countedQuantity: '20' },
      ],
    })
    expect((await counts.column(id, 'countedAt'))[0]).toBe(seenAt)
    expect(await counts.column(id, 'bookAtCount')).toEqual(['15', '20'])
    expect(await counts.column(id, 'differenceQuantity')).toEqual(['-1', '0'])
    await explain(id, 1)
    await act(id, 'review')
    expect(await inBin(place)).toBe('10')
    await counts.proven()
  })

  test('a time before the snapshot and one to come are refused at their line', async () => {
    const id = await ordered(await filled())
    const at = (seenAt: string) =>
      act(id, 'count', { lines: [{ lineNo: 2, countedQuantity: '20', seenAt }] })
    for (const seenAt of ['2026-01-05T08:00:00Z', new Date(Date.now() + 3_600_000).toISOString()])
      await expectRefused(world(), () => at(seenAt), [
        { code: 'count-time-outside', line: 2, field: 'seenAt' },
      ])
    // A clock without seconds shows the minute of the snapshot.
    const snapshot = Date.parse(String((await counts.header(id))['snapshotAt']))
    await at(new Date(snapshot - (snapshot % 60_000)).toISOString())
    expect((await counts.column(id, 'countedAt'))[1]).toBe(new Date(snapshot).toISOString())
  })

  test('what is missing may not be taken from goods that have left meanwhile', async () => {
    const place = await filled()
    const id = await ordered(place)
    await act(id, 'count', found('17', '20'))
    await explain(id, 1)
    await issue(place, '18')
    await expectRefused(world(), () => act(id, 'review'), [{ code: 'stock-short', line: 1 }])
  })
})

describe('pieces that move while others count', () => {
  const piecesOf = async (id: string) =>
    ((await counts.column(id, 'serialNumbers')) as string[][])[0]!
  const serials = (...numbers: string[][]) => ({
    lines: numbers.map((countedSerialNumbers, index) => ({
      lineNo: index + 1,
      countedQuantity: String(countedSerialNumbers.length),
      countedSerialNumbers,
    })),
  })

  test('pieces that were issued are not missing, the one nobody found is', async () => {
    const place = await filled(materials.valve)
    const id = await ordered(place, materials.valve)
    const [first, second, third, ...others] = await piecesOf(id)
    const rest = ((await counts.column(id, 'serialNumbers')) as string[][])[1]!
    await issue(place, '2', {
      materialNo: materials.valve,
      serialNumbers: [first!, second!],
    })
    const seenAt = await moment()
    await issue(place, '1', { materialNo: materials.valve, serialNumbers: [others[0]!] })
    // The piece issued after the count was still seen.
    const { lines } = serials(others, rest)
    await act(id, 'count', { lines: lines.map((line) => ({ ...line, seenAt })) })
    expect(await counts.column(id, 'missingSerialNumbers')).toEqual([[third], []])
    expect(await counts.column(id, 'surplusSerialNumbers')).toEqual([[], []])
    expect(await counts.column(id, 'differenceQuantity')).toEqual(['-1', '0'])
    await counts.proven()
  })
})
