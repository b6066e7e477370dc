import { randomUUID } from 'node:crypto'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeWithNumber, ignorePosting, retryPosting, withdrawPostings } from './person-actions.ts'
import { requestPosting, requestReversal } from './posting-request.ts'
import { takeDue } from './queue.ts'
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
const reverse = (documentId: string) =>
  world.database.transaction((tx) =>
    requestReversal(tx, {
      companyCode: '1000',
      documentType: 'goods-receipt',
      documentId,
      postingDate: '2026-11-21' as LocalDate,
      userId,
    }),
  )

test('a receipt is posted once, read back with item and amount, and enters the books', async () => {
  const { postingId, postingKey } = await world.post()
  await world.sender().drain()
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
  expect(sent.items[0]).not.toHaveProperty('InventoryStockType')
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
  expect(log.map((entry) => entry.operation)).toEqual(['post', 'read-back'])
  expect(JSON.stringify(log)).not.toMatch(/geheim|Basic |SAP_SESSIONID/)
  expect(world.errors).toEqual([])
})

test('asking twice for the same document and step meets the row that stands there', async () => {
  const documentId = randomUUID()
  const handles = await Promise.all([world.post({ documentId }), world.post({ documentId })])
  expect(handles.map((handle) => handle.created).sort()).toEqual([false, true])
  expect(handles[0]!.postingKey).toBe(handles[1]!.postingKey)
  await world.sender().drain()
  expect(await world.post({ documentId })).toMatchObject({ created: false, state: 'posted' })
  expect(world.erp.documents).toHaveLength(1)
})

test('a request rolled back with its document is never sent', async () => {
  await expect(
    world.database.transaction(async (tx) => {
      await requestPosting(tx, { ...receipt(), items: [receiptItem()] })
      throw new Error('document refused')
    }),
  ).rejects.toThrow('document refused')
  await world.sender().drain()
  expect(world.erp.documents).toEqual([])
})

test('commit wakes a sender that is only listening', async () => {
  const posted = Promise.withResolvers<void>()
  world.sender(async () => posted.resolve())
  await world.post()
  await posted.promise
  expect(world.erp.documents).toHaveLength(1)
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

test('a person cannot shorten the wait: an early look that finds nothing does not lead to a resend', async () => {
  world.erp.faults.push('drop-before')
  const { postingId } = await world.post()
  const sender = world.sender()
  await sender.drain()
  for (let count = 0; count < 3; count++) {
    await world.database.transaction((tx) =>
      retryPosting(tx, { companyCode: '1000', postingId, userId }, async () => undefined),
    )
    await sender.drain()
  }
  expect(await world.posting(postingId)).toMatchObject({ state: 'unknown', lookUps: 0 })
  expect(world.erp.documents).toEqual([])
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
  await world.sender().drain()
  expect(await world.posting(postingId)).toMatchObject({ state: 'posted', attempts: 2 })
})

test('a success without a number is looked up at once', async () => {
  world.erp.faults.push('no-number')
  const { postingId, postingKey } = await world.post()
  await world.sender().drain()
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
  await world.sender().drain()
  expect(await world.posting(postingId)).toMatchObject({ state: 'blocked', isOutcomeOpen: false })
  expect(world.erp.requests).toHaveLength(1)
})

test('an ERP that is not there is never-reached', async () => {
  const gone = new FakeErp()
  await gone.start()
  await gone.stop()
  await world.configure({ baseUrl: gone.url, retriesMax: 1 })
  const { postingId } = await world.post()
  await world.sender().drain()
  expect(await world.posting(postingId)).toMatchObject({ state: 'dead', isOutcomeOpen: false })
  await world.configure({ baseUrl: '' })
})

test('a crash between reply and commit ends with one document', async () => {
  let isCrashing = true
  const sender = world.sender(async () => {
    if (isCrashing) throw new Error('power cut')
  })
  const { postingId, postingKey } = await world.post()
  await sender.drain()
  expect(world.errors.map(String)).toContain('Error: power cut')
  expect(await world.posting(postingId)).toMatchObject({ state: 'sending', materialDocument: '' })
  expect(world.erp.documents).toHaveLength(1)
  expect(await world.book()).toEqual({})
  isCrashing = false
  await world.pass(120)
  await sender.drain()
  expect((await world.posting(postingId)).state).toBe('unknown')
  await world.pass(600)
  await sender.drain()
  expect((await world.posting(postingId)).state).toBe('posted')
  expect(world.erp.withKey(postingKey)).toHaveLength(1)
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '10' })
})

