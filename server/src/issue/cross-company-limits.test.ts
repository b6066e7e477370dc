import { describe, expect, test } from 'vitest'
import { prepareLines, requestFor } from '../document/journey/walk.ts'
import { delivered, goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

// What leaves for another company is no more than its internal order and the outbound delivery of the ERP permit.

const name = 'cross-company-issue'

describe('goods issued for the internal order of another company', () => {
  const world = useWorld()
  const there = () => world().in('1020')
  const trade = tradeOf(world, name)
  const { header } = trade

  test('of two for the same item no more leaves than it leaves open: approved one after the other, or at once', async () => {
    const place = await newPlace(world())
    const own = worldWalker(world(), place, worldWalker(there(), await newPlace(there())))
    const lines = await prepareLines(own, name, [goods(2)[0]!])
    const request = await requestFor(own, name, lines)
    const no = String(request.header['internalOrderNo'])
    const order = { no, receivingPlant: '0003', movementType: '643' } as const
    const submitted = async (quantity: string) =>
      (
        await world().create(name, {
          ...request,
          header: {
            ...request.header,
            deliveryNo: await delivered(world(), place, order, [goods(1)[0]!]),
          },
          lines: [{ ...request.lines[0]!, quantity }],
          actionAfterCreate: 'submit',
        })
      ).id
    const [six, five, four] = [await submitted('6'), await submitted('5'), await submitted('4')]
    await trade.act(six, 'approve')
    const { docNo } = await header(six)
    await expectRefused(world(), () => trade.act(five, 'approve'), [
      {
        code: 'quantity-held',
        line: 1,
        field: 'quantity',
        params: {
          quantity: '5',
          source: `${no}/1`,
          open: '10',
          free: '4',
          unit: 'EA',
          heldBy: docNo,
        },
      },
    ])
    await trade.act(six, 'cancel', { input: { reason: '录入错误' } })
    const results = await Promise.allSettled(
      [five, await submitted('6')].map((id) => trade.act(id, 'approve')),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await trade.act(four, 'approve')
    // The order has changed since.
    await world().database.query(
      `update purchase_order_line set is_completed = true
       where company_code = '1020' and document_id = (select id from purchase_order where company_code = '1020' and doc_no = $1)`,
      [no],
    )
    await expectRefused(world(), () => trade.act(four, 'issue'), [
      { code: 'internal-order-unknown', field: 'internalOrderNo' },
    ])
  })

  test('is compared with the delivery that the ERP has: what is not of it is refused on its line, before anything leaves', async () => {
    const place = await newPlace(world())
    const own = worldWalker(world(), place, worldWalker(there(), await newPlace(there())))
    const request = await requestFor(own, name, await prepareLines(own, name, goods(2)))
    const no = String(request.header['deliveryNo'])
    const order = String(request.header['internalOrderNo'])
    const submitted = (header: object, line: object = {}, count = 2) =>
      world().create(name, {
        ...request,
        header: { ...request.header, ...header },
        lines: request.lines
          .slice(0, count)
          .map((one, index) => (index === 0 ? { ...one, ...line } : one)),
        actionAfterCreate: 'submit',
      })
    type Wanted = Parameters<typeof expectRefused>[2][number]
    const cases: [Wanted, ...Parameters<typeof submitted>][] = [
      [
        {
          code: 'delivery-unknown',
          field: 'deliveryNo',
          params: { no: '80999999', order, known: no },
        },
        { deliveryNo: '80999999' },
      ],
      [
        {
          code: 'delivery-item-wrong',
          line: 1,
          field: 'deliveryItem',
          params: { no, item: 20, source: `${order}/1`, material: materials.valve, items: '10' },
        },
        {},
        { deliveryItem: 20 },
      ],
      [
        { code: 'delivery-item-wrong', line: 1, params: { item: 90 } as never },
        {},
        { deliveryItem: 90 },
      ],
      [{ code: 'delivery-item-left', params: { no, items: '20' } }, {}, {}, 1],
    ]
    for (const [wanted, ...asked] of cases)
      await expectRefused(world(), () => submitted(...asked), [wanted])
    const becomes = (values: string, wanted: Wanted) =>
      world()
        .database.query(`update outbound_delivery_item set ${values} where delivery_no = $1`, [no])
        .then(() => expectRefused(world(), () => submitted({}), [wanted]))
    await becomes('is_blocked = true', { code: 'delivery-blocked', params: { no } })
    await becomes(`is_blocked = false, receiving_plant = '0004'`, {
      code: 'delivery-other-receiver',
      field: 'deliveryNo',
      params: { no, receiver: '0004', wanted: '0003' },
    })
    await becomes(
      `receiving_plant = '0003', quantity = case delivery_item when 10 then 9 else 10 end`,
      {
        code: 'delivery-quantity-exceeded',
        line: 1,
        field: 'quantity',
        params: { no, item: 10, open: '9', quantity: '10', unit: 'EA' },
      },
    )
    await becomes(
      `quantity = 10, storage_location = case delivery_item when 10 then 'ZZZZ' else '' end`,
      {
        code: 'delivery-other-place',
        line: 1,
        params: { no, item: 10, place: '0001/ZZZZ', own: `0001/${place.storageLocation}` },
      },
    )
    await becomes(`storage_location = '', batch = '', is_issued = true`, {
      code: 'delivery-issued',
      params: { no },
    })
    // What the ERP has changed since the approval is found when the goods are to leave.
    await world().database.query(
      `update outbound_delivery_item set is_issued = false where delivery_no = $1`,
      [no],
    )
    const { id } = await submitted({})
    const second = await submitted({})
    await trade.act(id, 'approve')
    const { docNo } = await header(id)
    await world().database.query(
      `update purchase_order_line l set quantity = 99 from purchase_order h
       where h.company_code = '1020' and h.doc_no = $1 and l.company_code = h.company_code and l.document_id = h.id`,
      [order],
    )
    await expectRefused(world(), () => trade.act(second.id, 'approve'), [
      { code: 'delivery-taken', params: { no, by: docNo } },
    ])
  })
})
