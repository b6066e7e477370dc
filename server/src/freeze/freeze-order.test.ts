import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { clock } from '../document/storage/clock.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

testConformance('freeze-order')

describe('goods are frozen', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'freeze-order')
  const until = addDays(clock().today, 5)

  /** 15 valves in bin A-01. */
  const filled = async (): Promise<Place> => {
    const place = await newPlace(world())
    await worldWalker(world(), place).stock!(goods(1))
    return place
  }
  const freeze = (
    { companyCode, ...where }: Place,
    quantity: string,
    header: Record<string, unknown> = { freezeReason: 'quality' },
  ) =>
    world().create('freeze-order', {
      companyCode,
      header: { ...where, releaseCondition: '复检合格', holdUntil: until, ...header },
      lines: [{ materialNo: materials.valve, quantity, bin: 'A-01' }],
      actionAfterCreate: 'freeze',
    })
  const release = (id: string, quantity: string) =>
    world().create('freeze-release', {
      header: { releaseGround: '复检合格' },
      lines: [{ source: { id, lineNo: 1 }, quantity }],
      actionAfterCreate: 'release',
    })
  const rows = ({ storageLocation }: Place) =>
    world().database.query<Record<string, string>>(
      `select stock_category, quantity, reserved, frozen from stock_balance
       where storage_location = $1 and material_no = $2 and quantity > 0 order by stock_category desc`,
      [storageLocation, materials.valve],
    )
  const movementTypes = async (id: string) =>
    (
      await world().database.query<{ movementType: string }>(
        `select i.movement_type from erp_posting p
         join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
         where p.document_id = $1 and p.state = 'posted'`,
        [id],
      )
    ).map(({ movementType }) => movementType)
  const moveAway = ({ companyCode, ...where }: Place, quantity: string, stockCategory: string) =>
    world().create('location-adjustment', {
      companyCode,
      header: { ...where, reason: '整理库位' },
      lines: [
        { materialNo: materials.valve, quantity, bin: 'A-01', targetBin: 'A-02', stockCategory },
      ],
      actionAfterCreate: 'execute',
    })

  test('in doubt: they are blocked at once, posted as 344, and what is released of them as 343', async () => {
    const place = await filled()
    const { id } = await freeze(place, '10')
    expect(await rows(place)).toEqual([
      { stockCategory: 'UU', quantity: '5', reserved: '0', frozen: '0' },
      { stockCategory: 'BL', quantity: '10', reserved: '0', frozen: '10' },
    ])
    await trade.act(id, 'post')
    await world().send()
    expect(await movementTypes(id)).toEqual(['344'])
    const released = await release(id, '4')
    expect(await trade.header(id)).toMatchObject({ state: 'partlyReleased', erpState: 'posted' })
    expect(await trade.column(id, 'openQuantity')).toEqual(['6'])
    expect(await rows(place)).toEqual([
      { stockCategory: 'UU', quantity: '9', reserved: '0', frozen: '0' },
      { stockCategory: 'BL', quantity: '6', reserved: '0', frozen: '6' },
    ])
    await world().act('freeze-release', released.id, 'post')
    await world().send()
    expect(await movementTypes(released.id)).toEqual(['343'])
    await expectRefused(world(), () => release(id, '7'), [
      { code: 'quantity-exceeds-open', line: 1, field: 'quantity' },
    ])
    await release(id, '6')
    expect((await trade.header(id)).state).toBe('released')
    await trade.proven()
  })

  test('and nobody else takes them: he is told by which document, by whom and until when', async () => {
    const place = await filled()
    const { id } = await freeze(place, '10')
    const { docNo, createdByName } = await trade.header(id)
    const named = { by: docNo, person: createdByName, until, available: '0', wanted: '2' }
    await expectRefused(world(), () => moveAway(place, '2', 'BL'), [
      { code: 'stock-frozen', line: 1, field: 'quantity', params: named as never },
    ])
    // Of those that are sealed where they are, too; what is free goes.
    await freeze(place, '3', { freezeReason: 'seal' })
    await expectRefused(world(), () => moveAway(place, '3', 'UU'), [{ code: 'stock-frozen' }])
    await moveAway(place, '2', 'UU')
    // More than there is, frozen or not, is simply not there.
    await expectRefused(world(), () => moveAway(place, '4', 'UU'), [
      { code: 'quantity-exceeds-movable' },
    ])
    await trade.proven()
  })

  test('in doubt, and who froze them does not find them good himself; what is sealed he may open', async () => {
    const place = await filled()
    const doubtful = await freeze(place, '5')
    const sealed = await freeze(place, '5', { freezeReason: 'seal' })
    const by = (await trade.header(doubtful.id)).acts['freeze']!.userId
    const draftOf = async (id: string) =>
      world().create('freeze-release', {
        header: { releaseGround: '复检合格' },
        lines: [{ source: { id, lineNo: 1 }, quantity: '5' }],
      })
    const releases = tradeOf(world, 'freeze-release')
    const first = await draftOf(doubtful.id)
    const { docNo } = await trade.header(doubtful.id)
    await expectRefused(world(), () => releases.actAs(by, first.id, 'release'), [
      { code: 'freeze-released-by-freezer', line: 1, params: { source: `${docNo}/1` } as never },
    ])
    await releases.act(first.id, 'release')
    const second = await draftOf(sealed.id)
    const self = (await trade.header(sealed.id)).acts['freeze']!.userId
    await releases.actAs(self, second.id, 'release')
    expect(await rows(place)).toMatchObject([{ stockCategory: 'UU', quantity: '15', frozen: '0' }])
  })

  test('only as far as they are available', async () => {
    const place = await filled()
    await freeze(place, '10', { freezeReason: 'seal' })
    await expectRefused(world(), () => freeze(place, '6'), [
      { code: 'stock-frozen', line: 1, field: 'quantity' },
    ])
    await expectRefused(world(), () => freeze(place, '16'), [
      { code: 'quantity-exceeds-available', line: 1, field: 'quantity' },
    ])
  })

  test('because they are sealed: they stay unrestricted, the ERP is told nothing, and a count finds them', async () => {
    const place = await filled()
    const { id } = await freeze(place, '10', { freezeReason: 'seal' })
    expect(await rows(place)).toEqual([
      { stockCategory: 'UU', quantity: '15', reserved: '0', frozen: '10' },
    ])
    expect((await trade.header(id)).erpState).toBe('notNeeded')
    const { companyCode, ...where } = place
    const count = await world().create('stocktaking', {
      companyCode,
      header: { ...where, countType: 'cycle' },
      lines: [{ materialNo: materials.valve, bin: 'A-01', stockCategory: 'UU' }],
      actionAfterCreate: 'start',
    })
    expect((await world().read('stocktaking', count.id)).lines).toMatchObject([{ quantity: '15' }])
    const { id: released } = await release(id, '10')
    expect(await rows(place)).toMatchObject([{ quantity: '15', frozen: '0' }])
    // Frozen again, if they are still there.
    await world().act('freeze-release', released, 'requestReversal', {
      input: { reason: '误操作' },
    })
    await world().act('freeze-release', released, 'approveReversal')
    await world().act('freeze-release', released, 'reversePhysical')
    expect(await rows(place)).toMatchObject([{ quantity: '15', frozen: '10' }])
    expect((await trade.header(id)).state).toBe('frozen')
    await trade.proven()
  })

  test('and the freeze is cancelled before it is posted, not after, and not under a release', async () => {
    const place = await filled()
    const reason = { input: { reason: '冻结货物有误' } }
    const { id } = await freeze(place, '10')
    const draft = await world().create('freeze-release', {
      header: { releaseGround: '复检合格' },
      lines: [{ source: { id, lineNo: 1 }, quantity: '1' }],
    })
    const { docNo } = (await world().read('freeze-release', draft.id)).header
    await expectRefused(world(), () => trade.act(id, 'cancel', reason), [
      { code: 'successor-stands', params: { by: docNo } as never },
    ])
    await world().act('freeze-release', draft.id, 'release')
    const other = await freeze(place, '2')
    await trade.act(other.id, 'cancel', reason)
    expect((await trade.header(other.id)).state).toBe('cancelled')
    expect(await trade.column(other.id, 'openQuantity')).toEqual(['0'])
    expect(await rows(place)).toMatchObject([
      { stockCategory: 'UU', quantity: '6' },
      { stockCategory: 'BL', quantity: '9', frozen: '9' },
    ])
    const posted = await freeze(place, '2')
    await trade.act(posted.id, 'post')
    await world().send()
    await expectRefused(world(), () => trade.act(posted.id, 'cancel', reason), [
      { code: 'wrong-erp-state' },
    ])
  })

  test('until a day: then the keeper is to release them, and they stay frozen until he does', async () => {
    const place = await filled()
    const { id } = await freeze(place, '10', { freezeReason: 'seal' })
    expect(await trade.dueOn(id)).toEqual([until])
    const todos = await world().database.query<{ roleCode: string }>(
      `select distinct role_code from todo where document_id = $1 and done_at is null`,
      [id],
    )
    expect(todos).toContainEqual({ roleCode: 'DJWZCX' })
    // Extended, it is due later, and who meets it is told the later day.
    const later = addDays(until, 10)
    await trade.act(id, 'extend', { input: { holdUntil: later, reason: '争议未解决' } })
    expect(await trade.dueOn(id)).toEqual([later])
    await expectRefused(world(), () => moveAway(place, '6', 'UU'), [
      { code: 'stock-frozen', params: { until: later } as never },
    ])
  })
})
