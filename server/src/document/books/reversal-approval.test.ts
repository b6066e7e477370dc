import { describe, expect, test } from 'vitest'
import { documents } from '@kufang/contract/registry.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { erpStatesNotInBooks } from '@kufang/contract/document/declare/erp-state.ts'
import { asked } from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../testing/trade.ts'
import { effectsOf } from '../effects/effects.ts'

// What was audited or posted is not undone by one person: a reason, a request, and the approval of somebody else.

const world = useWorld()
const reason = { input: { reason: '数量录入错误' } }

describe('work that was audited', () => {
  const trade = tradeOf(world, 'goods-issue')

  test('is not taken back by the storekeeper alone, before its posting or after', async () => {
    const id = await trade.make(await newPlace(world()), 'reviewed')
    await expectRefused(world(), () => trade.act(id, 'reversePhysical', reason), [
      { code: 'wrong-state' },
    ])
    await trade.act(id, 'post')
    await world().send()
    await expectRefused(world(), () => trade.act(id, 'reverse'), [{ code: 'wrong-state' }])
    expect(await trade.header(id)).toMatchObject({ state: 'reviewed', erpState: 'posted' })
  })

  test('is taken back once somebody else has approved the request, with the reason of the request', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'reviewed')
    const before = await trade.stock(place)
    await expectRefused(world(), () => trade.act(id, 'requestReversal', { input: {} }), [
      { code: 'field-required', field: 'reason' },
    ])
    await trade.act(id, 'requestReversal', reason)
    const { acts } = await trade.header(id)
    await expectRefused(
      world(),
      () => trade.actAs(acts['requestReversal']!.userId, id, 'approveReversal'),
      [{ code: 'separation-of-duties' }],
    )
    await expectRefused(world(), () => trade.act(id, 'reversePhysical', reason), [
      { code: 'wrong-state' },
    ])
    await trade.act(id, 'approveReversal')
    await trade.act(id, 'reversePhysical', { input: { reason: '别的原因' } })
    expect(await trade.header(id)).toMatchObject({
      state: 'reversed',
      reversalReason: '数量录入错误',
    })
    expect(await trade.stock(place)).not.toEqual(before)
    await trade.proven()
  })

  test('stays as it was if the request is refused, also after its approval', async () => {
    const id = await trade.make(await newPlace(world()), 'reviewed')
    await trade.act(id, 'requestReversal', reason)
    await trade.act(id, 'refuseReversal', { input: { reason: '货物已使用' } })
    expect((await trade.header(id)).state).toBe('reviewed')
    await trade.act(id, 'requestReversal', reason)
    await trade.act(id, 'approveReversal')
    await trade.act(id, 'refuseReversal', { input: { reason: '期间已月结' } })
    await trade.act(id, 'post')
    await world().send()
    expect(await trade.header(id)).toMatchObject({ state: 'reviewed', erpState: 'posted' })
  })

  test('is posted again if the request is refused after the ERP reversed it, because the goods have gone on meanwhile', async () => {
    const id = await trade.make(await newPlace(world()), 'posted')
    const before = (await world().read('goods-issue', id)).lines[0]!['materialDocument']
    await trade.act(id, 'requestReversal', reason)
    await trade.act(id, 'approveReversal')
    await trade.act(id, 'reverse')
    await world().send()
    await trade.act(id, 'refuseReversal', { input: { reason: '货物已使用' } })
    expect(await trade.header(id)).toMatchObject({ state: 'reviewed', erpState: 'reversed' })
    await trade.act(id, 'post')
    await world().send()
    expect(await trade.header(id)).toMatchObject({ state: 'reviewed', erpState: 'posted' })
    const { lines } = await world().read('goods-issue', id)
    expect(lines[0]!['materialDocument']).not.toBe(before)
    await trade.proven()
  })
})

test('a receipt nobody has audited yet is taken back with a reason, which it keeps', async () => {
  const trade = tradeOf(world, 'goods-receipt')
  const id = await trade.make(await newPlace(world()), 'received')
  await expectRefused(world(), () => trade.act(id, 'reversePhysical'), [
    { code: 'field-required', field: 'reason' },
  ])
  await trade.act(id, 'reversePhysical', reason)
  expect(await trade.header(id)).toMatchObject({
    state: 'reversed',
    reversalReason: '数量录入错误',
  })
})

test('the reversal of a receipt whose goods were issued is refused when it is requested, and names the issue', async () => {
  const place = await newPlace(world())
  const [receipts, issues] = [tradeOf(world, 'goods-receipt'), tradeOf(world, 'goods-issue')]
  const id = await receipts.make(place, 'posted', goods(1, materials.bolt))
  const request = await asked(world(), place, goods(1, materials.bolt))
  const { bin } = (await world().read('goods-receipt', id)).lines[0]!
  const issue = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: request, lineNo: 1 }, quantity: '10', bin }],
    actionAfterCreate: 'issue',
  })
  const by = (await world().read('goods-issue', issue.id)).header.docNo
  await expectRefused(world(), () => receipts.act(id, 'requestReversal', reason), [
    { code: 'stock-moved-on', line: 1, params: { by, missing: '10' } as never },
  ])
  await issues.act(issue.id, 'reversePhysical', reason)
  // They are held for the requisition again.
  await expectRefused(world(), () => receipts.act(id, 'requestReversal', reason), [
    { code: 'stock-held', line: 1 },
  ])
  await world().act('requisition', request, 'writeOff', reason)
  await receipts.act(id, 'requestReversal', reason)
  expect((await receipts.header(id)).state).toBe('reversalRequested')
  await receipts.proven()
})

/** A freeze is cancelled as long as the ERP does not know of it (spec domain.md 1.4); the goods have not left their bin. */
const cancelledBeforePosting: ReadonlySet<string> = new Set(['freeze-order cancel'])

const posting = Object.values<AnyDocument>(documents).filter(({ actions }) => 'post' in actions)
test.each(posting.map((one) => [one.name, one] as const))(
  '%s: from where it is posted nothing leads back but a request that somebody else approves',
  (name, { actions }) => {
    const posted = actions['post']!.from
    if (!('reverse' in actions)) {
      // One of a pair: only the system takes it back, with the document that made it, which is itself one of these cases.
      const ends = Object.values(actions).filter(({ to }) => to === 'reversed')
      expect(ends.map(({ isSystem }) => isSystem)).toEqual([true])
      return
    }
    const effects = effectsOf(name).actions
    const back = Object.entries(actions).filter(
      ([action, { isUndo, to }]) =>
        isUndo === true && to !== 'reversalRequested' && action in effects,
    )
    expect(back.map(([action]) => action)).toEqual(
      expect.arrayContaining(['reverse', 'reversePhysical']),
    )
    for (const [action, { from, erpFrom }] of back) {
      if (cancelledBeforePosting.has(`${name} ${action}`)) {
        expect(erpFrom).toEqual(erpStatesNotInBooks)
        continue
      }
      expect([action, from.filter((state) => posted.includes(state))]).toEqual([action, []])
    }
    expect(actions['requestReversal']!.input!['reason']).toMatchObject({ required: true })
    expect(actions['approveReversal']!.notBy).toContain('requestReversal')
  },
)
