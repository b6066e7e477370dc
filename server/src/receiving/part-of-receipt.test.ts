import { describe, expect, test } from 'vitest'
import { walk } from '../document/journey/walk.ts'
import { accepted, asked, called, decided, arrived } from '../document/testing/core-flow.ts'
import { addSerialNumbers, goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worker } from '../document/testing/worker.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { bookedByOrder } from '../external-documents/booked-by-order.ts'

// What of a receipt was counted too high is taken back alone (spec domain.md 1.1: a reversal is of the whole or of a part).

const world = useWorld()
const receipts = tradeOf(world, 'goods-receipt')
const reason = { reason: '实收数量有误' }
const bolts = goods(1, materials.bolt)

const back = (quantityBack: string, more: Record<string, unknown> = {}) => ({
  input: reason,
  lines: [{ lineNo: 1, quantityBack, ...more }],
})

async function receive(arrival: string, line: Record<string, unknown> = {}): Promise<string> {
  const { id } = await world().create('goods-receipt', {
    header: {},
    lines: [
      {
        source: { id: arrival, lineNo: 1 },
        quantity: '10',
        stockCategory: 'UU',
        bin: 'A-01',
        ...line,
      },
    ],
    actionAfterCreate: 'receive',
  })
  return id
}

async function received(lines = bolts) {
  const place = await newPlace(world())
  const arrival = await accepted(world(), place, lines)
  return { place, arrival, id: await receive(arrival) }
}

const arrivalLine = async (arrival: string) => (await world().read('arrival', arrival)).lines[0]!
const bins = async (place: Place, materialNo = materials.bolt) =>
  Object.fromEntries(
    (await receipts.stock(place, materialNo)).map(({ bin, quantity }) => [bin, quantity]),
  )

/** Movement type, quantity and mark of the items that the ERP got of a receipt and its arrival. */
async function postedItems(id: string) {
  const before = world().erp.documents.length
  await receipts.act(id, 'post')
  await world().send()
  expect((await receipts.header(id)).erpState).toBe('posted')
  return world()
    .erp.documents.slice(before)
    .flatMap(({ items }) => items)
    .map((item) => [
      item['GoodsMovementType'],
      Number(item['QuantityInEntryUnit']),
      item['IsCompletelyDelivered'] === true,
    ])
}

