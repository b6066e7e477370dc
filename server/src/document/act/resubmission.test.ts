import { describe, expect, test } from 'vitest'
import { newPlace } from '../testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../testing/trade.ts'

// A refused review is no dead end: what the reviewer found is corrected, and the document is reviewed again. The goods
// stay where they are.

const world = useWorld()
const correction = { correction: '资料已补齐' }

describe.each([
  ['goods-receipt', 'received', {}],
  ['goods-issue', 'issued', { gatePassNo: 'FX-77' }],
])('a refused %s', (name, awaiting, corrected) => {
  const trade = tradeOf(world, name)

  test('is corrected, submitted again, reviewed and posted, while its goods do not move', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'rejected')
    const stock = await trade.stock(place)
    await trade.act(id, 'resubmit', { input: { ...correction, ...corrected } })
    expect(await trade.header(id)).toMatchObject({
      state: awaiting,
      correctionRemark: correction.correction,
      ...corrected,
    })
    expect(await trade.stock(place)).toEqual(stock)
    await trade.act(id, 'review')
    expect((await trade.header(id)).state).toBe('reviewed')
    await trade.act(id, 'post')
    await world().send()
    expect((await trade.header(id)).erpState).toBe('posted')
  })

  test('says what was corrected, and is not reviewed by whoever submitted it again', async () => {
    const id = await trade.make(await newPlace(world()), 'rejected')
    await expectRefused(world(), () => trade.act(id, 'resubmit'), [
      { code: 'field-required', field: 'correction' },
    ])
    const { session } = world().actorFor(name, 'resubmit')
    const { gatePassNo } = await trade.header(id)
    await trade.actAs(session.userId, id, 'resubmit', { input: correction })
    // A gate pass that was right stays.
    expect((await trade.header(id))['gatePassNo']).toBe(gatePassNo)
    await expectRefused(world(), () => trade.actAs(session.userId, id, 'review'), [
      { code: 'separation-of-duties' },
    ])
    await trade.act(id, 'refuse', { input: { reason: '仍缺质保书' } })
    await trade.act(id, 'reversePhysical', { input: { reason: '数量录入错误' } })
    expect((await trade.header(id)).state).toBe('reversed')
  })
})
