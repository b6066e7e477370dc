import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { retryPosting } from './person-actions.ts'
import { requestPosting } from './posting-request.ts'
import { FakeErp } from './testing/fake-erp.ts'
import { createWorld, receipt, receiptItem, userId, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const alarms = () =>
  world.database.query<{ kind: string; proposal: unknown }>(
    'select kind, proposal from erp_alarm order by at',
  )

test('a receipt is posted once, read back with item and amount, and enters the books', async () => {
  const { postingId, postingKey } = await world.post()
  await world.send()
  const row = await world.posting(postingId)
  expect(row).toMatchObject({
    state: 'posted',
    materialDocumentYear: '2026',
    isOutcomeOpen: false,
    attempts: 1,
  })
  expect(world.erp.withKey(postingKey)).toHaveLength(1)
  const sent = world.erp.documents[0]!
  expect(sent).toMatchObject({
    GoodsMovementCode: '01',
    PostingDate: '/Date(1795132800000)/',
    ReferenceDocument: 'SH-0815',
  })
  expect(sent.items[0]).toMatchObject({
    PurchaseOrderItem: '00010',
    GoodsMovementRefDocType: 'B',
    QuantityInEntryUnit: '10',
    Plant: '1000',
  })
  // An order item may have a stock type of its own.
  expect(sent.items[0]).toMatchObject({ InventoryStockType: '01' })
  expect(world.settled.map((posting) => posting.event)).toEqual(['posted'])
  expect(world.settled[0]!.items[0]).toMatchObject({
    postedAmount: '12.5',
    postedCurrency: 'CNY',
    materialDocumentItem: '1',
  })
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '10' })
  expect(await alarms()).toEqual([])
  const log = await world.database.query<{ operation: string; request: string; url: string }>(
    'select * from erp_call_log order by at, id',
  )
  expect(log.map((entry) => entry.operation)).toEqual(['post', 'read-back', 'read-value'])
  expect(JSON.stringify(log)).not.toMatch(/geheim|Basic |SAP_SESSIONID/)
  expect(world.errors).toEqual([])
})

for (const fault of ['drop-after', 'hang-after', 'status-502-after'] as const)
  test(`${fault}: the outcome is unknown, waits, is looked up and found: one document`, async () => {
    if (fault === 'hang-after') await world.configure({ timeoutMs: 300 })
    world.erp.faults.push(fault)
    const { postingId, postingKey } = await world.post()
    const sender = world.sender()
    await sender.drain()
    expect(await world.posting(postingId)).toMatchObject({ state: 'unknown', isOutcomeOpen: true })
    expect(world.settled.at(-1)).toMatchObject({ event: 'waiting', state: 'unknown' })
    expect(await world.book()).toEqual({})
    await world.pass(599)
    await sender.drain()
    expect((await world.posting(postingId)).state).toBe('unknown')
    await world.pass(2)
    await sender.drain()
    expect((await world.posting(postingId)).state).toBe('posted')
    expect(world.erp.withKey(postingKey)).toHaveLength(1)
    expect(await world.book()).toEqual({ '1000/0001/4711/UU': '10' })
  })

test('an answer that never ends is broken off, said in both languages, and found by the look-up', async () => {
  await world.configure({ timeoutMs: 30_000 })
  world.erp.faults.push('endless-after')
  const { postingId, postingKey } = await world.post()
  const sender = world.sender()
  await sender.drain()
  const row = await world.posting(postingId)
  expect(row).toMatchObject({ state: 'unknown', isOutcomeOpen: true, sapCode: 'reply-too-long' })
  expect(row.sapMessageZh).toContain('ERP 的回答超过 32 MiB 上限')
  expect(row.sapMessageEn).toContain('longer than 32 MiB')
  const log = await world.database.query(
    `select operation, http_status, outcome, error_code, length(reply) < 21000 as is_short from erp_call_log`,
  )
  expect(log).toEqual([
    {
      operation: 'post',
      httpStatus: 201,
      outcome: 'unknown',
      errorCode: 'reply-too-long',
      isShort: true,
    },
  ])
  await world.pass(601)
  await sender.drain()
  expect((await world.posting(postingId)).state).toBe('posted')
  expect(world.erp.withKey(postingKey)).toHaveLength(1)
})

test('drop-before: unknown, looked up twice in vain, then sent again under the same key', async () => {
  world.erp.faults.push('drop-before')
  const { postingId, postingKey } = await world.post()
  const sender = world.sender()
  await sender.drain()
  await world.pass(601)
  await sender.drain()
  expect(await world.posting(postingId)).toMatchObject({ state: 'unknown', lookUps: 1 })
  expect(world.erp.documents).toEqual([])
  await world.pass(61)
  await sender.drain()
  expect(await world.posting(postingId)).toMatchObject({ state: 'posted', attempts: 2, postingKey })
  expect(world.erp.withKey(postingKey)).toHaveLength(1)
})

test('a look-up that fails is no look: the posting stays unknown', async () => {
  world.erp.faults.push('drop-after')
  const { postingId } = await world.post()
  const sender = world.sender()
  await sender.drain()
  world.erp.lookUpFails = true
  for (let count = 0; count < 3; count++) {
    await world.pass(601)
    await sender.drain()
  }
  expect(await world.posting(postingId)).toMatchObject({ state: 'unknown', lookUps: 0 })
  world.erp.lookUpFails = false
  await world.pass(601)
  await sender.drain()
  expect((await world.posting(postingId)).state).toBe('posted')
  expect(world.erp.documents).toHaveLength(1)
})

