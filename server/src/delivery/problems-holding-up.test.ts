import { expect, test } from 'vitest'
import { problemCauses, type ProblemCause } from '@kufang/contract/delivery/problem-document.ts'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import { announced, arrived, called, decided } from '../document/testing/core-flow.ts'
import { goods, mirrorChanges, newPlace, ordered, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { directTrade } from '../receiving/testing/direct-trade.ts'
import { unannouncedGoods } from '../receiving/testing/unannounced-goods.ts'

// Nothing of an order item is received while a problem of it is open (domain.md 1.2), and everything once somebody has
// decided about it.

const world = useWorld()
const { announced: announcedTo, receipts, sent, signature } = directTrade(world)
const problems = tradeOf(world, 'problem-document')

/** The latest problem of an order item. */
async function problemOf(order: string) {
  const { docNo: orderNo } = (await world().read('purchase-order', order)).header
  const [found] = await world().database.query<{ id: string; docNo: string; cause: ProblemCause }>(
    `select id, doc_no, cause from problem_document where purchase_order_no = $1 order by created_at desc limit 1`,
    [orderNo],
  )
  return { ...found!, source: `${orderNo}/1` }
}

/** What is refused at a line because of an open problem. */
async function heldUpBy(order: string, step: '到货' | '收货', line = 1) {
  const { docNo, cause, source } = await problemOf(order)
  const params = { source, problem: docNo, cause: problemCauses[cause].zh, step }
  return [{ code: 'problem-open', line, params: params as never }]
}

const settle = async (order: string) =>
  problems.act((await problemOf(order)).id, 'decide', {
    input: { decision: 'accepted', reason: '采购员已与供应商确认' },
  })

const orderBehind = async (note: string) =>
  String((await world().read('delivery-note', note)).lines[0]!.sourceId)

async function arriveOf(place: Place, note: string, quantity?: string) {
  const walker = worldWalker(world(), place)
  const lines = await linesFrom(walker, 'delivery-note', note)
  return makeOver(
    walker,
    'arrival',
    lines.map((line) => (quantity === undefined ? line : { ...line, quantity })),
    ['confirm'],
  )
}

const receiveOf = (arrival: string, stockCategory: 'UU' | 'BL', quantity: string) =>
  world().create('goods-receipt', {
    header: {},
    lines: [{ source: { id: arrival, lineNo: 1 }, quantity, stockCategory, bin: 'A-01' }],
    actionAfterCreate: 'receive',
  })

test('goods of an order that was changed wait at the gate until the buyer has decided', async () => {
  const place = await newPlace(world())
  const note = await announced(world(), place, goods(1))
  const order = await orderBehind(note)
  await mirrorChanges(world(), 'purchase-order', order, { netPrice: '77' })
  await expectRefused(world(), () => arriveOf(place, note), await heldUpBy(order, '到货'))
  await settle(order)
  await arriveOf(place, note)
})

test('goods that are here already are not received meanwhile, and rejects are set apart', async () => {
  const place = await newPlace(world())
  const { arrival, notice } = await arrived(world(), place, goods(1))
  await called(world(), notice)
  await decided(world(), notice, '3')
  const { lines } = await world().read('arrival', arrival)
  const order = await orderBehind(String(lines[0]!.sourceId))
  await mirrorChanges(world(), 'purchase-order', order, { deliveryDate: '2099-11-30' })
  const receive = () => receiveOf(arrival, 'UU', '7')
  await expectRefused(world(), receive, await heldUpBy(order, '收货'))
  await receiveOf(arrival, 'BL', '3')
  await settle(order)
  await receive()
})

test('a cause that is gone holds nothing up, nor does what is missing of a crate that is unpacked', async () => {
  const place = await newPlace(world())
  const note = await announced(world(), place, goods(1))
  const order = await orderBehind(note)
  const { quantity } = (await world().read('purchase-order', order)).lines[0]!
  await mirrorChanges(world(), 'purchase-order', order, { quantity: '6' })
  await expectRefused(world(), () => arriveOf(place, note), await heldUpBy(order, '到货'))
  await mirrorChanges(world(), 'purchase-order', order, { quantity })
  const arrival = await arriveOf(place, note, '4')
  const notice = (await worldWalker(world(), place).successorOf(
    'arrival',
    arrival,
    'inspection-notice',
  ))!
  await called(world(), notice)
  await world().create('inspection-order', {
    header: { inspectionMethod: 'full' },
    lines: [
      {
        source: { id: notice, lineNo: 1 },
        quantity: '4',
        acceptedQuantity: '3',
        rejectedQuantity: '0',
        missingQuantity: '1',
      },
    ],
    actionAfterCreate: 'decide',
  })
  const { cause, id } = await problemOf(order)
  expect(cause).toBe('shortage')
  // Its supplier is told the note to deliver it on.
  const { docNo } = (await world().read('delivery-note', note)).header
  expect((await problems.header(id)).noteNos).toEqual([docNo])
  await receiveOf(arrival, 'UU', '3')
  await arriveOf(place, note, '7')
})

test('goods whose papers are missing are here and not received; more of them may come', async () => {
  await world().database.query(
    `update material set required_documents = '{合格证}', required_spares = '{}' where material_no = $1`,
    [materials.valve],
  )
  const place = await newPlace(world())
  const note = await announced(world(), place, goods(1))
  const order = await orderBehind(note)
  const arrival = await arriveOf(place, note, '4')
  const notice = (await worldWalker(world(), place).successorOf(
    'arrival',
    arrival,
    'inspection-notice',
  ))!
  await called(world(), notice)
  const check = await world().create('packing-check', {
    header: { caseNo: '1/1' },
    lines: [
      {
        source: { id: notice, lineNo: 1 },
        quantity: '1',
        itemKind: 'document',
        itemName: '合格证',
        foundCount: 0,
      },
    ],
    actionAfterCreate: 'confirm',
  })
  await world().create('inspection-order', {
    header: { inspectionMethod: 'full' },
    lines: [
      {
        source: { id: notice, lineNo: 1 },
        quantity: '4',
        acceptedQuantity: '4',
        rejectedQuantity: '0',
        documentsPresent: ['合格证'],
      },
    ],
    actionAfterCreate: 'decide',
  })
  const { cause, id } = await problemOf(order)
  expect(cause).toBe('documentsMissing')
  const { docNo } = (await world().read('delivery-note', note)).header
  expect((await problems.header(id)).noteNos).toEqual([docNo])
  const receive = () => receiveOf(arrival, 'UU', '4')
  await expectRefused(world(), receive, await heldUpBy(order, '收货'))
  await arriveOf(place, note, '6')
  // They are in the crate after all.
  await world().act('packing-check', check.id, 'withdraw', { input: { reason: '合格证已找到' } })
  await receive()
})

test('goods do not go to their unit, and are not signed for there', async () => {
  const place = await newPlace(world())
  const first = await announcedTo(place)
  const onTheWay = await sent(first)
  const order = await orderBehind(first)
  await mirrorChanges(world(), 'purchase-order', order, { netPrice: '77' })
  const sign = () => receipts.act(onTheWay, 'sign', signature)
  await expectRefused(world(), sign, await heldUpBy(order, '到货'))
  await settle(order)
  await sign()
  const second = await announcedTo(place)
  const other = await orderBehind(second)
  await mirrorChanges(world(), 'purchase-order', other, { netPrice: '77' })
  await expectRefused(world(), () => sent(second), await heldUpBy(other, '到货'))
})

test('goods without papers get none of an order item with a problem, at their own line', async () => {
  const place = await newPlace(world())
  const bolts = goods(1, materials.bolt, '10')
  const order = await ordered(world(), place, bolts)
  const note = await announcedTo(place, 'warehouse', [{ ...bolts[0]!, quantity: '4' }], { order })
  await mirrorChanges(world(), 'purchase-order', order, { netPrice: '77' })
  const { id } = await unannouncedGoods(world(), place, [
    { materialNo: materials.bolt, quantity: '1' },
    { materialNo: materials.bolt, quantity: '5' },
  ])
  const { docNo } = (await world().read('purchase-order', order)).header
  const supplement = () =>
    world().act('unannounced-arrival', id, 'supplement', {
      input: { reference: 'FH88100' },
      lines: [
        { lineNo: 2, quantitySupplemented: '5', purchaseOrderNo: docNo, purchaseOrderLine: 1 },
      ],
    })
  await expectRefused(world(), supplement, await heldUpBy(order, '到货', 2))
  await settle(order)
  await supplement()
  expect((await world().read('delivery-note', note)).header.state).toBe('confirmed')
})
