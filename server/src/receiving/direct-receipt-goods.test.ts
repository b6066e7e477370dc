import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { deleteDocument } from '../document/service/service.ts'
import { goods, newPlace, ordered, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, useWorld } from '../document/testing/trade.ts'
import { directTrade } from './testing/direct-trade.ts'

describe('which goods go straight to their unit', () => {
  const world = useWorld()
  const { announced, bolts, issueOf, movesOf, notes, receipts, sent, signature, rolesOf } =
    directTrade(world)

  /** A part of an order that its unit has signed for. */
  async function signedPart(place: Place, order: string, quantity: string): Promise<string> {
    const note = await announced(place, 'direct', [{ ...bolts[0]!, quantity }], { order })
    const id = await sent(note, {}, quantity)
    await receipts.act(id, 'sign', signature)
    return id
  }

  test('need no inspection: others are announced to the warehouse, and go there when they turn out to need one', async () => {
    const place = await newPlace(world())
    const inspected = goods(1)
    const order = await ordered(world(), place, inspected)
    await expectRefused(world(), () => announced(place, 'direct', inspected, { order }), [
      { code: 'direct-inspection', line: 1, params: { material: materials.valve } },
    ])
    const material = `${materials.bolt}-7`
    const note = await announced(place, 'direct', [{ materialNo: material, quantity: '10' }])
    const id = await sent(note)
    const setInspection = (needs: boolean) =>
      world().database.query(`update material set needs_inspection = $2 where material_no = $1`, [
        material,
        needs,
      ])
    await setInspection(true)
    await expectRefused(world(), () => receipts.act(id, 'sign', signature), [
      { code: 'direct-inspection', line: 1, params: { material } },
    ])
    const toWarehouse = { input: { deliveryMode: 'warehouse', reason: '需检验，改送仓库' } }
    const { docNo } = await receipts.header(id)
    await expectRefused(world(), () => notes.act(note, 'changeMode', toWarehouse), [
      { code: 'successor-stands', params: { by: docNo } },
    ])
    await receipts.act(id, 'recall')
    const { version } = await receipts.header(id)
    await deleteDocument(
      world().database,
      world().actorFor('direct-receipt', 'edit'),
      'direct-receipt',
      id,
      version,
      newId(),
    )
    await notes.act(note, 'changeMode', toWarehouse)
    const arrival = await world().create('arrival', {
      header: { visualCheck: 'intact' },
      lines: [{ source: { id: note, lineNo: 1 }, quantity: '10', bin: 'R-01' }],
      actionAfterCreate: 'confirm',
    })
    expect((await world().read('arrival', arrival.id)).header.state).toBe('arrived')
    await setInspection(false)
  })

  test('are no task of the warehouse, and goods for the warehouse are none of the sender', async () => {
    const place = await newPlace(world())
    const direct = await announced(place)
    const there = await announced(place, 'warehouse')
    expect(await rolesOf(direct)).toEqual(['ZSFH'])
    expect(await rolesOf(there)).toEqual(['DHQR'])
    const { docNo } = await notes.header(direct)
    await expectRefused(
      world(),
      () =>
        world().create('arrival', {
          header: { visualCheck: 'intact' },
          lines: [{ source: { id: direct, lineNo: 1 }, quantity: '10', bin: 'R-01' }],
        }),
      [
        {
          code: 'source-of-other-kind',
          line: 1,
          params: { source: `${docNo}/1`, value: '直送', wanted: '到库' } as never,
        },
      ],
    )
    await expectRefused(world(), () => sent(there), [{ code: 'source-of-other-kind', line: 1 }])
    await expectRefused(
      world(),
      () =>
        notes.act(direct, 'changeMode', {
          input: { deliveryMode: 'direct', reason: '现场急用，改为直送' },
        }),
      [
        {
          code: 'delivery-mode-same',
          params: { no: docNo, mode: '直送', modeEn: 'Direct to site' },
        },
      ],
    )
    await notes.act(direct, 'changeMode', {
      input: { deliveryMode: 'warehouse', reason: '现场不具备接收条件' },
    })
    expect(await rolesOf(direct)).toEqual(['DHQR'])
  })

  test('count towards the order item, which a receipt of the warehouse then completes', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, bolts)
    const part = (quantity: string) => [{ ...bolts[0]!, quantity }]
    const direct = await announced(place, 'direct', part('6'), { order })
    await receipts.act(await sent(direct, {}, '6'), 'sign', signature)
    const there = await announced(place, 'warehouse', part('4'), { order })
    const arrival = await world().create('arrival', {
      header: { visualCheck: 'intact' },
      lines: [{ source: { id: there, lineNo: 1 }, quantity: '4', bin: 'R-01' }],
      actionAfterCreate: 'confirm',
    })
    const receipt = await world().create('goods-receipt', {
      header: {},
      lines: [
        {
          source: { id: arrival.id, lineNo: 1 },
          quantity: '4',
          stockCategory: 'UU',
          bin: 'A-01',
        },
      ],
      actionAfterCreate: 'receive',
    })
    const { lines } = await world().read('goods-receipt', receipt.id)
    expect(lines[0]!['deliveryCompletion']).toBe('completed')
  })

  test('complete their order item with what the unit takes of them, and leave it open for what it refuses', async () => {
    const place = await newPlace(world())
    const completion = async (id: string) =>
      (await world().read('direct-receipt', id)).lines[0]!['deliveryCompletion']
    const taken = await sent(await announced(place))
    await receipts.act(taken, 'sign', signature)
    expect(await completion(taken)).toBe('completed')
    await receipts.act(taken, 'review')
    await receipts.act(taken, 'post')
    await world().send()
    expect(world().erp.documents.at(-1)!.items).toMatchObject([
      { GoodsMovementType: '101', IsCompletelyDelivered: true },
    ])
    const part = await sent(await announced(place))
    await receipts.act(part, 'signPartly', {
      input: { ...signature.input, reason: '外观破损' },
      lines: [{ lineNo: 1, acceptedQuantity: '9' }],
    })
    expect(await completion(part)).toBe('open')
    await receipts.act(part, 'review')
    await receipts.act(part, 'post')
    await world().send()
    expect(world().erp.documents.at(-1)!.items[0]).not.toHaveProperty('IsCompletelyDelivered')
  })

  test('are not posted with their mark before what else of the order item is to be posted', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, bolts)
    const first = await signedPart(place, order, '4')
    const last = await signedPart(place, order, '6')
    for (const id of [first, last]) await receipts.act(id, 'review')
    const { docNo: other } = await receipts.header(first)
    await expectRefused(world(), () => receipts.act(last, 'post'), [
      { code: 'completes-before-others', line: 1, params: { other } as never },
    ])
    await receipts.act(first, 'post')
    await receipts.act(last, 'post')
    await world().send()
    expect((await receipts.header(last)).erpState).toBe('posted')
  })

  test('do not complete their order item any more when an earlier delivery of it was reversed', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, bolts)
    const first = await signedPart(place, order, '4')
    const last = await signedPart(place, order, '6')
    expect(await receipts.column(last, 'deliveryCompletion')).toEqual(['completed'])
    await receipts.act(first, 'reversePhysical', { input: { reason: '错收' } })
    await receipts.act(last, 'review')
    await receipts.act(last, 'post')
    await world().send()
    expect(await receipts.column(last, 'deliveryCompletion')).toEqual(['open'])
    expect(world().erp.documents.at(-1)!.items[0]).not.toHaveProperty('IsCompletelyDelivered')
  })

  test('of an order that is charged itself are consumed by the receipt, and nothing is issued', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, bolts)
    await world().database.query(
      `update purchase_order_line set receipt_obstacle = 'consumed' where document_id = $1`,
      [order],
    )
    const announce = (deliveryMode: string) =>
      world().create('delivery-note', {
        header: { etaDate: '2099-12-01', deliveryMode },
        lines: [{ source: { id: order, lineNo: 1 }, quantity: '10' }],
        actionAfterCreate: 'submit',
      })
    await expectRefused(world(), () => announce('warehouse'), [{ code: 'order-consumed', line: 1 }])
    const note = (await announce('direct')).id
    await notes.act(note, 'confirm', { input: { appointmentSlot: '08:00-10:00' } })
    // The warehouse could not receive them.
    await expectRefused(
      world(),
      () =>
        notes.act(note, 'changeMode', {
          input: { deliveryMode: 'warehouse', reason: '现场不具备接收条件' },
        }),
      [{ code: 'order-consumed', line: 1 }],
    )
    expect((await notes.header(note)).deliveryMode).toBe('direct')
    const id = await sent(note)
    await receipts.act(id, 'sign', signature)
    expect(await movesOf(id)).toEqual([
      { movementType: '101', fromPlace: 'supplier', toPlace: 'consumption', quantity: '10' },
    ])
    expect(await issueOf(id)).toBeUndefined()
    expect(await receipts.column(id, 'isConsumed')).toEqual([true])
    await receipts.act(id, 'review')
    await receipts.act(id, 'post')
    await world().send()
    expect((await receipts.header(id)).erpState).toBe('posted')
    await receipts.proven()
    await approveReversal(world(), 'direct-receipt', id)
    await receipts.act(id, 'reverse')
    await world().send()
    await receipts.act(id, 'reversePhysical', { input: { reason: '实收数量有误' } })
    expect((await receipts.header(id)).state).toBe('reversed')
    await receipts.proven()
  })

  test('go elsewhere only while their order item can be received there', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, bolts)
    const there = await announced(place, 'warehouse', bolts, { order })
    const { docNo } = (await world().read('purchase-order', order)).header
    const item = (change: string) =>
      world().database.query(`update purchase_order_line set ${change} where document_id = $1`, [
        order,
      ])
    const onTheWay = { input: { deliveryMode: 'direct', reason: '现场急用，改为直送' } }
    for (const [change, code] of [
      ['is_deleted = true', 'order-deleted'],
      ['is_deleted = false, is_blocked = true', 'order-blocked'],
      [`is_blocked = false, receipt_obstacle = 'notReleased'`, 'order-not-received'],
      ['receipt_obstacle = null, is_completed = true', 'order-completed'],
    ] as const) {
      await item(change)
      await expectRefused(world(), () => notes.act(there, 'changeMode', onTheWay), [
        { code, line: 1, params: { source: `${docNo}/1` } as never },
      ])
    }
    // Charged itself since: it may only go straight to its user now.
    await item(`is_completed = false, receipt_obstacle = 'consumed'`)
    await notes.act(there, 'changeMode', onTheWay)
    expect((await notes.header(there)).deliveryMode).toBe('direct')
  })

  test.each([
    [{ specialStock: 'K', specialStockReference: '100001' }, '201'],
    [{ specialStock: 'Q', specialStockReference: 'P-100-1' }, '221'],
  ])('of special stock %o stay it between receipt and issue', async (special, movementType) => {
    const place = await newPlace(world())
    const note = await announced(place, 'direct', [{ ...bolts[0]!, ...special }])
    const id = await sent(note)
    await receipts.act(id, 'sign', signature)
    expect((await movesOf((await issueOf(id))!))[0]).toMatchObject({ movementType })
    await receipts.proven()
  })

  test('do not reach the unit before customs released them', async () => {
    const note = await announced(await newPlace(world()), 'direct', bolts, { isImported: true })
    const id = await sent(note)
    await expectRefused(world(), () => receipts.act(id, 'sign', signature), [
      { code: 'customs-not-released', line: 1 },
    ])
  })
})