test('a worker whose lease ran out settles nothing: the other one does', async () => {
  const { postingId } = await world.post()
  const gate = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  world.erp.beforeAnswer = () => {
    arrived.resolve()
    return gate.promise
  }
  const slow = world.sender()
  const slowDone = slow.drain()
  await arrived.promise
  await world.pass(120)
  const other = world.sender()
  await other.drain()
  expect((await world.posting(postingId)).state).toBe('unknown')
  gate.resolve()
  await slowDone
  expect(world.errors.map(String).join()).toMatch(/taken over/)
  await world.pass(600)
  await other.drain()
  expect((await world.posting(postingId)).state).toBe('posted')
  expect(world.erp.documents).toHaveLength(1)
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '10' })
})

test('three servers send forty postings of several materials, each once, one material at a time in order', async () => {
  const handles = []
  for (let index = 0; index < 40; index++)
    handles.push(await world.post({}, [{ materialNo: `M${index % 5}` }]))
  const senders = [world.sender(), world.sender(), world.sender()]
  // One server's drain ends while another still works: only an empty outbox means all of it is done.
  for (;;) {
    await Promise.all(senders.map((sender) => sender.drain()))
    const open = await world.database.query(`select 1 from erp_posting where state <> 'posted'`)
    if (open.length === 0) break
  }
  expect(world.erp.documents).toHaveLength(40)
  expect(
    new Set(world.erp.documents.map((document) => document.MaterialDocumentHeaderText)).size,
  ).toBe(40)
  for (let material = 0; material < 5; material++) {
    const sent = world.erp.documents.filter(
      (document) => document.items[0]!.Material === `M${material}`,
    )
    const asked = handles
      .filter((_handle, index) => index % 5 === material)
      .map((handle) => handle.postingKey)
    expect(sent.map((document) => document.MaterialDocumentHeaderText)).toEqual(asked)
  }
  expect(world.erp.atOnceMax).toBeLessThanOrEqual(5)
  expect(await world.book()).toEqual(
    Object.fromEntries([0, 1, 2, 3, 4].map((index) => [`1000/0001/M${index}/UU`, '80'])),
  )
})

test('postings of one material wait for each other, those of another do not', async () => {
  await world.post({}, [{ materialNo: 'A' }])
  await world.post({}, [{ materialNo: 'A' }, { materialNo: 'B' }])
  await world.post({}, [{ materialNo: 'B' }])
  const other = await world.post({}, [{ materialNo: 'C' }])
  const taken = await takeDue(world.database, 10)
  expect(taken.map((row) => row.payload.items[0]!.materialNo).sort()).toEqual(['A', 'C'])
  expect(taken.map((row) => row.id)).toContain(other.postingId)
  expect(await takeDue(world.database, 10)).toEqual([])
})

test('a posting waits until the one it depends on is in the books', async () => {
  world.erp.faults.push('period-closed')
  const first = await world.post({}, [{ materialNo: 'A' }])
  const second = await world.post({ dependsOn: [first.postingId] }, [{ materialNo: 'B' }])
  const sender = world.sender()
  await sender.drain()
  expect((await world.posting(second.postingId)).state).toBe('pending')
  await world.database.transaction((tx) =>
    retryPosting(
      tx,
      { companyCode: '1000', postingId: first.postingId, userId },
      async () => undefined,
    ),
  )
  await sender.drain()
  expect((await world.posting(second.postingId)).state).toBe('posted')
})

test('more than one document of a key raises an alarm that proposes to cancel the surplus', async () => {
  world.erp.faults.push('drop-after')
  const { postingId } = await world.post()
  const sender = world.sender()
  await sender.drain()
  const { items, ...header } = world.erp.documents[0]!
  const surplus = world.erp.addDocument(header, items)
  await world.pass(601)
  await sender.drain()
  expect(await world.posting(postingId)).toMatchObject({
    state: 'posted',
    materialDocument: world.erp.documents[0]!.MaterialDocument,
  })
  expect(await alarms()).toMatchObject([
    {
      kind: 'duplicate-documents',
      proposal: { action: 'cancel', documents: [{ materialDocument: surplus.MaterialDocument }] },
    },
  ])
})

test('a document whose items the ERP changed raises an alarm', async () => {
  world.erp.faults.push('drop-after')
  await world.post()
  const sender = world.sender()
  await sender.drain()
  world.erp.documents[0]!.items[0]!.QuantityInBaseUnit = '9.000'
  await world.pass(601)
  await sender.drain()
  expect((await alarms()).map((alarm) => alarm.kind)).toEqual(['items-differ'])
})

