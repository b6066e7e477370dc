import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { runAction } from '../document/service/service.ts'
import {
  goods,
  mirrorBecomes,
  mirrorChanges,
  newPlace,
  requested,
  type Goods,
  type Place,
} from '../document/testing/ground.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { orderRequests } from '../external-documents/public.ts'

const name = 'request-delivery'
const today = companyToday()

testConformance('request-delivery')

describe('goods announced before they are ordered', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)
  const announce = (request: string, quantity: string, change: Record<string, unknown> = {}) =>
    world().create(name, {
      header: {
        supplierNo: '100001',
        announcementCause: 'framework',
        etaDate: addDays(today, 2),
        ...change,
      },
      lines: [{ source: { id: request, lineNo: 1 }, quantity }],
      actionAfterCreate: 'submit',
    })
  const wanted = async (line: Partial<Goods> = {}, place?: Place) =>
    requested(
      world(),
      place ?? (await newPlace(world())),
      goods(1).map((one) => ({ ...one, ...line })),
    )
  const open = async (request: string) =>
    (await world().read('purchase-request', request)).lines[0]!['openQuantity']

  test('are approved once up to the limit of the company, and by the director above it', async () => {
    const small = await announce(await wanted(), '10')
    expect(await trade.header(small.id)).toMatchObject({
      state: 'submitted',
      requestedAmount: '125',
      needsDirector: 'notNeeded',
      limitDirector: '20000',
    })
    await trade.act(small.id, 'review')
    expect((await trade.header(small.id)).state).toBe('approved')

    const large = await announce(await wanted({ price: '2000.01' }), '10')
    expect(await trade.header(large.id)).toMatchObject({
      requestedAmount: '20000.1',
      needsDirector: 'aboveLimit',
    })
    await trade.act(large.id, 'review')
    expect((await trade.header(large.id)).state).toBe('toDirector')
    await trade.act(large.id, 'reviewDirector')
    expect((await trade.header(large.id)).state).toBe('approved')
  })

  test('are limited by the strictest material group among their goods', async () => {
    const place = await newPlace(world())
    await world().database.query(
      `insert into business_parameter (company_code, id, plant, material_group, name, value, valid_from, changed_by, changed_by_name)
       values ('1010', gen_random_uuid(), $1, 'G1', 'delivery.requestLimit', '100', '2020-01-01', gen_random_uuid(), '测试')`,
      [place.plant],
    )
    const bolt = { materialNo: materials.bolt }
    const within = await announce(await wanted(bolt, place), '8')
    expect(await trade.header(within.id)).toMatchObject({
      requestedAmount: '100',
      needsDirector: 'notNeeded',
      limitDirector: '100',
    })
    const above = await announce(await wanted(bolt, place), '10')
    expect(await trade.header(above.id)).toMatchObject({
      needsDirector: 'aboveGroupLimit',
      limitDirector: '100',
    })
    await trade.act(above.id, 'review')
    expect((await trade.header(above.id)).state).toBe('toDirector')
    // Goods of other groups keep the limit of the company.
    const other = await announce(await wanted(), '10')
    expect(await trade.header(other.id)).toMatchObject({ limitDirector: '20000' })
  })

  test('go to the director if nobody knows what they cost: no price, or one in another currency', async () => {
    for (const line of [{ price: null }, { currency: 'EUR' }]) {
      const { id } = await announce(await wanted(line), '1')
      expect(await trade.header(id)).toMatchObject({
        requestedAmount: null,
        needsDirector: 'amountUnknown',
      })
    }
    // A price is for so many pieces.
    const { id } = await announce(await wanted({ price: '50000.00', priceUnit: '1000' }), '10')
    expect(await trade.header(id)).toMatchObject({ requestedAmount: '500' })
  })

  test('are approved by who is responsible for their material group, not by who entered them, and never twice by one person', async () => {
    const { id } = await announce(await wanted({ price: '5000.00' }), '10')
    const { version } = await trade.header(id)
    const decide = (session: ReturnType<typeof person>, action: string, code = '') =>
      runAction(
        world().database,
        { session, functionCodes: new Set([code]) },
        name,
        id,
        action,
        { version },
        newId(),
      )
    const ofBolts = person('紧固件', ['SHDSP'], { materialGroups: ['G1'] })
    await expectRefused(world(), () => decide(ofBolts, 'review'), [{ code: 'not-found' }])
    const { acts } = await trade.header(id)
    await expectRefused(world(), () => trade.actAs(acts['create']!.userId, id, 'review'), [
      { code: 'separation-of-duties' },
    ])
    const ofValves = person('阀门', ['SHDSP'], { materialGroups: ['G2'] })
    await decide(ofValves, 'review')
    await expectRefused(
      world(),
      () =>
        runAction(
          world().database,
          { session: ofValves, functionCodes: new Set(['SHDZRSP']) },
          name,
          id,
          'reviewDirector',
          { version: version + 1 },
          newId(),
        ),
      [{ code: 'separation-of-duties' }],
    )
    // Two approvers at one document: the second is told that it is decided.
    await expectRefused(world(), () => decide(person('另一人', ['SHDSP']), 'review'), [
      { code: 'version-stale' },
    ])
  })

  test('are no more than the request has open: less what is announced, ordered otherwise or held by a draft', async () => {
    const request = await wanted()
    await announce(request, '6')
    await expectRefused(world(), () => announce(request, '5'), [
      {
        code: 'request-exceeded',
        line: 1,
        field: 'quantity',
        params: { quantity: '5', free: '4', left: '4', held: '0', covered: '0' } as never,
      },
    ])
    await mirrorChanges(world(), 'purchase-request', request, { closedQuantity: '3' })
    await expectRefused(world(), () => announce(request, '2'), [
      { code: 'request-exceeded', params: { free: '1' } as never },
    ])
    await announce(request, '1')
    expect(await open(request)).toBe('0')
  })

  test('are not approved once the ERP has deleted, closed or reduced the request', async () => {
    const deleted = await wanted()
    const first = await announce(deleted, '10')
    await mirrorBecomes(world(), 'purchase-request', deleted, 'deleted')
    await expectRefused(world(), () => trade.act(first.id, 'review'), [
      { code: 'request-deleted', line: 1 },
    ])
    const closed = await wanted()
    const second = await announce(closed, '10')
    await mirrorChanges(world(), 'purchase-request', closed, { isCompleted: true })
    await expectRefused(world(), () => trade.act(second.id, 'review'), [
      { code: 'request-completed', line: 1 },
    ])
    const reduced = await wanted()
    const third = await announce(reduced, '10')
    await mirrorChanges(world(), 'purchase-request', reduced, { quantity: '7' })
    await expectRefused(world(), () => trade.act(third.id, 'review'), [
      {
        code: 'request-reduced',
        line: 1,
        params: { requested: '7', taken: '10', excess: '3' } as never,
      },
    ])
    // Who decides still can: the request is open again.
    await trade.act(third.id, 'decline', { input: { reason: '不再需要' } })
    expect(await open(reduced)).toBe('7')
    await expectRefused(world(), () => announce(deleted, '1'), [{ code: 'source-wrong-state' }])
  })

  test('are sent back with a reason, taken back, declined for good, or given up; then the request is open again', async () => {
    const request = await wanted()
    const { id } = await announce(request, '10')
    await trade.act(id, 'refuse', { input: { reason: '请补充框架协议号' } })
    expect(await trade.header(id)).toMatchObject({
      state: 'returned',
      reviewRemark: '请补充框架协议号',
      needsDirector: null,
    })
    await trade.act(id, 'submit')
    await trade.act(id, 'withdraw')
    expect((await trade.header(id)).state).toBe('draft')
    await trade.act(id, 'submit')
    await trade.act(id, 'decline', { input: { reason: '价格不可接受' } })
    expect(await trade.header(id)).toMatchObject({
      state: 'declined',
      declineReason: '价格不可接受',
    })
    expect(await trade.column(id, 'openQuantity')).toEqual(['0'])
    expect(await open(request)).toBe('10')
    const again = await announce(request, '10')
    await trade.act(again.id, 'review')
    await trade.act(again.id, 'cancel', { input: { reason: '录入错误' } })
    expect(await open(request)).toBe('10')
  })

  test('become an ordinary delivery note once purchasing has ordered them, and not before', async () => {
    const place = await newPlace(world())
    const request = await wanted({}, place)
    const { id } = await announce(request, '6', { plateNo: '澜A·26118' })
    await trade.act(id, 'review')
    await expectRefused(world(), () => trade.act(id, 'announce'), [
      { code: 'request-not-ordered', line: 1 },
    ])
    await orderRequests(world().database, '1010', '100001', [request])
    await trade.act(id, 'announce')
    const { state, noteNo } = await trade.header(id)
    expect(state).toBe('announced')
    const [note] = await world().database.query<{ id: string }>(
      'select id from delivery_note where doc_no = $1',
      [noteNo],
    )
    const made = await world().read('delivery-note', note!.id)
    expect(made.header).toMatchObject({
      state: 'submitted',
      supplierNo: '100001',
      plateNo: '澜A·26118',
      storageLocation: place.storageLocation,
    })
    expect(made.lines).toMatchObject([{ materialNo: materials.valve, quantity: '6' }])
    expect(await trade.column(id, 'purchaseOrderLine')).toEqual([1])
    const todos = await world().database.query(
      'select action from todo where document_id = $1 and done_at is null',
      [note!.id],
    )
    expect(todos).toContainEqual({ action: 'confirm' })
    await trade.proven()
  })

  test('do not become one of an order of another supplier', async () => {
    const request = await wanted()
    const { id } = await announce(request, '10')
    await trade.act(id, 'review')
    await orderRequests(world().database, '1010', '100002', [request])
    await expectRefused(world(), () => trade.act(id, 'announce'), [
      {
        code: 'request-order-differs',
        line: 1,
        params: { ordered: '100002', announced: '100001' } as never,
      },
    ])
  })
})
