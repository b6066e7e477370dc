import { describe, expect, test } from 'vitest'
import { asked, stocked } from '../document/testing/core-flow.ts'
import { addSerialNumbers, goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

// What the unit brings back before its issue is posted (spec domain.md 1.1: a reversal is of the whole or of a part).

const world = useWorld()
const issues = tradeOf(world, 'goods-issue')
const bolts = goods(1, materials.bolt)
const reason = { reason: '领用过多，当场退回' }

const back = (quantityBack: string, lineNo = 1, more: Record<string, unknown> = {}) => ({
  input: reason,
  lines: [{ lineNo, quantityBack, ...more }],
})

/** Twelve bolts in the bin, of which ten are asked for and issued. */
async function issued(quantities: readonly string[] = ['10']) {
  const place = await newPlace(world())
  await stocked(world(), place, goods(1, materials.bolt, '12'))
  const request = await asked(world(), place, bolts)
  return { place, request, id: await handOut(request, quantities) }
}

async function handOut(request: string, quantities: readonly string[]): Promise<string> {
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: quantities.map((quantity) => ({
      source: { id: request, lineNo: 1 },
      quantity,
      bin: 'A-01',
    })),
    actionAfterCreate: 'issue',
  })
  return id
}

const demandOf = async (request: string) => (await world().read('requisition', request)).lines[0]!
const inBin = async (place: Place) => {
  const [row] = await issues.stock(place, materials.bolt)
  return [row!['quantity'], row!['reserved']]
}

/** Quantity and mark of the 201 items that the ERP got of an issue. */
async function postedItems(id: string) {
  const before = world().erp.documents.length
  await issues.act(id, 'post')
  await world().send()
  expect((await issues.header(id)).erpState).toBe('posted')
  return world()
    .erp.documents.slice(before)
    .flatMap(({ items }) => items)
    .map((item) => [
      item['GoodsMovementType'],
      Number(item['QuantityInEntryUnit']),
      item['ReservationIsFinallyIssued'] === true,
    ])
}

describe('a part that comes back before the posting', () => {
  test('lies in its bin again, held for the requisition; the ERP is told of the rest, and that nothing is complete', async () => {
    const { place, request, id } = await issued()
    expect(await issues.column(id, 'finalIssue')).toEqual(['final'])
    await issues.act(id, 'reversePart', back('4'))
    expect(await issues.header(id)).toMatchObject({
      state: 'issued',
      reversalReason: reason.reason,
    })
    expect((await world().read('goods-issue', id)).lines).toMatchObject([
      { quantity: '10', reversedQuantity: '4', finalIssue: 'open' },
    ])
    expect(await inBin(place)).toEqual(['6', '4'])
    expect(await demandOf(request)).toMatchObject({
      doneQuantity: '6',
      openQuantity: '4',
      reservedQuantity: '4',
    })
    expect((await world().read('requisition', request)).header.state).toBe('partlyIssued')
    await issues.act(id, 'review')
    expect(await postedItems(id)).toEqual([['201', 6, false]])
    await issues.proven()
  })

  test('can be issued again, and that completes the item', async () => {
    const { request, id } = await issued()
    await issues.act(id, 'reversePart', back('4'))
    const again = await handOut(request, ['4'])
    expect(await issues.column(again, 'finalIssue')).toEqual(['final'])
    for (const one of [id, again]) await issues.act(one, 'review')
    expect(await postedItems(id)).toEqual([['201', 6, false]])
    expect(await postedItems(again)).toEqual([['201', 4, true]])
    expect(await demandOf(request)).toMatchObject({ doneQuantity: '10', openQuantity: '0' })
  })

  test('comes back several times, of each line as much as is with the unit and no more', async () => {
    const { place, id } = await issued(['7', '3'])
    await issues.act(id, 'reversePart', back('2'))
    await issues.act(id, 'reversePart', back('1', 2))
    expect(await issues.column(id, 'reversedQuantity')).toEqual(['2', '1'])
    await expectRefused(world(), () => issues.act(id, 'reversePart', back('6')), [
      {
        code: 'quantity-beyond-line',
        line: 1,
        field: 'quantityBack',
        params: { quantity: '6', allowed: '5', unit: 'EA' } as never,
      },
    ])
    await expectRefused(world(), () => issues.act(id, 'reversePart', back('8')), [
      { code: 'quantity-beyond-line', line: 1, field: 'quantityBack' },
    ])
    await expectRefused(world(), () => issues.act(id, 'reversePart', back('0')), [
      { code: 'lines-required' },
    ])
    expect(await inBin(place)).toEqual(['5', '3'])
    await issues.proven()
  })

  test('of everything that is left reverses the issue', async () => {
    const { place, request, id } = await issued()
    await issues.act(id, 'reversePart', back('4'))
    await issues.act(id, 'reversePart', back('6'))
    expect(await issues.header(id)).toMatchObject({ state: 'reversed', erpState: 'notNeeded' })
    expect(await inBin(place)).toEqual(['12', '10'])
    expect(await demandOf(request)).toMatchObject({ doneQuantity: '0', reservedQuantity: '10' })
    await issues.proven()
  })

  test('leaves the rest to be reversed as a whole', async () => {
    const { place, request, id } = await issued()
    await issues.act(id, 'reversePart', back('4'))
    await issues.act(id, 'reversePhysical', { input: reason })
    expect((await issues.header(id)).state).toBe('reversed')
    expect(await inBin(place)).toEqual(['12', '10'])
    expect(await demandOf(request)).toMatchObject({ doneQuantity: '0', reservedQuantity: '10' })
    await issues.proven()
  })

  test('is taken back once by two storekeepers at once, and the second is told', async () => {
    const { place, id } = await issued()
    const request = { version: (await issues.header(id)).version, ...back('4') }
    const attempts = await Promise.allSettled([
      issues.act(id, 'reversePart', request),
      issues.act(id, 'reversePart', request),
    ])
    expect(attempts.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'version-stale' } },
    ])
    expect(await inBin(place)).toEqual(['6', '4'])
  })
})

