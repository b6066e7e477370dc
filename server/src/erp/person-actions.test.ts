import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeWithNumber, ignorePosting, retryPosting, withdrawPostings } from './person-actions.ts'
import { createWorld, userId, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

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
  await world.send()
  expect(world.erp.requests).toEqual([])
})

test('with idempotency headers on, a resend repeats the very same pair', async () => {
  await world.configure({ idempotencyHeaders: true })
  world.erp.faults.push('status-503')
  const { postingId } = await world.post()
  await world.send()
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
