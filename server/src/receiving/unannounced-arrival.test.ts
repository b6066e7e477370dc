import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { tableByName } from '../document/storage/table.ts'
import { documentFlow } from '../document/storage/flow.ts'
import { goods, newPlace, ordered, type Goods, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { unannouncedGoods } from './testing/unannounced-goods.ts'

testConformance('unannounced-arrival')

/** What is written on the supplier's paper. */
const paper = { reference: 'FH88000' }
const bolts = goods(1, materials.bolt)
const valves = goods(1)

describe('goods that came without papers', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'unannounced-arrival')
  const notes = tradeOf(world, 'delivery-note')
  const arrivals = tradeOf(world, 'arrival')

  /** A truck of supplier 100001 with goods that nobody has ordered yet. */
  const registered = (place: Place, lines: readonly Goods[] = valves) =>
    unannouncedGoods(world(), place, lines, { plateNo: '澜A·26118' })

  /** The lines of an act that names items of this order, each line the item of its number. */
  const named = async (order: string, quantities: readonly string[]) => {
    const { docNo } = (await world().read('purchase-order', order)).header
    return quantities.map((quantitySupplemented, index) => ({
      lineNo: index + 1,
      quantitySupplemented,
      purchaseOrderNo: docNo,
      purchaseOrderLine: index + 1,
    }))
  }
  const supplement = async (
    id: string,
    order: string,
    quantities: readonly string[] = ['10'],
    input: Record<string, unknown> = paper,
  ) => trade.act(id, 'supplement', { input, lines: await named(order, quantities) })

  const stock = (place: Place, materialNo: string = materials.valve) =>
    world().database.query(
      `select b.bin, k.stock_category, k.book, b.quantity from stock_balance b
       join stock_key k on k.company_code = b.company_code and k.id = b.key_id
       where k.plant = $1 and k.storage_location = $2 and k.material_no = $3 and b.quantity > 0`,
      [place.plant, place.storageLocation, materialNo],
    )
  const orderLine = async (order: string) => (await world().read('purchase-order', order)).lines[0]!
  const idOf = async (type: string, docNo: string | null) => {
    const [row] = await world().database.query<{ id: string }>(
      `select id from ${type} where doc_no = $1`,
      [docNo],
    )
    return row!.id
  }
  const papersOf = async (id: string) => {
    const { noteNo, arrivalNo } = await trade.header(id)
    return {
      note: await idOf('delivery_note', noteNo as string),
      arrival: await idOf('arrival', arrivalNo as string),
    }
  }

  test('lie in the receiving bin, blocked and outside the books of the ERP, until somebody else names their order', async () => {
    const place = await newPlace(world())
    const { id } = await registered(place)
    expect(await trade.header(id)).toMatchObject({ state: 'awaiting', missingPaper: 'order' })
    expect(await stock(place)).toEqual([
      { bin: 'R-01', stockCategory: 'GRB', book: 'OFF', quantity: '10' },
    ])
    // Ordered afterwards.
    const order = await ordered(world(), place, valves)
    const { acts, arrivedAt } = await trade.header(id)
    const lines = await named(order, ['10'])
    await expectRefused(
      world(),
      () => trade.actAs(acts['create']!.userId, id, 'supplement', { input: paper, lines }),
      [{ code: 'separation-of-duties' }],
    )
    await supplement(id, order, ['10'], { reference: 'FH88001' })
    expect(await stock(place)).toEqual([
      { bin: 'R-01', stockCategory: 'QI', book: 'ERP', quantity: '10' },
    ])
    const header = await trade.header(id)
    expect(header.state).toBe('supplemented')
    const { note, arrival } = await papersOf(id)
    expect(await notes.header(note)).toMatchObject({
      state: 'arrived',
      supplementOf: header.docNo,
      reference: 'FH88001',
      plateNo: '澜A·26118',
    })
    expect(await arrivals.header(arrival)).toMatchObject({
      state: 'arrived',
      supplementOf: header.docNo,
      arrivedAt,
    })
    expect(await orderLine(order)).toMatchObject({ doneQuantity: '10', openQuantity: '0' })
    await trade.proven()
  })

  test('are inspected, received and posted with their order like any others', async () => {
    const place = await newPlace(world())
    const { id } = await registered(place, bolts)
    await world().send()
    const before = world().erp.documents.length
    const order = await ordered(world(), place, bolts)
    await supplement(id, order)
    const { arrival } = await papersOf(id)
    const walker = worldWalker(world(), place)
    await makeOver(walker, 'goods-receipt', await linesFrom(walker, 'arrival', arrival), [
      'receive',
      'review',
      'post',
    ])
    await world().send()
    expect(await stock(place, materials.bolt)).toMatchObject([
      { bin: 'A-01', stockCategory: 'UU', book: 'ERP', quantity: '10' },
    ])
    const posted = world().erp.documents.slice(before)
    expect(posted).toHaveLength(1)
    expect(JSON.stringify(posted)).toContain('"101"')
    await trade.proven()
  })

  test('get their papers from several orders, in parts, and wait with the rest', async () => {
    const place = await newPlace(world())
    const { id } = await registered(place)
    const first = await ordered(world(), place, goods(1, materials.valve, '6'))
    await supplement(id, first, ['6'])
    expect(await trade.header(id)).toMatchObject({ state: 'partlySupplemented' })
    expect(await trade.column(id, 'awaitingQuantity')).toEqual(['4'])
    await supplement(id, await ordered(world(), place, goods(1, materials.valve, '9')), ['4'])
    expect(await trade.header(id)).toMatchObject({ state: 'supplemented' })
    expect(await stock(place)).toEqual([
      { bin: 'R-01', stockCategory: 'QI', book: 'ERP', quantity: '10' },
    ])
    await trade.proven()
  })

  test('are of the order item that was open when they came, which is proposed', async () => {
    const place = await newPlace(world())
    const small = await ordered(world(), place, goods(1, materials.valve, '3'))
    const order = await ordered(world(), place, goods(1, materials.valve, '20'))
    await ordered(world(), place, valves, { supplierNo: '100002' })
    const { id } = await registered(place)
    expect(small).not.toBe(order)
    expect(await trade.column(id, 'matchedOrderNo')).toEqual([
      (await world().read('purchase-order', order)).header.docNo,
    ])
    const elsewhere = await newPlace(world())
    const alone = await registered(elsewhere)
    expect(await trade.column(alone.id, 'matchedOrderNo')).toEqual([null])
    const lines = [{ lineNo: 1, quantitySupplemented: '10' }]
    const asked = () => trade.act(alone.id, 'supplement', { input: paper, lines })
    await expectRefused(world(), asked, [
      { code: 'order-item-none', line: 1, params: { material: materials.valve } as never },
    ])
    // One that is younger than the goods is found when the papers are added.
    const later = await ordered(world(), elsewhere, valves)
    await asked()
    expect(await trade.column(alone.id, 'matchedOrderNo')).toEqual([
      (await world().read('purchase-order', later)).header.docNo,
    ])
  })

  test('are not of an order of something else: supplier, material and place agree, and no more is papered than is ordered', async () => {
    const place = await newPlace(world())
    const { id } = await registered(place)
    const refused = async (
      order: string,
      wanted: { code: string; params?: Record<string, unknown> },
      lineNo = 1,
    ) => {
      const [line] = await named(order, ['10'])
      const lines = [{ ...line!, purchaseOrderLine: lineNo }]
      await expectRefused(world(), () => trade.act(id, 'supplement', { input: paper, lines }), [
        { line: 1, ...wanted } as never,
      ])
    }
    const order = await ordered(world(), place, goods(1, materials.valve, '9'))
    await refused(order, { code: 'order-item-unknown' }, 7)
    await refused(order, {
      code: 'quantity-exceeds-tolerance',
      params: { quantity: '10', allowed: '9' },
    })
    await refused(await ordered(world(), place, valves, { supplierNo: '100002' }), {
      code: 'order-item-differs',
      params: { field: '供应商', ordered: '100002', arrived: '100001' },
    })
    await refused(await ordered(world(), place, bolts), {
      code: 'order-item-differs',
      params: { field: '物料', ordered: materials.bolt },
    })
    const elsewhere = await newPlace(world())
    await refused(await ordered(world(), elsewhere, valves), {
      code: 'order-item-differs',
      params: { field: '库存地点', ordered: elsewhere.storageLocation },
    })
  })

  test('are the papers of one truck only: of two at one order item the second is told', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, valves)
    const one = await registered(place)
    const other = await registered(place)
    const results = await Promise.allSettled([
      supplement(one.id, order),
      supplement(other.id, order),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [lost] = results.filter(({ status }) => status === 'rejected')
    expect(lost).toMatchObject({ reason: { code: 'quantity-exceeds-tolerance', line: 1 } })
    expect(await orderLine(order)).toMatchObject({ doneQuantity: '10' })
    await trade.proven()
  })

  test('wait again once their papers are withdrawn, unless somebody has received them', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, valves)
    const { id } = await registered(place)
    await supplement(id, order)
    const { note, arrival } = await papersOf(id)
    await trade.act(id, 'withdrawSupplement', { input: { reason: '订单行选错' } })
    expect(await trade.header(id)).toMatchObject({ state: 'awaiting', noteNo: null })
    expect(await notes.header(note)).toMatchObject({ state: 'writtenOff' })
    expect(await arrivals.header(arrival)).toMatchObject({ state: 'reversed' })
    expect(await orderLine(order)).toMatchObject({ doneQuantity: '0', freeQuantity: '10' })
    expect(await stock(place)).toEqual([
      { bin: 'R-01', stockCategory: 'GRB', book: 'OFF', quantity: '10' },
    ])
    await supplement(id, order)
    const again = await papersOf(id)
    const walker = worldWalker(world(), place)
    const notice = await walker.successorOf('arrival', again.arrival, 'inspection-notice')
    await walk(walker, 'inspection-notice', notice!, ['assign', 'confirmTime', 'confirmInspector'])
    await makeOver(
      walker,
      'inspection-order',
      await linesFrom(walker, 'inspection-notice', notice!),
      ['decide'],
    )
    await expectRefused(
      world(),
      () => trade.act(id, 'withdrawSupplement', { input: { reason: '订单行选错' } }),
      [{ code: 'successor-stands' }],
    )
    await trade.proven()
  })

  test('are held to their delivery note, which nobody ends alone, and both show in the flow of each other', async () => {
    const place = await newPlace(world())
    const { id } = await registered(place)
    const order = await ordered(world(), place, valves)
    await supplement(id, order)
    const { note, arrival } = await papersOf(id)
    const no = (await notes.header(note)).docNo
    const { docNo } = await trade.header(id)
    const numbers = async (name: string, at: string) => {
      const { nodes } = await documentFlow(world().database, tableByName(name), '1010', at)
      return nodes.map((node) => node.docNo)
    }
    expect(await numbers('arrival', arrival)).toContain(docNo)
    expect(await numbers('unannounced-arrival', id)).toContain(no)
    const reason = { input: { reason: '数量录入错误' } }
    await arrivals.act(arrival, 'reversePhysical', reason)
    const stands = (action: string, input = {}) =>
      expectRefused(world(), () => notes.act(note, action, input), [
        { code: 'supplement-stands', params: { no, by: docNo } as never },
      ])
    await stands('writeOff', { input: { reason: '订单已变更' } })
    await stands('withdrawConfirmation')
    // The arrival was entered wrongly, and is made again from the note; or the goods wait again.
    const walker = worldWalker(world(), place)
    const again = await makeOver(
      walker,
      'arrival',
      await linesFrom(walker, 'delivery-note', note),
      ['confirm'],
    )
    await expectRefused(
      world(),
      () => trade.act(id, 'withdrawSupplement', { input: { reason: '订单行选错' } }),
      [{ code: 'successor-stands', params: { by: (await arrivals.header(again)).docNo } }],
    )
    await arrivals.act(again, 'reversePhysical', reason)
    await trade.act(id, 'withdrawSupplement', { input: { reason: '订单行选错' } })
    expect(await notes.header(note)).toMatchObject({ state: 'writtenOff' })
    expect(await trade.header(id)).toMatchObject({ state: 'awaiting' })
    await trade.proven()
  })

  test('go back with the truck while they have no papers', async () => {
    const place = await newPlace(world())
    const { id } = await registered(place)
    const order = await ordered(world(), place, valves)
    await supplement(id, order)
    await expectRefused(
      world(),
      () => trade.act(id, 'takeBack', { input: { reason: '供应商送错' } }),
      [{ code: 'wrong-state' }],
    )
    await trade.act(id, 'withdrawSupplement', { input: { reason: '订单行选错' } })
    await trade.act(id, 'takeBack', { input: { reason: '供应商送错' } })
    expect(await trade.header(id)).toMatchObject({ state: 'takenBack' })
    expect(await stock(place)).toEqual([])
    await trade.proven()
  })

  test('of an order hold its items while they wait for the delivery note, and the supplier hands that in', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'awaiting', valves)
    const [order] = (await trade.column(id, 'sourceId')) as string[]
    expect(await trade.header(id)).toMatchObject({ missingPaper: 'note' })
    expect(await orderLine(order!)).toMatchObject({ freeQuantity: '0' })
    await expectRefused(
      world(),
      () =>
        world().create('delivery-note', {
          header: { etaDate: '2099-01-01', deliveryMode: 'warehouse' },
          lines: [{ source: { id: order!, lineNo: 1 }, quantity: '1' }],
        }),
      [{ code: 'quantity-exceeds-tolerance', line: 1 }],
    )
    await expectRefused(world(), () => supplement(id, order!, ['10'], {}), [
      { code: 'field-required', field: 'reference' },
    ])
    await supplement(id, order!, ['10'], { reference: 'FH88002' })
    expect(await orderLine(order!)).toMatchObject({ doneQuantity: '10', freeQuantity: '0' })
    await trade.act(id, 'withdrawSupplement', { input: { reason: '补单数量有误' } })
    expect(await orderLine(order!)).toMatchObject({ doneQuantity: '10', freeQuantity: '0' })
    await trade.act(id, 'takeBack', { input: { reason: '供应商送错' } })
    expect(await orderLine(order!)).toMatchObject({ doneQuantity: '0', freeQuantity: '10' })
    await trade.proven()
  })

  test('are due after the working days of the business parameters: orders later than delivery notes', async () => {
    const due = async (days: number) => {
      const [row] = await world().database.query<{ day: string }>(
        `select working_days_after((now() at time zone 'Asia/Shanghai')::date, $1)::text as day`,
        [days],
      )
      return row!.day
    }
    const { id } = await registered(await newPlace(world()))
    expect(await trade.dueOn(id)).toEqual([await due(3)])
    const other = await trade.make(await newPlace(world()), 'awaiting', valves)
    expect(await trade.dueOn(other)).toEqual([await due(1)])
  })

  test('that are imported are not papered before customs: they go back, and come by a note', async () => {
    const place = await newPlace(world())
    const { id, docNo } = await registered(place)
    const order = await ordered(world(), place, valves, { currency: 'EUR' })
    await world().database.query(
      `insert into business_parameter (company_code, id, name, plant, value, valid_from, changed_by, changed_by_name)
       values ('1010', gen_random_uuid(), 'delivery.importedGoods', $1, '"foreign-currency"', '2020-01-01', gen_random_uuid(), '测试')`,
      [place.plant],
    )
    await expectRefused(world(), () => supplement(id, order), [
      { code: 'supplement-imported', params: { no: docNo } },
    ])
  })
})
