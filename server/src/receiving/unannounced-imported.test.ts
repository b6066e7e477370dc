import { describe, expect, test } from 'vitest'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { goods, newPlace, ordered, type Place } from '../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { unannouncedGoods } from './testing/unannounced-goods.ts'

// Imported goods do not get past customs by coming without papers, whatever the business parameter says of orders.

describe('imported goods that came without papers', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'unannounced-arrival')
  const notes = tradeOf(world, 'delivery-note')

  const registered = (place: Place, header: Record<string, unknown> = {}) =>
    unannouncedGoods(world(), place, goods(1, 'M-VALVE', '4'), header)
  const papered = async (id: string, order: string) =>
    trade.act(id, 'supplement', {
      input: { reference: 'FH88200' },
      lines: [
        {
          lineNo: 1,
          quantitySupplemented: '4',
          purchaseOrderNo: (await world().read('purchase-order', order)).header.docNo,
          purchaseOrderLine: 1,
        },
      ],
    })

  test('are marked at the gate, and get no papers: they go back', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, goods(1))
    const { id, docNo } = await registered(place, { isImported: true })
    await expectRefused(world(), () => papered(id, order), [
      { code: 'supplement-imported', params: { no: docNo } },
    ])
    await trade.act(id, 'takeBack', { input: { reason: '供应商送错' } })
    expect((await trade.header(id)).state).toBe('takenBack')
  })

  test('are marked by who adds the papers, if nobody at the gate knew', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, goods(1))
    const { id, docNo } = await registered(place)
    await trade.act(id, 'markImported')
    expect(await trade.header(id)).toMatchObject({ state: 'awaiting', isImported: true })
    await expectRefused(world(), () => papered(id, order), [
      { code: 'supplement-imported', params: { no: docNo } },
    ])
  })

  test('wait while an imported note of the order item waits for its release', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, goods(1))
    const walker = worldWalker(world(), place)
    const [line] = await linesFrom(walker, 'purchase-order', order)
    const { id: note } = await world().create('delivery-note', {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse', isImported: true },
      lines: [{ source: line!.source!, quantity: '6' }],
    })
    const { docNo: noteNo } = await notes.header(note)
    const { id } = await registered(place)
    await notes.act(note, 'submit')
    const refused = (by: string) =>
      expectRefused(world(), () => papered(id, order), [
        { code: 'supplement-awaits-customs', line: 1, params: { no: noteNo, by } as never },
      ])
    await refused('')
    await walk(walker, 'delivery-note', note, ['confirm'])
    const [clearance] = await world().database.query<{ id: string; docNo: string }>(
      `select h.id, h.doc_no from customs_clearance h join customs_clearance_line l on l.company_code = h.company_code and l.document_id = h.id
       where h.company_code = '1010' and l.source_id = $1`,
      [note],
    )
    await refused(clearance!.docNo)
    await walk(walker, 'customs-clearance', clearance!.id, ['declare'])
    await refused(clearance!.docNo)
    await walk(walker, 'customs-clearance', clearance!.id, ['release'])
    await papered(id, order)
    expect((await trade.header(id)).state).toBe('supplemented')
    // Of another order item nothing waits.
    const other = await registered(place)
    await papered(other.id, await ordered(world(), place, goods(1)))
    await makeOver(walker, 'arrival', await linesFrom(walker, 'delivery-note', note), ['confirm'])
    await trade.proven()
  })
})
