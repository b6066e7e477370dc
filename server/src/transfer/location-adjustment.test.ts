import type { LineInput } from '@kufang/contract/document/api.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { announced, stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

const name = 'location-adjustment'

testConformance('location-adjustment')

describe('a bin move', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)

  const filled = async (): Promise<Place> => {
    const place = await newPlace(world())
    await worldWalker(world(), place).stock!(goods(1))
    return place
  }
  const enter = (
    { companyCode, ...header }: Place,
    lines: LineInput[],
    actionAfterCreate?: string,
  ) =>
    world().create(name, {
      companyCode,
      header: { ...header, reason: '上错货位' },
      lines: lines.map((line) => ({
        materialNo: materials.valve,
        quantity: '5',
        bin: 'A-01',
        targetBin: 'A-02',
        stockCategory: 'UU',
        ...line,
      })),
      ...(actionAfterCreate === undefined ? {} : { actionAfterCreate }),
    })
  const execute = (place: Place, line: LineInput = {}) => enter(place, [line], 'execute')
  const moves = (id: string) =>
    world().database.query(
      `select posts_to_erp, movement_type from stock_move where document_id = $1`,
      [id],
    )

  test('puts goods into another bin at once, the ERP sees nothing, and it is undone while they lie there', async () => {
    const place = await filled()
    const { id } = await execute(place)
    expect(await trade.stock(place)).toMatchObject([
      { bin: 'A-01', quantity: '10' },
      { bin: 'A-02', quantity: '5' },
    ])
    expect(await moves(id)).toEqual([{ postsToErp: false, movementType: '' }])
    await trade.act(id, 'undo', { input: { reason: '实物未移动' } })
    expect(await trade.stock(place)).toMatchObject([{ bin: 'A-01', quantity: '15' }])
    expect((await trade.header(id)).state).toBe('undone')
    const second = await execute(place)
    await execute(place, { bin: 'A-02', targetBin: 'R-01' })
    await expectRefused(
      world(),
      () => trade.act(second.id, 'undo', { input: { reason: '录入错误' } }),
      [{ code: 'stock-moved-on', line: 1 }],
    )
    await trade.proven()
  })

  test('is refused into the same bin, a locked one, and one of another hazard class', async () => {
    const place = await filled()
    await world().database.query(
      `update bin set is_frozen = true where storage_location = $1 and bin = 'X-01'`,
      [place.storageLocation],
    )
    const refused = (targetBin: string, code: string) =>
      expectRefused(world(), () => execute(place, { targetBin }), [
        { code, line: 1, field: 'targetBin' },
      ])
    await refused('A-01', 'bin-same')
    await refused('X-01', 'bin-inactive')
    await refused('H-01', 'bin-hazard-mismatch')
  })

  test('is refused into a bin of one material that has another, and into one that does not carry it, when it is entered and done', async () => {
    const place = await newPlace(world())
    const { database } = world()
    // Goods counted in kilograms weigh what they count.
    await database.query(
      `insert into material (material_no, description, material_group, unit) values ('M-SALT', '盐', 'G1', 'KG')`,
    )
    await stocked(world(), place, [
      ...goods(1, materials.valve, '15'),
      { materialNo: materials.bolt, quantity: '2' },
      { materialNo: 'M-SALT', quantity: '90' },
    ])
    const draft = await enter(place, [{}])
    await execute(place, { materialNo: materials.bolt, quantity: '2' })
    await database.query(
      `update bin set allows_mixing = false where storage_location = $1 and bin = 'A-02'`,
      [place.storageLocation],
    )
    const refused = (attempt: () => Promise<unknown>, params: Record<string, string>) =>
      expectRefused(world(), attempt, [{ line: 1, field: 'targetBin', params: params as never }])
    const mixed = { bin: 'A-02', material: materials.valve, other: materials.bolt }
    await refused(() => execute(place), mixed)
    await refused(() => trade.act(draft.id, 'execute'), mixed)
    await database.query(
      `update bin set allows_mixing = true, weight_capacity_kg = 40 where storage_location = $1 and bin = 'A-02'`,
      [place.storageLocation],
    )
    const salt = (quantity: string) => execute(place, { materialNo: 'M-SALT', quantity })
    await refused(() => salt('41'), { bin: 'A-02', capacity: '40', taken: '0', weight: '41' })
    await salt('40')
    await trade.proven()
  })

  test('is refused out of and into a bin that is being counted, and names the order', async () => {
    const place = await filled()
    const draft = await enter(place, [{}])
    const moved = await execute(place, { bin: 'A-01', targetBin: 'R-01' })
    const { companyCode, ...where } = place
    const count = await world().create('stocktaking', {
      companyCode,
      header: { ...where, countType: 'cycle' },
      lines: [{ materialNo: materials.valve, bin: 'A-01', stockCategory: 'UU' }],
      actionAfterCreate: 'start',
    })
    const { docNo } = (await world().read('stocktaking', count.id)).header
    const refused = (attempt: () => Promise<unknown>, field: string) =>
      expectRefused(world(), attempt, [
        { code: 'bin-being-counted', line: 1, field, params: { bin: 'A-01', no: docNo } },
      ])
    await refused(() => execute(place), 'bin')
    await refused(() => trade.act(draft.id, 'execute'), 'bin')
    // What is taken back goes into the counted bin too.
    const takeBack = () => trade.act(moved.id, 'undo', { input: { reason: '实物未移动' } })
    await refused(takeBack, 'bin')
    await world().act('stocktaking', count.id, 'count', {
      lines: [{ lineNo: 1, countedQuantity: '10' }],
    })
    await takeBack()
    await trade.act(draft.id, 'execute')
  })

  test('takes no more than is not held, summed over the lines of one stock', async () => {
    const place = await filled()
    await expectRefused(world(), () => enter(place, [{ quantity: '10' }, { quantity: '6' }]), [
      { code: 'quantity-exceeds-movable', line: 2, field: 'quantity' },
    ])
    const { companyCode, plant, storageLocation } = place
    const held = await world().create('transfer-order', {
      companyCode,
      header: { plant, storageLocation, receivingStorageLocation: '1002' },
      lines: [{ materialNo: materials.valve, quantity: '11', bin: 'A-01', receivingBin: 'B-01' }],
      actionAfterCreate: 'submit',
    })
    const draft = await enter(place, [{ quantity: '5' }])
    await world().act('transfer-order', held.id, 'approve')
    await expectRefused(world(), () => execute(place), [
      {
        code: 'quantity-exceeds-movable',
        line: 1,
        params: { movable: '4', onHand: '15', held: '11' } as never,
      },
    ])
    await expectRefused(world(), () => trade.act(draft.id, 'execute'), [
      { code: 'stock-short', line: 1 },
    ])
  })

  test('moves goods in inspection and consignment goods as what they are', async () => {
    const place = await newPlace(world())
    const note = await announced(world(), place, goods(1))
    await world().create('arrival', {
      header: { visualCheck: 'intact' },
      lines: [{ source: { id: note, lineNo: 1 }, quantity: '10', bin: 'R-01' }],
      actionAfterCreate: 'confirm',
    })
    const stock = () =>
      world().database.query(
        `select bin, stock_category, special_stock, quantity from stock_balance
         where storage_location = $1 and place = 'stock' and quantity > 0 order by bin, special_stock`,
        [place.storageLocation],
      )
    const [{ stockCategory }] = (await stock()) as [{ stockCategory: string }]
    expect(stockCategory).not.toBe('UU')
    await execute(place, { bin: 'R-01', quantity: '10', stockCategory })
    expect(await stock()).toMatchObject([{ bin: 'A-02', stockCategory, quantity: '10' }])
    const consigned = { specialStock: 'K', specialStockReference: '100001' }
    const other = await newPlace(world())
    await stocked(world(), other, goods(1), consigned)
    await execute(other, { ...consigned })
    expect(
      await world().database.query(
        `select bin, special_stock, special_stock_reference, quantity from stock_balance
         where storage_location = $1 and place = 'stock' and quantity > 0 order by bin`,
        [other.storageLocation],
      ),
    ).toMatchObject([
      { bin: 'A-01', ...consigned, quantity: '5' },
      { bin: 'A-02', ...consigned, quantity: '5' },
    ])
  })

  test('is proposed a bin that fits and is not the goods’ own, and what can be moved of any category', async () => {
    const place = await filled()
    const { companyCode, ...header } = place
    const { session } = world().actorFor(name, 'create')
    const app = await documentCalls(world().database, session)
    const line = { materialNo: materials.valve, bin: 'A-01', stockCategory: 'UU' }
    const reply = await app.inject({
      method: 'POST',
      url: `/api/documents/${name}/stock-lines`,
      payload: { companyCode, header, lines: [line] },
    })
    await app.close()
    expect((JSON.parse(reply.body) as { datas: unknown }).datas).toEqual([
      {
        available: '15',
        secondUnit: null,
        secondRatio: null,
        proposed: { targetBin: 'A-02' },
      },
    ])
  })
})
