import { newId } from '@kufang/kernel/identifier.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { expect, test } from 'vitest'
import { arrival } from '@kufang/contract/receiving/arrival.ts'
import { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import '../../effects.ts'
import { deleteDocument } from '../service/service.ts'
import {
  accepted,
  announced,
  arrived,
  asked,
  called,
  decided,
  stocked,
} from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { useWorld } from '../testing/trade.ts'
import { successorSteps } from './successor-todo.ts'

const world = useWorld()

/** Open to-dos for creating successors of a document. */
const todosOf = (id: string) =>
  world().database.query<{ action: string; handleUrl: string }>(
    `select action, handle_url from todo where document_id = $1 and done_at is null and strpos(action, '.') > 0`,
    [id],
  )
const receive = (id: string, quantity: string, actionAfterCreate?: string) =>
  world().create('goods-receipt', {
    header: {},
    lines: [{ source: { id, lineNo: 1 }, quantity, bin: 'A-01', stockCategory: 'UU' }],
    ...(actionAfterCreate === undefined ? {} : { actionAfterCreate }),
  })

test('what was accepted waits for the storekeeper who receives it, until nothing is free any more', async () => {
  const { arrival, notice } = await arrived(world(), await newPlace(world()), goods(2))
  const { docNo } = (await world().read('arrival', arrival)).header
  // Nothing can be received before inspection.
  expect(await todosOf(arrival)).toEqual([])
  await called(world(), notice)
  await decided(world(), notice)
  const waiting = [
    {
      action: 'goods-receipt.receive',
      handleUrl: `/receive/receivingGoodsWarehouse?source=${docNo}`,
    },
  ]
  expect(await todosOf(arrival)).toEqual(waiting)
  const draft = await receive(arrival, '4')
  expect(await todosOf(arrival)).toEqual(waiting)
  await world().act('goods-receipt', draft.id, 'receive')
  await receive(arrival, '6', 'receive')
  expect(await todosOf(arrival)).toEqual(waiting)
  const rest = await world().create('goods-receipt', {
    header: {},
    lines: [
      { source: { id: arrival, lineNo: 2 }, quantity: '10', bin: 'A-01', stockCategory: 'UU' },
    ],
  })
  expect(await todosOf(arrival)).toEqual([])
  const actor = world().actorFor('goods-receipt', 'edit')
  const { database } = world()
  await deleteDocument(database, actor, 'goods-receipt', rest.id, rest.version, newId())
  expect(await todosOf(arrival)).toEqual(waiting)
})

test('a reversed receipt is work again, and a reversed arrival none', async () => {
  const arrival = await accepted(world(), await newPlace(world()), goods(1, materials.bolt))
  expect(await todosOf(arrival)).toHaveLength(1)
  const receipt = await receive(arrival, '10', 'receive')
  expect(await todosOf(arrival)).toEqual([])
  await world().act('goods-receipt', receipt.id, 'reversePhysical', { input: { reason: '错收' } })
  expect(await todosOf(arrival)).toHaveLength(1)
  await world().act('arrival', arrival, 'reversePhysical', { input: { reason: '送错' } })
  expect(await todosOf(arrival)).toEqual([])
})

test('a confirmed delivery note waits for its arrival, a called notice for its inspection, an approved requisition for its issue', async () => {
  const place = await newPlace(world())
  const note = await announced(world(), place, goods(1))
  expect((await todosOf(note)).map(({ action }) => action)).toEqual(['arrival.confirm'])
  await world().act('delivery-note', note, 'withdrawConfirmation')
  expect(await todosOf(note)).toEqual([])
  const { notice } = await arrived(world(), place, goods(1))
  expect(await todosOf(notice)).toEqual([])
  await called(world(), notice)
  expect((await todosOf(notice)).map(({ action }) => action)).toEqual(['inspection-order.decide'])
  const bolts = goods(1, materials.bolt)
  const store = await newPlace(world())
  await stocked(world(), store, bolts)
  const request = await asked(world(), store, bolts)
  expect((await todosOf(request)).map(({ action }) => action)).toEqual(['goods-issue.issue'])
})

test('a page on which nobody has to make a successor opens no to-do', () => {
  const path = '/receive/receivingGoodsWarehouse'
  const page: { isOptional?: boolean } = fieldOf(goodsReceipt.pages, path)
  const paths = () => successorSteps(arrival).map((step) => step.path)
  expect(paths()).toContain(path)
  page.isOptional = true
  try {
    expect(paths()).not.toContain(path)
  } finally {
    delete page.isOptional
  }
})