test('a number without a read-back settles; items and amounts follow', async () => {
  world.erp.readBackFails = true
  const { postingId } = await world.post()
  const sender = world.sender()
  await sender.drain()
  expect(await world.posting(postingId)).toMatchObject({ state: 'posted', readBackAt: null })
  expect(world.settled[0]!.items[0]).toMatchObject({ postedAmount: null })
  world.erp.readBackFails = false
  await world.pass(600)
  await sender.drain()
  expect(world.settled.at(-1)).toMatchObject({ event: 'read-back' })
  expect(world.settled.at(-1)!.items[0]).toMatchObject({ postedAmount: '12.5' })
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '10' })
})

test('two steps are reversed in opposite order and the books are as before', async () => {
  const documentId = randomUUID()
  const place = receiptItem().to!
  await world.post({ documentId, step: 1 }, [{ to: { ...place, stockCategory: 'QI' } }])
  await world.post({ documentId, step: 2, goodsMovementCode: '04' }, [
    {
      movementType: '321',
      from: { ...place, stockCategory: 'QI' },
      to: place,
      purchaseOrder: '',
      purchaseOrderItem: '',
    },
  ])
  const sender = world.sender()
  await sender.drain()
  expect(world.erp.documents.map((document) => document.items[0]!.InventoryStockType)).toEqual([
    '02',
    undefined,
  ])
  expect(await world.book()).toEqual({ '1000/0001/4711/QI': '0', '1000/0001/4711/UU': '10' })
  const { reversals } = await reverse(documentId)
  expect(reversals).toHaveLength(2)
  await sender.drain()
  const cancelled = world.erp.documents
    .slice(2)
    .map((document) => document.items[0]!.ReversedMaterialDocument)
  expect(cancelled).toEqual([
    world.erp.documents[1]!.MaterialDocument,
    world.erp.documents[0]!.MaterialDocument,
  ])
  expect(await world.book()).toEqual({ '1000/0001/4711/QI': '0', '1000/0001/4711/UU': '0' })
  expect(world.settled.slice(2)).toMatchObject([
    { direction: 'reverse', step: 2 },
    { direction: 'reverse', step: 1 },
  ])
})

test('two users reversing at once: one reversal, in the outbox and in the ERP', async () => {
  const documentId = randomUUID()
  await world.post({ documentId })
  const sender = world.sender()
  await sender.drain()
  const [one, two] = await Promise.all([reverse(documentId), reverse(documentId)])
  expect(one.reversals[0]!.postingId).toBe(two.reversals[0]!.postingId)
  await sender.drain()
  expect(world.erp.documents).toHaveLength(2)
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '0' })
  expect((await reverse(documentId)).reversals[0]).toMatchObject({
    created: false,
    state: 'posted',
  })
})

test('a document somebody cancelled in the ERP itself is not cancelled twice', async () => {
  const documentId = randomUUID()
  await world.post({ documentId })
  const sender = world.sender()
  await sender.drain()
  const theirs = world.erp.cancel(world.erp.documents[0]!.MaterialDocument)!
  const { reversals } = await reverse(documentId)
  await sender.drain()
  expect(world.erp.documents).toHaveLength(2)
  expect(await world.posting(reversals[0]!.postingId)).toMatchObject({
    state: 'posted',
    materialDocument: theirs.MaterialDocument,
  })
})

test('a cancellation in the ERP between our look and our call ends with one reversal', async () => {
  const documentId = randomUUID()
  await world.post({ documentId })
  const sender = world.sender()
  await sender.drain()
  world.erp.beforeAnswer = async () =>
    void world.erp.cancel(world.erp.documents[0]!.MaterialDocument)
  const { reversals } = await reverse(documentId)
  await sender.drain()
  expect(world.erp.documents).toHaveLength(2)
  expect((await world.posting(reversals[0]!.postingId)).state).toBe('posted')
})

for (const fault of ['drop-after', 'drop-before', 'no-number'] as const)
  test(`reversal with ${fault} ends with one reversal`, async () => {
    const documentId = randomUUID()
    await world.post({ documentId })
    const sender = world.sender()
    await sender.drain()
    world.erp.faults.push(fault)
    const { reversals } = await reverse(documentId)
    await sender.drain()
    for (const seconds of [601, 61, 61]) {
      await world.pass(seconds)
      await sender.drain()
    }
    expect((await world.posting(reversals[0]!.postingId)).state).toBe('posted')
    expect(world.erp.documents).toHaveLength(2)
    expect(await world.book()).toEqual({ '1000/0001/4711/UU': '0' })
  })

