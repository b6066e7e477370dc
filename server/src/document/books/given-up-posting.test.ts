import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import { ignorePosting } from '../../erp/person-actions.ts'
import { accepted, asked, stocked } from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { approveReversal, tradeOf, useWorld } from '../testing/trade.ts'
import { settleDocument } from './settle.ts'

const world = useWorld()
const trade = tradeOf(world, 'goods-issue')

/** A person gives up the first open posting of a document. */
async function giveUp(id: string): Promise<void> {
  const { database, companyCode } = world()
  const [posting] = await database.query<{ id: string }>(
    `select id from erp_posting where document_id = $1 and state = 'pending' order by sequence limit 1`,
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

test('a receipt of which one of two ERP documents is reversed, because the reversal of the other was given up, is partly posted, and is posted again', async () => {
  const receipts = tradeOf(world, 'goods-receipt')
  const arrival = await accepted(world(), await newPlace(world()), [
    { materialNo: materials.bolt, quantity: '10' },
    { materialNo: materials.valve, quantity: '10' },
  ])
  const { id } = await world().create('goods-receipt', {
    header: {},
    lines: [1, 2].map((lineNo) => ({
      source: { id: arrival, lineNo },
      quantity: '10',
      stockCategory: 'UU',
      bin: 'A-01',
    })),
    actionAfterCreate: 'receive',
  })
  await receipts.act(id, 'review')
  await receipts.act(id, 'post')
  await world().send()
  await approveReversal(world(), 'goods-receipt', id)
  await receipts.act(id, 'reverse')
  await giveUp(id)
  await world().send()
  expect(await receipts.column(id, 'lineErpState')).toEqual(['reversed', 'posted'])
  expect((await receipts.header(id)).erpState).toBe('partlyPosted')
  await receipts.act(id, 'refuseReversal', { input: { reason: '货物已使用' } })
  await receipts.act(id, 'post')
  await world().send()
  expect((await receipts.header(id)).erpState).toBe('posted')
  await receipts.proven()
})
