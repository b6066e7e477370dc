import { companyToday } from '@kufang/kernel/company-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, reserved, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { connectedTo, standInFor } from '../document/testing/trial.ts'
import { approveReversal, expectRefused, useWorld } from '../document/testing/trade.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'
import { synchroniseMirror } from '../external-documents/synchronise.ts'

// "Final issue" (KZEAR) of a reservation item: decided with the issue, sent with what is posted last for the item.

const world = useWorld()

/** A place with twenty bolts. */
async function stockedPlace(): Promise<Place> {
  const place = await newPlace(world())
  await stocked(world(), place, goods(1, materials.bolt, '20'))
  return place
}

/** An approved requisition of a quantity of the reservation's first item. */
async function requested(reservation: string, lineNo: number, quantity: string): Promise<string> {
  const { id } = await world().create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: [{ source: { id: reservation, lineNo }, quantity }],
    actionAfterCreate: 'submit',
  })
  await world().act('requisition', id, 'approve')
  return id
}

/** Issues quantities of a requisition, one line each; the issue's id. */
async function issued(
  requisition: string,
  quantities: readonly string[],
  more: Record<string, unknown> = {},
): Promise<string> {
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: quantities.map((quantity) => ({
      source: { id: requisition, lineNo: 1 },
      quantity,
      bin: 'A-01',
      ...more,
    })),
    actionAfterCreate: 'issue',
  })
  return id
}

const finalsOf = async (issue: string) =>
  (await world().read('goods-issue', issue)).lines.map((line) => line['finalIssue'])

async function post(issue: string): Promise<void> {
  await world().act('goods-issue', issue, 'review')
  await world().act('goods-issue', issue, 'post')
  await world().send()
}

/** The marks of the 201 items sent since the last call. */
let seen = 0
function sent(): boolean[] {
  const items = world()
    .erp.documents.slice(seen)
    .flatMap((document) => document.items)
  seen = world().erp.documents.length
  return items
    .filter((item) => item['GoodsMovementType'] === '201')
    .map((item) => item['ReservationIsFinallyIssued'] === true)
}

