import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { retryPosting } from './person-actions.ts'
import { requestPosting } from './posting-request.ts'
import { takeDue } from './queue.ts'
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

test('asking twice for the same document and step meets the row that stands there', async () => {
  const documentId = randomUUID()
  const handles = await Promise.all([world.post({ documentId }), world.post({ documentId })])
  expect(new Set(handles.map((handle) => handle.created))).toEqual(new Set([false, true]))
  expect(handles[0]!.postingKey).toBe(handles[1]!.postingKey)
  await world.send()
  expect(await world.post({ documentId })).toMatchObject({ created: false, state: 'posted' })
  expect(world.erp.documents).toHaveLength(1)
})

test('postings asked for together are one statement, each with its own items, in the order asked for', async () => {
  const documentIds = Array.from({ length: 5 }, () => randomUUID())
  // One of them is asked for twice: the second request meets the first.
  const asked = [...documentIds, documentIds[1]!]
  const handles = await world.database.transaction((tx) =>
    Promise.all(
      asked.map((documentId, index) => {
        const items = Array.from({ length: index + 1 }, () => receiptItem())
        return requestPosting(tx, { ...receipt(), documentId, items })
      }),
    ),
  )
  expect(handles.map(({ created }) => created)).toEqual([true, true, true, true, true, false])
  expect(handles[5]).toEqual({ ...handles[1], created: false })
  const rows = await world.database.query<{ id: string; command: string; items: number }>(
    `select p.id, p.cmin::text as command,
       (select count(*) from erp_posting_item i where i.posting_id = p.id)::int as items
     from erp_posting p order by p.sequence`,
  )
  expect(rows.map(({ id }) => id)).toEqual(handles.slice(0, 5).map(({ postingId }) => postingId))
  expect(rows.map(({ items }) => items)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(rows.map(({ command }) => command)).size).toBe(1)
})

test('a request rolled back with its document is never sent', async () => {
  await expect(
    world.database.transaction(async (tx) => {
      await requestPosting(tx, { ...receipt(), items: [receiptItem()] })
      throw new Error('document refused')
    }),
  ).rejects.toThrow('document refused')
  await world.send()
  expect(world.erp.documents).toEqual([])
})

