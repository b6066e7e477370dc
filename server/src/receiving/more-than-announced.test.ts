import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import { called, decided } from '../document/testing/core-flow.ts'
import { goods, newPlace, ordered, type Place } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

// More arrives than the delivery note announced: as far as the tolerance of the order item itself goes.

const world = useWorld()
const { proven } = tradeOf(world, 'arrival')

/** An order of a hundred valves with this over-delivery tolerance in percent. */
const orderOf = (place: Place, overDeliveryPercent: string, more: Record<string, unknown> = {}) =>
  ordered(world(), place, [{ ...goods(1)[0]!, quantity: '100', overDeliveryPercent, ...more }])

/** A confirmed delivery note for a quantity of the order. */
async function noteOf(place: Place, order: string, quantity: string): Promise<string> {
  const walker = worldWalker(world(), place)
  const over = await linesFrom(walker, 'purchase-order', order)
  return makeOver(
    walker,
    'delivery-note',
    over.map((line) => ({ ...line, quantity })),
    ['submit', 'confirm'],
  )
}

const arrive = (note: string, quantities: readonly string[], isDraft = false) =>
  world().create('arrival', {
    header: { visualCheck: 'intact' },
    lines: quantities.map((quantity) => ({
      source: { id: note, lineNo: 1 },
      quantity,
      bin: 'R-01',
    })),
    ...(isDraft ? {} : { actionAfterCreate: 'confirm' }),
  })

