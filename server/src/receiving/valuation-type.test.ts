import { describe, expect, test } from 'vitest'
import { called, decided } from '../document/testing/core-flow.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { exempt, motor, resin, useValuedGoods } from './testing/valuation-trial.ts'

// Goods with split valuation (MBEW-BWTTY) have a valuation type from where they come in to where they go, and every
// posting names it. Without batches the stock is kept under the valuation type; otherwise a batch has one.

const world = useWorld()
const trial = useValuedGoods(world)
const trade = tradeOf(world, 'arrival')

/** A delivery note for some pieces of an item. */
const noteOf = (lineNo: number, quantity: string) =>
  makeOver(
    worldWalker(world(), trial().place),
    'delivery-note',
    [{ source: { id: trial().order, lineNo }, quantity } as never],
    ['submit', 'confirm'],
  )
const arrive = (note: string, quantity: string, line: object = {}) =>
  world().create('arrival', {
    header: { visualCheck: 'intact' },
    lines: [{ source: { id: note, lineNo: 1 }, quantity, bin: 'R-01', ...line }],
    actionAfterCreate: 'confirm',
  })
/** Pieces arrived, inspected, received and posted. */
async function received(lineNo: number, quantity: string, line: object = {}) {
  const walker = worldWalker(world(), trial().place)
  const { id } = await arrive(await noteOf(lineNo, quantity), quantity, line)
  const notice = await walker.successorOf('arrival', id, 'inspection-notice')
  if (notice !== undefined) {
    await called(world(), notice)
    await decided(world(), notice)
  }
  const over = await linesFrom(walker, 'arrival', id)
  const receipt = await makeOver(walker, 'goods-receipt', over, ['receive'])
  await walk(walker, 'goods-receipt', receipt, ['review', 'post'])
  await trial().erp.send()
  expect((await world().read('goods-receipt', receipt)).header.erpState).toBe('posted')
  return { arrival: id, receipt }
}

describe('goods with split valuation', () => {
  test('bring their valuation types by plant, and the order says which it receives', async () => {
    expect(
      await world().database.query(
        `select plant, valuation_type from valuation_type where material_no = $1 order by 2`,
        [motor],
      ),
    ).toEqual([
      { plant: trial().place.plant, valuationType: 'NEW' },
      { plant: trial().place.plant, valuationType: 'REPAIRED' },
    ])
    const { lines } = await world().read('purchase-order', trial().order)
    expect(lines.map((line) => line['valuationType'])).toEqual([
      null,
      null,
      'REPAIRED',
      'NEW',
      null,
    ])
  })

  test('do not arrive without a valuation type, with one of others, or under another batch', async () => {
    const note = await noteOf(10, '3')
    const params = { material: motor, plant: trial().place.plant, types: 'NEW / REPAIRED' } as never
    const at = { line: 1, field: 'valuationType' }
    await expectRefused(world(), () => arrive(note, '3'), [
      { code: 'valuation-type-required', ...at, params },
    ])
    await expectRefused(world(), () => arrive(note, '3', { valuationType: 'LEASED' }), [
      { code: 'master-unknown', ...at },
    ])
    await expectRefused(world(), () => arrive(note, '3', { batch: 'LEASED' }), [
      { code: 'valuation-type-unknown', ...at },
    ])
    await expectRefused(world(), () => arrive(note, '3', { batch: 'B1', valuationType: 'NEW' }), [
      { code: 'valuation-type-not-batch', line: 1, field: 'batch' },
    ])
    const named = await noteOf(30, '1')
    await expectRefused(world(), () => arrive(named, '1', { valuationType: 'NEW' }), [
      { code: 'differs-from-source', ...at },
    ])
  })

  test('are proposed with the valuation type of their order, or the only one they have', async () => {
    const walker = worldWalker(world(), trial().place)
    const proposed = async (lineNo: number) => {
      const source = { id: await noteOf(lineNo, '1'), lineNo: 1 }
      const { lines } = await walker.propose('arrival', 'storekeeper', [source])
      return lines[0]!['valuationType']
    }
    expect(await Promise.all([10, 30, 50].map(proposed))).toEqual([null, 'REPAIRED', 'NEW'])
  })

  test('are in stock under their valuation type where they have no batches, in both books', async () => {
    await received(10, '4', { valuationType: 'NEW' })
    const { arrival, receipt } = await received(30, '5')
    expect(await trade.column(arrival, 'batch')).toEqual(['REPAIRED'])
    expect(await trial().books([motor])).toEqual([
      `${motor} NEW UU 4 4 0`,
      `${motor} REPAIRED UU 5 5 0`,
    ])
    expect(await trial().posted(motor)).toEqual([
      '101 NEW NEW',
      '101 REPAIRED REPAIRED',
      '321 NEW NEW',
      '321 REPAIRED REPAIRED',
    ])
    await trial().reverse('goods-receipt', receipt)
    await world().act('goods-receipt', receipt, 'reversePhysical', {
      input: { reason: '整单退回' },
    })
    expect(await trial().books([motor])).toEqual([
      `${motor} NEW UU 4 4 0`,
      `${motor} REPAIRED QI 0 5 0`,
    ])
  })

  test('that need no inspection are received with the valuation type of their order', async () => {
    const { receipt } = await received(40, '2')
    expect(await trial().books([exempt])).toEqual([`${exempt} NEW UU 2 2 0`])
    await trial().reverse('goods-receipt', receipt)
    await world().act('goods-receipt', receipt, 'reversePhysical', {
      input: { reason: '整单退回' },
    })
    expect(await trial().books([exempt])).toEqual([])
  })

  test('have one valuation type per batch where they have batches', async () => {
    const note = await noteOf(20, '4')
    const batch = 'VB1'
    await expectRefused(world(), () => arrive(note, '4', { batch }), [
      { code: 'valuation-type-required', line: 1, field: 'valuationType' },
    ])
    await received(20, '3', { batch, valuationType: 'NEW' })
    await expectRefused(world(), () => arrive(note, '4', { batch, valuationType: 'REPAIRED' }), [
      {
        code: 'batch-data-differs',
        line: 1,
        field: 'valuationType',
        params: { recorded: 'NEW', given: 'REPAIRED' } as never,
      },
    ])
    // It is known of the batch, and need not be said again.
    await arrive(note, '4', { batch })
    expect(await trial().books([resin])).toEqual([`${resin} VB1 QI 0 4 0`, `${resin} VB1 UU 3 3 0`])
    expect(await trial().posted(resin)).toEqual(['101 VB1 NEW', '321 VB1 NEW'])
  })
})
