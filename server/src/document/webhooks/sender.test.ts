import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startWebhooks } from '../../background.ts'
import { compiledModules } from '../../platform/testing/cluster.ts'
import { cleanUpWebhooks } from './delivery-queue.ts'
import { accept } from './testing/receiver.ts'
import { patience, webhookWorld } from './testing/webhooks.ts'

// Failures, pauses and restarts. What is sent: webhooks.test.ts.

const {
  world,
  server,
  newReceiver,
  deliveriesOf,
  statesOf,
  passPauses,
  program,
  receiverFor,
  newNote,
  startSender,
  stopSender,
} = webhookWorld()

test('a failure is tried again after a pause, and later states of the document wait for it', async () => {
  const { receiver } = await receiverFor(await program('failing'), {
    documents: { 'delivery-note': [] },
  })
  receiver.answer = (response) => void response.writeHead(500).end('out of order')
  const note = await newNote()
  await expect.poll(() => statesOf(note.id), patience).toEqual(['draft pending'])
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  await world().act('delivery-note', note.id, 'submit')
  const other = await newNote()
  // A document of its own is not held back.
  const arrived = () => [...new Set(receiver.received.map(({ data }) => data.documentId))]
  await expect.poll(arrived, patience).toEqual([note.id, other.id])
  await expect
    .poll(() => deliveriesOf(note.id), patience)
    .toMatchObject([
      {
        stateAfter: 'draft',
        state: 'pending',
        attempts: 1,
        problemEn: 'the receiver answered HTTP 500',
      },
      { stateAfter: 'submitted', state: 'pending', attempts: 0 },
    ])
  receiver.answer = accept
  await passPauses()
  await expect.poll(() => statesOf(note.id), patience).toEqual(['draft sent', 'submitted sent'])
  const own = receiver.received.filter(({ data }) => data.documentId === note.id)
  expect(own.map(({ data }) => data.stateAfter)).toEqual(['draft', 'draft', 'submitted'])
  expect(own[0]!.id).toBe(own[1]!.id)
})

test('a redirect is not followed', async () => {
  const target = await newReceiver()
  const { receiver } = await receiverFor(await program('redirecting'))
  receiver.answer = (response) => void response.writeHead(307, { location: target.url }).end()
  const note = await newNote()
  await expect
    .poll(() => deliveriesOf(note.id), patience)
    .toMatchObject([{ state: 'pending', attempts: 1, problemEn: 'the receiver answered HTTP 307' }])
  expect(target.received).toEqual([])
})

test('a receiver that does not answer holds back nobody else, and is broken off', async () => {
  const slow = await receiverFor(await program('slow'), { timeoutMs: 300 })
  const quick = await receiverFor(await program('quick'))
  slow.receiver.answer = () => undefined
  const note = await newNote()
  await expect.poll(() => quick.receiver.received.length, patience).toBe(1)
  await expect
    .poll(
      () => deliveriesOf(note.id).then((rows) => rows.filter(({ state }) => state === 'pending')),
      patience,
    )
    .toMatchObject([{ attempts: 1, problemEn: 'the receiver did not answer within 300 ms' }])
})

test('after a day it is given up, the administrators are told once, and later states go on', async () => {
  const { receiver, name } = await receiverFor(await program('dead'), {
    documents: { 'delivery-note': [] },
  })
  receiver.answer = (response) => void response.writeHead(410).end()
  const note = await newNote()
  const second = await newNote()
  await expect.poll(() => receiver.received.length, patience).toBe(2)
  await expect.poll(() => statesOf(second.id), patience).toEqual(['draft pending'])
  await world().act('delivery-note', note.id, 'submit')
  await server().database.query(
    `update webhook_delivery set tried_since = now() - interval '25 hours' where state_after = 'draft' and document_id = any($1)`,
    [[note.id, second.id]],
  )
  await passPauses()
  await expect
    .poll(() => statesOf(note.id), patience)
    .toEqual(['draft failed', 'submitted pending'])
  await expect.poll(() => statesOf(second.id), patience).toEqual(['draft failed'])
  await expect.poll(() => receiver.received.at(-1)!.data.stateAfter, patience).toBe('submitted')
  const messages = await server().database.query<{
    titleZh: string
    contentZh: string
    to: string
  }>(
    `select m.title_zh, m.content_zh, u.account as to from message m
     join message_receiver r on r.message_id = m.id join app_user u on u.id = r.user_id where m.event = 'webhook-failed'`,
  )
  expect(messages).toHaveLength(1)
  expect(messages[0]!.to).toBe('root')
  expect(messages[0]!.titleZh).toContain(name)
  expect(messages[0]!.contentZh).toContain('接收方返回 HTTP 410')
})