describe('a part of what is posted', () => {
  test('comes back once the ERP has reversed it and somebody has approved; the rest is posted again', async () => {
    const { place, request, id } = await issued()
    await issues.act(id, 'review')
    expect(await postedItems(id)).toEqual([['201', 10, true]])
    await expectRefused(world(), () => issues.act(id, 'reversePart', back('4')), [
      { code: 'wrong-state' },
    ])
    await approveReversal(world(), 'goods-issue', id)
    await expectRefused(world(), () => issues.act(id, 'reversePart', back('4')), [
      { code: 'wrong-erp-state' },
    ])
    await issues.act(id, 'reverse')
    await world().send()
    await issues.act(id, 'reversePart', back('4'))
    expect(await issues.header(id)).toMatchObject({
      state: 'reviewed',
      erpState: 'reversed',
      reversalReason: '数量录入错误',
    })
    expect(await inBin(place)).toEqual(['6', '4'])
    expect(await postedItems(id)).toEqual([['201', 6, false]])
    expect(await demandOf(request)).toMatchObject({ doneQuantity: '6', openQuantity: '4' })
    await issues.proven()
  })
})

describe('a part of goods', () => {
  test('that were delivered lies in the bin they came from, beside what was refused', async () => {
    const orders = tradeOf(world, 'distribution-order')
    const place = await newPlace(world())
    const order = await orders.make(place, 'underWay', bolts)
    await orders.act(order, 'signPartly', {
      input: { receivedBy: '张三', reason: '包装破损' },
      lines: [{ lineNo: 1, acceptedQuantity: '7' }],
    })
    const [id] = (await orders.column(order, 'sourceId')) as string[]
    await issues.act(id!, 'reversePart', back('4'))
    expect(await issues.stock(place, materials.bolt)).toMatchObject([
      { place: 'in-distribution', quantity: '3' },
      { place: 'stock', bin: 'A-01', quantity: '9' },
    ])
    await orders.act(order, 'putBack')
    expect(await inBin(place)).toEqual(['12', '7'])
    await issues.act(id!, 'reversePart', back('3'))
    expect((await issues.header(id!)).state).toBe('reversed')
    expect(await inBin(place)).toEqual(['15', '10'])
    await issues.proven()
  })

  test('of an emergency is not taken back by its paper, and the refusal says how', async () => {
    const place = await newPlace(world())
    const emergency = await tradeOf(world, 'emergency-issue').make(place, 'awaiting', bolts)
    const { id: paper } = await world().create('requisition', {
      page: '/pickings/materialApplicationSupplement',
      header: {
        pickingUnit: 'U1',
        requester: 'P1',
        requiredDate: '2099-01-01',
        costCenter: 'CC100',
      },
      lines: [{ source: { id: emergency, lineNo: 1 }, quantity: '10' }],
      actionAfterCreate: 'submit',
    })
    await world().act('requisition', paper, 'approve')
    const [made] = await world().database.query<{ id: string; docNo: string }>(
      `select h.id, h.doc_no from document_link k join goods_issue h on h.company_code = k.company_code and h.id = k.to_id
       where k.company_code = $2 and k.from_id = $1 and k.to_type = 'goods-issue'`,
      [paper, place.companyCode],
    )
    await expectRefused(world(), () => issues.act(made!.id, 'reversePart', back('4')), [
      { code: 'papered-issue-whole', params: { no: made!.docNo } as never },
    ])
  })

  test('with serial numbers are the pieces that are named, otherwise the last ones; none comes back twice', async () => {
    await addSerialNumbers(world())
    const id = await issues.make(await newPlace(world()), 'issued', goods(1))
    const [numbers] = (await issues.column(id, 'serialNumbers')) as string[][]
    const inStock = async () =>
      (
        await world().database.query<{ serialNo: string }>(
          `select serial_no from stock_serial_number n join stock_key k on k.company_code = n.company_code and k.id = n.key_id
           where n.company_code = $1 and n.serial_no = any ($2) and k.place = 'stock' order by 1`,
          ['1010', numbers],
        )
      ).map(({ serialNo }) => serialNo)
    expect(await inStock()).toEqual([])
    await issues.act(id, 'reversePart', back('2', 1, { serialNumbers: numbers!.slice(0, 2) }))
    await issues.act(id, 'reversePart', back('1'))
    const gone = [...numbers!.slice(0, 2), numbers!.at(-1)!]
    expect(await inStock()).toEqual(gone.toSorted())
    expect(await issues.column(id, 'reversedSerialNumbers')).toEqual([gone])
    await expectRefused(
      world(),
      () => issues.act(id, 'reversePart', back('1', 1, { serialNumbers: numbers!.slice(0, 1) })),
      [{ code: 'serial-number-not-of-source', line: 1 }],
    )
    await issues.act(id, 'review')
    const before = world().erp.documents.length
    await issues.act(id, 'post')
    await world().send()
    expect(world().erp.documents.length).toBe(before + 1)
    await issues.proven()
  })
})
