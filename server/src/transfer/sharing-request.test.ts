import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { clock } from '../document/storage/clock.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { queryRoutes } from '../document/routes/query-routes.ts'
import { materials, person, place as ownPlace } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { keepSafetyStock } from '../safe-stock/testing.ts'
import { expireSharing } from './expire-sharing.ts'
import { sharedStockList } from './list-shared-stock.ts'

testConformance('sharing-request')

describe('another company is asked for goods', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'sharing-request')
  const { today } = clock()
  const valve = materials.valve
  const silent = { info: () => undefined }

  /** 15 valves in bin A-01 of company 1020. */
  const there = async (): Promise<Place> => {
    const other = world().in('1020')
    const place = await newPlace(other)
    await worldWalker(other, place).stock!(goods(1))
    return place
  }
  /** Asked for by storage location 1001 of company 1010. */
  const ask = async (from: Place, quantity = '4', header: Record<string, unknown> = {}) => {
    const { companyCode, ...where } = ownPlace
    const { id } = await world().create('sharing-request', {
      companyCode,
      header: {
        ...where,
        supplyingCompany: from.companyCode,
        supplyingPlant: from.plant,
        supplyingStorageLocation: from.storageLocation,
        neededBy: addDays(today, 20),
        purpose: '抢修',
        ...header,
      },
      lines: [{ materialNo: valve, quantity }],
      actionAfterCreate: 'submit',
    })
    return id
  }
  const offerOf = async (id: string): Promise<string> => {
    const [found] = await world().database.query<{ id: string }>(
      `select neighbour_id as id from document_neighbour where document_id = $1 and not is_before`,
      [id],
    )
    return found!.id
  }
  const answer = (id: string, action: string, request: object) =>
    world().in('1020').act('sharing-offer', id, action, request)
  const listed = async (
    { storageLocation }: Place,
    scope: object = {},
  ): Promise<Record<string, unknown>[]> => {
    const app = await documentCalls(
      world().database,
      person('查询员', ['GXWZCC'], scope),
      queryRoutes({ 'shared-stock': sharedStockList }),
    )
    const reply = await app.inject({
      method: 'POST',
      url: '/api/queries/shared-stock/list',
      payload: { filters: [{ field: 'storageLocation', operator: 'eq', value: storageLocation }] },
    })
    await app.close()
    return (JSON.parse(reply.body) as { datas: { rows: Record<string, unknown>[] } }).datas.rows
  }
  const setShared = (isShared: boolean) =>
    world().database.query(
      `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
       values ('1020', gen_random_uuid(), 'stock.sharing', $1::jsonb, current_date - 1, gen_random_uuid(), '管理员')`,
      [JSON.stringify(isShared ? 'shared' : 'own')],
    )

  test('sees what is free there and not critical, and nothing else of it', async () => {
    const place = await there()
    const [row, ...more] = await listed(place)
    expect(more).toEqual([])
    expect(row).toMatchObject({
      materialNo: valve,
      companyCode: '1020',
      freeQuantity: '15',
      isOwn: false,
    })
    for (const hidden of ['bin', 'batch', 'reserved', 'amount', 'keyId'])
      expect(row).not.toHaveProperty(hidden)
    // Own stock is no shared stock; whoever belongs to both companies sees it marked.
    expect(await listed(place, { companyCodes: ['1020'] })).toEqual([])
    expect(await listed(place, { companyCodes: ['1010', '1020'] })).toMatchObject([{ isOwn: true }])
    expect(await listed(place, { companyCodes: [] })).toEqual([])
    expect(await listed(place, { materialGroups: [] })).toEqual([])
    expect(await listed(place, { supplierNo: '100001' })).toEqual([])
    await world().database.query(`update material set criticality = 'A' where material_no = $1`, [
      valve,
    ])
    expect(await listed(place)).toEqual([])
    await world().database.query(`update material set criticality = '' where material_no = $1`, [
      valve,
    ])
    await setShared(false)
    expect(await listed(place)).toEqual([])
    await setShared(true)
    expect(await listed(place)).toHaveLength(1)
  })

  test('sees only what is beyond the safety stock of its owner, who keeps it also in another storage location of the plant', async () => {
    const place = await there()
    const { companyCode, plant, storageLocation } = place
    // Those of other tests lie in the same plant.
    const [{ free }] = (await world().database.query<{ free: string }>(
      `select sum(quantity - reserved - frozen) as free from stock_balance
       where company_code = $1 and plant = $2 and material_no = $3 and has_stock and place = 'stock' and stock_category = 'UU'
         and special_stock = '' and not is_held`,
      [companyCode, plant, valve],
    )) as [{ free: string }]
    const keep = (where: string, safetyStock: number) =>
      keepSafetyStock(world().database, { ...place, storageLocation: where }, valve, safetyStock)
    const drop = () =>
      world().database.query(`delete from safe_stock_version where company_code = $1`, [
        companyCode,
      ])
    await keep(storageLocation, 10)
    expect(await listed(place)).toMatchObject([{ freeQuantity: '5' }])
    await expectRefused(world(), () => ask(place, '6'), [
      { code: 'sharing-not-free', line: 1, params: { free: '5', quantity: '6' } },
    ])
    const asked = await ask(place, '5')
    // What was free when it was asked for may be kept by now: nothing below zero is offered.
    await keep('9990', Number(free) - 10)
    expect(await listed(place)).toEqual([])
    await expectRefused(
      world(),
      async () =>
        answer(await offerOf(asked), 'offer', {
          input: { offeredDate: addDays(today, 5), remark: '自提' },
          lines: [{ lineNo: 1, offeredQuantity: '1' }],
        }),
      [{ code: 'sharing-not-free', line: 1, params: { free: '0' } }],
    )
    await drop()
    await keep('9990', Number(free) - 3)
    expect(await listed(place)).toMatchObject([{ freeQuantity: '3' }])
    await drop()
  })

  test('is answered by its keeper with quantity and day, on the same row', async () => {
    const place = await there()
    const id = await ask(place)
    const { docNo } = await trade.header(id)
    const offer = await offerOf(id)
    const { header } = await world().in('1020').read('sharing-offer', offer)
    expect(header).toMatchObject({
      companyCode: '1020',
      storageLocation: place.storageLocation,
      requestNo: docNo,
      askingCompany: '1010',
      answerBy: addDays(today, 3),
    })
    expect(await tradeOf(world, 'sharing-offer').dueOn(offer)).toEqual([addDays(today, 3)])
    await answer(offer, 'offer', {
      input: { offeredDate: addDays(today, 5), remark: '自提' },
      lines: [{ lineNo: 1, offeredQuantity: '3' }],
    })
    expect(await trade.header(id)).toMatchObject({
      state: 'offered',
      offeredDate: addDays(today, 5),
      answerRemark: '自提',
      answeredByName: 'offer 的人',
    })
    expect(await trade.column(id, 'offeredQuantity')).toEqual(['3'])
    // Nothing is held by it.
    expect(await listed(place)).toMatchObject([{ freeQuantity: '15' }])
  })

  test('is refused with a reason, which stands on the request', async () => {
    const id = await ask(await there())
    await answer(await offerOf(id), 'refuse', { input: { reason: '已安排自用' } })
    expect(await trade.header(id)).toMatchObject({ state: 'refused', answerRemark: '已安排自用' })
  })

  test('is asked for no more than lies free there, and offers no more than lies free then', async () => {
    const place = await there()
    await expectRefused(world(), () => ask(place, '16'), [
      { code: 'sharing-not-free', line: 1, params: { free: '15', quantity: '16' } },
    ])
    await expectRefused(world(), () => ask(place, '1', { supplyingCompany: '1010' }), [
      { code: 'sharing-own-company' },
    ])
    await expectRefused(world(), () => ask(place, '1', { supplyingStorageLocation: 'ZZZZ' }), [
      { code: 'sharing-place-unknown' },
    ])
    const id = await ask(place, '15')
    const { companyCode, ...where } = place
    await world()
      .in('1020')
      .create('freeze-order', {
        companyCode,
        header: {
          ...where,
          freezeReason: 'seal',
          releaseCondition: '封存期满',
          holdUntil: addDays(today, 5),
        },
        lines: [{ materialNo: valve, quantity: '10', bin: 'A-01' }],
        actionAfterCreate: 'freeze',
      })
    await expectRefused(
      world(),
      async () =>
        answer(await offerOf(id), 'offer', {
          input: { offeredDate: addDays(today, 5) },
          lines: [{ lineNo: 1, offeredQuantity: '6' }],
        }),
      [{ code: 'sharing-not-free', params: { free: '5' } }],
    )
  })

  test('is not waited for any more once the request is withdrawn, or its day has passed without an answer', async () => {
    const withdrawn = await ask(await there())
    await trade.act(withdrawn, 'withdraw', { input: { reason: '已从别处解决' } })
    const stateOf = async (id: string) =>
      (
        await world()
          .in('1020')
          .read('sharing-offer', await offerOf(id))
      ).header.state
    expect(await stateOf(withdrawn)).toBe('withdrawn')

    const forgotten = await ask(await there())
    expect(await expireSharing(world().database, silent)).toBe(0)
    await world().database.query(`update sharing_request set needed_by = $2 where id = $1`, [
      forgotten,
      addDays(today, -1),
    ])
    expect(await expireSharing(world().database, silent)).toBe(1)
    expect(await trade.header(forgotten)).toMatchObject({ state: 'expired' })
    expect(await stateOf(forgotten)).toBe('expired')
  })
})