describe('an arrival', () => {
  test('records more than announced within the tolerance of the order, and everything of it is received', async () => {
    const place = await newPlace(world())
    const order = await orderOf(place, '10')
    const note = await noteOf(place, order, '100')
    const { id } = await arrive(note, ['110'])
    const { header, lines } = await world().read('delivery-note', note)
    expect(header.state).toBe('arrived')
    expect(lines[0]).toMatchObject({ quantity: '100', doneQuantity: '110', openQuantity: '0' })
    const walker = worldWalker(world(), place)
    const notice = (await walker.successorOf('arrival', id, 'inspection-notice'))!
    await called(world(), notice)
    await decided(world(), notice)
    await world().create('goods-receipt', {
      header: {},
      lines: [{ source: { id, lineNo: 1 }, quantity: '110', stockCategory: 'UU', bin: 'A-01' }],
      actionAfterCreate: 'receive',
    })
    expect((await world().read('arrival', id)).header.state).toBe('received')
    await proven()
  })

  test('is refused beyond the tolerance, in one line or in several, with the numbers of the order', async () => {
    const place = await newPlace(world())
    const order = await orderOf(place, '10')
    const note = await noteOf(place, order, '100')
    const refused = (quantities: string[], line: number) =>
      expectRefused(world(), () => arrive(note, quantities), [
        {
          code: 'arrival-exceeds-tolerance',
          line,
          field: 'quantity',
          params: {
            quantity: '111',
            rest: '100',
            excess: '11',
            room: '10',
            ordered: '100',
            percent: '10',
            taken: '100',
          } as never,
        },
      ])
    await refused(['111'], 1)
    await refused(['60', '51'], 2)
    await arrive(note, ['60', '50'])
  })

  test('is refused beyond what is announced where the order has no tolerance, whatever our catalogue permits', async () => {
    const place = await newPlace(world())
    await world().database.query(
      `insert into excess_tolerance (company_code, plant, material_no, over_delivery_percent, valid_from)
       values ($1, $2, $3, 20, '2020-01-01')`,
      [place.companyCode, place.plant, goods(1)[0]!.materialNo],
    )
    const order = await orderOf(place, '0')
    // What else is ordered is announced by another note.
    const note = await noteOf(place, order, '50')
    await expectRefused(world(), () => arrive(note, ['51']), [
      {
        code: 'quantity-exceeds-open',
        line: 1,
        field: 'quantity',
        params: { quantity: '51', open: '50' } as never,
      },
    ])
  })

  test('records any quantity of an order with unlimited over-delivery', async () => {
    const place = await newPlace(world())
    const order = await orderOf(place, '0', { isUnlimitedOverDelivery: true })
    const { id } = await arrive(await noteOf(place, order, '10'), ['500'])
    expect((await world().read('arrival', id)).lines).toMatchObject([{ quantity: '500' }])
  })

  test('takes of the tolerance only what no other note, arrival or draft has taken, and gives it back', async () => {
    const place = await newPlace(world())
    const order = await orderOf(place, '10')
    const [first, second] = [await noteOf(place, order, '50'), await noteOf(place, order, '52')]
    const draft = await arrive(first, ['55'], true)
    await expectRefused(world(), () => arrive(second, ['56']), [
      {
        code: 'arrival-exceeds-tolerance',
        line: 1,
        params: { excess: '4', room: '3', taken: '107' } as never,
      },
    ])
    // Neither is it announced by a further note.
    await expectRefused(world(), () => noteOf(place, order, '4'), [
      {
        code: 'quantity-exceeds-tolerance',
        line: 1,
        params: { allowed: '3', taken: '107' } as never,
      },
    ])
    await expectRefused(world(), () => arrive(first, ['1']), [
      {
        code: 'quantity-held',
        line: 1,
        params: { free: '0', quantity: '1' } as never,
      },
    ])
    const { version } = (await world().read('arrival', draft.id)).header
    await world().act('arrival', draft.id, 'confirm', { version })
    await world().act('arrival', draft.id, 'reversePhysical', { input: { reason: '整单退回' } })
    await arrive(second, ['60'])
    await proven()
  })

  test('of two at once takes the rest of the tolerance once', async () => {
    const place = await newPlace(world())
    const order = await orderOf(place, '10')
    const notes = [await noteOf(place, order, '50'), await noteOf(place, order, '50')]
    const ended = await Promise.allSettled(notes.map((note) => arrive(note, ['56'])))
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('beyond what the order permits is only refused, until the storekeeper has it told to the buyer, once', async () => {
    const place = await newPlace(world())
    const order = await orderOf(place, '10')
    const note = await noteOf(place, order, '100')
    const { header } = await world().read('purchase-order', order)
    const { session } = world().actorFor('arrival', 'create')
    const roles = new Set([
      ...session.roles,
      ...world().actorFor('arrival', 'confirm').session.roles,
    ])
    const app = await documentCalls(world().database, { ...session, roles })
    const send = async (quantity: string, more: { path?: string; reportsRefusal?: boolean } = {}) =>
      (
        await app.inject({
          method: 'POST',
          url: `/api/documents/arrival${more.path ?? ''}`,
          headers: { 'idempotency-key': newId() },
          payload: {
            header: { visualCheck: 'intact' },
            lines: [{ source: { id: note, lineNo: 1 }, quantity, bin: 'R-01' }],
            actionAfterCreate: 'confirm',
            ...(more.reportsRefusal && { reportsRefusal: true }),
          },
        })
      ).body
    const problems = () =>
      world().database.query<{ docNo: string; quantity: string; concernedNos: string[] }>(
        `select h.doc_no, h.cause, h.state, l.quantity, h.concerned_nos, h.created_by_name from problem_document h
         join problem_document_line l on l.company_code = h.company_code and l.document_id = h.id
         where h.purchase_order_no = $1`,
        [header.docNo],
      )
    // It may be a typing error: in the preview, which the page asks for first, and in the act.
    for (const path of ['/preview', '']) {
      const refused = await send('115', { path })
      expect(refused).toContain('arrival-exceeds-order')
      expect(await problems()).toEqual([])
    }
    const first = await send('115', { reportsRefusal: true })
    const [raised, ...others] = await problems()
    expect(others).toEqual([])
    const noteNo = (await world().read('delivery-note', note)).header.docNo
    expect(raised).toMatchObject({
      cause: 'overDelivery',
      state: 'raised',
      quantity: '5',
      concernedNos: [noteNo],
      createdByName: session.userName,
    })
    expect(first).toContain('arrival-excess-reported')
    expect(first).toContain(raised!.docNo)
    expect(await send('120', { reportsRefusal: true })).toContain(raised!.docNo)
    expect(await problems()).toMatchObject([{ docNo: raised!.docNo, quantity: '10' }])
    expect(
      await world().database.query(`select from arrival_line where source_id = $1`, [note]),
    ).toEqual([])
    // What another note can announce is no problem of the order.
    const half = await noteOf(place, await orderOf(place, '0'), '50')
    const refused = await app.inject({
      method: 'POST',
      url: '/api/documents/arrival',
      headers: { 'idempotency-key': newId() },
      payload: {
        header: { visualCheck: 'intact' },
        lines: [{ source: { id: half, lineNo: 1 }, quantity: '60', bin: 'R-01' }],
      },
    })
    expect(refused.body).toContain('quantity-exceeds-open')
    await app.close()
  })
})
