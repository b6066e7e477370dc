import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { exempt, newPlace } from '../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

testConformance('direct-issue')

describe('the issue of a direct delivery', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'direct-issue')

  test('is not reviewed or posted by who signed for the goods', async () => {
    await exempt(world())
    const id = await trade.make(await newPlace(world()), 'issued')
    const { acts } = await trade.header(id)
    const signer = acts['issue']!.userId
    await expectRefused(world(), () => trade.actAs(signer, id, 'review'), [
      { code: 'separation-of-duties' },
    ])
    await trade.act(id, 'review')
    await expectRefused(world(), () => trade.actAs(signer, id, 'post'), [
      { code: 'separation-of-duties' },
    ])
  })

  test('that is refused is put right by the warehouse, and reviewed again', async () => {
    await exempt(world())
    const id = await trade.make(await newPlace(world()), 'rejected')
    const roles = await world().database.query<{ role: string }>(
      `select role_code as role from todo where document_id = $1 and done_at is null`,
      [id],
    )
    expect(roles).toEqual([{ role: 'ZSFH' }])
    await trade.act(id, 'resubmit', { input: { correction: '交货地点已核对' } })
    expect(await trade.header(id)).toMatchObject({
      state: 'issued',
      correctionRemark: '交货地点已核对',
    })
    await trade.act(id, 'review')
  })

  test('has no way back of its own: it is taken back with its receipt', async () => {
    await exempt(world())
    const place = await newPlace(world())
    const id = await trade.make(place, 'reviewed')
    const [receipt] = (await trade.column(id, 'sourceId')) as string[]
    await world().act('direct-receipt', receipt!, 'reversePhysical', {
      input: { reason: '实收数量有误' },
    })
    expect(await trade.header(id)).toMatchObject({ state: 'reversed' })
    expect(await trade.stock(place)).toEqual([])
    await trade.proven()
  })
})
