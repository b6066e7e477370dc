import { newId } from '@kufang/kernel/identifier.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actOnEach } from '../document/service/act-on-each.ts'
import { accepted, arrived, called, decided } from '../document/testing/core-flow.ts'
import { goods, newPlace, ordered, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { connectedTo, standInFor } from '../document/testing/trial.ts'
import { approveReversal, expectRefused, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'
import { synchroniseMirror } from '../external-documents/synchronise.ts'
import { completingTrade } from './testing/completing-trade.ts'

// "Delivery completed" (ELIKZ) of an order item: decided with the receipt, sent with what is posted for the order.

const world = useWorld()

const { acceptedOf, received, completionOf, post, sent, inspects } = completingTrade(world)

async function set(name: string, value: string): Promise<void> {
  await world().database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     values ('1010', gen_random_uuid(), $1, to_jsonb($2::text), '2020-01-01', gen_random_uuid(), '测试')`,
    [name, value],
  )
}

describe('a receipt', () => {
  test('of everything ordered completes the order item: the 101 of its arrival says so, the 321 does not', async () => {
    const arrival = await accepted(world(), await newPlace(world()), goods(1))
    sent()
    const receipt = await received(arrival, '10')
    expect(await completionOf(receipt)).toEqual(['completed'])
    await post(receipt)
    expect(sent()).toEqual([
      ['101', true],
      ['321', false],
    ])
  })

  test('completes it from the lower tolerance on, over all receipts, not before', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, [
      { ...goods(1)[0]!, quantity: '100', underDeliveryPercent: '5' },
    ])
    const first = await received(await acceptedOf(order, place, '60'), '60')
    expect(await completionOf(first)).toEqual(['open'])
    const second = await received(await acceptedOf(order, place, '34'), '34')
    expect(await completionOf(second)).toEqual(['open'])
    const third = await received(await acceptedOf(order, place, '1'), '1')
    expect(await completionOf(third)).toEqual(['completed'])
  })

  test('does not complete it with goods that were rejected', async () => {
    const { arrival, notice } = await arrived(world(), await newPlace(world()), goods(1))
    await called(world(), notice)
    await decided(world(), notice, '3')
    const receipt = await received(arrival, '7')
    expect(await completionOf(receipt)).toEqual(['open'])
    sent()
    await post(receipt)
    expect(sent()).toEqual([
      ['101', false],
      ['321', false],
    ])
  })

  test('says what the person who receives says: completed though more was ordered, or open though nothing is', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, goods(1))
    const short = await received(await acceptedOf(order, place, '4'), '4', {
      deliveryCompletion: 'completed',
    })
    expect(await completionOf(short)).toEqual(['completed'])
    const full = await received(await accepted(world(), place, goods(1)), '10', {
      deliveryCompletion: 'open',
    })
    sent()
    await post(short)
    await post(full)
    expect(sent()).toEqual([
      ['101', true],
      ['321', false],
      ['101', false],
      ['321', false],
    ])
  })

  test('leaves it to the person alone where the plant is configured so', async () => {
    await set('receiving.deliveryCompleted', 'by-person')
    const place = await newPlace(world())
    expect(
      await completionOf(await received(await accepted(world(), place, goods(1)), '10')),
    ).toEqual(['open'])
    await set('receiving.deliveryCompleted', 'at-tolerance')
  })

  test('without inspection carries it on its own 101, once where two lines are of one order item', async () => {
    await inspects(false)
    const place = await newPlace(world())
    const arrival = await acceptedOf(
      await ordered(world(), place, goods(1, materials.bolt)),
      place,
      '10',
    )
    const line = (quantity: string, bin: string) => ({
      source: { id: arrival, lineNo: 1 },
      quantity,
      stockCategory: 'UU',
      bin,
    })
    const { id } = await world().create('goods-receipt', {
      header: {},
      lines: [line('4', 'A-01'), line('6', 'A-02')],
      actionAfterCreate: 'receive',
    })
    expect(await completionOf(id)).toEqual(['completed', 'completed'])
    sent()
    await post(id)
    expect(sent()).toEqual([
      ['101', false],
      ['101', true],
    ])
    await inspects(true)
  })

  test('by route A carries it on its 105', async () => {
    await set('receiving.route', 'blocked-stock')
    const receipt = await received(await accepted(world(), await newPlace(world()), goods(1)), '10')
    sent()
    await post(receipt)
    expect(sent()).toEqual([
      ['103', false],
      ['105', true],
    ])
    await set('receiving.route', 'inspection-stock')
  })

  test('cannot add it to an arrival that is posted already, and says what to do', async () => {
    const arrival = await accepted(world(), await newPlace(world()), goods(1))
    await post(await received(arrival, '4', { deliveryCompletion: 'open' }))
    const { docNo } = (await world().read('arrival', arrival)).header
    await expectRefused(
      world(),
      () => received(arrival, '6', { deliveryCompletion: 'completed' }),
      [
        {
          code: 'delivery-posted-before',
          line: 1,
          field: 'deliveryCompletion',
          params: { arrival: docNo } as never,
        },
      ],
    )
    expect(await completionOf(await received(arrival, '6'))).toEqual(['open'])
  })

  test('that completes is not posted before another one of the same order item, alone or together', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, goods(1))
    const first = await received(await acceptedOf(order, place, '4'), '4')
    const last = await received(await acceptedOf(order, place, '6'), '6')
    for (const id of [first, last]) await world().act('goods-receipt', id, 'review')
    const { docNo } = (await world().read('goods-receipt', first)).header
    await expectRefused(world(), () => world().act('goods-receipt', last, 'post'), [
      { code: 'completes-before-others', line: 1, params: { other: docNo } as never },
    ])
    const documents = await Promise.all(
      [first, last].map(async (id) => ({
        id,
        version: (await world().read('goods-receipt', id)).header.version,
        idempotencyKey: newId(),
      })),
    )
    sent()
    const outcomes = await actOnEach(
      world().database,
      world().actorFor('goods-receipt', 'post'),
      { name: 'goods-receipt', action: 'post' },
      documents,
      (error) => {
        throw error
      },
    )
    expect(outcomes.map((outcome) => 'done' in outcome)).toEqual([true, true])
    await world().send()
    expect(sent().filter(([type]) => type === '101')).toEqual([
      ['101', false],
      ['101', true],
    ])
  })
})

describe('an arrival posted at the gate', () => {
  test('completes its order item if the storekeeper says so, and is left open otherwise', async () => {
    await set('receiving.arrivalPosting', 'at-arrival')
    const place = await newPlace(world())
    const walker = worldWalker(world(), place)
    const arrive = async (more: Record<string, unknown>) => {
      const over = await linesFrom(
        walker,
        'purchase-order',
        await ordered(world(), place, goods(1)),
      )
      const note = await makeOver(walker, 'delivery-note', over, ['submit', 'confirm'])
      await world().create('arrival', {
        header: { visualCheck: 'intact' },
        lines: [{ source: { id: note, lineNo: 1 }, quantity: '10', bin: 'R-01', ...more }],
        actionAfterCreate: 'confirm',
      })
      await world().send()
    }
    sent()
    await arrive({ deliveryCompletion: 'completed' })
    await arrive({})
    expect(sent()).toEqual([
      ['101', true],
      ['101', false],
    ])
    await set('receiving.arrivalPosting', 'with-receipt')
  })
})

describe('in the ERP', () => {
  let standIn: StandIn
  let place: Place
  let read: () => Promise<unknown>
  const docNo = '4500000951'
  const order = async () => {
    await read()
    const [row] = await world().database.query<{ id: string }>(
      `select id from purchase_order where doc_no = $1`,
      [docNo],
    )
    return world().read('purchase-order', row!.id)
  }

  beforeAll(async () => {
    place = await newPlace(world())
    standIn = await standInFor(world(), place)
    const { companyCode, plant, storageLocation } = place
    await standIn.control('POST', '/stand-in/seed', {
      purchaseOrders: [
        {
          purchaseOrder: docNo,
          companyCode,
          supplier: '100001',
          orderDate: '2026-11-01',
          items: [
            {
              item: '10',
              product: materials.bolt,
              plant,
              storageLocation,
              quantity: '10',
              unit: 'EA',
              netPrice: '12.50',
              deliveryDate: '2026-12-01',
            },
          ],
        },
      ],
    })
    const connections = await connectedTo(world(), standIn)
    read = () =>
      synchroniseMirror({ database: world().database, connections }, 'purchase-order', companyCode)
  })
  afterAll(() => standIn?.stop())

  test('the order item is closed by the receipt, refused at the gate, and open again after the reversal', async () => {
    const { header } = await order()
    const spare = await acceptedLater(header.id)
    const receipt = await received(await acceptedOf(header.id, place, '6'), '6', {
      deliveryCompletion: 'completed',
    })
    await post(receipt)
    expect((await world().read('goods-receipt', receipt)).header.erpState).toBe('posted')
    expect((await order()).lines[0]).toMatchObject({ isCompleted: true, receivedQuantity: '6' })
    const announce = () =>
      world().create('delivery-note', {
        header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
        lines: [{ source: { id: header.id, lineNo: 10 }, quantity: '1' }],
      })
    await expectRefused(world(), spare, [{ code: 'order-completed', line: 1 }])
    await expectRefused(world(), announce, [{ code: 'source-wrong-state', line: 1 }])
    await approveReversal(world(), 'goods-receipt', receipt)
    await world().act('goods-receipt', receipt, 'reverse')
    await world().send()
    expect((await world().read('goods-receipt', receipt)).header.erpState).toBe('reversed')
    expect((await order()).lines[0]).toMatchObject({ isCompleted: false, receivedQuantity: '0' })
    await spare()
  })

  /** Announces the last four pieces; the returned function confirms their arrival. */
  async function acceptedLater(id: string) {
    const walker = worldWalker(world(), place)
    const over = await linesFrom(walker, 'purchase-order', id)
    const note = await makeOver(
      walker,
      'delivery-note',
      over.map((line) => ({ ...line, quantity: '4' })),
      ['submit', 'confirm'],
    )
    return () =>
      world().create('arrival', {
        header: { visualCheck: 'intact' },
        lines: [{ source: { id: note, lineNo: 1 }, quantity: '4', bin: 'R-01' }],
        actionAfterCreate: 'confirm',
      })
  }
})
