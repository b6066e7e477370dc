import { isZero } from '@kufang/kernel/quantity.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../document/clock.ts'
import { called } from '../document/testing/core-flow.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { tradeOf, expectRefused, useWorld, approveReversal } from '../document/testing/trade.ts'
import { useStandIn } from '../document/testing/with-stand-in.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { openMirrorSource } from '../erp/mirrors/source.ts'
import { reconcile } from '../erp/reconcile.ts'
import { synchroniseMirror } from '../external-documents/synchronise.ts'

// Ten pieces are counted as packages at the gate, and three are missing when they are unpacked.

const companyCode = '1010'
const product = 'M-VALVE'
const world = useWorld()
const erp = useStandIn(world)
let place: Place
let orders = 4500000900

beforeAll(async () => {
  place = await newPlace(world())
  const { plant, storageLocation } = place
  await erp().standIn.control('POST', '/stand-in/seed', {
    plants: [{ plant, companyCode, storageLocations: [storageLocation] }],
    suppliers: [{ supplier: '100001', name: '供应商甲' }],
    products: [
      {
        product,
        descriptions: { ZH: product },
        baseUnit: 'EA',
        productGroup: 'G1',
        price: '1',
        isInspected: true,
      },
    ],
  })
  await synchronise('material')
})

const synchronise = (mirror: 'material' | 'purchase-order') =>
  synchroniseMirror(
    { database: world().database, connections: erp().connections },
    mirror,
    companyCode,
  )