test('what a stopped server was sending is sent by the next one, under the same id', async () => {
  const { receiver } = await receiverFor(await program('restarted'))
  receiver.answer = () => undefined
  const note = await newNote()
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  await stopSender()
  expect(await deliveriesOf(note.id)).toMatchObject([{ state: 'pending', attempts: 0 }])
  receiver.answer = accept
  await startSender()
  await expect.poll(() => statesOf(note.id), patience).toEqual(['draft sent'])
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1]!.id).toBe(receiver.received[0]!.id)
})

test('what a killed process was sending is sent by another one once its lease has ended, not before', async () => {
  await stopSender()
  const { receiver } = await receiverFor(await program('killed'))
  receiver.answer = () => undefined
  const { databaseUrl } = server().context.settings
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'testing/sender-process.ts'),
      databaseUrl,
      server().context.dataFolder,
    ],
    { env: { PATH: process.env['PATH'], ...compiledModules() }, stdio: 'inherit' },
  )
  const note = await newNote()
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  receiver.answer = accept
  await startSender()
  const other = await newNote()
  await expect.poll(() => statesOf(other.id), patience).toEqual(['draft sent'])
  expect(await statesOf(note.id)).toEqual(['draft sending'])
  await server().database.query(
    `update webhook_delivery set leased_until = now() - interval '1 second' where document_id = $1`,
    [note.id],
  )
  await expect.poll(() => statesOf(note.id), patience).toEqual(['draft sent'])
  const [first, , again] = receiver.received
  expect(again!.id).toBe(first!.id)
})

test('two senders send each event once', async () => {
  const second = await startWebhooks(server().context)
  try {
    const { receiver } = await receiverFor(await program('twice'))
    const all = []
    for (let count = 0; count < 6; count += 1) all.push(await newNote())
    await expect.poll(() => receiver.received.length, patience).toBeGreaterThanOrEqual(all.length)
    for (const { id } of all)
      await expect.poll(() => statesOf(id), patience).toEqual(['draft sent'])
    expect(receiver.received.map(({ data }) => data.documentNo).sort()).toEqual(
      all.map(({ docNo }) => docNo).sort(),
    )
  } finally {
    await second.stop()
  }
})

test('events that ended are deleted after a month with their attempts, others are kept', async () => {
  const { receiver } = await receiverFor(await program('tidy'))
  const [sent, failing] = [await newNote(), await newNote()]
  for (const { id } of [sent, failing])
    await expect.poll(() => statesOf(id), patience).toEqual(['draft sent'])
  receiver.answer = (response) => void response.writeHead(500).end()
  await world().act('delivery-note', failing.id, 'submit')
  await expect
    .poll(() => statesOf(failing.id), patience)
    .toEqual(['draft sent', 'submitted pending'])
  await server().database.query(
    `update webhook_delivery set occurred_at = now() - interval '31 days' where document_id = any($1)`,
    [[sent.id, failing.id]],
  )
  await cleanUpWebhooks(server().database)
  expect(await deliveriesOf(sent.id)).toEqual([])
  expect(await statesOf(failing.id)).toEqual(['submitted pending'])
  const lost = await server().database.query(
    `select 1 as lost from webhook_attempt a where not exists (select from webhook_delivery d where d.id = a.delivery_id)`,
  )
  expect(lost).toEqual([])
})
