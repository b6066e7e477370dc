import { describe, expect, test } from 'vitest'
import { linesFrom, make, makeOver, wayTo } from '../document/journey/walk.ts'
import { accepted, announced, arrived } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { storeMirror } from '../external-documents/store-mirror.ts'

// The buyer changes an order in the ERP while its goods are on their way.

const world = useWorld()

/** The order behind a document, by its delivery note. */
async function orderOf(note: string) {
  const { header, lines } = await world().read('delivery-note', note)
  const id = String(lines[0]!.sourceId)
  const { header: order, lines: items } = await world().read('purchase-order', id)
  return { id, orderNo: order.docNo, documentDate: order.documentDate, items, noteNo: header.docNo }
}

type Order = Awaited<ReturnType<typeof orderOf>>

/** The ERP says this of the order now. */
async function becomes(
  { id, orderNo, documentDate, items }: Order,
  change: Record<string, unknown>,
  state: 'synced' | 'completed' | 'deleted' = 'synced',
  readAt?: Date,
): Promise<void> {
  const { lines } = await world().read('purchase-order', id)
  await world().database.transaction((tx) =>
    storeMirror(
      tx,
      'purchase-order',
      '1010',
      [
        {
          companyCode: '1010',
          docNo: orderNo,
          documentDate,
          state,
          header: {},
          lines: items.map(({ lineNo }, index) => ({
            ...Object.fromEntries(
              [
                'materialNo',
                'description',
                'materialGroup',
                'unit',
                'quantity',
                'closedQuantity',
                'plant',
                'storageLocation',
                'deliveryDate',
                'netPrice',
              ].map((field) => [field, lines[index]![field]]),
            ),
            lineNo,
            ...change,
          })),
        },
      ],
      readAt,
    ),
  )
}

const problems = (orderNo: string) =>
  world().database.query<Record<string, unknown>>(
    `select h.cause, h.remedy, h.state, h.created_by_name, h.concerned_nos, h.note_nos, l.purchase_order_line, l.quantity,
       l.ordered_before, l.ordered_after, l.due_before, l.due_after, l.is_price_changed
     from problem_document h
     join problem_document_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.purchase_order_no = $1 order by h.created_at, l.line_no`,
    [orderNo],
  )

describe('an order changed in the ERP', () => {
  test('under an announced delivery raises a problem document with the old and the new, once', async () => {
    const note = await announced(world(), await newPlace(world()), goods(2))
    const order = await orderOf(note)
    const due = String(order.items[0]!['deliveryDate'])
    await becomes(order, { quantity: '6' })
    const [first, second, ...others] = await problems(order.orderNo)
    expect(others).toEqual([])
    expect(first).toEqual({
      cause: 'orderChanged',
      remedy: 'orderChanged',
      state: 'raised',
      createdByName: '系统',
      concernedNos: [order.noteNo],
      noteNos: [order.noteNo],
      purchaseOrderLine: 1,
      quantity: '10',
      orderedBefore: '10',
      orderedAfter: '6',
      dueBefore: due,
      dueAfter: due,
      isPriceChanged: false,
    })
    expect(second).toMatchObject({ purchaseOrderLine: 2, quantity: '10' })
    // The next reading finds nothing new; another change is added to what is open.
    await becomes(order, {})
    expect(await problems(order.orderNo)).toHaveLength(2)
    await becomes(order, { deliveryDate: '2099-11-30', netPrice: '7.5' })
    const after = await problems(order.orderNo)
    expect(after).toHaveLength(2)
    expect(after[0]).toMatchObject({
      orderedBefore: '10',
      orderedAfter: '6',
      dueBefore: due,
      dueAfter: '2099-11-30',
      isPriceChanged: true,
    })
  })

  test('for another place raises one that names both, which the buyer decides', async () => {
    const order = await orderOf(await announced(world(), await newPlace(world()), goods(1)))
    const [before] = order.items
    const places = [before!.storageLocation, '1002'].map((location) => `0001/${String(location)}`)
    await becomes(order, { storageLocation: '1002' })
    expect(await problems(order.orderNo)).toMatchObject([
      { cause: 'orderChanged', state: 'raised', concernedNos: [order.noteNo], quantity: '10' },
    ])
    const remarks = await world().database.query(
      `select remark from problem_document where purchase_order_no = $1`,
      [order.orderNo],
    )
    expect(remarks).toEqual([{ remark: `收货地点 ${places.join(' → ')}` }])
    // Another date, and the old one again, do not bring the old place back.
    await becomes(order, { storageLocation: '1002', deliveryDate: '2099-11-30' })
    await becomes(order, { storageLocation: '1002', deliveryDate: before!['deliveryDate'] })
    expect(await problems(order.orderNo)).toMatchObject([{ state: 'raised' }])
  })

  test('that names its place only now raises none', async () => {
    const order = await orderOf(await announced(world(), await newPlace(world()), goods(1)))
    const { storageLocation } = order.items[0]!
    await world().database.query(
      `update purchase_order_line set storage_location = null where document_id = $1`,
      [order.id],
    )
    await becomes(order, { storageLocation })
    expect(await problems(order.orderNo)).toEqual([])
  })

  test('raises none where more is ordered than before, or nothing of it is on its way', async () => {
    const place = await newPlace(world())
    const order = await orderOf(await announced(world(), place, goods(1)))
    await becomes(order, { quantity: '20' })
    expect(await problems(order.orderNo)).toEqual([])
    const arrival = await accepted(world(), place, goods(1))
    const { lines } = await world().read('arrival', arrival)
    const received = await orderOf(String(lines[0]!.sourceId))
    const walker = worldWalker(world(), place)
    const over = await linesFrom(walker, 'arrival', arrival)
    await makeOver(walker, 'goods-receipt', over, ['receive'])
    await becomes(received, { quantity: '4' })
    expect(await problems(received.orderNo)).toEqual([])
  })
})

