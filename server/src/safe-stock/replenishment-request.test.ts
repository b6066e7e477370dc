import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { queryOptions } from '../document/list/bind-query.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { readList } from '../platform/list/read-list.ts'
import { systemSession } from '../platform/session/session.ts'
import { safeStockPositionList } from './list-positions.ts'

testConformance('replenishment-request')

describe('what is missing to a quota', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'replenishment-request')
  const today = companyToday()
  /** A storage location with 10 valves in stock and a quota of 30. */
  const stocked = async (): Promise<Place> => {
    const place = await newPlace(world())
    const { companyCode, ...where } = place
    await worldWalker(world(), place).stock!(goods(1))
    const { id } = await world().create('safe-stock-change', {
      companyCode,
      header: { ...where, effectiveFrom: today, quotaBasis: '检修计划' },
      lines: [
        {
          materialNo: materials.valve,
          quantity: '20',
          minimumQuantity: '20',
          reorderPoint: '25',
          maximumQuantity: '30',
          leadTimeDays: 60,
          criticality: 'A',
        },
      ],
      actionAfterCreate: 'submit',
    })
    await world().act('safe-stock-change', id, 'approve')
    return place
  }
  const ask = (
    { companyCode, ...where }: Place,
    quantity: string,
    materialNo: string = materials.valve,
  ) =>
    world().create('replenishment-request', {
      companyCode,
      header: { ...where, requiredDate: addDays(today, 60) },
      lines: [{ materialNo, quantity }],
      actionAfterCreate: 'submit',
    })
  const position = async ({ storageLocation }: Place) => {
    const request = {
      filters: [{ field: 'storageLocation', operator: 'eq' as const, value: storageLocation }],
    }
    const session = systemSession(['1010'], '')
    const { rows } = await readList(world().database, {
      ...queryOptions(safeStockPositionList, session, request, world().database),
      sizeMax: 100,
    })
    expect(rows).toHaveLength(1)
    return rows[0]!
  }

  test('is asked for once: what stands is reckoned in, and what was given up is missing again', async () => {
    const place = await stocked()
    // `stock` puts in half as much again as the goods: 15.
    const { freeQuantity } = await position(place)
    expect(freeQuantity).toBe('15')
    expect(await position(place)).toMatchObject({
      missingQuantity: '15',
      shortQuantity: '5',
      positionState: 'short',
    })
    const { id } = await ask(place, '12')
    expect(await position(place)).toMatchObject({ requestedQuantity: '12', missingQuantity: '3' })
    await expectRefused(world(), () => ask(place, '4'), [
      {
        code: 'replenishment-repeated',
        line: 1,
        field: 'quantity',
        params: { quantity: '4', missing: '3', target: '30', covered: '27' } as never,
      },
    ])
    await trade.act(id, 'cancel', { input: { reason: '需求取消' } })
    expect(await position(place)).toMatchObject({ requestedQuantity: '0', missingQuantity: '15' })
    // Once the purchase request is in SAP its mirror counts, not the request.
    const again = await ask(place, '15')
    await trade.act(again.id, 'place', { input: { purchaseRequestNo: '0010098765' } })
    expect(await position(place)).toMatchObject({ requestedQuantity: '0', missingQuantity: '15' })
  })

  test('is less by what is on order, under way and in inspection, each counted once on its way', async () => {
    const place = await stocked()
    const walker = worldWalker(world(), place)
    const counted = async () => {
      const { orderedQuantity, underWayQuantity, inspectionQuantity, missingQuantity } =
        await position(place)
      return [orderedQuantity, underWayQuantity, inspectionQuantity, missingQuantity]
    }
    expect(await counted()).toEqual(['0', '0', '0', '15'])
    const order = await walker.mirror!('purchase-order', [
      { materialNo: materials.valve, quantity: '6' },
    ])
    expect(await counted()).toEqual(['6', '0', '0', '9'])
    const { id: note } = await world().create('delivery-note', {
      companyCode: place.companyCode,
      header: { etaDate: addDays(today, 1), deliveryMode: 'warehouse' },
      lines: [{ source: { id: order, lineNo: 1 }, quantity: '4' }],
      actionAfterCreate: 'submit',
    })
    expect(await counted()).toEqual(['2', '4', '0', '9'])
    await world().act('delivery-note', note, 'confirm', {
      input: { appointmentSlot: '08:00-10:00', unloadingPoint: '2 号卸货台' },
    })
    const { id: arrival } = await world().create('arrival', {
      companyCode: place.companyCode,
      header: { visualCheck: 'intact' },
      lines: [{ source: { id: note, lineNo: 1 }, quantity: '4', bin: 'R-01' }],
    })
    await world().act('arrival', arrival, 'confirm')
    expect(await counted()).toEqual(['2', '0', '4', '9'])
  })

  test('is less by a purchase request until that is ordered, whether or not its goods are announced before', async () => {
    const place = await stocked()
    const lines = [{ materialNo: materials.valve, quantity: '6' }]
    const request = await worldWalker(world(), place).mirror!('purchase-request', lines)
    const asked = { requestedQuantity: '6', missingQuantity: '9' }
    expect(await position(place)).toMatchObject(asked)
    await world().create('request-delivery', {
      companyCode: place.companyCode,
      header: {
        supplierNo: '100001',
        announcementCause: 'framework',
        etaDate: addDays(today, 1),
      },
      lines: [{ source: { id: request, lineNo: 1 }, quantity: '4' }],
      actionAfterCreate: 'submit',
    })
    expect(await position(place)).toMatchObject(asked)
    await world().database.query(
      'update purchase_request_line set ordered_quantity = 6 where document_id = $1',
      [request],
    )
    expect(await position(place)).toMatchObject({ requestedQuantity: '0', missingQuantity: '15' })
  })

  test('is nothing for goods without a quota, and not for who is not the purchase requester', async () => {
    const place = await stocked()
    const where = `${place.plant}/${place.storageLocation}`
    await expectRefused(world(), () => ask(place, '1', materials.bolt), [
      {
        code: 'quota-missing',
        line: 1,
        params: { material: materials.bolt, place: where } as never,
      },
    ])
    await world().database.query(
      `insert into safe_stock_requester (company_code, plant, account) values ($1, $2, 'buyer-7')`,
      [place.companyCode, place.plant],
    )
    await expectRefused(world(), () => ask(place, '1'), [
      { code: 'quota-not-requested-by', line: 1, params: { persons: 'buyer-7' } as never },
    ])
    expect(await position(place)).toMatchObject({ purchaseRequester: 'buyer-7' })
    await world().database.query(`update safe_stock_requester set is_active = false`)
  })
})
