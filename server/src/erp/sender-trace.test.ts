import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAudit } from '../platform/audit/audit.ts'
import { runWithTrace } from '../platform/operation/trace.ts'
import { createWorld, userId, type World } from './testing/world.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.reset()
})
afterAll(() => world.close())

test('calls for a posting, and what it causes, belong to the trace of the act that asked for it', async () => {
  await world.configure({ idempotencyHeaders: true })
  const { postingId } = await runWithTrace({ traceId, flags: '01' }, () => world.post())
  expect((await world.posting(postingId)).traceId).toBe(traceId)
  await world
    .sender((tx) =>
      writeAudit(tx, { userId, userName: 'x', requestId: '' }, [
        { companyCode: '1000', subjectType: 'thing', subjectId: 'x', action: 'settled' },
      ]),
    )
    .drain()
  expect((await world.posting(postingId)).state).toBe('posted')
  expect(world.erp.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  for (const { headers } of world.erp.requests)
    expect(headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-00$`))
  expect(world.erp.requests[1]!.headers['requestid']).toMatch(/^[\dA-F]{32}$/)
  const kept = await world.database.query<{ traceId: string }>(
    `select trace_id from erp_call_log union all select trace_id from audit_entry`,
  )
  expect(kept).toEqual([{ traceId }, { traceId }, { traceId }, { traceId }])
})

test('a posting that nobody asked for in a request has a trace of its own', async () => {
  await world.reset()
  await world.post()
  await world.send()
  const calls = await world.database.query<{ traceId: string }>(
    'select distinct trace_id from erp_call_log',
  )
  expect(calls).toHaveLength(1)
  expect(calls[0]!.traceId).toMatch(/^[\da-f]{32}$/)
  expect(calls[0]!.traceId).not.toBe(traceId)
})