describe('an order restored in the ERP', () => {
  /** The open to-dos of the problem documents of an order, and what their log says last. */
  const left = async (orderNo: string) =>
    world().database.query<{ todos: number; action: string; decision: string | null }>(
      `select (select count(*)::int from todo t where t.document_id = h.id and t.done_at is null) as todos, h.decision,
         (select a.action || ' ' || coalesce(a.user_name, '') from audit_entry a where a.subject_id = h.id::text
          order by a.at desc limit 1) as action
       from problem_document h where h.purchase_order_no = $1 order by h.created_at`,
      [orderNo],
    )

  test('after a change answers its problem document, item by item', async () => {
    const note = await announced(world(), await newPlace(world()), goods(2))
    const order = await orderOf(note)
    await becomes(order, { quantity: '6' })
    await becomes(order, { deliveryDate: '2099-11-30' })
    // The quantity alone is restored, and the date is not.
    const [first] = order.items
    await becomes(order, { quantity: '10', deliveryDate: '2099-11-30' })
    expect(await problems(order.orderNo)).toMatchObject([
      { state: 'raised', orderedBefore: '10', orderedAfter: '10', dueAfter: '2099-11-30' },
      { state: 'raised' },
    ])
    await becomes(order, { deliveryDate: String(first!['deliveryDate']) })
    expect((await problems(order.orderNo)).map(({ state }) => state)).toEqual(['closed', 'closed'])
    expect(await left(order.orderNo)).toEqual([
      { todos: 0, decision: 'orderRestored', action: 'withdraw 系统' },
    ])
  })

  test('after its end answers it too; a price that changed is left to the buyer', async () => {
    const order = await orderOf(await announced(world(), await newPlace(world()), goods(1)))
    await becomes(order, { isDeleted: true }, 'deleted')
    await becomes(order, { isDeleted: false })
    expect(await problems(order.orderNo)).toMatchObject([{ cause: 'orderEnded', state: 'closed' }])
    expect(await left(order.orderNo)).toMatchObject([{ todos: 0, decision: 'orderRestored' }])
    await becomes(order, { netPrice: '7.5' })
    await becomes(order, { netPrice: '8' })
    expect((await problems(order.orderNo)).at(-1)).toMatchObject({
      cause: 'orderChanged',
      state: 'raised',
      isPriceChanged: true,
    })
  })
})

/** An order of which everything is received and posted. */
async function postedOrder() {
  const walker = worldWalker(world(), await newPlace(world()))
  const receipt = await make(walker, 'goods-receipt', goods(1), wayTo('goods-receipt', 'posted'))
  const { lines } = await world().read('goods-receipt', receipt)
  const arrival = await world().read('arrival', String(lines[0]!.sourceId))
  return {
    order: await orderOf(String(arrival.lines[0]!.sourceId)),
    arrivalNo: arrival.header.docNo,
  }
}

describe('an order reduced in the ERP below what we posted', () => {
  test('is a problem that names our documents, and none once it is restored', async () => {
    const { order, arrivalNo } = await postedOrder()
    const due = String(order.items[0]!['deliveryDate'])
    await becomes(order, { quantity: '6', receivedQuantity: '10' })
    expect(await problems(order.orderNo)).toEqual([
      {
        cause: 'orderBelowPosted',
        remedy: 'orderBelowPosted',
        state: 'answered',
        createdByName: '系统',
        concernedNos: [arrivalNo],
        noteNos: [],
        purchaseOrderLine: 1,
        quantity: '4',
        orderedBefore: '10',
        orderedAfter: '6',
        dueBefore: due,
        dueAfter: due,
        isPriceChanged: false,
      },
    ])
    await becomes(order, { quantity: '5', receivedQuantity: '10' })
    expect(await problems(order.orderNo)).toMatchObject([
      { state: 'answered', quantity: '5', orderedBefore: '10', orderedAfter: '5' },
    ])
    await becomes(order, { quantity: '9', receivedQuantity: '10' })
    expect(await problems(order.orderNo)).toMatchObject([{ state: 'answered', quantity: '1' }])
    await becomes(order, { quantity: '10', receivedQuantity: '10' })
    expect(await problems(order.orderNo)).toMatchObject([{ state: 'closed' }])
  })

  test('is none within the tolerance of the order', async () => {
    const { order } = await postedOrder()
    await becomes(order, { quantity: '8', receivedQuantity: '10', overDeliveryPercent: '25' })
    expect(await problems(order.orderNo)).toEqual([])
  })
})

