import { expect, test } from 'vitest'
import { listSources } from '../document/list/list.ts'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import { tableByName } from '../document/storage/table.ts'
import { announced } from '../document/testing/core-flow.ts'
import { goods, mirrorChanges, newPlace, type Place } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

// An order item is blocked in the ERP (EKPO-LOEKZ S) while its goods are on their way: for a time, unlike a deleted one.

const world = useWorld()

async function announcedOrder(place: Place) {
  const note = await announced(world(), place, goods(1))
  const { header, lines } = await world().read('delivery-note', note)
  const order = String(lines[0]!.sourceId)
  const orderNo = (await world().read('purchase-order', order)).header.docNo
  return { note, noteNo: header.docNo, order, orderNo }
}

/** The mirror reads this of the order. */
const becomes = (
  order: string,
  change: Readonly<Record<string, unknown>>,
  state: 'synced' | 'deleted' = 'synced',
) => mirrorChanges(world(), 'purchase-order', order, { quantity: '20', ...change }, state)

const problems = (orderNo: string) =>
  world().database.query<Record<string, unknown>>(
    `select cause, remedy, state, decision, concerned_nos from problem_document
     where purchase_order_no = $1 order by created_at`,
    [orderNo],
  )

test('nothing is delivered or received of it meanwhile, both parties are told, and it opens again by itself', async () => {
  const place = await newPlace(world())
  const { note, noteNo, order, orderNo } = await announcedOrder(place)
  await becomes(order, { isBlocked: true })
  expect((await world().read('purchase-order', order)).header.state).toBe('synced')
  expect(await problems(orderNo)).toMatchObject([
    { cause: 'orderBlocked', remedy: 'orderBlocked', state: 'raised', concernedNos: [noteNo] },
  ])
  const blocked = [{ code: 'order-blocked', line: 1, params: { source: `${orderNo}/1` } as never }]
  const announce = () =>
    world().create('delivery-note', {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
      lines: [{ source: { id: order, lineNo: 1 }, quantity: '5' }],
      actionAfterCreate: 'submit',
    })
  await expectRefused(world(), announce, blocked)
  const walker = worldWalker(world(), place)
  const arrive = async () =>
    makeOver(walker, 'arrival', await linesFrom(walker, 'delivery-note', note), ['confirm'])
  await expectRefused(world(), arrive, blocked)
  const offered = async () =>
    (
      await listSources(world().database, world().onlooker, tableByName('delivery-note'), {
        filters: [{ field: 'docNo', operator: 'eq', value: orderNo }],
      })
    ).rows.length
  expect(await offered()).toBe(0)
  // Another reading that still finds the block tells nobody again.
  await becomes(order, { isBlocked: true })
  expect(await problems(orderNo)).toHaveLength(1)

  await becomes(order, { isBlocked: false })
  expect(await problems(orderNo)).toMatchObject([{ state: 'closed', decision: 'causeGone' }])
  expect(await offered()).toBe(1)
  await announce()
  await arrive()
})

test('what ends for good after it was blocked is told as an end', async () => {
  const { order, orderNo } = await announcedOrder(await newPlace(world()))
  await becomes(order, { isBlocked: true })
  await becomes(order, { isBlocked: false, isDeleted: true }, 'deleted')
  expect(await problems(orderNo)).toMatchObject([
    { cause: 'orderBlocked', state: 'closed' },
    { cause: 'orderEnded', state: 'raised' },
  ])
})
