import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import '../../effects.ts'
import { announceLapsed } from '../../messages/announce.ts'
import { runProofs } from '../../ledger/proofs.ts'
import { deleteDocument, updateDocument } from '../service/service.ts'
import { accepted } from '../testing/core-flow.ts'
import { goods, newPlace, ordered } from '../testing/ground.ts'
import { expectRefused, useWorld } from '../testing/trade.ts'
import { lapseForgottenDrafts } from './lapse-drafts.ts'

const world = useWorld()
const day = 24 * 3_600_000

const line = (id: string, quantity: string, more: Record<string, unknown> = {}) => ({
  source: { id, lineNo: 1 },
  quantity,
  ...more,
})
const receipt = (id: string, quantity: string) => ({
  header: {},
  lines: [line(id, quantity, { bin: 'A-01', stockCategory: 'UU' })],
})
const heldOf = async (name: string, id: string) => {
  const { heldQuantity: held, freeQuantity: free } = (await world().read(name, id)).lines[0]!
  return { held, free }
}
const lapse = (days: number) =>
  lapseForgottenDrafts(world().database, announceLapsed, new Date(Date.now() + days * day))
const proven = async () => {
  for (const proof of await runProofs(world().database)) expect(proof.rows, proof.name).toEqual([])
}

test('a draft nobody changed for two weeks gives its share back, stays, and its people are told', async () => {
  const { database } = world()
  const arrival = await accepted(world(), await newPlace(world()), goods(1))
  const draft = await world().create('goods-receipt', receipt(arrival, '8'))
  const { header } = await world().read('goods-receipt', draft.id)
  await database.query(
    `insert into app_user (id, account, user_name, password_hash, created_by, changed_by) values ($1, lower($2), '王库', '', $1, $1)`,
    [header.createdBy, `maker${draft.docNo}`],
  )
  await database.query(
    `insert into user_plant (user_id, company_code, plant, created_by, created_by_name) values ($1, '1010', '0001', $1, '')`,
    [header.createdBy],
  )
  await lapse(13)
  expect(await heldOf('arrival', arrival)).toEqual({ held: '8', free: '2' })
  expect(await lapse(15)).toBeGreaterThan(0)
  expect(await heldOf('arrival', arrival)).toEqual({ held: '0', free: '10' })
  const after = await world().read('goods-receipt', draft.id)
  expect(after.header).toMatchObject({ state: 'draft', version: header.version })
  expect(
    await database.query(
      `select action, user_name, after from audit_entry where subject_id = $1 order by at, id`,
      [draft.id],
    ),
  ).toMatchObject([
    { action: 'create' },
    { action: 'lapse', userName: '系统', after: { days: 14 } },
  ])
  expect(
    await database.query(
      `select m.title_zh, m.handle_url, r.user_id from message m join message_receiver r on r.message_id = m.id
       where m.subject_no = $1`,
      [draft.docNo],
    ),
  ).toEqual([
    {
      titleZh: `收货单 ${draft.docNo} 的占用已失效`,
      handleUrl: expect.stringContaining(`?docNo=${draft.docNo}`),
      userId: header.createdBy,
    },
  ])
  // Only once.
  await lapse(16)
  expect(await heldOf('arrival', arrival)).toEqual({ held: '0', free: '10' })
  await proven()
})

test('acted upon again it takes its share again, or is refused with what is free and who holds the rest', async () => {
  const arrival = await accepted(world(), await newPlace(world()), goods(1))
  const draft = await world().create('goods-receipt', receipt(arrival, '8'))
  await lapse(15)
  const other = await world().create('goods-receipt', receipt(arrival, '5'))
  await expectRefused(world(), () => world().act('goods-receipt', draft.id, 'receive'), [
    {
      code: 'quantity-held',
      line: 1,
      params: {
        quantity: '8',
        free: '5',
        open: '10',
        heldBy: `${other.docNo} create 的人 5`,
      } as never,
    },
  ])
  const { version } = (await world().read('goods-receipt', other.id)).header
  const actor = world().actorFor('goods-receipt', 'edit')
  await deleteDocument(world().database, actor, 'goods-receipt', other.id, version, newId())
  await world().act('goods-receipt', draft.id, 'receive')
  const { lines, header } = await world().read('arrival', arrival)
  expect(header.state).toBe('partlyReceived')
  expect(lines[0]).toMatchObject({ doneQuantity: '8', heldQuantity: '0', freeQuantity: '2' })
  await proven()
})

test('edited again it takes what is free now', async () => {
  const order = await ordered(world(), await newPlace(world()), goods(1))
  const content = (quantity: string) => ({
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [line(order, quantity)],
  })
  const draft = await world().create('delivery-note', content('8'))
  await lapse(15)
  await world().create('delivery-note', { ...content('5'), actionAfterCreate: 'submit' })
  const { version } = (await world().read('delivery-note', draft.id)).header
  const edit = (quantity: string) =>
    updateDocument(
      world().database,
      world().actorFor('delivery-note', 'edit'),
      'delivery-note',
      draft.id,
      { version, ...content(quantity) },
      newId(),
    )
  await expectRefused(world(), () => edit('8'), [{ code: 'quantity-exceeds-tolerance', line: 1 }])
  await edit('5')
  expect(await heldOf('purchase-order', order)).toEqual({ held: '5', free: '0' })
  await world().act('delivery-note', draft.id, 'submit')
  expect(await heldOf('purchase-order', order)).toEqual({ held: '0', free: '0' })
  await proven()
})
