import { expect, test } from 'vitest'
import { refreshBeforeAction } from '../document/draft/source-refresh.ts'
import { asked, stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, sold } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import type { ServerContext } from '../platform/http/context.ts'

// What the ERP says of a reservation or sales order counts whenever goods are held for it or leave for it, not only when the
// requisition is written.

const world = useWorld()
const issues = tradeOf(world, 'goods-issue')
const requisitions = tradeOf(world, 'requisition')
const bolts = goods(1, materials.bolt)
const delivery = { input: { deliveryPlace: '催化装置 2 号门' } }

test('a requisition whose reservation was blocked or deleted in the ERP meanwhile is not approved', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, bolts)
  const request = await asked(world(), place, bolts, false)
  const { reservation, docNo } = await reservationOf(request)
  for (const [change, code] of [
    ['reservation_line set is_movement_allowed = false where document_id', 'movement-not-allowed'],
    ['reservation_line set is_deleted = true where document_id', 'order-deleted'],
    ['reservation_line set is_completed = true where document_id', 'reservation-final'],
    [`reservation set state = 'deleted' where id`, 'order-deleted'],
  ] as const) {
    await inErp(`${change} = $1`, reservation)
    await expectRefused(world(), () => requisitions.act(request, 'approve'), [
      { code, line: 1, params: { source: `${docNo}/1` } as never },
    ])
    await asBefore(reservation)
  }
  await requisitions.act(request, 'approve')
  expect(await requisitions.column(request, 'reservedQuantity')).toEqual(['10'])
})

test('goods of a reservation that was blocked in the ERP after the approval neither are picked nor leave', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, bolts)
  const request = await asked(world(), place, bolts)
  const { reservation, docNo } = await reservationOf(request)
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: request, lineNo: 1 }, quantity: '10', bin: 'A-01' }],
  })
  const refused = { code: 'movement-not-allowed', line: 1, params: { source: `${docNo}/1` } }
  const leaving = [() => issues.act(id, 'issue'), () => issues.act(id, 'dispatch', delivery)]
  const block = 'reservation_line set is_movement_allowed = false where document_id = $1'
  await inErp(block, reservation)
  for (const act of [() => issues.act(id, 'pick'), ...leaving])
    await expectRefused(world(), act, [refused as never])
  await asBefore(reservation)
  await issues.act(id, 'pick')
  await inErp(block, reservation)
  for (const act of leaving) await expectRefused(world(), act, [refused as never])
  await issues.act(id, 'unpick')
  await asBefore(reservation)
  await issues.act(id, 'issue')
})

test('goods sold by an order item that was completed in the ERP meanwhile do not leave', async () => {
  const { request, order } = await forSale()
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: request, lineNo: 1 }, quantity: '10', bin: 'A-01' }],
  })
  await inErp('sales_order_line set is_completed = true where document_id = $1', order)
  await expectRefused(world(), () => issues.act(id, 'issue'), [
    { code: 'order-completed', line: 1 },
  ])
})

test('the ERP is asked again before an approval and before goods leave for delivery', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, bolts)
  const request = await asked(world(), place, bolts, false)
  expect(await readBefore('requisition', request, 'approve')).toEqual(['reservation'])
  const sale = await forSale()
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: sale.request, lineNo: 1 }, quantity: '10', bin: 'A-01' }],
  })
  expect(await readBefore('goods-issue', id, 'dispatch')).toEqual(['sales-order'])
})

/** What the mirror read of the ERP. */
const inErp = (change: string, id: string) => world().database.query(`update ${change}`, [id])
async function asBefore(reservation: string): Promise<void> {
  await inErp(`reservation set state = 'synced' where id = $1`, reservation)
  await inErp(
    `reservation_line set is_movement_allowed = true, is_deleted = false, is_completed = false where document_id = $1`,
    reservation,
  )
}

async function reservationOf(request: string): Promise<{ reservation: string; docNo: string }> {
  const reservation = (await world().read('requisition', request)).lines[0]!.sourceId!
  return { reservation, docNo: (await world().read('reservation', reservation)).header.docNo }
}

/** An approved requisition of 10 bolts of a sales order. */
async function forSale(): Promise<{ request: string; order: string }> {
  const place = await newPlace(world())
  await stocked(world(), place, bolts)
  const order = await sold(world(), place, bolts)
  const { id: request } = await world().create('requisition', {
    page: '/pickings/pickingSale',
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: [{ source: { id: order, lineNo: 1 }, quantity: '10' }],
    actionAfterCreate: 'submit',
  })
  await world().act('requisition', request, 'approve')
  return { request, order }
}

/** The mirrors that are read before an act: each that cannot be read is logged. */
async function readBefore(name: string, id: string, action: string): Promise<unknown[]> {
  const { database } = world()
  for (const mirror of ['reservation', 'sales_order'])
    await database.query(`update ${mirror} set synced_at = now() - interval '1 minute'`)
  const read: unknown[] = []
  const note = (what: { name: string }) => void read.push(what.name)
  const context = { database, log: { warn: note, error: note } } as unknown as ServerContext
  const { session } = world().actorFor(name, action)
  await refreshBeforeAction(context, session, { name, ids: [id], action })
  return read
}
