import { describe, expect, test } from 'vitest'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays, periodOf } from '@kufang/kernel/local-date.ts'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import { readMissingPapers } from '../document/papers/missing-papers.ts'
import {
  addSecondUnit,
  addSerialNumbers,
  goods,
  newPlace,
  ordered,
  weighed,
} from '../document/testing/ground.ts'
import type { Goods, Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { unannouncedGoods } from './testing/unannounced-goods.ts'

// A truck brings more than was ordered: what the order takes gets its papers, the rest goes back.

const bolts = (quantity: string): Goods[] => goods(1, materials.bolt, quantity)
const valves = (quantity: string): Goods[] => goods(1, materials.valve, quantity)

describe('the rest of a truck whose goods have their papers in part', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'unannounced-arrival')

  const registered = (place: Place, lines: readonly Goods[]) =>
    unannouncedGoods(world(), place, lines)
  const papered = async (
    id: string,
    order: string,
    quantitySupplemented: string,
    more: Record<string, unknown> = {},
  ) => {
    const { docNo } = (await world().read('purchase-order', order)).header
    return trade.act(id, 'supplement', {
      input: { reference: 'FH88100' },
      lines: [
        {
          lineNo: 1,
          quantitySupplemented,
          purchaseOrderNo: docNo,
          purchaseOrderLine: 1,
          ...more,
        },
      ],
    })
  }
  const sendBack = (id: string) => trade.act(id, 'takeBack', { input: { reason: '供应商送错' } })
  const withdrawPapers = (id: string) =>
    trade.act(id, 'withdrawSupplement', { input: { reason: '订单行选错' } })
  const stock = (place: Place) =>
    world().database.query(
      `select k.book, sum(b.quantity)::float8 as quantity, sum(b.second_quantity)::float8 as second from stock_balance b
       join stock_key k on k.company_code = b.company_code and k.id = b.key_id
       where k.plant = $1 and k.storage_location = $2 and b.quantity > 0 group by k.book order by k.book`,
      [place.plant, place.storageLocation],
    )
  const quantities = async (id: string) => {
    const [line] = (await world().read('unannounced-arrival', id)).lines
    return {
      awaitingQuantity: line!['awaitingQuantity'],
      supplementedQuantity: line!['supplementedQuantity'],
      sentBackQuantity: line!['sentBackQuantity'],
    }
  }

  test('goes back, while what is papered is received and stays; the month is free', async () => {
    const place = await newPlace(world())
    const { id, docNo } = await registered(place, bolts('100'))
    await papered(id, await ordered(world(), place, bolts('80')), '80')
    const walker = worldWalker(world(), place)
    const { arrivalNo } = await trade.header(id)
    const [arrival] = await world().database.query<{ id: string }>(
      `select id from arrival where doc_no = $1`,
      [arrivalNo],
    )
    await makeOver(walker, 'goods-receipt', await linesFrom(walker, 'arrival', arrival!.id), [
      'receive',
      'review',
      'post',
    ])
    await world().send()
    const today = companyToday()
    await world().database.query(
      `update unannounced_arrival set supplement_due_date = $2 where id = $1`,
      [id, addDays(today, -1)],
    )
    const overdue = async () =>
      (
        await readMissingPapers(world().database, {
          companyCode: place.companyCode,
          plant: place.plant,
          today,
          monthMax: periodOf(today),
        })
      ).filter((one) => one.documentNo === docNo)
    expect(await overdue()).toMatchObject([{ quantity: '20' }])
    await sendBack(id)
    expect(await trade.header(id)).toMatchObject({
      state: 'supplemented',
      arrivalNo,
      takeBackReason: '供应商送错',
    })
    expect(await quantities(id)).toEqual({
      awaitingQuantity: '0',
      supplementedQuantity: '80',
      sentBackQuantity: '20',
    })
    expect(await stock(place)).toMatchObject([{ book: 'ERP', quantity: 80 }])
    expect(await overdue()).toEqual([])
    expect(await trade.dueOn(id)).toEqual([])
    await expectRefused(world(), () => sendBack(id), [{ code: 'wrong-state' }])
    await trade.proven()
  })

  test('is not there any more when the papers are withdrawn: what had them waits, and goes back too', async () => {
    const place = await newPlace(world())
    const { id } = await registered(place, bolts('100'))
    const order = await ordered(world(), place, bolts('80'))
    await papered(id, order, '80')
    await sendBack(id)
    await withdrawPapers(id)
    expect(await trade.header(id)).toMatchObject({ state: 'awaiting' })
    expect(await quantities(id)).toMatchObject({ awaitingQuantity: '80', sentBackQuantity: '20' })
    expect(await stock(place)).toMatchObject([{ book: 'OFF', quantity: 80 }])
    await expectRefused(world(), () => papered(id, order, '81'), [
      { code: 'quantity-beyond-line', line: 1 },
    ])
    await papered(id, order, '30')
    expect(await trade.header(id)).toMatchObject({ state: 'partlySupplemented' })
    await withdrawPapers(id)
    await sendBack(id)
    expect(await trade.header(id)).toMatchObject({ state: 'takenBack' })
    expect(await quantities(id)).toEqual({
      awaitingQuantity: '0',
      supplementedQuantity: '0',
      sentBackQuantity: '100',
    })
    expect(await stock(place)).toEqual([])
    await trade.proven()
  })

  test('of an order gives back to its item what it held there, and no more', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'awaiting', bolts('100'))
    const [order] = (await trade.column(id, 'sourceId')) as string[]
    const item = async () => (await world().read('purchase-order', order!)).lines[0]
    await papered(id, order!, '80')
    expect(await item()).toMatchObject({ freeQuantity: '0' })
    await sendBack(id)
    expect(await item()).toMatchObject({ doneQuantity: '80', freeQuantity: '20' })
    await withdrawPapers(id)
    expect(await item()).toMatchObject({ doneQuantity: '80', freeQuantity: '20' })
    await sendBack(id)
    expect(await item()).toMatchObject({ doneQuantity: '0', freeQuantity: '100' })
    await trade.proven()
  })

  test('is sent back or papered, by the first of two people who do it at the same moment', async () => {
    const place = await newPlace(world())
    const { id } = await registered(place, bolts('100'))
    const order = await ordered(world(), place, bolts('100'))
    await papered(id, order, '80')
    const results = await Promise.allSettled([sendBack(id), papered(id, order, '20')])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await trade.header(id)).toMatchObject({ state: 'supplemented' })
    await trade.proven()
  })

  test('weighs what is left of the truck', async () => {
    await addSecondUnit(world())
    const place = await newPlace(world())
    // 1188.889 kg.
    const { id } = await registered(place, valves('100').map(weighed))
    await papered(id, await ordered(world(), place, valves('80')), '80')
    await sendBack(id)
    expect(await stock(place)).toEqual([{ book: 'ERP', quantity: 80, second: 951.111 }])
    await withdrawPapers(id)
    expect(await stock(place)).toEqual([{ book: 'OFF', quantity: 80, second: 951.111 }])
    await sendBack(id)
    expect(await stock(place)).toEqual([])
    await trade.proven()
  })

  test('are the pieces that have no papers', async () => {
    await addSerialNumbers(world())
    const place = await newPlace(world())
    const pieces = ['RST-1', 'RST-2', 'RST-3']
    const { id } = await registered(
      place,
      valves('3').map((line) => ({ ...weighed(line), serialNumbers: pieces })),
    )
    await papered(id, await ordered(world(), place, valves('2')), '2', {
      serialNumbers: ['RST-1', 'RST-3'],
    })
    await sendBack(id)
    const inStock = () =>
      world().database.query(
        `select serial_no from stock_serial_number n join stock_key k on k.company_code = n.company_code and k.id = n.key_id
         where n.serial_no = any ($1) and k.storage_location = $2 order by 1`,
        [pieces, place.storageLocation],
      )
    expect(await inStock()).toEqual([{ serialNo: 'RST-1' }, { serialNo: 'RST-3' }])
    await withdrawPapers(id)
    await sendBack(id)
    expect(await inStock()).toEqual([])
    await trade.proven()
  })
})