describe('an issue', () => {
  test('of everything reserved is final, over all issues of the item, and says so once', async () => {
    const place = await stockedPlace()
    const reservation = await reserved(world(), place, goods(1, materials.bolt))
    const first = await issued(await requested(reservation, 1, '4'), ['4'])
    expect(await finalsOf(first)).toEqual(['open'])
    const second = await issued(await requested(reservation, 1, '6'), ['2', '4'])
    expect(await finalsOf(second)).toEqual(['final', 'final'])
    sent()
    await post(first)
    await post(second)
    expect(sent()).toEqual([false, false, true])
  })

  test('is what the storekeeper says: final though more was reserved, or not though nothing is open', async () => {
    const place = await stockedPlace()
    const ask = async () =>
      requested(await reserved(world(), place, goods(1, materials.bolt)), 1, '10')
    sent()
    await post(await issued(await ask(), ['3'], { finalIssue: 'final' }))
    await post(await issued(await ask(), ['10'], { finalIssue: 'open' }))
    expect(sent()).toEqual([true, false])
  })

  test('is refused for an item that is finally issued, until the final issue is taken back', async () => {
    const place = await stockedPlace()
    const reservation = await reserved(world(), place, goods(1, materials.bolt))
    const request = await requested(reservation, 1, '10')
    const final = await issued(request, ['3'], { finalIssue: 'final' })
    const { docNo } = (await world().read('reservation', reservation)).header
    await expectRefused(world(), () => issued(request, ['1']), [
      { code: 'reservation-final', line: 1, params: { source: `${docNo}/1` } as never },
    ])
    await world().act('goods-issue', final, 'reversePhysical', { input: { reason: '错发' } })
    expect(await finalsOf(await issued(request, ['1']))).toEqual(['open'])
  })

  test('that is final is not posted before another one of the same item', async () => {
    const place = await stockedPlace()
    const reservation = await reserved(world(), place, goods(1, materials.bolt))
    const first = await issued(await requested(reservation, 1, '4'), ['4'])
    const last = await issued(await requested(reservation, 1, '6'), ['6'])
    for (const id of [first, last]) await world().act('goods-issue', id, 'review')
    const { docNo } = (await world().read('goods-issue', first)).header
    await expectRefused(world(), () => world().act('goods-issue', last, 'post'), [
      { code: 'completes-before-others', line: 1, params: { other: docNo } as never },
    ])
    sent()
    await world().act('goods-issue', first, 'post')
    await world().act('goods-issue', last, 'post')
    await world().send()
    expect(sent()).toEqual([false, true])
  })

  describe('after an earlier one of the item was reversed', () => {
    const reversedAndRest = async () => {
      const place = await stockedPlace()
      const reservation = await reserved(world(), place, goods(1, materials.bolt))
      const request = await requested(reservation, 1, '10')
      const first = await issued(request, ['4'])
      const last = await issued(request, ['6'])
      expect(await finalsOf(last)).toEqual(['final'])
      await world().act('goods-issue', first, 'reversePhysical', { input: { reason: '错发' } })
      return { request, last }
    }

    test('is not final by rule any more', async () => {
      const { last } = await reversedAndRest()
      sent()
      await post(last)
      expect(sent()).toEqual([false])
      expect(await finalsOf(last)).toEqual(['open'])
    })

    test('is issued again, and of the two that complete the item the one posted last says so', async () => {
      for (const isNewFirst of [true, false]) {
        const { request, last } = await reversedAndRest()
        const again = await issued(request, ['4'])
        expect(await finalsOf(again)).toEqual(['final'])
        const inOrder = isNewFirst ? [again, last] : [last, again]
        sent()
        for (const id of inOrder) await post(id)
        expect(sent()).toEqual([false, true])
        expect(await Promise.all(inOrder.map(finalsOf))).toEqual([['open'], ['final']])
      }
    })

    test('is issued again, and posted at once with it, one of the two says so', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { request, last } = await reversedAndRest()
        const both = [last, await issued(request, ['4'])]
        for (const id of both) await world().act('goods-issue', id, 'review')
        sent()
        await Promise.all(both.map((id) => world().act('goods-issue', id, 'post')))
        await world().send()
        const marks = sent()
        expect(marks).toHaveLength(2)
        expect(marks.filter(Boolean)).toHaveLength(1)
      }
    })

    test('leaves what the storekeeper said: final, and nothing follows', async () => {
      const place = await stockedPlace()
      const request = await requested(
        await reserved(world(), place, goods(1, materials.bolt)),
        1,
        '10',
      )
      const first = await issued(request, ['4'])
      const last = await issued(request, ['3'], { finalIssue: 'final' })
      await world().act('goods-issue', first, 'reversePhysical', { input: { reason: '错发' } })
      await expect(issued(request, ['4'])).rejects.toMatchObject({ code: 'reservation-final' })
      sent()
      await post(last)
      expect(sent()).toEqual([true])
    })
  })

  test('without a reservation has nothing to complete', async () => {
    const place = await stockedPlace()
    const { id } = await world().create('requisition', {
      header: {
        plant: place.plant,
        storageLocation: place.storageLocation,
        costCenter: 'CC100',
        purpose: '抢修',
        pickingUnit: 'U1',
        requester: 'P1',
        requiredDate: '2099-01-01',
      },
      lines: [{ materialNo: materials.bolt, quantity: '2' }],
      actionAfterCreate: 'submit',
      page: '/pickings/emergency',
    })
    await world().act('requisition', id, 'approve')
    expect(await finalsOf(await issued(id, ['2'], { finalIssue: 'final' }))).toEqual([null])
  })
})

