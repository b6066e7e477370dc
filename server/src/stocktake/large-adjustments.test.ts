import { newId } from '@kufang/kernel/identifier.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { goods, newPlace } from '../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { attachPicture } from './place-picture.ts'

// Above the limit of the company the director approves an adjustment, of which he sees a picture, and so he does its reversal.

describe('a stock adjustment above the limit', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'stock-adjustment')
  const reason = { reason: '货位或批次录入错误' }
  const setParameter = (name: string, value: unknown) =>
    world().database.query(
      `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
       values ('1010', $1, $2, $3::jsonb, current_date - 1, $1, '管理员')`,
      [newId(), name, JSON.stringify(value)],
    )
  /** Approved by the director, with its goods in the stock. */
  const adjusted = async (): Promise<string> => {
    const id = await trade.make(await newPlace(world()), 'toDirector')
    await trade.act(id, 'reviewDirector')
    return id
  }
  const state = async (id: string) => (await trade.header(id)).state
  const moves = async (id: string) =>
    (await world().database.query('select id from stock_move where document_id = $1', [id])).length

  beforeAll(() => setParameter('adjustment.directorLimit', 50))

  test('is taken back only with the approval of the director, who has neither requested it nor approved it before', async () => {
    const id = await adjusted()
    const before = await moves(id)
    await trade.act(id, 'requestReversal', { input: reason })
    await trade.act(id, 'approveReversal')
    expect([await state(id), await moves(id)]).toEqual(['reversalToDirector', before])
    const { acts } = await trade.header(id)
    for (const act of ['requestReversal', 'approveReversal'])
      await expectRefused(
        world(),
        () => trade.actAs(acts[act]!.userId, id, 'approveReversalDirector'),
        [{ code: 'separation-of-duties' }],
      )
    // The right of the shift leader is not enough.
    const leader = world().actorFor('stock-adjustment', 'approveReversal')
    expect(leader.functionCodes.has('KCTZZR')).toBe(false)
    await trade.act(id, 'approveReversalDirector')
    expect(await state(id)).toBe('reversed')
    expect(await moves(id)).toBeGreaterThan(before)
    await trade.proven()
  })

  test('stays as it is where the director refuses the reversal', async () => {
    const id = await adjusted()
    await trade.act(id, 'requestReversal', { input: reason })
    await trade.act(id, 'approveReversal')
    await trade.act(id, 'refuseReversalDirector', { input: { reason: '已盘点确认' } })
    expect(await state(id)).toBe('adjusted')
    // Requested again, it takes the same way.
    await trade.act(id, 'requestReversal', { input: reason })
    await trade.act(id, 'refuseReversal', { input: { reason: '已盘点确认' } })
    await trade.act(id, 'requestReversal', { input: reason })
    await trade.act(id, 'approveReversal')
    expect(await state(id)).toBe('reversalToDirector')
    await trade.proven()
  })

  test('is submitted only with a picture of the place, unless the company asks for none', async () => {
    const place = await newPlace(world())
    await worldWalker(world(), place).stock!(goods(2))
    const { companyCode, ...where } = place
    const enter = () =>
      world().create('stock-adjustment', {
        companyCode,
        header: { ...where, reasonCode: 'notInErp', evidence: '交接班记录' },
        lines: goods(2).map(({ materialNo }) => ({
          materialNo,
          bin: 'A-01',
          stockCategory: 'UU',
          actualQuantity: '900',
        })),
      })
    const { id } = await enter()
    await expectRefused(world(), () => trade.act(id, 'submit'), [
      { code: 'adjustment-picture-missing', line: 1, params: { bin: 'A-01' } },
      { code: 'adjustment-picture-missing', line: 2 },
    ])
    await attachPicture(world().database, { companyCode, id })
    await trade.act(id, 'submit')
    expect(await trade.header(id)).toMatchObject({
      state: 'submitted',
      needsDirector: expect.not.stringMatching('notNeeded') as string,
    })
    await trade.act(id, 'withdraw')
    await world().database.query(
      `update attachment set removed_at = now() where document_id = $1`,
      [id],
    )
    // A picture that was removed shows nobody anything.
    await expectRefused(world(), () => trade.act(id, 'submit'), [
      { code: 'adjustment-picture-missing', line: 1 },
      { code: 'adjustment-picture-missing', line: 2 },
    ])
    await setParameter('adjustment.picture', 'optional')
    await trade.act(id, 'submit')
    expect(await state(id)).toBe('submitted')
  })
})