describe('an order of which the ERP has received less than we posted', () => {
  test('is a problem that names our document and the one in the ERP with its person, and none once it is gone', async () => {
    const { order, arrivalNo } = await postedOrder()
    await becomes(order, { receivedQuantity: '10' })
    expect(await problems(order.orderNo)).toEqual([])
    await becomes(order, { receivedQuantity: '7' })
    expect(await problems(order.orderNo)).toMatchObject([
      {
        cause: 'receiptBelowPosted',
        remedy: 'receiptBelowPosted',
        state: 'answered',
        concernedNos: [arrivalNo],
        quantity: '3',
        orderedBefore: null,
      },
    ])
    // The material documents of the ERP are read at another time.
    await world().database.query(
      `insert into erp_direct_document (company_code, material_document, material_document_year, posting_date, created_by, kind, items)
       values ('1010', $1, '2026', '2026-11-20', 'LIUYANG', 'movement', $2::jsonb)`,
      [
        `5${order.orderNo.slice(-9)}`,
        JSON.stringify([
          { purchaseOrder: order.orderNo, purchaseOrderItem: '1', movementType: '122' },
        ]),
      ],
    )
    await becomes(order, { receivedQuantity: '7' })
    const named = [arrivalNo, `5${order.orderNo.slice(-9)}/2026 LIUYANG`]
    expect(await problems(order.orderNo)).toMatchObject([{ concernedNos: named, quantity: '3' }])
    const versions = () =>
      world().database.query(`select version from problem_document where purchase_order_no = $1`, [
        order.orderNo,
      ])
    const before = await versions()
    await becomes(order, { receivedQuantity: '7' })
    expect(await versions()).toEqual(before)
    await becomes(order, { receivedQuantity: '10' })
    expect(await problems(order.orderNo)).toMatchObject([{ state: 'closed' }])
  })

  test('is not raised again for the same difference after the buyer decided, but for another one', async () => {
    const { order } = await postedOrder()
    await becomes(order, { receivedQuantity: '7' })
    const [{ id }] = (await world().database.query<{ id: string }>(
      `select id from problem_document where purchase_order_no = $1`,
      [order.orderNo],
    )) as [{ id: string }]
    await world().act('problem-document', id, 'decide', {
      input: { decision: 'accepted', reason: '已退回供应商' },
    })
    await becomes(order, { receivedQuantity: '7' })
    expect(await problems(order.orderNo)).toHaveLength(1)
    await becomes(order, { receivedQuantity: '6' })
    expect(await problems(order.orderNo)).toMatchObject([
      { state: 'closed', quantity: '3' },
      { state: 'answered', quantity: '4' },
    ])
  })

  test('is none while our own posting may not be counted there yet', async () => {
    const { order } = await postedOrder()
    const [{ before }] = (await world().database.query<{ before: string }>(
      `select synced_at + interval '1 millisecond' as before from purchase_order where id = $1`,
      [order.id],
    )) as [{ before: string }]
    // Read before the posting was settled.
    await becomes(order, { receivedQuantity: '0' }, 'synced', new Date(before))
    expect(await problems(order.orderNo)).toEqual([])
    await becomes(order, { receivedQuantity: '0' })
    expect(await problems(order.orderNo)).toHaveLength(1)
  })
})

describe('an order that ends in the ERP', () => {
  test('is a problem of what has arrived and is not received, and of what is announced', async () => {
    const { arrival } = await arrived(world(), await newPlace(world()), goods(1))
    const { header, lines } = await world().read('arrival', arrival)
    const order = await orderOf(String(lines[0]!.sourceId))
    await becomes(order, { isDeleted: true }, 'deleted')
    expect(await problems(order.orderNo)).toMatchObject([
      { cause: 'orderEnded', concernedNos: [header.docNo], quantity: '10' },
    ])
    const announcedOnly = await orderOf(await announced(world(), await newPlace(world()), goods(1)))
    await becomes(announcedOnly, { isCompleted: true, receivedQuantity: '4', closedQuantity: '4' })
    expect(await problems(announcedOnly.orderNo)).toMatchObject([
      { cause: 'orderEnded', concernedNos: [announcedOnly.noteNo] },
    ])
  })

  test('is none where its own receipts have completed it', async () => {
    const { arrival } = await arrived(world(), await newPlace(world()), goods(1))
    const { lines } = await world().read('arrival', arrival)
    const order = await orderOf(String(lines[0]!.sourceId))
    await becomes(order, { isCompleted: true, receivedQuantity: '10' }, 'completed')
    expect(await problems(order.orderNo)).toEqual([])
  })
})
