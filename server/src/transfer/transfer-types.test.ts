import { beforeAll, describe, expect, test } from 'vitest'
import type { TransferType } from '@kufang/contract/transfer/transfer-kinds.ts'
import { listDocuments } from '../document/list/list.ts'
import { runAction } from '../document/service/service.ts'
import { tableByName } from '../document/storage/table.ts'
import { stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import type { Scope } from '../platform/session/session.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addOtherPlant, otherPlant } from './testing/other-plant.ts'

const name = 'transfer-order'

describe('the types of a transfer', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)
  beforeAll(() => addOtherPlant(world()))

  const wbsElement = 'P-2026-01'
  const consigned = { specialStock: 'K', specialStockReference: '100001' }
  const ofProject = { specialStock: 'Q', specialStockReference: wbsElement }
  const valve = { materialNo: materials.valve, quantity: '4', bin: 'A-01', receivingBin: 'A-01' }

  const filled = async (line: Record<string, unknown> = {}): Promise<Place> => {
    const place = await newPlace(world())
    await stocked(world(), place, goods(1), line)
    return place
  }
  const enter = (
    { companyCode, plant, storageLocation }: Place,
    transferType: TransferType,
    to: Omit<Place, 'companyCode'>,
    line: Record<string, unknown> = {},
  ) =>
    world().create(name, {
      companyCode,
      header: {
        plant,
        storageLocation,
        transferType,
        receivingPlant: to.plant,
        receivingStorageLocation: to.storageLocation,
      },
      lines: [{ ...valve, ...line }],
      actionAfterCreate: 'submit',
    })
  const done = async (id: string, ...actions: string[]) => {
    for (const action of actions) await trade.act(id, action)
  }
  const where = (...places: readonly Place[]) =>
    world().database.query<Record<string, string>>(
      `select plant, storage_location, bin, stock_category, special_stock, special_stock_reference, quantity
       from stock_balance where material_no = $1 and has_stock and plant || '/' || storage_location = any($2)
       order by plant desc, storage_location desc, bin, special_stock`,
      [materials.valve, places.map((one) => `${one.plant}/${one.storageLocation}`)],
    )
  const inErp = async (id: string) => {
    const keys = await world().database.query<{ postingKey: string }>(
      `select posting_key from erp_posting where document_id = $1 and direction = 'post' order by sequence`,
      [id],
    )
    return keys
      .flatMap(({ postingKey }) => world().erp.withKey(postingKey))
      .map(({ items }) => items[0]!)
      .filter((item) => item['ReversedMaterialDocument'] === '')
  }
  /** The movement types of the documents that were cancelled last, in the order of their cancellation. */
  const cancelled = (count: number) =>
    world()
      .erp.documents.filter(({ items }) => items[0]!['ReversedMaterialDocument'] !== '')
      .slice(-count)
      .map(({ items }) => items[0]!['GoodsMovementType'])
  /** Posted, reversed in the ERP, and taken back. */
  const thereAndBack = async (id: string) => {
    await trade.act(id, 'post')
    await world().send()
    expect((await trade.header(id)).erpState).toBe('posted')
    await trade.proven()
    await approveReversal(world(), name, id)
    await trade.act(id, 'reverse')
    await world().send()
    expect((await trade.header(id)).erpState).toBe('reversed')
    await trade.act(id, 'reversePhysical', { input: { reason: '重复办理' } })
    await trade.proven()
  }

  test('in one step goods lie in the receiving bin at once, are never in transit, and the ERP gets one document: 311', async () => {
    const place = await filled()
    const there = await newPlace(world())
    const { id } = await enter(place, 'oneStep', there)
    await done(id, 'approve')
    expect((await trade.header(id)).state).toBe('ready')
    await expectRefused(world(), () => trade.act(id, 'ship'), [{ code: 'wrong-state' }])
    await done(id, 'transfer')
    expect((await trade.header(id)).state).toBe('received')
    expect(await where(there)).toMatchObject([{ bin: 'A-01', stockCategory: 'UU', quantity: '4' }])
    await thereAndBack(id)
    expect((await inErp(id)).map((item) => item['GoodsMovementType'])).toEqual(['311'])
    expect(cancelled(1)).toEqual(['311'])
    expect(await where(there)).toEqual([])
  })

  test('in one step to another plant it is a 301, with the receiving plant and location', async () => {
    const place = await filled()
    const { id } = await enter(place, 'oneStep', otherPlant)
    await done(id, 'approve', 'transfer')
    expect(await where(place, otherPlant)).toMatchObject([
      { plant: '0002', bin: 'A-01', quantity: '4' },
      { plant: '0001', bin: 'A-01', quantity: '6' },
    ])
    await trade.act(id, 'post')
    await world().send()
    expect((await inErp(id))[0]).toMatchObject({
      GoodsMovementType: '301',
      Plant: '0001',
      IssuingOrReceivingPlant: '0002',
      IssuingOrReceivingStorageLoc: '2001',
    })
    await approveReversal(world(), name, id)
    await trade.act(id, 'reverse')
    await world().send()
    await trade.act(id, 'reversePhysical', { input: { reason: '重复办理' } })
    await trade.proven()
  })

  test('in two steps to another plant the goods lie in no bin on the way, and are posted as 303 and 305, cancelled in the other order', async () => {
    const place = await filled()
    const { id } = await enter(place, 'twoStep', otherPlant, { receivingBin: null })
    await done(id, 'approve', 'ship')
    expect(await where(otherPlant)).toMatchObject([{ bin: '', stockCategory: 'IT', quantity: '4' }])
    const receive = (line: Record<string, unknown>) =>
      trade.act(id, 'receive', { lines: [{ lineNo: 1, quantityReceived: '4', ...line }] })
    // The sender left the bin to the receiver, who names it.
    await expectRefused(world(), () => receive({}), [
      { code: 'field-required', line: 1, field: 'receivingBin' },
    ])
    await expectRefused(world(), () => receive({ receivingBin: 'H-01' }), [
      { code: 'bin-hazard-mismatch', line: 1, field: 'receivingBin' },
    ])
    await receive({ receivingBin: 'A-02' })
    expect(await where(otherPlant)).toMatchObject([
      { bin: 'A-02', stockCategory: 'UU', quantity: '4' },
    ])
    await thereAndBack(id)
    expect((await inErp(id)).map((item) => item['GoodsMovementType'])).toEqual(['303', '305'])
    // By 306 and 304: what was received last is cancelled first.
    expect(cancelled(2)).toEqual(['305', '303'])
    const rules = await world().database.query(
      `select erp_movement ->> 'reversalMovementType' as reversal from stock_move
       where document_id = $1 and reverses is null order by moved_at`,
      [id],
    )
    expect(rules).toEqual([{ reversal: '304' }, { reversal: '306' }])
    expect((await inErp(id))[1]).toMatchObject({ Plant: '0002', StorageLocation: '2001' })
  })

  test('the receiving keeper of the other plant sees what was sent to him and receives it; neither keeper does the other’s work', async () => {
    const place = await filled()
    const { id } = await enter(place, 'twoStep', otherPlant)
    const within = (scope: Partial<Scope>, action: string) => {
      const actor = world().actorFor(name, action)
      return {
        ...actor,
        session: { ...actor.session, scope: { ...actor.session.scope, ...scope } },
      }
    }
    const sender = { plants: ['0001'], storageLocations: [`0001/${place.storageLocation}`] }
    const receiver = { plants: ['0002'], storageLocations: ['0002/2001'] }
    const act = async (scope: Partial<Scope>, action: string, lines?: { lineNo: number }[]) => {
      const { version } = (await world().read(name, id)).header
      return runAction(
        world().database,
        within(scope, action),
        name,
        id,
        action,
        { version, ...(lines === undefined ? {} : { lines }) },
        newId(),
      )
    }
    const sees = async (scope: Partial<Scope>) => {
      const filters = [
        { field: 'docNo', operator: 'eq' as const, value: (await trade.header(id)).docNo },
      ]
      const { session } = within(scope, 'receive')
      const { rows } = await listDocuments(world().database, session, tableByName(name), {
        filters,
      })
      return rows.length
    }
    const elsewhere = { plants: ['0002'], storageLocations: ['0002/2009'] }
    expect([await sees(sender), await sees(receiver), await sees(elsewhere)]).toEqual([1, 1, 0])
    await expectRefused(world(), () => act(receiver, 'approve'), [
      {
        code: 'place-of-sender',
        params: { action: '批准', actionEn: 'Approve', place: `0001/${place.storageLocation}` },
      },
    ])
    await act(sender, 'approve')
    await act(sender, 'ship')
    const todos = await world().database.query(
      `select action, plant, storage_location from todo where document_id = $1 and done_at is null`,
      [id],
    )
    expect(todos).toEqual([{ action: 'receive', plant: '0002', storageLocation: '2001' }])
    const all = [{ lineNo: 1, quantityReceived: '4' }]
    await expectRefused(world(), () => act(sender, 'receive', all), [
      { code: 'place-of-receiver', params: { place: '0002/2001' } as never },
    ])
    await act(receiver, 'receive', all)
    expect((await trade.header(id)).state).toBe('received')
    await act(sender, 'post')
    await world().send()
    expect((await trade.header(id)).erpState).toBe('posted')
  })

  test('a draft is the sender’s business alone', async () => {
    const place = await filled()
    const { companyCode, ...from } = place
    const { id } = await world().create(name, {
      companyCode,
      header: {
        ...from,
        receivingPlant: otherPlant.plant,
        receivingStorageLocation: otherPlant.storageLocation,
      },
      lines: [valve],
    })
    const { session } = world().actorFor(name, 'receive')
    const seen = async () => {
      const at = { ...session, scope: { ...session.scope, plants: ['0002'] } }
      const filters = [
        { field: 'docNo', operator: 'eq' as const, value: (await trade.header(id)).docNo },
      ]
      return (await listDocuments(world().database, at, tableByName(name), { filters })).rows.length
    }
    expect(await seen()).toBe(0)
    await done(id, 'submit')
    expect(await seen()).toBe(1)
  })

  test('consignment goods become own in their bin: 411 K with the supplier, and back', async () => {
    const place = await filled(consigned)
    const { id } = await enter(place, 'consignmentToOwn', place, {
      ...consigned,
      receivingBin: null,
    })
    await done(id, 'approve', 'transfer')
    expect(await where(place)).toMatchObject([
      { bin: 'A-01', specialStock: '', specialStockReference: '', quantity: '4' },
      { bin: 'A-01', ...consigned, quantity: '6' },
    ])
    await thereAndBack(id)
    expect((await inErp(id))[0]).toMatchObject({
      GoodsMovementType: '411',
      InventorySpecialStockType: 'K',
      Supplier: '100001',
    })
    expect(await where(place)).toMatchObject([{ bin: 'A-01', ...consigned, quantity: '10' }])
  })

  test('project goods become own at another location: 411 Q with the element', async () => {
    const place = await filled(ofProject)
    const there = await newPlace(world())
    const { id } = await enter(place, 'projectToOwn', there, ofProject)
    await done(id, 'approve', 'transfer')
    expect(await where(there)).toMatchObject([{ bin: 'A-01', specialStock: '', quantity: '4' }])
    await thereAndBack(id)
    expect((await inErp(id))[0]).toMatchObject({
      GoodsMovementType: '411',
      InventorySpecialStockType: 'Q',
      SpecialStockIdfgWBSElement: wbsElement,
      IssuingOrReceivingStorageLoc: there.storageLocation,
    })
  })

  test('own goods are given to a project: 415 Q with the element that gets them', async () => {
    const place = await filled()
    await expectRefused(world(), () => enter(place, 'ownToProject', place), [
      { code: 'field-required', line: 1, field: 'targetWbsElement' },
    ])
    const { id } = await enter(place, 'ownToProject', place, { targetWbsElement: wbsElement })
    await done(id, 'approve', 'transfer')
    expect(await where(place)).toMatchObject([
      { bin: 'A-01', specialStock: '', quantity: '6' },
      { bin: 'A-01', ...ofProject, quantity: '4' },
    ])
    await thereAndBack(id)
    expect((await inErp(id))[0]).toMatchObject({
      GoodsMovementType: '415',
      InventorySpecialStockType: 'Q',
      SpecialStockIdfgWBSElement: wbsElement,
    })
  })

  test('goods of another owner than the type is for are refused, also between plants, where only own goods go', async () => {
    const place = await filled(consigned)
    await expectRefused(world(), () => enter(place, 'projectToOwn', place, consigned), [
      {
        code: 'ownership-of-other-stock',
        line: 1,
        field: 'specialStock',
        params: { wanted: '项目', stock: '代储' } as never,
      },
    ])
    await expectRefused(
      world(),
      () => enter(place, 'ownToProject', place, { ...consigned, targetWbsElement: wbsElement }),
      [
        {
          code: 'ownership-of-other-stock',
          line: 1,
          params: { wanted: '自有', stock: '代储' } as never,
        },
      ],
    )
    await expectRefused(world(), () => enter(place, 'consignmentToOwn', otherPlant, consigned), [
      { code: 'ownership-within-plant', field: 'receivingPlant' },
    ])
    await expectRefused(world(), () => enter(place, 'twoStep', otherPlant, consigned), [
      { code: 'transfer-special-between-plants', line: 1, field: 'specialStock' },
    ])
    // Within the plant they stay the supplier's.
    const there = await newPlace(world())
    const { id } = await enter(place, 'twoStep', there, consigned)
    await done(id, 'approve', 'ship')
    await trade.act(id, 'receive', { lines: [{ lineNo: 1, quantityReceived: '4' }] })
    expect(await where(there)).toMatchObject([{ bin: 'A-01', ...consigned, quantity: '4' }])
  })

  test('the bin where goods arrive must have room, when the order is written and when they come', async () => {
    const place = await filled()
    const there = await newPlace(world())
    await stocked(world(), there, [{ materialNo: materials.bolt, quantity: '1' }])
    const { id } = await enter(place, 'twoStep', there)
    await expectRefused(world(), () => enter(place, 'twoStep', there, { receivingBin: 'R-01' }), [
      { code: 'bin-not-for-storage', line: 1, field: 'receivingBin' },
    ])
    await done(id, 'approve', 'ship')
    await world().database.query(
      `update bin set allows_mixing = false where storage_location = $1 and bin = 'A-01'`,
      [there.storageLocation],
    )
    const receive = (receivingBin: string) =>
      trade.act(id, 'receive', { lines: [{ lineNo: 1, quantityReceived: '4', receivingBin }] })
    await expectRefused(world(), () => receive('A-01'), [
      {
        code: 'bin-not-mixed',
        line: 1,
        field: 'receivingBin',
        params: { other: materials.bolt } as never,
      },
    ])
    await receive('A-02')
    expect((await trade.column(id, 'receivingBin'))[0]).toBe('A-02')
  })
})
