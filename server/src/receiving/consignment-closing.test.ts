import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { consigned, goods, newPlace, type Goods, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { announcedNote } from './testing/announced-note.ts'

testConformance('consignment-closing')

describe('a consignment arrival that is closed short', () => {
  const world = useWorld()
  const closings = tradeOf(world, 'consignment-closing')
  const arrivals = tradeOf(world, 'arrival')
  const notes = tradeOf(world, 'delivery-note')
  const bolts = goods(1, materials.bolt).map(consigned)

  /** An arrival of ten pieces, with its note. */
  async function arrived(
    place: Place,
    lines: readonly Goods[] = bolts,
  ): Promise<{ note: string; arrival: string }> {
    const note = await announcedNote(world(), place, 'warehouse', lines)
    return { note, arrival: await arrive(note, '10') }
  }
  const arrive = async (note: string, quantity: string) =>
    (
      await world().create('arrival', {
        header: { visualCheck: 'intact' },
        lines: [{ source: { id: note, lineNo: 1 }, quantity, bin: 'R-01' }],
        actionAfterCreate: 'confirm',
      })
    ).id
  const close = async (arrival: string, quantity: string) =>
    (
      await world().create('consignment-closing', {
        header: { closeReason: '供应商已将货物拉回' },
        lines: [{ source: { id: arrival, lineNo: 1 }, quantity }],
        actionAfterCreate: 'close',
      })
    ).id
  const receive = (arrival: string, quantity: string) =>
    world().create('goods-receipt', {
      header: {},
      lines: [{ source: { id: arrival, lineNo: 1 }, quantity, stockCategory: 'UU', bin: 'A-01' }],
      actionAfterCreate: 'receive',
    })
  const withdraw = (id: string) => closings.act(id, 'withdraw', { input: { reason: '关闭有误' } })
  const lineOf = async (arrival: string) => (await world().read('arrival', arrival)).lines[0]!

  test('moves no stock: the rest is received, and the remainder can be delivered again', async () => {
    const place = await newPlace(world())
    const { note, arrival } = await arrived(place)
    expect((await notes.header(note)).state).toBe('arrived')
    const id = await close(arrival, '4')
    expect(await closings.stock(place, materials.bolt)).toEqual([])
    expect(await closings.header(id)).toMatchObject({
      state: 'closed',
      closeReason: '供应商已将货物拉回',
    })
    expect(await lineOf(arrival)).toMatchObject({ closedQuantity: '4', openQuantity: '6' })
    expect((await notes.header(note)).state).toBe('partlyArrived')
    expect((await notes.column(note, 'openQuantity'))[0]).toBe('4')
    await expectRefused(world(), () => receive(arrival, '7'), [
      { code: 'quantity-exceeds-open', line: 1, field: 'quantity' },
    ])
    await receive(arrival, '6')
    expect((await arrivals.header(arrival)).state).toBe('received')
    await arrive(note, '4')
    expect((await notes.header(note)).state).toBe('arrived')
    await closings.proven()
  })

  test('closes no more than is open, and nothing that a receipt holds', async () => {
    const { arrival } = await arrived(await newPlace(world()))
    await receive(arrival, '3')
    await world().create('goods-receipt', {
      header: {},
      lines: [
        { source: { id: arrival, lineNo: 1 }, quantity: '2', stockCategory: 'UU', bin: 'A-01' },
      ],
    })
    await expectRefused(world(), () => close(arrival, '6'), [
      { code: 'quantity-exceeds-open', line: 1, params: { quantity: '6', open: '5' } as never },
    ])
    await close(arrival, '5')
    await closings.proven()
  })

  test('is of consignment only, and of goods that are not in inspection stock', async () => {
    const place = await newPlace(world())
    const own = await arrived(place, goods(1, materials.bolt))
    await expectRefused(world(), () => close(own.arrival, '1'), [
      { code: 'source-of-other-kind', line: 1, params: { wanted: 'K' } as never },
    ])
    const inspected = await arrived(place, goods(1).map(consigned))
    await expectRefused(world(), () => close(inspected.arrival, '1'), [
      { code: 'consignment-in-stock', line: 1, params: { material: materials.valve } as never },
    ])
  })

  test('is withdrawn: the goods are received after all, unless they were delivered again', async () => {
    const { note, arrival } = await arrived(await newPlace(world()))
    const id = await close(arrival, '10')
    expect((await arrivals.header(arrival)).state).toBe('received')
    await withdraw(id)
    expect(await arrivals.header(arrival)).toMatchObject({ state: 'arrived' })
    expect(await lineOf(arrival)).toMatchObject({ closedQuantity: '0', openQuantity: '10' })
    expect((await notes.header(note)).state).toBe('arrived')
    const again = await close(arrival, '10')
    await arrive(note, '7')
    const { docNo } = await notes.header(note)
    await expectRefused(world(), () => withdraw(again), [
      {
        code: 'consignment-delivered-again',
        params: { quantity: '10', free: '3', unit: 'EA', source: `${docNo}/1` },
      },
    ])
    await closings.proven()
  })

  test('stands against taking the arrival back', async () => {
    const { arrival } = await arrived(await newPlace(world()))
    const id = await close(arrival, '4')
    const { docNo } = await closings.header(id)
    const takeBack = () =>
      arrivals.act(arrival, 'reversePhysical', { input: { reason: '整单退回' } })
    await expectRefused(world(), takeBack, [{ code: 'successor-stands', params: { by: docNo } }])
    await withdraw(id)
    await takeBack()
    await closings.proven()
  })

  test('is closed once by two at the same time', async () => {
    const { arrival } = await arrived(await newPlace(world()))
    const both = await Promise.allSettled([close(arrival, '6'), close(arrival, '6')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await lineOf(arrival)).toMatchObject({ closedQuantity: '6', openQuantity: '4' })
    await closings.proven()
  })
})
