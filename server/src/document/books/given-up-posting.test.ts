import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import { ignorePosting } from '../../erp/person-actions.ts'
import { accepted, asked, stocked } from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { approveReversal, tradeOf, useWorld } from '../testing/trade.ts'
import { settleDocument } from '../act/settle.ts'

const world = useWorld()
const trade = tradeOf(world, 'goods-issue')

/** A person gives up the first posting of a document in this state. */
async function giveUp(id: string, state: 'pending' | 'rejected' = 'pending'): Promise<void> {
  const { database, companyCode } = world()
  const [posting] = await database.query<{ id: string }>(
    `select id from erp_posting where document_id = $1 and state = $2 order by sequence limit 1`,
    [id, state],
  )
  await database.transaction((tx) =>
    ignorePosting(
      tx,
      { companyCode, postingId: posting!.id, userId: newId(), reason: '改日过账' },
      settleDocument,
    ),
  )
}

/** A receipt of goods that were inspected and of others: two ERP documents. */
async function receivedInTwo(): Promise<string> {
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
  return id
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

test('a receipt of which one of two ERP documents was refused and given up is partly posted, and is posted again', async () => {
  const receipts = tradeOf(world, 'goods-receipt')
  const id = await receivedInTwo()
  await receipts.act(id, 'review')
  await receipts.act(id, 'post')
  const [first] = await world().database.query<{ postingKey: string }>(
    `select posting_key from erp_posting where document_id = $1 order by sequence limit 1`,
    [id],
  )
  world().erp.faultsOfKeys.set(first!.postingKey, 'period-closed')
  await world().send()
  expect((await receipts.header(id)).erpState).toBe('failed')
  await giveUp(id, 'rejected')
  await world().send()
  expect(new Set(await receipts.column(id, 'lineErpState'))).toEqual(new Set(['failed', 'posted']))
  expect((await receipts.header(id)).erpState).toBe('partlyPosted')
  await receipts.act(id, 'post')
  await world().send()
  expect(await receipts.column(id, 'lineErpState')).toEqual(['posted', 'posted'])
  expect((await receipts.header(id)).erpState).toBe('posted')
  await receipts.proven()
})

test('a receipt of which one of two ERP documents is reversed, because the reversal of the other was given up, is partly posted, and is posted again', async () => {
  const receipts = tradeOf(world, 'goods-receipt')
  const id = await receivedInTwo()
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