describe('in the ERP', () => {
  let standIn: StandIn
  let place: Place
  let read: () => Promise<unknown>
  const docNo = '9510'
  const deliveredNo = '9511'
  const reservation = async (number = docNo) => {
    await read()
    const [row] = await world().database.query<{ id: string }>(
      `select id from reservation where doc_no = $1`,
      [number],
    )
    return world().read('reservation', row!.id)
  }

  beforeAll(async () => {
    place = await stockedPlace()
    standIn = await standInFor(world(), place)
    const { companyCode, plant, storageLocation } = place
    await standIn.control('POST', '/stand-in/seed', {
      stock: [{ product: materials.bolt, plant, storageLocation, quantity: '20' }],
      reservations: [docNo, deliveredNo].map((number) => ({
        reservation: number,
        movementType: '201',
        reservationDate: '2026-11-02',
        account: { costCenter: 'CC100' },
        items: [
          {
            item: '1',
            product: materials.bolt,
            plant,
            storageLocation,
            quantity: '10',
            requirementDate: '2099-12-01',
          },
        ],
      })),
    })
    const connections = await connectedTo(world(), standIn)
    read = () =>
      synchroniseMirror({ database: world().database, connections }, 'reservation', companyCode)
  })
  afterAll(() => standIn?.stop())

  test('the item is closed by the final issue, refused to requisitions, and open again after the reversal', async () => {
    const { header } = await reservation()
    const issue = await issued(await requested(header.id, 1, '6'), ['4'], { finalIssue: 'final' })
    await post(issue)
    expect((await world().read('goods-issue', issue)).header.erpState).toBe('posted')
    expect((await reservation()).lines[0]).toMatchObject({
      isCompleted: true,
      withdrawnQuantity: '4',
    })
    await expectRefused(world(), () => requested(header.id, 1, '1'), [
      { code: 'source-wrong-state', line: 1 },
    ])
    await approveReversal(world(), 'goods-issue', issue)
    await world().act('goods-issue', issue, 'reverse')
    await world().send()
    expect((await reservation()).lines[0]).toMatchObject({
      isCompleted: false,
      withdrawnQuantity: '0',
    })
    await requested(header.id, 1, '1')
  })

  test('goods withdrawn there are not open here, beside those of a delivery of which the unit refused a part and brought back another', async () => {
    const { header } = await reservation(deliveredNo)
    const requisition = await requested(header.id, 1, '10')
    const { id: issue } = await world().create('goods-issue', {
      header: { recipient: '张三' },
      lines: [{ source: { id: requisition, lineNo: 1 }, quantity: '10', bin: 'A-01' }],
    })
    await world().act('goods-issue', issue, 'dispatch', { input: { deliveryPlace: '2 号门' } })
    const [{ id: delivery }] = (await world().database.query<{ id: string }>(
      'select document_id as id from distribution_order_line where source_id = $1',
      [issue],
    )) as [{ id: string }]
    const act = (action: string, request: Record<string, unknown> = {}) =>
      world().act('distribution-order', delivery, action, request)
    await act('allot', {
      input: { vehicle: 'V1', driver: 'D1', tripDate: companyToday(), weightKg: '1' },
    })
    await act('load')
    await act('depart')
    await act('signPartly', {
      input: { receivedBy: '张三', reason: '包装破损' },
      lines: [{ lineNo: 1, acceptedQuantity: '7' }],
    })
    await act('putBack')
    await world().act('goods-issue', issue, 'reversePart', {
      input: { reason: '领用过多' },
      lines: [{ lineNo: 1, quantityBack: '1' }],
    })
    await post(issue)
    expect((await reservation(deliveredNo)).lines[0]).toMatchObject({
      closedQuantity: '0',
    })
    await standIn.control('POST', '/stand-in/material-documents', {
      user: 'SCHMIDT',
      header: {
        GoodsMovementCode: '03',
        PostingDate: companyToday(),
        DocumentDate: companyToday(),
      },
      items: [
        {
          GoodsMovementType: '201',
          Material: materials.bolt,
          Plant: place.plant,
          StorageLocation: place.storageLocation,
          Reservation: deliveredNo,
          ReservationItem: '1',
          QuantityInEntryUnit: '3',
          EntryUnit: 'EA',
          CostCenter: 'CC100',
        },
      ],
    })
    expect((await reservation(deliveredNo)).lines[0]).toMatchObject({
      closedQuantity: '3',
    })
  })
})
