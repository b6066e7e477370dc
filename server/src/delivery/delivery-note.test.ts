import type { LineInput } from '@kufang/contract/document/api.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { refusalsOf } from '../document/conformance/subject.ts'
import { goods, newPlace, ordered, type Goods } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

const reason = { reason: '数量不符' }

testConformance('delivery-note')

describe('a supplier', () => {
  const world = useWorld()
  const announce = (lines: LineInput[], header: Record<string, unknown> = {}) =>
    world().create('delivery-note', {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse', ...header },
      lines,
      actionAfterCreate: 'submit',
    })
  const orderOf = async (line: Partial<Goods> = {}, count = 1) =>
    ordered(
      world(),
      await newPlace(world()),
      goods(count).map((one) => ({ ...one, ...line })),
    )
  const on = (id: string, quantity: string, lineNo = 1) => ({ source: { id, lineNo }, quantity })

  test('announces no more than the order and its tolerance allow, and what is taken counts', async () => {
    const order = await orderOf({ quantity: '100', overDeliveryPercent: '10' })
    await announce([on(order, '60')])
    await expectRefused(world(), () => announce([on(order, '51')]), [
      {
        code: 'quantity-exceeds-tolerance',
        line: 1,
        field: 'quantity',
        params: {
          quantity: '51',
          allowed: '50',
          ordered: '100',
          percent: '10',
          taken: '60',
        } as never,
      },
    ])
    await announce([on(order, '50')])
  })

  test('and a buyer who announce the same goods at once announce them once: the second is told', async () => {
    const order = await orderOf({ quantity: '100' })
    const announceOn = (page: string) =>
      world().create('delivery-note', {
        page,
        header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
        lines: [on(order, '80')],
        actionAfterCreate: 'submit',
      })
    const attempts = await Promise.allSettled([
      announceOn('/deliverManager/supplierCreate'),
      announceOn('/deliverManager/buyerCreate'),
    ])
    const refused = attempts.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason: told }: PromiseRejectedResult) => told)).toMatchObject([
      { code: 'quantity-exceeds-tolerance', line: 1, params: { allowed: '20', taken: '80' } },
    ])
  })

  test('and a buyer who change one note at once: the second is told who was first', async () => {
    const order = await orderOf({ quantity: '100' })
    const { id } = await announce([on(order, '80')])
    const { version, docNo } = (await world().read('delivery-note', id)).header
    const attempts = await Promise.allSettled([
      world().act('delivery-note', id, 'confirm', {
        version,
        input: { appointmentSlot: '08:00-10:00' },
      }),
      world().act('delivery-note', id, 'withdraw', { version }),
    ])
    const refused = attempts.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason: told }: PromiseRejectedResult) => told)).toMatchObject([
      { code: 'version-stale', params: { no: docNo, user: expect.any(String) } },
    ])
  })

  test('announces the tolerance to its last gram: 0.7 % of 2.5 kg are 18 g', async () => {
    const solvent = { materialNo: materials.solvent, unit: 'KG', quantity: '2.5' }
    const order = await orderOf({ ...solvent, overDeliveryPercent: '0.7' })
    await expectRefused(world(), () => announce([on(order, '2.519')]), [
      { code: 'quantity-exceeds-tolerance', line: 1, params: { allowed: '2.518' } as never },
    ])
    await announce([on(order, '2.518')])
  })

  test('announces no more on two lines over the same order line together', async () => {
    const order = await orderOf()
    await expectRefused(world(), () => announce([on(order, '6'), on(order, '5')]), [
      {
        code: 'quantity-exceeds-tolerance',
        line: 2,
        params: { quantity: '11', allowed: '10' } as never,
      },
    ])
    await announce([on(order, '6'), on(order, '4')])
  })

  test('announces nothing for an order line the ERP deleted or completed', async () => {
    const deleted = await orderOf({ isDeleted: true })
    await expectRefused(world(), () => announce([on(deleted, '1')]), [
      { code: 'order-deleted', line: 1 },
    ])
    const completed = await orderOf({ isCompleted: true })
    await expectRefused(world(), () => announce([on(completed, '1')]), [
      { code: 'order-completed', line: 1 },
    ])
  })

  test('announces nothing for an order there is none of, nor for two suppliers on one note', async () => {
    const order = await orderOf()
    await expectRefused(world(), () => announce([on(order, '1', 7)]), [
      { code: 'source-not-found', line: 1 },
    ])
    await expectRefused(
      world(),
      () => announce([on('0190a1b2-0000-7000-8000-000000000009', '1')]),
      [{ code: 'source-not-found', line: 1 }],
    )
    const other = await ordered(world(), await newPlace(world()), goods(1), {
      supplierNo: '100002',
    })
    const mixed = await refusalsOf(announce([on(order, '1'), on(other, '1')]))
    expect(mixed.map((detail) => [detail.code, detail.line])).toContainEqual(['source-mixed', 2])
  })

  test('says when it comes: never before it was shipped, and not without a day', async () => {
    const order = await orderOf()
    await expectRefused(world(), () => announce([on(order, '1')], { shipDate: '2099-12-02' }), [
      { code: 'date-order', field: 'etaDate' },
    ])
    await expectRefused(world(), () => announce([on(order, '1')], { etaDate: null }), [
      { code: 'field-required', field: 'etaDate' },
    ])
    await expectRefused(world(), () => announce([on(order, '1')], { etaDate: '2099-02-30' }), [
      { code: 'input-invalid', field: 'etaDate' },
    ])
    await expectRefused(world(), () => announce([on(order, '1')], { deliveryMode: 'by air' }), [
      { code: 'input-invalid', field: 'deliveryMode' },
    ])
  })

  test('announces whole pieces of what is counted', async () => {
    const order = await orderOf()
    await expectRefused(world(), () => announce([on(order, '1.5')]), [
      { code: 'quantity-whole-only', line: 1, field: 'quantity', params: { unit: 'EA' } as never },
    ])
  })

  test('gets back for the order what was written off', async () => {
    const order = await orderOf()
    const note = await announce([on(order, '10')])
    await world().act('delivery-note', note.id, 'confirm', {
      input: { appointmentSlot: '08:00-10:00' },
    })
    await expectRefused(world(), () => announce([on(order, '1')]), [
      { code: 'quantity-exceeds-tolerance' },
    ])
    await world().act('delivery-note', note.id, 'writeOff', { input: reason })
    const { lines } = await world().read('delivery-note', note.id)
    expect(lines).toMatchObject([{ closedQuantity: '10', openQuantity: '0', freeQuantity: '0' }])
    await announce([on(order, '10')])
  })
})