test('commit wakes a sender that is only listening', async () => {
  const posted = Promise.withResolvers<void>()
  world.sender(async () => posted.resolve())
  await world.post()
  await posted.promise
  expect(world.erp.documents).toHaveLength(1)
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
  // One sender's drain may end while another is still working: only an empty outbox means that everything is done.
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

test('what may leave depends on the interface of its company', async () => {
  const own = await world.post()
  const other = await world.post({ companyCode: '2000' }, [{ materialNo: 'Z' }])
  const setDefault = (isOn: boolean) =>
    world.database.query(
      `update erp_interface set is_on = $1 where company_code = '' and interface_code = 'material-document'`,
      [isOn],
    )
  const taken = async () =>
    (
      await world.database.transaction(async (tx) => {
        const rows = await takeDue(tx, 10)
        await tx.query('rollback and chain')
        return rows
      })
    ).map((row) => row.id)
  expect(await taken()).toEqual([own.postingId, other.postingId])
  await setDefault(false)
  try {
    expect(await taken()).toEqual([])
    await world.database.query(
      `insert into erp_interface (company_code, interface_code, label_zh, label_en, base_url, service_path, is_on)
       select '2000', interface_code, label_zh, label_en, base_url, service_path, true from erp_interface
       where company_code = '' and interface_code = 'material-document'`,
    )
    expect(await taken()).toEqual([other.postingId])
    await setDefault(true)
    await world.database.query(`update erp_interface set is_on = false where company_code = '2000'`)
    expect(await taken()).toEqual([own.postingId])
  } finally {
    await setDefault(true)
    await world.database.query(`delete from erp_interface where company_code = '2000'`)
  }
})

test('a posting waits until the one it depends on is in the books', async () => {
  world.erp.faults.push('period-closed')
  const first = await world.post({}, [{ materialNo: 'A' }])
  const dependsOn = [{ companyCode: '1000', postingId: first.postingId }]
  const second = await world.post({ dependsOn }, [{ materialNo: 'B' }])
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

test('a posting that was refused and now waits for a later one of the same material does not hold that one back', async () => {
  world.erp.faults.push('period-closed')
  const documentId = randomUUID()
  const receiptOf = await world.post({ documentId })
  const sender = world.sender()
  await sender.drain()
  expect((await world.posting(receiptOf.postingId)).state).toBe('rejected')
  // Its arrival is posted anew, and the receipt after it, under its old key and in its old place.
  const arrival = await world.post()
  const dependsOn = [{ companyCode: '1000', postingId: arrival.postingId }]
  await world.post({ documentId, dependsOn })
  const later = await world.post()
  await sender.drain()
  for (const { postingId } of [arrival, receiptOf, later])
    expect((await world.posting(postingId)).state).toBe('posted')
})

test('a posting waits for one of another company as for one of its own', async () => {
  world.erp.faults.push('period-closed')
  const supplied = await world.post({ companyCode: '2000' }, [{ materialNo: 'A' }])
  const dependsOn = [{ companyCode: '2000', postingId: supplied.postingId }]
  const received = await world.post({ dependsOn }, [{ materialNo: 'A' }])
  const sender = world.sender()
  await sender.drain()
  expect((await world.posting(supplied.postingId)).state).toBe('rejected')
  expect((await world.posting(received.postingId)).state).toBe('pending')
  await world.database.transaction((tx) =>
    retryPosting(
      tx,
      { companyCode: '2000', postingId: supplied.postingId, userId },
      async () => undefined,
    ),
  )
  await sender.drain()
  expect((await world.posting(received.postingId)).state).toBe('posted')
})

test('a posting whose dependency is not to be found is not sent', async () => {
  const dependsOn = [{ companyCode: '1000', postingId: randomUUID() }]
  const { postingId } = await world.post({ dependsOn })
  await world.send()
  expect((await world.posting(postingId)).state).toBe('pending')
  expect(world.erp.documents).toEqual([])
})

test('what an earlier version wrote depends on postings of its own company', async () => {
  const first = await world.post({}, [{ materialNo: 'A' }])
  const dependsOn = [{ companyCode: '1000', postingId: first.postingId }]
  const second = await world.post({ dependsOn }, [{ materialNo: 'B' }])
  await world.database.query(`update erp_posting set depends_on_companies = '{}'`)
  const sender = world.sender()
  world.erp.faults.push('period-closed')
  await sender.drain()
  expect((await world.posting(second.postingId)).state).toBe('pending')
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

test('a value that the ERP does not say yet is unknown, not zero, and follows with its source', async () => {
  world.erp.accountingIsLate = true
  const { postingId } = await world.post({}, [
    {},
    // Inside a plant the ERP moves no value: none is waited for.
    { movementType: '321', from: { ...receiptItem().to!, stockCategory: 'QI' } },
  ])
  const sender = world.sender()
  await sender.drain()
  expect(await world.posting(postingId)).toMatchObject({ state: 'posted', readBackAt: null })
  expect(world.settled[0]!.items[0]).toMatchObject({ postedAmount: null, postedValueSource: '' })
  // Accounting may be late by days.
  for (let read = 0; read < 25; read++) {
    await world.pass(21_600)
    await sender.drain()
  }
  expect(world.erp.accountingReads).toBe(26)
  world.erp.accountingIsLate = false
  await world.pass(21_600)
  await sender.drain()
  expect(world.settled.at(-1)).toMatchObject({
    event: 'read-back',
    items: [
      { postedAmount: '12.5', postedCurrency: 'CNY', postedValueSource: 'accounting-document' },
      { postedAmount: null },
    ],
  })
  expect((await world.posting(postingId)).readBackAt).not.toBeNull()
})

test('where no source of values is configured, estimates stay and none is asked', async () => {
  await world.configure({ valueSource: 'none' })
  const { postingId } = await world.post()
  await world.send()
  expect((await world.posting(postingId)).readBackAt).not.toBeNull()
  expect(world.erp.accountingReads).toBe(0)
})

test('a return that names the item of a receipt waits until that is read back', async () => {
  world.erp.readBackFails = true
  const moveId = randomUUID()
  await world.post({}, [{ moveId }])
  const { postingId } = await world.post({}, [
    { movementType: '122', from: receiptItem().to, to: null, settlesMove: moveId },
  ])
  const sender = world.sender()
  await sender.drain()
  expect(world.erp.documents).toHaveLength(1)
  expect(await world.posting(postingId)).toMatchObject({
    state: 'pending',
    sapCode: 'reference-unread',
  })
  world.erp.readBackFails = false
  await world.pass(600)
  await sender.drain()
  await world.pass(600)
  await sender.drain()
  const [received, returned] = world.erp.documents
  expect(returned!.items[0]).toMatchObject({
    GoodsMovementType: '122',
    InvtryMgmtReferenceDocument: received!.MaterialDocument,
    ReferenceDocumentFiscalYear: '2026',
    InvtryMgmtRefDocumentItem: '1',
  })
})