test('a document reversed in the ERP may be posted anew, under a new key', async () => {
  const documentId = randomUUID()
  const first = await world.post({ documentId })
  const sender = world.sender()
  await sender.drain()
  await reverse(documentId)
  await sender.drain()
  const second = await world.post({ documentId })
  expect(second).toMatchObject({ created: true })
  expect(second.postingKey).not.toBe(first.postingKey)
  await sender.drain()
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '10' })
  const { reversals } = await reverse(documentId)
  await sender.drain()
  expect(reversals.filter((handle) => handle.created)).toHaveLength(1)
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '0' })
})

test('a person closes a posting in doubt with the number found in the ERP', async () => {
  world.erp.faults.push('drop-after')
  const { postingId } = await world.post()
  const sender = world.sender()
  await sender.drain()
  const { MaterialDocument: materialDocument, MaterialDocumentYear: year } = world.erp.documents[0]!
  expect(
    await world.database.transaction((tx) =>
      ignorePosting(
        tx,
        { companyCode: '1000', postingId, userId, reason: 'give up' },
        async () => undefined,
      ),
    ),
  ).toBeUndefined()
  const change = await world.database.transaction((tx) =>
    closeWithNumber(
      tx,
      { companyCode: '1000', postingId, userId, materialDocument, year, reason: 'MB51' },
      async () => undefined,
    ),
  )
  expect(change).toMatchObject({
    before: { state: 'unknown' },
    after: { state: 'posted', materialDocument, closedReason: 'MB51' },
  })
  await sender.drain()
  expect((await world.posting(postingId)).readBackAt).not.toBeNull()
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '10' })
  expect(world.erp.documents).toHaveLength(1)
})

test('a rejected posting is withdrawn with its document, a posted one stands', async () => {
  world.erp.faults.push('period-closed')
  const documentId = randomUUID()
  const first = await world.post({ documentId, step: 1 }, [{ materialNo: 'A' }])
  const second = await world.post({ documentId, step: 2 }, [{ materialNo: 'A' }])
  const sender = world.sender()
  await sender.drain()
  const result = await world.database.transaction((tx) =>
    withdrawPostings(
      tx,
      { companyCode: '1000', documentType: 'goods-receipt', documentId, userId, reason: 'undone' },
      async () => undefined,
    ),
  )
  expect(result.withdrawn.map((change) => change.before.postingId)).toEqual([first.postingId])
  expect(result.standing).toEqual([{ postingId: second.postingId, state: 'posted' }])
})

test('with the simulation switch on, requests are built and logged and nothing leaves', async () => {
  await world.configure({ isSimulated: true })
  const { postingId, postingKey } = await world.post()
  const sender = world.sender()
  await sender.drain()
  expect(await world.posting(postingId)).toMatchObject({ state: 'pending', attempts: 0 })
  expect(world.erp.requests).toEqual([])
  const [logged] = await world.database.query<{ request: string }>(
    `select request from erp_call_log where operation = 'simulated'`,
  )
  expect(logged!.request).toContain(postingKey)
  await world.configure({ isSimulated: false })
  await sender.drain()
  expect((await world.posting(postingId)).state).toBe('posted')
})

test('an interface switched off sends nothing', async () => {
  await world.configure({ isOn: false })
  await world.post()
  await world.sender().drain()
  expect(world.erp.requests).toEqual([])
})

test('with idempotency headers on, a resend repeats the very same pair', async () => {
  await world.configure({ idempotencyHeaders: true })
  world.erp.faults.push('status-503')
  const { postingId } = await world.post()
  await world.sender().drain()
  const posts = world.erp.requests.filter((request) => request.method === 'POST')
  expect(posts.map((request) => request.headers.requestid)).toEqual(
    Array(2).fill(postingId.replaceAll('-', '').toUpperCase()),
  )
  expect(new Set(posts.map((request) => request.headers.repeatabilitycreation)).size).toBe(1)
})

test('stopping breaks off a hanging call and leaves its outcome open', async () => {
  world.erp.faults.push('hang-after')
  const arrived = Promise.withResolvers<void>()
  world.erp.beforeAnswer = async () => arrived.resolve()
  const { postingId } = await world.post()
  const sender = world.sender()
  const drained = sender.drain()
  await arrived.promise
  await sender.stop()
  await drained
  expect(await world.posting(postingId)).toMatchObject({ state: 'unknown', isOutcomeOpen: true })
})
