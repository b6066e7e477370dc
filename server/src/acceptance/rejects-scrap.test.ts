import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { updateDocument } from '../document/service/service.ts'
import { forgetMovementRules } from '../erp/movement-rule.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

testConformance('rejects-scrap')

describe('rejected goods that nobody takes back', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'rejects-scrap')
  const record = tradeOf(world, 'rejected-goods')

  test('are not scrapped on the word of who rejected them, or of who asks for it', async () => {
    const id = await trade.make(await newPlace(world()), 'submitted', goods(1))
    const [recordId] = (await trade.column(id, 'sourceId')) as string[]
    const inspected = await record.header(recordId!)
    const { userId } = inspected.acts['create']!
    await expectRefused(world(), () => trade.actAs(userId, id, 'approve'), [
      { code: 'inspector-disposes', params: { no: inspected.docNo, user: 'approve 的人' } },
    ])
    const asked = (await trade.header(id)).acts['submit']!
    await expectRefused(world(), () => trade.actAs(asked.userId, id, 'approve'), [
      { code: 'separation-of-duties' },
    ])
  })

  test('are scrapped at the cost of an object or of the supplier, above the limit by the director', async () => {
    const setLimit = (value: number) =>
      world().database.query(
        `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
         values ('1010', $1, 'adjustment.directorLimit', $2::jsonb, current_date - 1, $1, '管理员')`,
        [newId(), String(value)],
      )
    await setLimit(1_000_000)
    const place = await newPlace(world())
    const id = await trade.make(place, 'draft', goods(1))
    const change = async (header: object) => {
      const { header: now, lines } = await world().read('rejects-scrap', id)
      await updateDocument(
        world().database,
        world().actorFor('rejects-scrap', 'edit'),
        'rejects-scrap',
        id,
        {
          version: now.version,
          header: { ground: '供应商放弃取回', ...header },
          lines: lines.map(({ sourceId, sourceLine, quantity }) => ({
            source: { id: String(sourceId), lineNo: Number(sourceLine) },
            quantity: String(quantity),
          })),
        },
        newId(),
      )
    }
    await change({ costCenter: '' })
    await expectRefused(world(), () => trade.act(id, 'submit'), [
      { code: 'scrap-charge-missing', field: 'costCenter', params: { lines: 1, quantity: '10' } },
    ])
    await change({ claimNo: 'SP-2026-0117' })
    // The claim pays, but the account of the ERP wants a cost object: asked before anybody approves.
    const scrapRule = async (change: string) => {
      await world().database.query(
        `update erp_movement_rule set ${change} where purpose like 'scrap%' and company_code = ''`,
      )
      forgetMovementRules()
    }
    await scrapRule('is_account_required = true')
    await expectRefused(world(), () => trade.act(id, 'submit'), [
      {
        code: 'movement-account-missing',
        line: 1,
        params: expect.objectContaining({ quantity: '10', type: '553' }) as never,
      },
    ])
    await scrapRule(`cost_center = 'CC-CLAIMS'`)
    await trade.act(id, 'submit')
    const { scrapTotal } = await trade.header(id)
    expect(await trade.header(id)).toMatchObject({
      state: 'submitted',
      cumulatedTotal: scrapTotal,
      needsDirector: 'notNeeded',
    })
    await trade.act(id, 'approve')
    expect(
      await world().database.query(
        `select erp_movement -> 'item' ->> 'costCenter' as cost_center from stock_move where document_id = $1`,
        [id],
      ),
    ).toEqual([{ costCenter: 'CC-CLAIMS' }])
    await scrapRule(`is_account_required = false, cost_center = ''`)
    // With what was scrapped of the same goods lately it is above the limit.
    await setLimit(Math.ceil(Number(scrapTotal)))
    const second = await trade.make(place, 'submitted', goods(1))
    expect(await trade.header(second)).toMatchObject({ needsDirector: 'aboveLimit' })
    await trade.act(second, 'approve')
    expect(await trade.header(second)).toMatchObject({ state: 'toDirector' })
    const { acts } = await trade.header(second)
    await expectRefused(
      world(),
      () => trade.actAs(acts['approve']!.userId, second, 'reviewDirector'),
      [{ code: 'separation-of-duties' }],
    )
    await trade.act(second, 'reviewDirector')
    expect(await trade.header(second)).toMatchObject({ state: 'scrapped' })
    // Taken back by the director too.
    await approveReversal(world(), 'rejects-scrap', second)
    expect(await trade.header(second)).toMatchObject({ state: 'reversalToDirector' })
    await trade.act(second, 'approveReversalDirector')
    expect(await trade.header(second)).toMatchObject({ state: 'reversalApproved' })
    await trade.proven()
  })
})