test('503 is never-reached: tried again at once, dead when the tries are used up, sent by a person', async () => {
  world.erp.faults.push('status-503')
  const first = await world.post()
  const sender = world.sender()
  await sender.drain()
  expect(await world.posting(first.postingId)).toMatchObject({ state: 'posted', attempts: 2 })
  world.erp.faults.push('status-503', 'status-503', 'status-503')
  const second = await world.post()
  await sender.drain()
  expect(await world.posting(second.postingId)).toMatchObject({
    state: 'dead',
    attempts: 3,
    isOutcomeOpen: false,
  })
  expect((await alarms()).map((alarm) => alarm.kind)).toEqual(['dead'])
  const change = await world.database.transaction((tx) =>
    retryPosting(
      tx,
      { companyCode: '1000', postingId: second.postingId, userId },
      async () => undefined,
    ),
  )
  expect(change).toMatchObject({ before: { state: 'dead' }, after: { state: 'pending' } })
  await sender.drain()
  expect(await world.posting(second.postingId)).toMatchObject({
    state: 'posted',
    postingKey: second.postingKey,
  })
  expect(await world.database.query('select 1 from erp_alarm where resolved_at is null')).toEqual(
    [],
  )
})

test('an expired token is fetched again once and the call resent', async () => {
  const sender = world.sender()
  await world.post()
  await sender.drain()
  world.erp.faults.push('expire')
  const { postingId } = await world.post()
  await sender.drain()
  expect(await world.posting(postingId)).toMatchObject({ state: 'posted', attempts: 1 })
  expect(world.erp.documents).toHaveLength(2)
})

test('a period closed is a rejection with its own words; corrected it is sent under the same key', async () => {
  world.erp.faults.push('period-closed')
  const request = { ...receipt(), items: [receiptItem()] }
  const { postingId, postingKey } = await world.database.transaction((tx) =>
    requestPosting(tx, request),
  )
  const sender = world.sender()
  await sender.drain()
  const row = await world.posting(postingId)
  expect(row).toMatchObject({
    state: 'rejected',
    sapCode: 'M7/053',
    transactionId: 'ABC123',
    isOutcomeOpen: false,
  })
  expect(row.sapMessageZh).toBe(
    'ERP 记账期间未开放，请更改过账日期或开放期间：Buchungsperiode 2026/10 ist nicht offen (M7/053)',
  )
  expect(row.sapDetails).toHaveLength(1)
  expect(world.settled.at(-1)).toMatchObject({ event: 'rejected', state: 'rejected' })
  await sender.drain()
  expect(world.erp.documents).toEqual([])
  const again = await world.database.transaction((tx) =>
    requestPosting(tx, {
      ...request,
      postingDate: '2026-11-21' as LocalDate,
      items: [receiptItem({ quantity: '7' as Quantity })],
    }),
  )
  expect(again).toMatchObject({ postingId, postingKey, state: 'pending', created: false })
  await sender.drain()
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '7' })
})

test('a lock held by somebody is tried again by itself', async () => {
  world.erp.faults.push('locked')
  const { postingId } = await world.post()
  await world.send()
  expect(await world.posting(postingId)).toMatchObject({ state: 'posted', attempts: 2 })
})

test('a success without a number is looked up at once', async () => {
  world.erp.faults.push('no-number')
  const { postingId, postingKey } = await world.post()
  await world.send()
  expect((await world.posting(postingId)).state).toBe('posted')
  expect(world.erp.withKey(postingKey)).toHaveLength(1)
})

test('a service that is not registered stops the whole queue, burns no tries, and goes on when saved', async () => {
  world.erp.faults.push('not-registered')
  const first = await world.post()
  const second = await world.post()
  const sender = world.sender()
  await sender.drain()
  expect((await world.posting(first.postingId)).state).toBe('blocked')
  expect(await world.posting(second.postingId)).toMatchObject({ state: 'pending', attempts: 0 })
  const [shown] = await world.database.query(
    `select blocked_code, blocked_reason_zh from erp_interface where interface_code = 'material-document'`,
  )
  expect(shown).toMatchObject({ blockedCode: '/IWFND/MED/170' })
  expect((await alarms()).map((alarm) => alarm.kind)).toEqual(['blocked'])
  await world.configure({})
  await sender.drain()
  expect([
    (await world.posting(first.postingId)).state,
    (await world.posting(second.postingId)).state,
  ]).toEqual(['posted', 'posted'])
})

test('a wrong password blocks and is not tried a second time', async () => {
  await world.configure({ secret: 'wrong' })
  const { postingId } = await world.post()
  await world.send()
  expect(await world.posting(postingId)).toMatchObject({ state: 'blocked', isOutcomeOpen: false })
  expect(world.erp.requests).toHaveLength(1)
})

test('an ERP that is not there is never-reached', async () => {
  const gone = new FakeErp()
  await gone.start()
  await gone.stop()
  await world.configure({ baseUrl: gone.url, retriesMax: 1 })
  const { postingId } = await world.post()
  await world.send()
  expect(await world.posting(postingId)).toMatchObject({ state: 'dead', isOutcomeOpen: false })
  await world.configure({ baseUrl: '' })
})