describe('a plant whose catalogue permits more than the orders', () => {
  const world = useWorld()
  const announce = (lines: LineInput[]) =>
    world().create('delivery-note', {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
      lines,
      actionAfterCreate: 'submit',
    })
  const on = (id: string, quantity: string) => ({ source: { id, lineNo: 1 }, quantity })

  test('is announced what the order itself tolerates, unless its ERP only warns of more', async () => {
    const place = await newPlace(world())
    await world().database.query(
      `insert into excess_tolerance (company_code, plant, material_no, material_group, over_delivery_percent, valid_from)
       values ('1010', $1, '', '', 20, '2020-01-01')`,
      [place.plant],
    )
    const order = async (line: Partial<Goods> = {}) =>
      ordered(
        world(),
        place,
        goods(1).map((one) => ({ ...one, quantity: '100', ...line })),
      )
    const exact = await order()
    const beyond = { quantity: '101', allowed: '100', ordered: '100', percent: '0', taken: '0' }
    const refused = await refusalsOf(announce([on(exact, '101')]))
    expect(refused).toMatchObject([
      { code: 'quantity-exceeds-tolerance', line: 1, field: 'quantity', params: beyond },
    ])
    await announce([on(exact, '100')])
    const tolerant = await order({ overDeliveryPercent: '5' })
    await expectRefused(world(), () => announce([on(tolerant, '106')]), [
      { code: 'quantity-exceeds-tolerance', params: { allowed: '105', percent: '5' } as never },
    ])
    // An ERP that only warns: the catalogue counts for the order without a tolerance, as before.
    await world().database.query(
      `insert into business_parameter (company_code, id, name, plant, value, valid_from, changed_by, changed_by_name)
       values ('1010', gen_random_uuid(), 'receiving.overDeliveryLimit', $1, '"catalogue"', '2020-01-01', gen_random_uuid(), '测试')`,
      [place.plant],
    )
    const warned = await order()
    await expectRefused(world(), () => announce([on(warned, '121')]), [
      { code: 'quantity-exceeds-tolerance', params: { allowed: '120', percent: '20' } as never },
    ])
    await announce([on(warned, '120')])
    await expectRefused(world(), () => announce([on(tolerant, '106')]), [
      { code: 'quantity-exceeds-tolerance', params: { allowed: '105', percent: '5' } as never },
    ])
  })
})

describe('the consignor of a delivery note', () => {
  const world = useWorld()

  test('is proposed as the usual one of the supplier, and is one of his', async () => {
    await world().database.query(
      `insert into consignor (supplier_no, consignor, name, is_usual)
       values ('100001', 'A', '一号库', false), ('100001', 'B', '二号库', true), ('100002', 'C', '别家', true)`,
    )
    const order = await ordered(world(), await newPlace(world()), goods(1))
    const proposed = await worldWalker(world(), await newPlace(world())).propose(
      'delivery-note',
      'supplier',
      [{ id: order, lineNo: 1, quantity: '4' }],
    )
    expect(proposed).toEqual({
      header: { consignor: 'B' },
      lines: [{ source: { id: order, lineNo: 1 }, quantity: '4' }],
    })
    const make = (consignor: string) =>
      world().create('delivery-note', {
        header: { etaDate: '2099-12-01', deliveryMode: 'warehouse', consignor },
        lines: [{ source: { id: order, lineNo: 1 }, quantity: '4' }],
      })
    await expectRefused(world(), () => make('C'), [{ code: 'master-unknown', field: 'consignor' }])
    const { id } = await make('A')
    expect((await world().read('delivery-note', id)).header['consignor']).toBe('A')
  })
})