describe('a part of a receipt', () => {
  test('is open at its arrival again, and the ERP is told of the rest, which completes nothing', async () => {
    const { place, arrival, id } = await received()
    const [before] = (await world().read('goods-receipt', id)).lines
    expect(before).toMatchObject({ deliveryCompletion: 'completed', amount: '125' })
    await receipts.act(id, 'reversePart', back('4'))
    expect(await receipts.header(id)).toMatchObject({
      state: 'received',
      reversalReason: reason.reason,
    })
    expect((await world().read('goods-receipt', id)).lines).toMatchObject([
      { quantity: '10', reversedQuantity: '4', deliveryCompletion: 'open', amount: '75' },
    ])
    expect(await bins(place)).toEqual({ 'A-01': '6' })
    expect(await arrivalLine(arrival)).toMatchObject({ doneQuantity: '6', openQuantity: '4' })
    await receipts.act(id, 'review')
    expect(await postedItems(id)).toEqual([['101', 6, false]])
    for (const isLast of [false, true]) {
      const again = await receive(arrival, { quantity: '2' })
      await receipts.act(again, 'review')
      expect(await postedItems(again)).toEqual([['101', 2, isLast]])
    }
    const { purchaseOrderNo } = before as unknown as { purchaseOrderNo: string }
    const booked = await bookedByOrder(world().database, '1010', [purchaseOrderNo])
    expect([...booked.values()]).toEqual(['10'])
    await receipts.proven()
  })

  test('comes back while other pieces of it are issued already, as far as they lie there', async () => {
    const { place, id } = await received()
    const request = await asked(world(), place, goods(1, materials.bolt, '7'))
    await world().create('goods-issue', {
      header: { recipient: '张三' },
      lines: [{ source: { id: request, lineNo: 1 }, quantity: '7', bin: 'A-01' }],
      actionAfterCreate: 'issue',
    })
    await expectRefused(world(), () => receipts.act(id, 'reversePhysical', { input: reason }), [
      { code: 'stock-moved-on', line: 1 },
    ])
    await expectRefused(world(), () => receipts.act(id, 'reversePart', back('4')), [
      { code: 'stock-moved-on', line: 1, params: { missing: '1' } as never },
    ])
    await receipts.act(id, 'reversePart', back('3'))
    expect(await bins(place)).toEqual({})
    await receipts.proven()
  })

  test('comes out of the bin where the goods were put right, and the rest is put right again', async () => {
    const { place, id } = await received()
    const toBin = (bin: string) =>
      receipts.act(id, 'correctBin', {
        input: { correction: '上架时扫错货位' },
        lines: [{ lineNo: 1, bin }],
      })
    await toBin('A-02')
    await toBin('A-01')
    await toBin('A-02')
    await receipts.act(id, 'reversePart', back('4'))
    expect(await bins(place)).toEqual({ 'A-02': '6' })
    await toBin('A-01')
    expect(await bins(place)).toEqual({ 'A-01': '6' })
    await receipts.act(id, 'reversePhysical', { input: reason })
    expect(await bins(place)).toEqual({})
    await receipts.proven()
  })

  test('of everything that is left reverses the receipt', async () => {
    const { place, arrival, id } = await received()
    await receipts.act(id, 'reversePart', back('4'))
    await expectRefused(world(), () => receipts.act(id, 'reversePart', back('7')), [
      { code: 'quantity-beyond-line', line: 1, params: { quantity: '7', allowed: '6' } as never },
    ])
    await receipts.act(id, 'reversePart', back('6'))
    expect(await receipts.header(id)).toMatchObject({ state: 'reversed', erpState: 'notNeeded' })
    expect(await bins(place)).toEqual({})
    expect((await world().read('arrival', arrival)).header.state).toBe('arrived')
    await receipts.proven()
  })

  test('of what is posted comes back once the ERP has reversed it; what its arrival posted stays until then', async () => {
    const { place, id } = await received(goods(1))
    await receipts.act(id, 'review')
    expect(await postedItems(id)).toEqual([
      ['101', 10, true],
      ['321', 10, false],
    ])
    await approveReversal(world(), 'goods-receipt', id)
    await receipts.act(id, 'reverse')
    await world().send()
    await receipts.act(id, 'reversePart', back('4'))
    expect(await receipts.header(id)).toMatchObject({ state: 'reviewed', erpState: 'reversed' })
    expect(await receipts.stock(place)).toMatchObject([
      { bin: 'A-01', quantity: '6' },
      { bin: 'R-01', quantity: '4' },
    ])
    expect(await postedItems(id)).toEqual([
      ['101', 10, false],
      ['321', 6, false],
    ])
    await receipts.proven()
  })

  test('of rejects stays while their record stands', async () => {
    const place = await newPlace(world())
    const { arrival, notice } = await arrived(world(), place, goods(1))
    await called(world(), notice)
    const order = await decided(world(), notice, '3')
    const id = await receive(arrival, { quantity: '3', stockCategory: 'BL', bin: 'X-01' })
    const [record] = await world().database.query<{ id: string; docNo: string; state: string }>(
      `select h.id, h.doc_no, h.state from rejected_goods h join rejected_goods_line l
         on l.company_code = h.company_code and l.document_id = h.id
       where h.company_code = $2 and l.source_id = $1`,
      [order, place.companyCode],
    )
    await walk(worldWalker(world(), place), 'rejected-goods', record!.id, ['confirm'])
    await expectRefused(world(), () => receipts.act(id, 'reversePart', back('1')), [
      { code: 'successor-stands', params: { by: record!.docNo } as never },
    ])
  })

  test('with serial numbers is received again as the pieces that came back', async () => {
    await addSerialNumbers(world())
    const place = await newPlace(world())
    const id = await receipts.make(place, 'received', goods(1))
    const [numbers] = (await receipts.column(id, 'serialNumbers')) as string[][]
    await receipts.act(id, 'reversePart', back('2', { serialNumbers: numbers!.slice(0, 2) }))
    const [arrival] = (await receipts.column(id, 'sourceId')) as string[]
    const { database, onlooker } = world()
    const { lines } = await worker(database, onlooker).prefill('goods-receipt', [
      { id: arrival!, lineNo: 1 },
    ])
    expect(lines).toMatchObject([{ quantity: '2', serialNumbers: numbers!.slice(0, 2) }])
    await receive(arrival!, { quantity: '2' })
    expect(await receipts.stock(place)).toMatchObject([{ bin: 'A-01', quantity: '10' }])
    await receipts.proven()
  })
})
