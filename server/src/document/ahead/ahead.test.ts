import { expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import type { UndoPlan } from '@kufang/contract/document/undo-plan.ts'
import { rolesFor } from '@kufang/contract/document/decide.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { accepted, arrived, asked, called, decided } from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { documentCalls } from '../testing/http.ts'
import { materials, person } from '../testing/small-company.ts'
import { useWorld } from '../testing/trade.ts'
import { tableByName } from '../storage/table.ts'
import type { Actor } from '../service/service.ts'
import { readNextSteps } from './next.ts'
import { readUndoPlan, undoChain } from './undo.ts'

const world = useWorld()
const valves = goods(1, materials.valve)
const reason = '整单退回'

/** An actor with the roles of these actions and no others. */
function whoMay(...actions: readonly [name: string, action: string][]): Actor {
  const roles = actions.flatMap(([name, action]) => [
    ...rolesFor(documentDefinition(name)!, action),
  ])
  return { session: person('办理人', roles), functionCodes: new Set() }
}
const nobody: Actor = whoMay()
const administrator: Actor = { session: person('管理员', ['admin']), functionCodes: new Set() }
const subject = (type: string, id: string) => ({ companyCode: '1010', type, id })
const plan = async (type: string, id: string, actor = nobody) =>
  (await readUndoPlan(world().database, actor, subject(type, id))).plan
const words = ({ steps }: UndoPlan) =>
  steps.map(({ documentType, label }) => `${documentType} ${label.zh}`)

/** A reviewed and posted receipt of accepted valves. */
async function posted(): Promise<{ arrival: string; receipt: string }> {
  const arrival = await accepted(world(), await newPlace(world()), valves)
  const { id: receipt } = await world().create('goods-receipt', {
    header: {},
    lines: [
      { source: { id: arrival, lineNo: 1 }, quantity: '10', stockCategory: 'UU', bin: 'A-01' },
    ],
    actionAfterCreate: 'receive',
  })
  await world().act('goods-receipt', receipt, 'review')
  await world().act('goods-receipt', receipt, 'post')
  await world().send()
  return { arrival, receipt }
}

const next = async (name: string, id: string, actor = nobody) =>
  readNextSteps(world().database, actor, tableByName(name), (await world().read(name, id)) as never)

test('an arrival waits for its inspection, then for its receipt, and says whose turn it is', async () => {
  const { arrival, notice } = await arrived(world(), await newPlace(world()), valves)
  const inspector = whoMay(['inspection-notice', 'confirmTime'])
  const { docNo } = (await world().read('inspection-notice', notice)).header
  const called1 = await next('arrival', arrival, inspector)
  expect(called1.map(({ label, isMine }) => [label.zh, isMine])).toEqual([
    ['分派', false],
    ['确认开箱时间', true],
  ])
  expect(called1[0]).toMatchObject({
    documentType: 'inspection-notice',
    documentId: notice,
    documentNo: docNo,
  })
  await called(world(), notice)
  expect((await next('arrival', arrival)).map(({ label }) => label.zh)).toEqual(['质检单维护'])
  await decided(world(), notice)
  expect(await next('arrival', arrival)).toMatchObject([
    { label: { zh: '到库收货' }, action: null, documentId: null },
  ])
})

test('after an inspection its document says that the goods are received next, and nothing once they are', async () => {
  const { arrival, notice } = await arrived(world(), await newPlace(world()), valves)
  await called(world(), notice)
  const inspection = await decided(world(), notice)
  const { docNo } = (await world().read('arrival', arrival)).header
  expect(await next('inspection-order', inspection)).toMatchObject([
    { label: { zh: '到库收货' }, action: null, documentNo: docNo },
  ])
  await world().create('goods-receipt', {
    header: {},
    lines: [
      { source: { id: arrival, lineNo: 1 }, quantity: '10', stockCategory: 'UU', bin: 'A-01' },
    ],
    actionAfterCreate: 'receive',
  })
  const after = await next('inspection-order', inspection)
  expect(after.map(({ label }) => label.zh)).not.toContain('到库收货')
})

test('undoing an arrival begins with what came of it last, and each document takes its own way back', async () => {
  const { arrival } = await posted()
  expect(words(await plan('arrival', arrival))).toEqual([
    'goods-receipt 冲销申请',
    'goods-receipt 同意冲销',
    'goods-receipt ERP冲销',
    'goods-receipt 实物冲销',
    'inspection-order 撤回结论',
    'arrival 到货冲销',
  ])
})

test('the button does what a person may do at once, and asks those concerned for the next step, once', async () => {
  const { arrival, receipt } = await posted()
  const poster = whoMay(['goods-receipt', 'requestReversal'], ['arrival', 'reversePhysical'])
  const undo = (actor: Actor, why = reason) =>
    undoChain(world().database, actor, subject('arrival', arrival), why, newId())
  const first = await undo(poster)
  expect(first.done.map(({ label }) => label.zh)).toEqual(['冲销申请'])
  expect(first.asked).toMatchObject({ documentId: receipt, action: 'approveReversal' })
  expect(words(first.plan)[0]).toBe('goods-receipt 同意冲销')
  expect((await world().read('goods-receipt', receipt)).header['reversalReason']).toBe(reason)
  await world().act('goods-receipt', receipt, 'approveReversal')

  // The ERP reversal comes first; nothing continues until the ERP has answered.
  const second = await undo(poster)
  expect(second.done.map(({ label }) => label.zh)).toEqual(['ERP冲销'])
  expect(second.plan.waiting).toContain((await world().read('goods-receipt', receipt)).header.docNo)
  expect((await undo(poster)).done).toEqual([])
  await world().send()

  const third = await undo(poster)
  expect(third.done.map(({ label }) => label.zh)).toEqual(['实物冲销'])
  expect(third.asked).toMatchObject({ documentType: 'inspection-order', action: 'withdraw' })
  const [inspected] = (await plan('arrival', arrival, administrator)).steps
  const again = await undo(poster, '改由供应商换货')
  expect(again.asked).toMatchObject({ action: 'withdraw' })
  const open = await world().database.query<{ handleUrl: string }>(
    `select handle_url from todo where document_id = $1 and action = 'withdraw' and done_at is null`,
    [inspected!.documentId],
  )
  expect(open).toHaveLength(1)
  // Who was asked begins with the reason that was given last.
  const link = new URLSearchParams(open[0]!.handleUrl.split('?')[1])
  expect(Object.fromEntries(link)).toEqual({
    docNo: third.asked!.documentNo,
    act: 'withdraw',
    reason: '改由供应商换货',
  })
  await world().act('inspection-order', inspected!.documentId!, 'withdraw', { input: { reason } })
  expect((await undo(poster)).plan.steps).toEqual([])
  expect((await world().read('arrival', arrival)).header.state).toBe('reversed')
})

test('a plan names the documents outside the chain that hold or have moved on the goods', async () => {
  const place = await newPlace(world())
  const arrival = await accepted(world(), place, valves)
  await world().create('goods-receipt', {
    header: {},
    lines: [
      { source: { id: arrival, lineNo: 1 }, quantity: '10', stockCategory: 'UU', bin: 'A-01' },
    ],
    actionAfterCreate: 'receive',
  })
  const reverser = whoMay(['arrival', 'reversePhysical'])
  expect((await plan('arrival', arrival, reverser)).blockers).toEqual([])
  const requisition = await asked(world(), place, valves)
  const { docNo } = (await world().read('requisition', requisition)).header
  expect((await plan('arrival', arrival, reverser)).blockers).toMatchObject([
    { code: 'stock-held', params: { by: docNo } },
  ])
  // Finding it out moves the goods, so it is for those who may.
  expect((await plan('arrival', arrival)).blockers).toEqual([])
})

/** The supplier of the orders, with the roles of these actions on delivery notes. */
const supplier = {
  session: person('供应商', rolesFor(documentDefinition('delivery-note')!, 'withdraw'), {
    supplierNo: '100001',
  }),
  functionCodes: new Set<string>(),
}

test('a plan gives type, number and step of documents that the reader may not read, to a supplier nothing but his own', async () => {
  const arrival = await accepted(world(), await newPlace(world()), valves)
  const [first] = (await plan('arrival', arrival, administrator)).steps
  expect(first).toMatchObject({
    documentType: 'inspection-order',
    state: expect.stringMatching(/./),
  })
  const reader: Actor = {
    session: person('门卫', ['DHJLCX']),
    functionCodes: new Set(),
  }
  const seen = await plan('arrival', arrival, reader)
  expect(seen.steps[0]).toEqual({
    documentType: 'inspection-order',
    documentId: null,
    documentNo: first!.documentNo,
    state: '',
    erpState: '',
    action: 'withdraw',
    label: expect.objectContaining({ zh: '撤回结论' }),
    path: expect.any(String),
    waitsForErp: false,
    isMine: false,
    people: expect.any(Array),
    peopleCount: expect.any(Number),
  })
  expect(seen.steps.at(-1)).toMatchObject({
    documentId: arrival,
    state: expect.stringMatching(/./),
  })
  const note = await world().database.query<{ fromId: string }>(
    `select from_id from document_link where to_id = $1 and from_type = 'delivery-note' limit 1`,
    [arrival],
  )
  const noteId = note[0]!.fromId
  const own = await plan('delivery-note', noteId, supplier)
  // His own step comes last; those of the company before it are counted.
  expect(own).toMatchObject({ hiddenSteps: 3, blockers: [], waiting: [] })
  expect(own.steps).toMatchObject([{ documentId: noteId, action: 'withdraw' }])
  expect(own.steps).toHaveLength(1)
})

test('a next step on a document that the reader may not read gives neither its identifier nor since when', async () => {
  const { arrival, notice } = await arrived(world(), await newPlace(world()), valves)
  const reader: Actor = {
    session: person('门卫', ['DHJLCX']),
    functionCodes: new Set(),
  }
  const steps = await next('arrival', arrival, reader)
  const onNotice = steps.filter(({ documentType }) => documentType === 'inspection-notice')
  expect(onNotice.length).toBeGreaterThan(0)
  for (const step of onNotice)
    expect(step).toMatchObject({ documentId: null, since: '', isMine: false })
  expect(JSON.stringify(steps)).not.toContain(notice)
})

test('a supplier asks nobody of the company, and opens no to-do', async () => {
  const { arrival } = await arrived(world(), await newPlace(world()), valves)
  const [note] = await world().database.query<{ fromId: string }>(
    `select from_id from document_link where to_id = $1 and from_type = 'delivery-note' limit 1`,
    [arrival],
  )
  const count = () =>
    world().database.query<{ count: number }>(
      `select count(*) as count from todo where handle_url like '%act=%'`,
    )
  const before = await count()
  const app = await documentCalls(world().database, supplier.session)
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/api/documents/delivery-note/${note!.fromId}/undo`,
    payload: { reason: '请尽快付款' },
    headers: { 'idempotency-key': newId() },
  })
  await app.close()
  expect([statusCode, JSON.parse(body).datas.code]).toEqual([403, 'undo-of-company'])
  expect(await count()).toEqual(before)
})

test('who asks leaves what somebody else has asked for as it is, and the logs of both documents name him', async () => {
  const arrival = await accepted(world(), await newPlace(world()), valves)
  const [first] = (await plan('arrival', arrival, administrator)).steps
  const order = first!.documentId!
  const asker = (name: string): Actor => {
    const actor = whoMay(['arrival', 'reversePhysical'])
    return { ...actor, session: { ...actor.session, account: name, userName: name } }
  }
  const ask = (actor: Actor, why: string) =>
    undoChain(world().database, actor, subject('arrival', arrival), why, newId())
  await ask(asker('甲'), '质量问题')
  await ask(asker('乙'), '另一原因')
  const open = await world().database.query<{ handleUrl: string }>(
    `select handle_url from todo where document_id = $1 and action = 'withdraw' and done_at is null`,
    [order],
  )
  expect(
    open.map(({ handleUrl }) => new URLSearchParams(handleUrl.split('?')[1]).get('reason')),
  ).toEqual(['质量问题'])
  const log = await world().database.query<{ userName: string }>(
    `select user_name from audit_entry where action = 'ask-for' and subject_id = any($1) order by at, id`,
    [[arrival, order]],
  )
  expect(log.map(({ userName }) => userName)).toEqual(['甲', '甲', '乙', '乙'])
})
