import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import { deleteDocument } from '../document/service.ts'
import { asked, stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

// Goods on the picking cart are kept for their issue, and go back to their bins when the picking is undone.

const world = useWorld()
const issues = tradeOf(world, 'goods-issue')
const requisitions = tradeOf(world, 'requisition')
const bolts = (quantity = '10') => goods(1, materials.bolt, quantity)

test('goods that were picked and cannot be issued go back: the draft is corrected, deleted, and the requisition withdrawn', async () => {
  const place = await newPlace(world())
  const resin = goods(1, materials.resin)
  await stocked(world(), place, resin, { batch: 'B1', expiryDate: '2099-01-01' })
  const request = await asked(world(), place, resin)
  const id = await draft(request, { quantity: '10', batch: 'B1' })
  await issues.act(id, 'pick')
  await world().database.query(
    `update batch set expiry_date = '2020-01-01' where material_no = $1 and batch = 'B1'`,
    [materials.resin],
  )
  await expectRefused(world(), () => issues.act(id, 'issue'), [{ code: 'batch-expired', line: 1 }])
  await issues.act(id, 'unpick')
  expect((await issues.header(id)).state).toBe('draft')
  await discard(id)
  await requisitions.act(request, 'withdrawApproval')
  expect((await requisitions.header(request)).state).toBe('submitted')
  await issues.proven()
})

/** A goods issue of these lines of the first line of a requisition, to be picked. */
async function draft(request: string, ...lines: Record<string, unknown>[]): Promise<string> {
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: lines.map((line) => ({ source: { id: request, lineNo: 1 }, bin: 'A-01', ...line })),
  })
  return id
}

/** The draft is deleted by a person who may. */
async function discard(id: string): Promise<void> {
  const { version } = await issues.header(id)
  const actor = world().actorFor('goods-issue', 'edit')
  await deleteDocument(world().database, actor, 'goods-issue', id, version, newId())
}
