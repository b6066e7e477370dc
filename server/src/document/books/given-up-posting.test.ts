import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import { ignorePosting } from '../../erp/person-actions.ts'
import { asked, stocked } from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { tradeOf, useWorld } from '../testing/trade.ts'
import { settleDocument } from './settle.ts'

const world = useWorld()
const trade = tradeOf(world, 'goods-issue')

/** A person gives up the only open posting of a document. */
async function giveUp(id: string): Promise<void> {
  const { database, companyCode } = world()
  const [posting] = await database.query<{ id: string }>(
    `select id from erp_posting where document_id = $1 and state = 'pending'`,
    [id],
  )
  await database.transaction((tx) =>
    ignorePosting(
      tx,
      { companyCode, postingId: posting!.id, userId: newId(), reason: '改日过账' },
      settleDocument,
    ),
  )
}

test('a document whose posting is given up before it was sent is unposted, and is posted again', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, goods(1))
  const request = await asked(world(), place, goods(1))
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: request, lineNo: 1 }, quantity: '10', bin: 'A-01' }],
    actionAfterCreate: 'issue',
  })
  await trade.act(id, 'review')
  await trade.act(id, 'post')
  await giveUp(id)
  expect((await trade.header(id)).erpState).toBe('unposted')
  expect(await trade.column(id, 'lineErpState')).toEqual(['unposted'])
  await trade.act(id, 'post')
  await world().send()
  expect((await trade.header(id)).erpState).toBe('posted')
  await trade.proven()
})

test('a transfer whose removal is given up before it was sent is unposted, and is posted again', async () => {
  const transfers = tradeOf(world, 'transfer-order')
  const id = await transfers.make(await newPlace(world()), 'received')
  await transfers.act(id, 'post')
  await giveUp(id)
  expect((await transfers.header(id)).erpState).toBe('unposted')
  expect(await transfers.column(id, 'lineErpState')).toEqual(['unposted', 'unposted'])
  await transfers.act(id, 'post')
  await world().send()
  expect((await transfers.header(id)).erpState).toBe('posted')
  await transfers.proven()
})
