import { newId } from '@kufang/kernel/identifier.ts'
import { subtractQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { runAction } from '../document/service/service.ts'
import { shipped, stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { decideDifference, reportDifference, type DecidedLine } from './testing/difference.ts'
import { addOtherPlant, otherPlant } from './testing/other-plant.ts'

const name = 'transfer-difference'

testConformance('transfer-difference')

describe('what the receiver of a transfer did not get', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)
  const transfers = tradeOf(world, 'transfer-order')
  beforeAll(() => addOtherPlant(world()))

  /** Ten were sent, and seven arrived. */
  const sent = async () => {
    const [from, to] = [await newPlace(world()), await newPlace(world())]
    await stocked(world(), from, goods(1, materials.valve, '10'))
    const id = await shipped(world(), from, to, materials.valve, '10')
    await transfers.act(id, 'receive', { lines: [{ lineNo: 1, quantityReceived: '7' }] })
    return { id, from, to }
  }
  const decide = (id: string, ...lines: Omit<DecidedLine, 'lineNo'>[]) =>
    decideDifference(
      world(),
      id,
      lines.map((line, index) => ({ ...line, lineNo: index + 1 })),
    )
  const setParameter = (parameter: string, value: unknown) =>
    world().database.query(
      `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
       values ('1010', $1, $2, $3::jsonb, current_date - 1, $1, '管理员')`,
      [newId(), parameter, JSON.stringify(value)],
    )
  const where = (...places: readonly Place[]) =>
    world().database.query<Record<string, string>>(
      `select storage_location, bin, stock_category, quantity from stock_balance
       where material_no = $1 and has_stock and plant || '/' || storage_location = any($2) order by storage_location, bin`,
      [materials.valve, places.map((one) => `${one.plant}/${one.storageLocation}`)],
    )
  const typesOf = async (id: string) => {
    const keys = await world().database.query<{ postingKey: string }>(
      `select posting_key from erp_posting where document_id = $1 and direction = 'post' order by sequence`,
      [id],
    )
    return keys
      .flatMap(({ postingKey }) => world().erp.withKey(postingKey))
      .flatMap(({ items }) =>
        items.map((item) => [item['GoodsMovementType'], item['QuantityInEntryUnit']]),
      )
  }
  const posted = async (document: string, id: string) => {
    await world().act(document, id, 'post')
    await world().send()
    expect((await world().read(document, id)).header.erpState).toBe('posted')
  }

  test('found, back and lost of one line: each has its stock effect, the transfer is complete only then, and the books agree', async () => {
    const { id, from, to } = await sent()
    const difference = await reportDifference(world(), id)
    expect((await transfers.header(id)).state).toBe('differing')
    await expectRefused(world(), () => transfers.act(id, 'post'), [{ code: 'wrong-state' }])
    expect(await trade.column(difference, 'quantity')).toEqual(['3'])
    await decide(difference, {
      foundQuantity: '1',
      returnedQuantity: '1',
      lostQuantity: '1',
      bin: 'A-02',
    })
    expect((await trade.header(difference)).state).toBe('settled')
    expect(await transfers.header(id)).toMatchObject({ state: 'received' })
    expect(await where(from, to)).toEqual([
      { storageLocation: from.storageLocation, bin: 'A-01', stockCategory: 'UU', quantity: '1' },
      { storageLocation: to.storageLocation, bin: 'A-01', stockCategory: 'UU', quantity: '7' },
      { storageLocation: to.storageLocation, bin: 'A-02', stockCategory: 'UU', quantity: '1' },
    ])
    await trade.proven()
    // In the books nothing was removed yet, so that nothing of it can be received.
    await expectRefused(world(), () => trade.act(difference, 'post'), [
      { code: 'erp-stock-unposted', line: 1 },
    ])
    await posted('transfer-order', id)
    await posted(name, difference)
    expect(await typesOf(id)).toEqual([
      ['313', '9'],
      ['315', '7'],
    ])
    expect(await typesOf(difference)).toEqual([
      ['315', '2'],
      ['702', '1'],
    ])
    await trade.proven()
  })

  test('who has received any of the goods, or reported the rest, does not decide', async () => {
    const { id } = await sent()
    const difference = await reportDifference(world(), id)
    const { acts } = await transfers.header(id)
    const all = {
      input: { reason: '复点确认' },
      lines: [{ lineNo: 1, lostQuantity: '3' }],
    }
    for (const action of ['receive', 'reportDifference'])
      await expectRefused(
        world(),
        () => trade.actAs(acts[action]!.userId, difference, 'decide', all),
        [{ code: 'separation-of-duties' }],
      )
    // The sender may: he knows what he gave away.
    await trade.actAs(acts['ship']!.userId, difference, 'decide', all)
  })

  test('who has shipped the goods neither receives them nor reports what is missing', async () => {
    const [from, to] = [await newPlace(world()), await newPlace(world())]
    await stocked(world(), from, goods(1, materials.valve, '10'))
    const id = await shipped(world(), from, to, materials.valve, '10')
    const { userId } = (await transfers.header(id)).acts['ship']!
    const received = { lines: [{ lineNo: 1, quantityReceived: '7' }] }
    const missed = { input: { reason: '实物未到' } }
    for (const [action, body] of [
      ['receive', received],
      ['reportDifference', missed],
    ] as const)
      await expectRefused(world(), () => transfers.actAs(userId, id, action, body), [
        { code: 'separation-of-duties', params: { act: '发出' } as never },
      ])
  })

  test('a loss above the limit, with those of the same goods lately, waits for the director, and nothing moves before', async () => {
    await setParameter('adjustment.directorLimit', 50)
    const [from, to] = [await newPlace(world()), await newPlace(world())]
    const material = `${materials.bolt}-8`
    const { companyCode, ...where } = from
    const opening = await world().create('stock-initialisation', {
      companyCode,
      header: { ...where, origin: 'new', remark: '期初' },
      lines: [
        {
          materialNo: material,
          bin: 'A-01',
          stockCategory: 'UU',
          quantity: '40',
          amount: '400.00',
        },
      ],
    })
    for (const action of ['submit', 'initialise'])
      await world().act('stock-initialisation', opening.id, action)
    const missed = async (lost: string) => {
      const id = await shipped(world(), from, to, material, '10')
      const difference = await reportDifference(world(), id)
      const found = subtractQuantity('10' as Quantity, lost as Quantity)
      const decided = { foundQuantity: found, lostQuantity: lost, bin: 'A-02' }
      await decide(difference, decided)
      return { id, difference, decided }
    }
    const first = await missed('4')
    expect(await trade.header(first.difference)).toMatchObject({
      state: 'settled',
      lossTotal: '40',
      cumulatedTotal: '40',
      needsDirector: 'notNeeded',
    })
    const second = await missed('2')
    expect(await trade.header(second.difference)).toMatchObject({
      state: 'toDirector',
      lossTotal: '20',
      cumulatedTotal: '60',
      needsDirector: 'aboveLimit',
    })
    expect(await trade.column(second.difference, 'lostAmount')).toEqual(['20'])
    expect((await transfers.header(second.id)).state).toBe('differing')
    // Who has decided, and who received or reported, does not approve it as director.
    const { acts } = await trade.header(second.difference)
    const transfer = (await transfers.header(second.id)).acts
    for (const user of [acts['decide']!, transfer['reportDifference']!])
      await expectRefused(
        world(),
        () => trade.actAs(user.userId, second.difference, 'reviewDirector'),
        [{ code: 'separation-of-duties' }],
      )
    await trade.act(second.difference, 'refuseDirector', { input: { reason: '请先核对监控' } })
    expect(await trade.header(second.difference)).toMatchObject({
      state: 'undecided',
      reviewRemark: '请先核对监控',
    })
    expect(await trade.column(second.difference, 'lostQuantity')).toEqual([null])
    await decide(second.difference, second.decided)
    await trade.act(second.difference, 'reviewDirector')
    expect((await trade.header(second.difference)).state).toBe('settled')
    expect((await transfers.header(second.id)).state).toBe('received')
    expect(
      await world().database.query(
        `select quantity from stock_balance where material_no = $1 and storage_location = $2 and bin = 'A-02'`,
        [material, to.storageLocation],
      ),
    ).toEqual([{ quantity: '14' }])
    for (const one of [first, second]) await posted('transfer-order', one.id)
    await posted(name, second.difference)
    expect(await typesOf(second.difference)).toEqual([
      ['315', '10'],
      ['702', '2'],
    ])
    // What the director has approved is taken back with his approval too; a refusal keeps that.
    const askBack = async () => {
      await approveReversal(world(), name, second.difference)
      expect((await trade.header(second.difference)).state).toBe('reversalToDirector')
    }
    await askBack()
    const leader = (await trade.header(second.difference)).acts['approveReversal']!
    await expectRefused(
      world(),
      () => trade.actAs(leader.userId, second.difference, 'approveReversalDirector'),
      [{ code: 'separation-of-duties' }],
    )
    await trade.act(second.difference, 'refuseReversalDirector', { input: { reason: '已赔偿' } })
    await askBack()
    await trade.act(second.difference, 'approveReversalDirector')
    await approveReversal(world(), name, first.difference)
    for (const { difference } of [first, second])
      expect((await trade.header(difference)).state).toBe('reversalApproved')
    await trade.proven()
  })

  test('every line is decided about, and its quantities add up to what is missing', async () => {
    const { id } = await sent()
    const difference = await reportDifference(world(), id)
    await expectRefused(world(), () => decide(difference, { foundQuantity: '2' }), [
      { code: 'difference-not-settled', line: 1, params: { quantity: '3', sum: '2' } as never },
    ])
    const two = await transfers.make(await newPlace(world()), 'inTransit', goods(2))
    const ofTwo = await reportDifference(world(), two)
    await expectRefused(world(), () => decide(ofTwo, { foundQuantity: '10' }), [
      { code: 'difference-undecided', params: { lines: '2' } },
    ])
    await expectRefused(world(), () => decide(difference, { foundQuantity: '3', bin: 'H-01' }), [
      { code: 'bin-hazard-mismatch', line: 1, field: 'bin' },
    ])
  })

  test('everything back with the sender: nothing is posted, nothing reversed, and the transfer has not happened', async () => {
    const [from, to] = [await newPlace(world()), await newPlace(world())]
    await stocked(world(), from, goods(1, materials.valve, '10'))
    const id = await shipped(world(), from, to, materials.valve, '10')
    const difference = await reportDifference(world(), id)
    await decide(difference, { returnedQuantity: '10' })
    expect(await transfers.header(id)).toMatchObject({ state: 'reversed', erpState: 'notNeeded' })
    expect(await where(from, to)).toMatchObject([{ bin: 'A-01', quantity: '10' }])
    const ask = () => trade.act(difference, 'requestReversal', { input: { reason: '核对有误' } })
    await expectRefused(world(), ask, [{ code: 'difference-all-returned' }])
    await trade.proven()
  })

  test('a loss that turns out wrong is reversed in the books, its goods are in transit again, and another decision waits', async () => {
    const { id, to } = await sent()
    const difference = await reportDifference(world(), id)
    await decide(difference, { lostQuantity: '3' })
    await posted('transfer-order', id)
    await posted(name, difference)
    await approveReversal(world(), name, difference)
    await trade.act(difference, 'reverse')
    await world().send()
    await trade.act(difference, 'reversePhysical')
    expect((await transfers.header(id)).state).toBe('differing')
    expect(await where(to)).toMatchObject([
      { bin: '', stockCategory: 'IT', quantity: '3' },
      { bin: 'A-01', quantity: '7' },
    ])
    const [again] = await world().database.query<{ id: string }>(
      `select id from transfer_difference where state = 'undecided' and id <> $1 order by created_at desc limit 1`,
      [difference],
    )
    // The removal of all ten is in the books, so they are not with the sender.
    await expectRefused(world(), () => decide(again!.id, { returnedQuantity: '3' }), [
      { code: 'difference-in-books', line: 1, field: 'returnedQuantity' },
    ])
    await decide(again!.id, { foundQuantity: '3' })
    expect(await where(to)).toMatchObject([{ bin: 'A-01', quantity: '10' }])
    await posted(name, again!.id)
    expect((await transfers.header(id)).state).toBe('received')
    await trade.proven()
    // The found goods came with the transfer: their document is undone first, which is said before anything is reversed.
    await expectRefused(world(), () => approveReversal(world(), 'transfer-order', id), [
      { code: 'stock-moved-on', line: 1 },
    ])
  })

  test('what was missed between two plants is received as 305', async () => {
    const from = await newPlace(world())
    await stocked(world(), from, goods(1, materials.valve, '10'))
    const { id } = await world().create('transfer-order', {
      companyCode: from.companyCode,
      header: {
        plant: from.plant,
        storageLocation: from.storageLocation,
        receivingPlant: otherPlant.plant,
        receivingStorageLocation: otherPlant.storageLocation,
      },
      lines: [{ materialNo: materials.valve, quantity: '4', bin: 'A-01' }],
      actionAfterCreate: 'submit',
    })
    for (const action of ['approve', 'ship']) await transfers.act(id, action)
    const difference = await reportDifference(world(), id)
    await expectRefused(world(), () => decide(difference, { lostQuantity: '4' }), [
      { code: 'field-required', line: 1, field: 'bin' },
    ])
    await decide(difference, { foundQuantity: '3', lostQuantity: '1', bin: 'A-01' })
    await posted('transfer-order', id)
    await posted(name, difference)
    expect(await typesOf(difference)).toEqual([
      ['305', '4'],
      ['702', '1'],
    ])
    expect(await where(otherPlant)).toMatchObject([{ bin: 'A-01', quantity: '3' }])
    await trade.proven()
  })

  test('two deciders at once: the second is told that it is decided', async () => {
    const { id } = await sent()
    const difference = await reportDifference(world(), id)
    const { version } = await trade.header(difference)
    const attempt = () =>
      runAction(
        world().database,
        world().actorFor(name, 'decide'),
        name,
        difference,
        'decide',
        { version, input: { reason: '复点确认' }, lines: [{ lineNo: 1, lostQuantity: '3' }] },
        newId(),
      )
    const results = await Promise.allSettled([attempt(), attempt()])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await trade.proven()
  })
})