async function configure(name: string, value: string): Promise<void> {
  await world().database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     select $1, gen_random_uuid(), $2, to_jsonb($3::text), '2020-01-01'::date + count(*)::int, gen_random_uuid(), '测试'
     from business_parameter where name = $2`,
    [companyCode, name, value],
  )
}

interface Delivered {
  order: string
  orderNo: string
  note: string
  arrival: string
  notice: string
}

/** Ten pieces of a new order have arrived, and the inspector may begin. */
async function delivered(): Promise<Delivered> {
  const orderNo = String((orders += 1))
  await erp().standIn.control('POST', '/stand-in/seed', {
    purchaseOrders: [
      {
        purchaseOrder: orderNo,
        companyCode,
        supplier: '100001',
        orderDate: '2026-11-01',
        items: [
          {
            item: '10',
            product,
            plant: place.plant,
            storageLocation: place.storageLocation,
            quantity: '10',
            unit: 'EA',
            netPrice: '5',
            deliveryDate: '2099-12-01',
          },
        ],
      },
    ],
  })
  await synchronise('purchase-order')
  const walker = worldWalker(world(), place)
  const [found] = await world().database.query<{ id: string }>(
    'select id from purchase_order where doc_no = $1',
    [orderNo],
  )
  const order = found!.id
  const over = await linesFrom(walker, 'purchase-order', order)
  const note = await makeOver(walker, 'delivery-note', over, ['submit', 'confirm'])
  const { arrival, notice } = await arrivedOf(note)
  return { order, orderNo, note, arrival, notice }
}

async function arrivedOf(note: string, quantity?: string) {
  const walker = worldWalker(world(), place)
  const lines = await linesFrom(walker, 'delivery-note', note)
  const arrival = await makeOver(
    walker,
    'arrival',
    lines.map((line) => ({ ...line, ...(quantity === undefined ? {} : { quantity }) })),
    ['confirm'],
  )
  const notice = (await walker.successorOf('arrival', arrival, 'inspection-notice'))!
  await called(world(), notice)
  return { arrival, notice }
}

/** The decision about all that was called: rejected and missing pieces, the others accepted. */
async function decide(notice: string, missing: string, rejected = '0', quantity = '10') {
  const accepted = String(Number(quantity) - Number(missing) - Number(rejected))
  const { id } = await world().create('inspection-order', {
    header: { inspectionMethod: 'full' },
    lines: [
      {
        source: { id: notice, lineNo: 1 },
        quantity,
        acceptedQuantity: accepted,
        rejectedQuantity: rejected,
        missingQuantity: missing,
        ...(rejected === '0' ? {} : { defectClass: 'surface' }),
      },
    ],
    actionAfterCreate: 'decide',
  })
  return id
}

const shortageOf = async (inspection: string) =>
  (await worldWalker(world(), place).successorOf(
    'inspection-order',
    inspection,
    'arrival-shortage',
  ))!

/** Receives everything that may be received of an arrival, and posts it. */
async function received(arrival: string): Promise<string> {
  const walker = worldWalker(world(), place)
  const lines = await linesFrom(walker, 'arrival', arrival)
  const receipt = await makeOver(walker, 'goods-receipt', lines, ['receive'])
  await walk(walker, 'goods-receipt', receipt, ['review', 'post'])
  await erp().send()
  expect((await world().read('goods-receipt', receipt)).header.erpState).toBe('posted')
  return receipt
}

const header = async (name: string, id: string) => (await world().read(name, id)).header
const line = async (name: string, id: string) => (await world().read(name, id)).lines[0]!
const { proven } = tradeOf(world, 'arrival')

/** What the ERP has posted for an order, in its order: movement type and quantity. */
async function postedFor(orderNo: string) {
  const { client } = await openMirrorSource(erp().connections, companyCode, 'material-document')
  const items: Record<string, unknown>[] = []
  for await (const page of client.getPages('A_MaterialDocumentItem', {
    operation: 'mirror',
    query: {},
  }))
    items.push(...page)
  return items.filter((item) => item['PurchaseOrder'] === orderNo)
}
const movements = async (orderNo: string) =>
  (await postedFor(orderNo)).map(
    (item) => `${String(item['GoodsMovementType'])} ${Number(item['QuantityInBaseUnit'])}`,
  )

/** Each key is the same in both books; GR blocked stock is not in the ERP's stock, only in its order history. */
async function booksAgree(isAllPosted = true): Promise<void> {
  const stock = await openMirrorSource(erp().connections, companyCode, 'material-stock')
  const { rows } = await reconcile(world().database, stock, {
    companyCode,
    plants: [place.plant],
    materialNos: [product],
  })
  const differing = rows.filter(
    ({ stockCategory, unexplained, inFlight }) =>
      stockCategory !== 'GRB' && !(isZero(unexplained) && (isZero(inFlight) || !isAllPosted)),
  )
  expect(differing).toEqual([])
  await proven()
}

const balances = async () =>
  Object.fromEntries(
    (
      await world().database.query<{ stockCategory: string; quantity: string }>(
        `select stock_category, sum(quantity) as quantity from stock_balance
         where company_code = $1 and storage_location = $2 and place = 'stock' and quantity > 0 group by 1 order by 1`,
        [companyCode, place.storageLocation],
      )
    ).map(({ stockCategory, quantity }) => [stockCategory, Number(quantity)]),
  )

describe.for([
  { route: 'inspection-stock', posting: 'with-receipt', types: ['101', '321', '102'] },
  { route: 'inspection-stock', posting: 'at-arrival', types: ['101', '102', '321'] },
  { route: 'blocked-stock', posting: 'with-receipt', types: ['103', '105', '104'] },
  { route: 'blocked-stock', posting: 'at-arrival', types: ['103', '104', '105'] },
] as const)(
  'missing pieces of an arrival in $route, posted $posting',
  ({ route, posting, types }) => {
    const inStock = route === 'inspection-stock'
    const waits = inStock ? 'QI' : 'GRB'
    const [into, back] = inStock ? ['101', '102'] : ['103', '104']
    beforeAll(async () => {
      await configure('receiving.route', route)
      await configure('receiving.arrivalPosting', posting)
    })

    test('leave the books as goods that never arrived, and can be delivered again', async () => {
      const before = await balances()
      const change = async () => {
        const now = await balances()
        return Object.fromEntries(
          [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((category) => {
            const added = (now[category] ?? 0) - (before[category] ?? 0)
            return added === 0 ? [] : [[category, added]]
          }),
        )
      }
      const { order, orderNo, note, arrival, notice } = await delivered()
      expect(await change()).toEqual({ [waits]: 10 })
      const inspection = await decide(notice, '3')
      const shortage = await shortageOf(inspection)
      // No blocked stock: the missing pieces are nowhere.
      expect(await change()).toEqual({ [waits]: 7 })
      expect(await line('arrival-shortage', shortage)).toMatchObject({
        quantity: '3',
        arrivalNo: (await header('arrival', arrival)).docNo,
      })
      expect(await line('arrival', arrival)).toMatchObject({
        quantity: '10',
        acceptedQuantity: '7',
        rejectedQuantity: '0',
        closedQuantity: '3',
        openQuantity: '7',
      })
      expect(await line('inspection-notice', notice)).toMatchObject({ missingQuantity: '3' })
      expect((await header('inspection-notice', notice)).state).toBe('partlyQualified')
      expect(await header('delivery-note', note)).toMatchObject({ state: 'partlyArrived' })
      expect(await line('delivery-note', note)).toMatchObject({
        doneQuantity: '7',
        openQuantity: '3',
      })
      await proven()

      await received(arrival)
      expect((await header('arrival-shortage', shortage)).erpState).toBe('posted')
      expect((await header('arrival', arrival)).state).toBe('received')
      // A 321 has no order, so only the movements of the order are listed.
      const ofOrder = types.filter((type) => type !== '321')
      const quantities: Record<string, number> = { [into]: 10, [back]: 3, '105': 7 }
      expect(await movements(orderNo)).toEqual(ofOrder.map((type) => `${type} ${quantities[type]}`))
      expect(await change()).toEqual({ UU: 7 })
      await booksAgree()

      // The ERP has received seven, and so has the order here: the rest is with the note until that is written off.
      await synchronise('purchase-order')
      expect(await line('purchase-order', order)).toMatchObject({
        receivedQuantity: '7',
        closedQuantity: '0',
      })
      const rest = await arrivedOf(note, '3')
      expect(await line('arrival', rest.arrival)).toMatchObject({ quantity: '3' })
      await decide(rest.notice, '0', '0', '3')
      await received(rest.arrival)
      expect(await change()).toEqual({ UU: 10 })
      expect((await header('delivery-note', note)).state).toBe('arrived')
      await booksAgree()
    })

    test('that are all of it reach the ERP at once, because no receipt would post them', async () => {
      const { orderNo, note, arrival, notice } = await delivered()
      const inspection = await decide(notice, '10')
      expect((await header('inspection-order', inspection)).state).toBe('unqualified')
      expect((await header('arrival', arrival)).state).toBe('received')
      expect(await header('delivery-note', note)).toMatchObject({ state: 'confirmed' })
      await erp().send()
      expect(await movements(orderNo)).toEqual([`${into} 10`, `${back} 10`])
      await booksAgree()
    })

    test('are never posted before their arrival', async () => {
      const { arrival, notice } = await delivered()
      const shortage = await shortageOf(await decide(notice, '3'))
      if (posting === 'with-receipt') {
        expect((await header('arrival-shortage', shortage)).erpState).toBe('unposted')
        const walker = worldWalker(world(), place)
        const lines = await linesFrom(walker, 'arrival', arrival)
        const receipt = await makeOver(walker, 'goods-receipt', lines, ['receive'])
        await walk(walker, 'goods-receipt', receipt, ['review', 'post'])
      }
      const postings = await world().database.query<{ documentId: string; dependsOn: string[] }>(
        `select p.document_id, coalesce(array_agg(d.document_id) filter (where d.id is not null), '{}') as depends_on
       from erp_posting p left join erp_posting d on d.id = any (p.depends_on)
       where p.document_id = any ($1) group by p.id, p.document_id, p.sequence order by p.sequence`,
        [[arrival, shortage]],
      )
      expect(postings).toEqual([
        { documentId: arrival, dependsOn: [] },
        { documentId: shortage, dependsOn: [arrival] },
      ])
      await erp().send()
      await booksAgree()
    })

    test('are there after all: a withdrawn decision takes everything back, in the ERP first', async () => {
      const { orderNo, note, arrival, notice } = await delivered()
      const inspection = await decide(notice, '3')
      const shortage = await shortageOf(inspection)
      await erp().send()
      const withdraw = () =>
        world().act('inspection-order', inspection, 'withdraw', { input: { reason: '误判' } })
      if (posting === 'at-arrival') {
        const { docNo } = await header('arrival-shortage', shortage)
        await expectRefused(world(), withdraw, [
          { code: 'successor-stands', params: { by: docNo } as never },
        ])
        await approveReversal(world(), 'arrival-shortage', shortage)
        await world().act('arrival-shortage', shortage, 'reverse')
        await erp().send()
        await world().act('arrival-shortage', shortage, 'reversePhysical')
      }
      await withdraw()
      expect((await header('arrival-shortage', shortage)).state).toBe('reversed')
      expect(await line('arrival', arrival)).toMatchObject({
        closedQuantity: '0',
        openQuantity: '10',
        acceptedQuantity: '0',
      })
      expect(await line('inspection-notice', notice)).toMatchObject({
        missingQuantity: '0',
        openQuantity: '10',
      })
      expect(await header('delivery-note', note)).toMatchObject({ state: 'arrived' })
      await proven()
      await decide(notice, '0')
      await received(arrival)
      await booksAgree()
      expect(await movements(orderNo)).toEqual(
        posting === 'at-arrival'
          ? [`${into} 10`, `${back} 3`, `${into} 3`, ...(inStock ? [] : ['105 10'])]
          : [`${into} 10`, ...(inStock ? [] : ['105 10'])],
      )
    })
  },
)

describe('what was found missing', () => {
  beforeAll(async () => {
    await configure('receiving.route', 'inspection-stock')
    await configure('receiving.arrivalPosting', 'with-receipt')
  })

  test('is received by nobody', async () => {
    const { arrival, notice } = await delivered()
    await decide(notice, '3', '2')
    const receive = (quantity: string, stockCategory: string) => () =>
      world().create('goods-receipt', {
        header: {},
        lines: [{ source: { id: arrival, lineNo: 1 }, quantity, stockCategory, bin: 'A-01' }],
        actionAfterCreate: 'receive',
      })
    await expectRefused(world(), receive('6', 'UU'), [
      { code: 'quantity-exceeds-open', params: { quantity: '6', open: '5' } as never },
    ])
    await expectRefused(world(), receive('3', 'BL'), [
      { code: 'quantity-exceeds-open', params: { quantity: '3', open: '2' } as never },
    ])
    await received(arrival)
    await booksAgree(false)
  })

  test('cannot be found again once it was delivered again', async () => {
    const { note, notice } = await delivered()
    const inspection = await decide(notice, '3')
    const again = await arrivedOf(note, '2')
    const { docNo } = await header('delivery-note', note)
    const withdraw = () =>
      world().act('inspection-order', inspection, 'withdraw', { input: { reason: '误判' } })
    await expectRefused(world(), withdraw, [
      {
        code: 'missing-made-up',
        line: 1,
        params: { quantity: '3', unit: 'EA', free: '1', source: `${docNo}/1` } as never,
      },
    ])
    await world().act('arrival', again.arrival, 'reversePhysical', { input: { reason: '错收' } })
    await withdraw()
    expect(await line('delivery-note', note)).toMatchObject({ doneQuantity: '10' })
  })

  test('is open at the order again once its delivery note is written off', async () => {
    const { order, note, notice } = await delivered()
    const inspection = await decide(notice, '3')
    expect(await line('purchase-order', order)).toMatchObject({ doneQuantity: '10' })
    await world().act('delivery-note', note, 'writeOff', { input: { reason: '供应商不再补送' } })
    expect(await line('purchase-order', order)).toMatchObject({
      doneQuantity: '7',
      openQuantity: '3',
    })
    await expectRefused(
      world(),
      () => world().act('inspection-order', inspection, 'withdraw', { input: { reason: '误判' } }),
      [{ code: 'missing-made-up', params: { free: '0' } as never }],
    )
  })

  test('leaves the books of the ERP with its arrival, and before it', async () => {
    const { orderNo, arrival, notice } = await delivered()
    await decide(notice, '3')
    const receipt = await received(arrival)
    await approveReversal(world(), 'goods-receipt', receipt)
    await world().act('goods-receipt', receipt, 'reverse')
    await erp().send()
    expect(await movements(orderNo)).toEqual(['101 10', '102 3', '101 3', '102 10'])
    expect((await header('arrival', arrival)).erpState).toBe('reversed')
    await proven()
    await world().act('goods-receipt', receipt, 'reversePhysical', { input: { reason: '错收' } })
    const again = await received(arrival)
    expect((await header('goods-receipt', again)).erpState).toBe('posted')
    await booksAgree(false)
  })

  test('is not mistaken for what the ERP receives without us', async () => {
    const { order, orderNo, arrival, notice } = await delivered()
    await decide(notice, '3')
    await received(arrival)
    await erp().standIn.control('POST', '/stand-in/material-documents', {
      user: 'SCHMIDT',
      header: {
        GoodsMovementCode: '01',
        PostingDate: clock().today,
        DocumentDate: clock().today,
      },
      items: [
        {
          Material: product,
          Plant: place.plant,
          StorageLocation: place.storageLocation,
          GoodsMovementType: '101',
          GoodsMovementRefDocType: 'B',
          PurchaseOrder: orderNo,
          PurchaseOrderItem: '10',
          QuantityInEntryUnit: '2',
          EntryUnit: 'EA',
        },
      ],
    })
    await synchronise('purchase-order')
    expect(await line('purchase-order', order)).toMatchObject({
      receivedQuantity: '9',
      closedQuantity: '2',
    })
  })
})
