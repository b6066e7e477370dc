import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const operations = async () => {
  const rows = await world.database.query<{ operation: string }>(
    'select operation from erp_call_log order by at, id',
  )
  return rows.map((row) => row.operation)
}

/** The state after restoring a backup taken between request and sending. */
async function forgetSending(postingId: string): Promise<void> {
  await world.database.query(
    `update erp_posting set state = 'pending', attempts = 0, sent_at = null, is_outcome_open = false, material_document = '',
       material_document_year = '', settled_at = null, read_back_at = null, next_attempt_at = now() where id = $1`,
    [postingId],
  )
  await world.database.query('delete from erp_book')
  await world.database.query('delete from erp_call_log')
}

test('a posting that was sent after the backup was taken is found in the ERP and not sent again', async () => {
  const { postingId, postingKey } = await world.post()
  const before = world.sender()
  await before.drain()
  expect(world.erp.withKey(postingKey)).toHaveLength(1)
  // It ended before the backup was restored: a late notice of the posting must not wake it.
  await before.stop()
  await forgetSending(postingId)
  await world.sender(undefined, new Date()).drain()
  expect((await world.posting(postingId)).state).toBe('posted')
  expect(world.erp.withKey(postingKey)).toHaveLength(1)
  expect(await operations()).not.toContain('post')
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '10' })
})

test('a posting asked for before this start that the ERP does not have is looked up once and sent', async () => {
  const { postingId, postingKey } = await world.post()
  await world.sender(undefined, new Date(Date.now() + 60_000)).drain()
  expect((await world.posting(postingId)).state).toBe('posted')
  expect(world.erp.withKey(postingKey)).toHaveLength(1)
  expect(await operations()).toEqual(['look-up', 'post', 'read-back', 'read-value'])
})

test('an ERP that cannot be asked is not told either', async () => {
  const { postingId, postingKey } = await world.post()
  world.erp.lookUpFails = true
  await world.sender(undefined, new Date(Date.now() + 60_000)).drain()
  expect((await world.posting(postingId)).state).not.toBe('posted')
  expect(await operations()).not.toContain('post')
  expect(world.erp.withKey(postingKey)).toHaveLength(0)
})
