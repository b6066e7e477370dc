import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { addSecondUnit, goods, newPlace, type Place } from '../document/testing/ground.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

testConformance('distribution-order')

const today = companyToday()

describe('goods on their way to a unit', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'distribution-order')
  const issue = tradeOf(world, 'goods-issue')
  const requisition = tradeOf(world, 'requisition')
  /** What nobody has asked for stays in the bin. */
  const left = { place: 'stock', bin: 'A-01', quantity: '5', reserved: '0' }
  /** A vehicle of its own for each trip, so that the orders of other tests are not on it. */
  let vehicles = 0
  const newVehicle = async (more: Record<string, unknown> = {}): Promise<string> => {
    const vehicle = `T${(vehicles += 1)}`
    await world().database.query(
      `insert into vehicle (company_code, vehicle, plate_no, name, load_capacity_kg, hazard_classes, licence_valid_to)
       values ('1010', $1, $1, '货车', $2, $3, $4)`,
      [vehicle, more['capacity'] ?? '1000', more['classes'] ?? [], more['validTo'] ?? null],
    )
    return vehicle
  }
  const allotted = (vehicle: string, more: Record<string, unknown> = {}) => ({
    input: { vehicle, driver: 'D1', tripDate: today, weightKg: '120', ...more },
  })
  /** An order in a place of its own: 15 pieces of the goods of each line are in its bin, 10 of them go. */
  const waiting = async (place?: Place) =>
    trade.make(place ?? (await newPlace(world())), 'waiting', goods(1))
  const issueOf = async (id: string) => ((await trade.column(id, 'sourceId')) as string[])[0]!
  const onTheWay = async (vehicle: string) => {
    const place = await newPlace(world())
    const id = await waiting(place)
    await trade.act(id, 'allot', allotted(vehicle))
    await trade.act(id, 'load')
    await trade.act(id, 'depart')
    return { place, id, issueId: await issueOf(id) }
  }
  const requisitionOf = async (issueId: string) =>
    ((await issue.column(issueId, 'sourceId')) as string[])[0]!

  test('lie in a place of their own until they are signed for, and are issued then', async () => {
    const { place, id, issueId } = await onTheWay(await newVehicle())
    expect(await trade.stock(place)).toMatchObject([
      { place: 'in-distribution', bin: '', quantity: '10', reserved: '0' },
      left,
    ])
    expect((await issue.header(issueId)).state).toBe('inDistribution')
    const asked = await requisitionOf(issueId)
    expect(await requisition.column(asked, 'heldQuantity')).toEqual(['10'])
    await trade.act(id, 'sign', { input: { receivedBy: '张三' } })
    expect(await trade.stock(place)).toMatchObject([left])
    expect(await trade.header(id)).toMatchObject({ state: 'signed', receivedBy: '张三' })
    expect(await issue.header(issueId)).toMatchObject({
      state: 'issued',
      issueMode: 'distribution',
      erpState: 'unposted',
    })
    expect((await requisition.header(asked)).state).toBe('issued')
    await trade.proven()
  })

  test('go to the ERP once, when they were signed for', async () => {
    const { id, issueId } = await onTheWay(await newVehicle())
    const posted = () =>
      world().database.query(
        `select movement_type from stock_move where document_id = $1 and posts_to_erp`,
        [issueId],
      )
    expect(await posted()).toEqual([])
    await trade.act(id, 'sign', { input: { receivedBy: '张三' } })
    expect(await posted()).toEqual([{ movementType: '201' }])
  })

  test('of which a part is refused are posted as what was taken, also while the rest comes back', async () => {
    const { id, issueId } = await onTheWay(await newVehicle())
    await trade.act(id, 'signPartly', {
      input: { receivedBy: '张三', reason: '包装破损' },
      lines: [{ lineNo: 1, acceptedQuantity: '7' }],
    })
    await issue.act(issueId, 'review')
    await issue.act(issueId, 'post')
    // The truck comes back while the ERP books what was taken.
    await trade.act(id, 'putBack')
    await world().send()
    expect((await issue.header(issueId)).erpState).toBe('posted')
    const items = await world().database.query<{ quantity: string }>(
      `select i.item ->> 'quantity' as quantity from erp_posting p, jsonb_array_elements(p.payload -> 'items') as i (item)
       where p.document_id = $1`,
      [issueId],
    )
    expect(items.map(({ quantity }) => Number(quantity))).toEqual([7])
    await trade.proven()
  })

  test('return to their bin as far as the unit refuses them, and are open at the requisition again', async () => {
    const { place, id, issueId } = await onTheWay(await newVehicle())
    await expectRefused(
      world(),
      () =>
        trade.act(id, 'signPartly', {
          input: { receivedBy: '张三', reason: '包装破损' },
          lines: [{ lineNo: 1, acceptedQuantity: '11' }],
        }),
      [{ code: 'quantity-beyond-line', line: 1 }],
    )
    const { docNo } = await trade.header(id)
    await expectRefused(
      world(),
      () =>
        trade.act(id, 'signPartly', {
          input: { receivedBy: '张三', reason: '包装破损' },
          lines: [{ lineNo: 1, acceptedQuantity: '10' }],
        }),
      [{ code: 'nothing-refused', params: { no: docNo } }],
    )
    await trade.act(id, 'signPartly', {
      input: { receivedBy: '张三', reason: '包装破损' },
      lines: [{ lineNo: 1, acceptedQuantity: '7' }],
    })
    expect(await trade.stock(place)).toMatchObject([
      { place: 'in-distribution', quantity: '3' },
      left,
    ])
    expect(await trade.column(id, 'refusedQuantity')).toEqual(['3'])
    const asked = await requisitionOf(issueId)
    expect(await requisition.column(asked, 'doneQuantity')).toEqual(['7'])
    expect(await requisition.column(asked, 'openQuantity')).toEqual(['3'])
    await trade.act(id, 'putBack')
    expect((await trade.header(id)).state).toBe('completed')
    expect(await trade.stock(place)).toMatchObject([
      { place: 'stock', bin: 'A-01', quantity: '8', reserved: '3' },
    ])
    await trade.proven()
  })

  test('that nobody takes end the issue, and the requisition can be issued otherwise', async () => {
    const { place, id, issueId } = await onTheWay(await newVehicle())
    await trade.act(id, 'refuseAll', { input: { reason: '物料不符' } })
    expect(await trade.stock(place)).toMatchObject([
      { place: 'in-distribution', quantity: '10' },
      left,
    ])
    await trade.act(id, 'putBack')
    expect(await trade.stock(place)).toMatchObject([
      { bin: 'A-01', quantity: '15', reserved: '10' },
    ])
    expect((await issue.header(issueId)).state).toBe('reversed')
    const asked = await requisitionOf(issueId)
    expect(await requisition.column(asked, 'freeQuantity')).toEqual(['10'])
    await trade.proven()
  })

  test('are back in their bin when the issue is reversed, with what was put back before', async () => {
    const { place, id, issueId } = await onTheWay(await newVehicle())
    await trade.act(id, 'signPartly', {
      input: { receivedBy: '张三', reason: '包装破损' },
      lines: [{ lineNo: 1, acceptedQuantity: '7' }],
    })
    await trade.act(id, 'putBack')
    await issue.act(issueId, 'review')
    await approveReversal(world(), 'goods-issue', issueId)
    await issue.act(issueId, 'reversePhysical', { input: { reason: '物资原数退回' } })
    expect((await trade.header(id)).state).toBe('reversed')
    expect(await trade.stock(place)).toMatchObject([
      { bin: 'A-01', quantity: '15', reserved: '10' },
    ])
    const asked = await requisitionOf(issueId)
    expect(await requisition.column(asked, 'freeQuantity')).toEqual(['10'])
    await trade.proven()
  })

  test('are handed over once: of two drivers the second is told', async () => {
    const { id } = await onTheWay(await newVehicle())
    // Both see the same version.
    const { version } = await trade.header(id)
    const attempts = await Promise.allSettled([
      trade.act(id, 'sign', { version, input: { receivedBy: '张三' } }),
      trade.act(id, 'sign', { version, input: { receivedBy: '李四' } }),
    ])
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = attempts.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({
      code: 'version-stale',
      params: { no: (await trade.header(id)).docNo, user: expect.any(String) },
    })
    await expectRefused(world(), () => trade.act(id, 'sign', { input: { receivedBy: '李四' } }), [
      { code: 'wrong-state' },
    ])
    const issueId = await issueOf(id)
    expect(
      await world().database.query(
        `select sum(quantity) as moved from stock_move m
         join stock_key k on k.company_code = m.company_code and k.id = m.to_key and k.place = 'consumption'
         where m.document_id = $1`,
        [issueId],
      ),
    ).toEqual([{ moved: '10' }])
    await trade.proven()
  })

  test('are delivered by their driver only, if he has an account', async () => {
    await world().database.query(
      `insert into driver (company_code, driver, name, account) values ('1010', 'OWN', '孙七', 'sunqi')`,
    )
    const id = await waiting()
    await trade.act(id, 'allot', allotted(await newVehicle(), { driver: 'OWN' }))
    await trade.act(id, 'load')
    await expectRefused(world(), () => trade.act(id, 'depart'), [{ code: 'driver-is-another' }])
  })

  test('may be more than the vehicle carries, unless another one takes them', async () => {
    const vehicle = await newVehicle({ capacity: '200' })
    const [first, second] = [await waiting(), await waiting()]
    await trade.act(first, 'allot', allotted(vehicle))
    await expectRefused(world(), () => trade.act(second, 'allot', allotted(vehicle)), [
      { code: 'trip-overloaded', field: 'vehicle' },
    ])
    await trade.act(second, 'allot', allotted(vehicle, { weightKg: '80' }))
    // Two dispatchers at once fill the same place once.
    await trade.act(second, 'withdrawAllotment')
    const third = await waiting()
    const attempts = await Promise.allSettled([
      trade.act(second, 'allot', allotted(vehicle, { weightKg: '80' })),
      trade.act(third, 'allot', allotted(vehicle, { weightKg: '80' })),
    ])
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('need a weight, entered where the materials have none', async () => {
    const id = await waiting()
    const vehicle = await newVehicle()
    await expectRefused(
      world(),
      () => trade.act(id, 'allot', allotted(vehicle, { weightKg: null })),
      [{ code: 'trip-weight-unknown', field: 'weightKg' }],
    )
  })

  test('take what is left behind along on the next trip', async () => {
    const vehicle = await newVehicle()
    const [first, second] = [await waiting(), await waiting()]
    await trade.act(first, 'allot', allotted(vehicle))
    await trade.act(second, 'allot', allotted(vehicle))
    expect(await trade.header(second)).toMatchObject({ tripNo: 1, stopNo: 1 })
    await trade.act(first, 'load')
    await trade.act(first, 'depart')
    await trade.act(second, 'load')
    expect(await trade.header(second)).toMatchObject({ state: 'loaded', tripNo: 2 })
    const third = await waiting()
    await expectRefused(
      world(),
      () => trade.act(third, 'allot', allotted(vehicle, { tripNo: 1 })),
      [{ code: 'trip-departed', field: 'tripNo' }],
    )
    await expectRefused(
      world(),
      () => trade.act(third, 'allot', allotted(vehicle, { driver: 'D2' })),
      [{ code: 'trip-driver-differs', field: 'driver' }],
    )
  })

  test('that are dangerous need a licensed vehicle and a qualified driver', async () => {
    const id = await waiting()
    await world().database.query(
      `update distribution_order_line set hazard_class = '8' where document_id = $1`,
      [id],
    )
    const plain = await newVehicle()
    await expectRefused(world(), () => trade.act(id, 'allot', allotted(plain, { driver: 'D2' })), [
      { code: 'vehicle-not-licensed', field: 'vehicle' },
      { code: 'driver-not-qualified', field: 'driver' },
    ])
    const expired = await newVehicle({ classes: ['8'], validTo: addDays(today, -1) })
    await expectRefused(world(), () => trade.act(id, 'allot', allotted(expired)), [
      { code: 'vehicle-not-licensed' },
    ])
    const licensed = await newVehicle({ classes: ['3', '8'], validTo: addDays(today, 1) })
    await trade.act(id, 'allot', allotted(licensed))
    const other = await waiting()
    await world().database.query(
      `update distribution_order_line set hazard_class = '3' where document_id = $1`,
      [other],
    )
    await expectRefused(world(), () => trade.act(other, 'allot', allotted(licensed)), [
      { code: 'trip-hazard-mixed', field: 'vehicle' },
    ])
  })

  test('are planned for a time of their trip or later, and say how far they were driven', async () => {
    const id = await waiting()
    const vehicle = await newVehicle()
    const at = (day: string) => `${day}T02:00:00.000Z`
    const day = addDays(today, 1)
    await expectRefused(
      world(),
      () => trade.act(id, 'allot', allotted(vehicle, { tripDate: day, plannedAt: at(today) })),
      [
        {
          code: 'date-order',
          field: 'plannedAt',
          params: { laterDate: today, earlierDate: day } as never,
        },
      ],
    )
    await trade.act(id, 'allot', allotted(vehicle, { plannedAt: at(today) }))
    const planned = async () => (await trade.header(id))['plannedAt']
    // It stays with another vehicle of that day, and is planned anew for another day.
    await trade.act(id, 'allot', allotted(await newVehicle()))
    expect(await planned()).toBe(at(today))
    await trade.act(id, 'allot', allotted(vehicle, { tripDate: day }))
    expect(await planned()).toBeNull()
    await trade.act(id, 'allot', allotted(vehicle))
    await trade.act(id, 'load')
    await trade.act(id, 'depart')
    await trade.act(id, 'sign', { input: { receivedBy: '张三', mileageKm: '12.5' } })
    expect(await trade.header(id)).toMatchObject({ mileageKm: '12.5' })
  })

  test('that are dangerous leave only while the licences hold on the day, not on that of the trip', async () => {
    const id = await waiting()
    await world().database.query(
      `update distribution_order_line set hazard_class = '8' where document_id = $1`,
      [id],
    )
    const vehicle = await newVehicle({ classes: ['8'], validTo: today })
    await trade.act(id, 'allot', allotted(vehicle))
    // The trip of days ago was not loaded then.
    await world().database.query('update distribution_order set trip_date = $2 where id = $1', [
      id,
      addDays(today, -3),
    ])
    const expires = (day: string) =>
      world().database.query('update vehicle set licence_valid_to = $2 where vehicle = $1', [
        vehicle,
        day,
      ])
    const expired = [{ code: 'vehicle-not-licensed' as const, params: { date: today } as never }]
    await expires(addDays(today, -1))
    await expectRefused(world(), () => trade.act(id, 'load'), expired)
    await expires(today)
    await trade.act(id, 'load')
    await expires(addDays(today, -1))
    await expectRefused(world(), () => trade.act(id, 'depart'), expired)
    await expires(today)
    await trade.act(id, 'depart')
  })

  test('that nobody could take are brought back, and delivered later', async () => {
    const { place, id } = await onTheWay(await newVehicle())
    await trade.act(id, 'bringBack', { input: { reason: '现场无人签收' } })
    expect(await trade.header(id)).toMatchObject({ state: 'loaded', departedAt: null })
    expect(await trade.stock(place)).toMatchObject([
      { place: 'in-distribution', quantity: '10' },
      left,
    ])
    await trade.act(id, 'unload')
    await trade.act(id, 'withdrawAllotment')
    await trade.act(id, 'cancel', { input: { reason: '不再需要' } })
    expect(await trade.stock(place)).toMatchObject([
      { bin: 'A-01', quantity: '15', reserved: '10' },
    ])
    await trade.proven()
  })

  test('are counted by another person than their driver when they come back', async () => {
    const { id } = await onTheWay(await newVehicle())
    await trade.act(id, 'refuseAll', { input: { reason: '物料不符' } })
    const { userId } = (await trade.header(id)).acts['refuseAll']!
    await expectRefused(world(), () => trade.actAs(userId, id, 'putBack'), [
      { code: 'separation-of-duties' },
    ])
  })
})

describe('goods that are weighed', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'distribution-order')

  test('need no weight when they are put onto a trip', async () => {
    await addSecondUnit(world())
    const id = await trade.make(await newPlace(world()), 'waiting', goods(1))
    // 10 pieces at 107 kg for 9.
    expect((await trade.column(id, 'lineWeightKg')).map(Number)).toEqual([118.889])
    const input = { vehicle: 'V1', driver: 'D1', tripDate: today }
    await trade.act(id, 'allot', { input })
    expect(Number((await trade.header(id))['weightKg'])).toBe(118.889)
  })
})
