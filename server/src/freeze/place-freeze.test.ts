import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { clock } from '../document/storage/clock.ts'
import { summariseGoods } from '../document/public.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { resolveKeys } from '../ledger/key.ts'
import { proposeBins } from '../bins/public.ts'
import { stockKey } from '../ledger/public.ts'

testConformance('place-freeze')

describe('a place is frozen', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'place-freeze')
  const until = addDays(clock().today, 5)
  const ground = { input: { releaseGround: '启封通知已下达' } }

  /** 15 valves in bin A-01; two storage bins are of area C1, another one, B-01, of none. */
  const filled = async (): Promise<Place> => {
    const place = await newPlace(world())
    await world().database.query(
      `update bin set area = 'C1' where storage_location = $1 and bin in ('A-01', 'A-02')`,
      [place.storageLocation],
    )
    await world().database.query(
      `insert into bin (company_code, plant, storage_location, bin, purpose) values ('1010', $1, $2, 'B-01', 'storage')`,
      [place.plant, place.storageLocation],
    )
    await worldWalker(world(), place).stock!(goods(1))
    return place
  }
  const freeze = ({ companyCode, ...where }: Place, line: Record<string, unknown>) =>
    world().create('place-freeze', {
      companyCode,
      header: {
        ...where,
        freezeReason: 'seal',
        releaseCondition: '主管部门通知启封',
        holdUntil: until,
      },
      lines: [line],
      actionAfterCreate: 'freeze',
    })
  const adjust = (
    { companyCode, ...where }: Place,
    bin: string,
    targetBin: string,
    quantity = '2',
  ) =>
    world().create('location-adjustment', {
      companyCode,
      header: { ...where, reason: '整理库位' },
      lines: [{ materialNo: materials.valve, quantity, bin, targetBin, stockCategory: 'UU' }],
      actionAfterCreate: 'execute',
    })
  /** Bolts on their way to bin B-01 of the place, where none ever lay. */
  const underWay = async ({ storageLocation }: Place) => {
    const from = await newPlace(world())
    await worldWalker(world(), from).stock!(goods(1, materials.bolt))
    const { id } = await world().create('transfer-order', {
      companyCode: from.companyCode,
      header: {
        plant: from.plant,
        storageLocation: from.storageLocation,
        receivingStorageLocation: storageLocation,
      },
      lines: [{ materialNo: materials.bolt, quantity: '5', bin: 'A-01', receivingBin: 'B-01' }],
      actionAfterCreate: 'submit',
    })
    await world().act('transfer-order', id, 'approve')
    await world().act('transfer-order', id, 'ship')
    return id
  }
  const proposed = ({ companyCode, ...where }: Place) =>
    proposeBins(world().database, {
      companyCode,
      ...where,
      goods: [{ materialNo: materials.valve, quantity: '1' }],
    })

  test('its lists and to-dos say what is frozen: a bin, an area or the whole storage location', async () => {
    const place = await filled()
    const { companyCode } = place
    const scopes = [
      [
        { scope: 'bin', bin: 'B-01' },
        { zh: '货位 B-01', en: 'Bin B-01' },
      ],
      [
        { scope: 'area', binArea: 'C1' },
        { zh: '库区 C1', en: 'Area C1' },
      ],
      [{ scope: 'location' }, { zh: '整个库存地点', en: 'Whole storage location' }],
    ] as const
    for (const [line, about] of scopes) {
      // oxlint-disable-next-line no-await-in-loop -- a place is held once at a time
      const { id } = await freeze(place, line)
      const reference = { documentType: 'place-freeze', documentId: id, companyCode }
      // oxlint-disable-next-line no-await-in-loop -- as above
      const said = await summariseGoods(world().database, person('查询员', ['admin']), [reference])
      expect(said.get(id)).toMatchObject({ about, lineCount: 1 })
      // oxlint-disable-next-line no-await-in-loop -- as above
      await world().act('place-freeze', id, 'release', ground)
    }
  })

  test('a bin: nothing leaves it, also what was reserved, nothing is put into it, and others are proposed', async () => {
    const place = await filled()
    const transfer = await world().create('transfer-order', {
      companyCode: place.companyCode,
      header: {
        plant: place.plant,
        storageLocation: place.storageLocation,
        receivingStorageLocation: '1002',
      },
      lines: [{ materialNo: materials.valve, quantity: '4', bin: 'A-01', receivingBin: 'B-01' }],
      actionAfterCreate: 'submit',
    })
    await world().act('transfer-order', transfer.id, 'approve')
    const moved = await adjust(place, 'A-01', 'A-02')
    expect(await proposed(place)).toEqual(['A-01'])
    const { id } = await freeze(place, { scope: 'bin', bin: 'A-01' })
    const { docNo, createdByName } = await trade.header(id)
    const by = { by: docNo, person: createdByName, until }
    expect(await proposed(place)).toEqual(['A-02'])
    await expectRefused(world(), () => adjust(place, 'A-01', 'A-02'), [
      { code: 'stock-frozen', line: 1, field: 'quantity', params: by as never },
    ])
    await expectRefused(world(), () => world().act('transfer-order', transfer.id, 'ship'), [
      { code: 'stock-frozen', line: 1, params: by as never },
    ])
    await expectRefused(world(), () => adjust(place, 'A-02', 'A-01'), [
      { code: 'bin-frozen', line: 1, field: 'targetBin', params: { bin: 'A-01', ...by } as never },
    ])
    // What comes back lies there, and is held too.
    await world().act('location-adjustment', moved.id, 'undo', { input: { reason: '录入错误' } })
    await trade.act(id, 'release', ground)
    await world().act('transfer-order', transfer.id, 'ship')
    expect(await trade.stock(place)).toMatchObject([{ bin: 'A-01', quantity: '11' }])
    await trade.proven()
  })

  test('an area and the whole storage location: what comes in while it stands is held, too', async () => {
    const place = await filled()
    await expectRefused(world(), () => freeze(place, { scope: 'area', binArea: 'C9' }), [
      { code: 'freeze-area-unknown', line: 1, field: 'binArea', params: { areas: 'C1' } as never },
    ])
    const area = await freeze(place, { scope: 'area', binArea: 'C1' })
    expect(await proposed(place)).toEqual(['B-01'])
    const coming = await underWay(place)
    const whole = await freeze(place, { scope: 'location' })
    // A kind of goods that never lay there, in transit when it was frozen.
    await world().act('transfer-order', coming, 'receive', {
      lines: [{ lineNo: 1, quantityReceived: '5' }],
    })
    const held = () =>
      world().database.query(
        `select bin, material_no, is_held from stock_balance where storage_location = $1 and quantity > 0 order by bin`,
        [place.storageLocation],
      )
    expect(await held()).toEqual([
      { bin: 'A-01', materialNo: materials.valve, isHeld: true },
      { bin: 'B-01', materialNo: materials.bolt, isHeld: true },
    ])
    await trade.act(area.id, 'release', ground)
    await expectRefused(world(), () => adjust(place, 'A-01', 'A-02'), [{ code: 'stock-frozen' }])
    await trade.act(whole.id, 'release', ground)
    expect(await held()).toMatchObject([{ isHeld: false }, { isHeld: false }])
    await adjust(place, 'A-01', 'A-02')
    await trade.proven()
  })

  test('for a count: what it finds missing is taken out', async () => {
    const place = await filled()
    await freeze(place, { scope: 'bin', bin: 'A-01' })
    const { companyCode, ...where } = place
    const count = await world().create('stocktaking', {
      companyCode,
      header: { ...where, countType: 'cycle' },
      lines: [{ materialNo: materials.valve, bin: 'A-01', stockCategory: 'UU' }],
      actionAfterCreate: 'start',
    })
    const act = (action: string, line: Record<string, unknown> = {}) =>
      world().act('stocktaking', count.id, action, {
        ...(Object.keys(line).length > 0 && { lines: [{ lineNo: 1, ...line }] }),
      })
    await act('count', { countedQuantity: '12' })
    await act('explain', { differenceReason: 'lost', treatment: '调账' })
    await act('review')
    expect(await trade.stock(place)).toMatchObject([{ bin: 'A-01', quantity: '12' }])
    await trade.proven()
  })

  test('by one document only, also if several people freeze it at the same moment', async () => {
    const place = await filled()
    const ends = await Promise.allSettled(
      Array.from({ length: 4 }, () => freeze(place, { scope: 'bin', bin: 'A-02' })),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'freeze-place-held' })
    await trade.proven()
  })

  test('together with what is brought at the same moment to where nothing lay', async () => {
    const place = await filled()
    const { database } = world()
    const bolts = stockKey({ ...place, bin: 'B-01', materialNo: materials.bolt })
    const waiting = () =>
      database.query(
        `select pid from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
    const frozen = await database.transaction(async (tx) => {
      await resolveKeys(tx, [bolts])
      const end = freeze(place, { scope: 'location' })
      await expect.poll(waiting).toHaveLength(1)
      return { end }
    })
    await frozen.end
    const [row] = await database.query<{ isHeld: boolean }>(
      `select is_held from stock_balance where company_code = '1010' and storage_location = $1 and bin = 'B-01'`,
      [place.storageLocation],
    )
    expect(row).toEqual({ isHeld: true })
    await trade.proven()
  })

  test('by one document only, which says what of the storage location it means', async () => {
    const place = await filled()
    const { id } = await freeze(place, { scope: 'bin', bin: 'A-02' })
    const { docNo } = await trade.header(id)
    await expectRefused(world(), () => freeze(place, { scope: 'bin', bin: 'A-02' }), [
      { code: 'freeze-place-held', line: 1, params: { place: 'A-02', by: docNo } as never },
    ])
    await expectRefused(world(), () => freeze(place, { scope: 'bin' }), [
      { code: 'freeze-place-unclear', line: 1, field: 'bin' },
    ])
    await expectRefused(world(), () => freeze(place, { scope: 'location', bin: 'A-01' }), [
      { code: 'freeze-place-unclear', line: 1, field: 'bin' },
    ])
    expect(await trade.dueOn(id)).toEqual([until])
    const later = addDays(until, 10)
    await trade.act(id, 'extend', { input: { holdUntil: later, reason: '争议未解决' } })
    expect(await trade.dueOn(id)).toEqual([later])
    await expectRefused(world(), () => adjust(place, 'A-01', 'A-02'), [
      { code: 'bin-frozen', params: { until: later } as never },
    ])
  })
})
