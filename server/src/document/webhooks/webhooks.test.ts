import type { ListResponse } from '@kufang/contract/document/api.ts'
import type { WebhookAttempt, WebhookReceiver } from '@kufang/contract/document/webhook.ts'
import { expect, test } from 'vitest'
import { ensureUser, wholeCompany } from '../../identity/ensure-user.ts'
import { goods, newPlace, ordered } from '../testing/ground.ts'
import { otherPlace, place as mainPlace } from '../testing/small-company.ts'
import { tradeOf } from '../testing/trade.ts'
import { cleanUpWebhooks } from './delivery-queue.ts'
import { knownReceivers } from './receiver-cache.ts'
import { isSigned } from './testing/receiver.ts'
import { notes, password, patience, webhookWorld } from './testing/webhooks.ts'

// What is sent, to whom, and who may set it up. How it is sent: sender.test.ts.

const {
  world,
  server,
  send,
  deliveriesOf,
  statesOf,
  passPauses,
  program,
  receiverFor,
  newNote,
  confirm,
} = webhookWorld()

test('every state a document enters is posted in its order, signed, with what the account sees of it', async () => {
  const { receiver, secret } = await receiverFor(await program('states'), {
    documents: { 'delivery-note': [] },
  })
  const note = await newNote()
  await world().act('delivery-note', note.id, 'submit')
  await confirm(note.id)
  await expect.poll(() => receiver.received.length, patience).toBe(3)
  expect(receiver.received.map(({ data }) => [data.stateBefore, data.stateAfter])).toEqual([
    [null, 'draft'],
    ['draft', 'submitted'],
    ['submitted', 'confirmed'],
  ])
  for (const one of receiver.received) {
    expect(one.data).toMatchObject({
      documentType: 'delivery-note',
      documentId: note.id,
      documentNo: note.docNo,
      companyCode: mainPlace.companyCode,
      plant: mainPlace.plant,
      url: `/api/documents/delivery-note/${note.id}`,
      document: { docNo: note.docNo, deliveryMode: 'warehouse' },
    })
    expect(isSigned(one, secret)).toBe(true)
    expect(isSigned({ ...one, body: one.body.replace('1010', '1020') }, secret)).toBe(false)
    expect(isSigned({ ...one, timestamp: String(Number(one.timestamp) + 1) }, secret)).toBe(false)
    expect(isSigned(one, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
  }
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3)
})

test('states that follow from other documents are posted too, and of others only what is wanted', async () => {
  const { receiver } = await receiverFor(await program('derived'), {
    documents: { 'delivery-note': ['arrived'] },
    companyCodes: [mainPlace.companyCode],
    plants: [mainPlace.plant],
  })
  const arrival = tradeOf(world, 'arrival')
  await arrival.make(await newPlace(world()), 'arrived', goods(1))
  await expect
    .poll(() => receiver.received.map(({ data }) => [data.documentType, data.stateAfter]), patience)
    .toEqual([['delivery-note', 'arrived']])
})

test('a document that is created and submitted in one act enters both states, with its number', async () => {
  const { receiver } = await receiverFor(await program('at-once'), {
    documents: { 'delivery-note': [] },
  })
  const order = await ordered(world(), await newPlace(world()), goods(1))
  const note = await world().create('delivery-note', {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [{ source: { id: order, lineNo: 1 }, quantity: '1' }],
    actionAfterCreate: 'submit',
  })
  const seen = () => receiver.received.map(({ data }) => [data.documentNo, data.stateAfter])
  await expect.poll(seen, patience).toEqual([
    [note.docNo, 'draft'],
    [note.docNo, 'submitted'],
  ])
})

test('where nobody wants a state nothing is written, and no statement is added', async () => {
  const quiet = await newNote()
  const without = await world().statements(() => world().act('delivery-note', quiet.id, 'submit'))
  await receiverFor(await program('elsewhere'), {
    documents: { 'delivery-note': ['writtenOff'], requisition: [] },
  })
  // Until they are read again each state asks the database.
  await expect.poll(() => knownReceivers(server().database), patience).toHaveLength(1)
  const note = await newNote()
  const withOther = await world().statements(() => world().act('delivery-note', note.id, 'submit'))
  expect(withOther).toBe(without)
  expect(await deliveriesOf(note.id)).toEqual([])
})

test('what is refused is not posted', async () => {
  await receiverFor(await program('refused'))
  const note = await newNote()
  await expect(confirm(note.id)).rejects.toMatchObject({ code: 'wrong-state' })
  expect((await deliveriesOf(note.id)).map(({ stateAfter }) => stateAfter)).toEqual(['draft'])
})

test('an amount is posted only for an account that holds the role of amounts', async () => {
  const plain = await receiverFor(await program('plain', ['PDDCX']), {
    documents: { stocktaking: [] },
  })
  const priced = await receiverFor(await program('priced', ['PDDCX', 'KCCXJE']), {
    documents: { stocktaking: [] },
  })
  const counts = tradeOf(world, 'stocktaking')
  await counts.make(await newPlace(world()), 'counted', goods(1))
  for (const { receiver } of [plain, priced])
    await expect
      .poll(() => receiver.received.map(({ data }) => data.stateAfter), patience)
      .toContain('counted')
  const last = ({ receiver }: typeof plain) => receiver.received.at(-1)!.data.document
  expect(last(priced)).toHaveProperty('differenceTotal')
  expect(last(plain)).not.toHaveProperty('differenceTotal')
  expect(last(plain)).toHaveProperty('docNo')
})

test('documents outside the scope of the account are skipped, and of a disabled account they wait', async () => {
  const outside = await receiverFor(await program('outside', notes, otherPlace.companyCode))
  const unable = await receiverFor(await program('unable', ['CZRZCX']))
  const disabled = await receiverFor(await program('disabled'))
  await server().database.query(
    `update app_user set status = 'disabled' where account = 'disabled'`,
  )
  const note = await newNote()
  await expect
    .poll(() => statesOf(note.id).then((states) => states.sort()), patience)
    .toEqual(['draft pending', 'draft skipped', 'draft skipped'])
  for (const { receiver } of [outside, unable, disabled]) expect(receiver.received).toEqual([])
  await server().database.query(`update app_user set status = 'active' where account = 'disabled'`)
  await passPauses()
  await expect.poll(() => disabled.receiver.received.length, patience).toBe(1)
})

test('the log shows request, answers and attempts, and an event is sent again from it', async () => {
  const { receiver, name } = await receiverFor(await program('logged'))
  receiver.answer = (response) => void response.writeHead(503).end('maintenance')
  const note = await newNote()
  await expect
    .poll(() => deliveriesOf(note.id), patience)
    .toMatchObject([{ state: 'pending', attempts: 1 }])
  receiver.answer = (response) => void response.writeHead(200).end('thank you')
  const list = await send<ListResponse>('POST', '/api/webhooks/deliveries/list', {
    filters: [{ field: 'receiverName', operator: 'eq', value: name }],
  })
  const [row] = list.body.datas.rows as Record<string, unknown>[]
  expect(row).toMatchObject({ documentNo: note.docNo, state: 'pending', attempts: 1 })
  const path = `/api/webhooks/deliveries/${mainPlace.companyCode}/${String(row!['id'])}`
  expect((await send('POST', `${path}/resend`)).status).toBe(200)
  await expect.poll(() => statesOf(note.id), patience).toEqual(['draft sent'])
  const detail = await send<{ url: string; body: string; attempts: WebhookAttempt[] }>('GET', path)
  expect(detail.body.datas.url).toBe(receiver.url)
  expect(detail.body.datas.body).toBe(receiver.received[1]!.body)
  expect(detail.body.datas.attempts).toMatchObject([
    { status: 200, answer: 'thank you', problemEn: '' },
    { status: 503, answer: 'maintenance', problemEn: 'the receiver answered HTTP 503' },
  ])
  // One that has arrived may be sent again too.
  expect((await send('POST', `${path}/resend`)).status).toBe(200)
  await expect.poll(() => receiver.received.length, patience).toBe(3)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
})

test('receivers are for administrators, lead to permitted hosts, and their secrets are sealed and shown once', async () => {
  const account = await program('guarded')
  const { row, secret } = await receiverFor(account)
  const list = await send<WebhookReceiver[]>('GET', '/api/webhooks/receivers')
  expect(list.text).not.toContain(secret)
  const stored = await server().database.query(`select * from webhook_receiver`)
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6))
  const audited = await server().database.query(
    `select before, after from audit_entry where subject_type = 'webhook-receiver'`,
  )
  expect(JSON.stringify(audited)).not.toContain(secret.slice(6))
  await ensureUser(server().database, {
    account: 'interfaces',
    userName: '接口员',
    password,
    roles: ['SAPJKPZ'],
    plants: [{ companyCode: mainPlace.companyCode }],
    ...wholeCompany,
  })
  const other = await server().tokenOf('interfaces', password)
  const refused = await send('GET', '/api/webhooks/receivers', undefined, other)
  expect([refused.status, refused.body.datas.code]).toEqual([403, 'administrator-only'])
  const refusals: [object, string][] = [
    [{ url: 'https://evil.example.com/' }, 'address-not-permitted'],
    [{ url: 'http://169.254.169.254/' }, 'address-not-permitted'],
    [{ account: 'root' }, 'not-technical'],
    [{ name: row.name }, 'webhook-name-used'],
    [{ documents: { 'delivery-note': ['nowhere'] } }, 'input-invalid'],
    [{ documents: { nothing: [] } }, 'input-invalid'],
    [{ companyCodes: ['9999'] }, 'input-invalid'],
  ]
  for (const [fields, code] of refusals) {
    const answer = await send('POST', '/api/webhooks/receivers', {
      name: '新接收方',
      url: row.url,
      account,
      ...fields,
    })
    expect([fields, answer.body.datas.code]).toEqual([fields, code])
  }
})

test('a new secret signs from now on, and a receiver that is off gets nothing', async () => {
  const { receiver, row, secret } = await receiverFor(await program('renewed'))
  const { receiver: current, secret: next } = await renew(row.id)
  expect(current.previousSecretUntil).toBeNull()
  await newNote()
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  const [one] = receiver.received
  expect([isSigned(one!, secret), isSigned(one!, next)]).toEqual([false, true])
  const {
    id,
    version,
    changedAt: _at,
    changedByName: _by,
    previousSecretUntil: _until,
    ...fields
  } = current
  const off = await send('PUT', `/api/webhooks/receivers/${id}`, {
    ...fields,
    version,
    isOn: false,
  })
  expect(off.status).toBe(200)
  const note = await newNote()
  expect(await deliveriesOf(note.id)).toEqual([])
  const stale = await send('PUT', `/api/webhooks/receivers/${id}`, { ...fields, version })
  expect(stale.body.datas.code).toBe('version-stale')
})

test('a secret is replaced with an overlap: old and new sign until it ends, and another replacement ends it', async () => {
  const { receiver, row, secret } = await receiverFor(await program('overlapping'))
  const { receiver: current, secret: next } = await renew(row.id, { overlapHours: 24 })
  const hoursLeft = (Date.parse(current.previousSecretUntil!) - Date.now()) / 3_600_000
  expect(hoursLeft).toBeGreaterThan(23.9)
  expect(hoursLeft).toBeLessThan(24.1)
  const signedBy = async (...secrets: string[]) => {
    const count = receiver.received.length
    await newNote()
    await expect.poll(() => receiver.received.length, patience).toBe(count + 1)
    return secrets.map((one) => isSigned(receiver.received.at(-1)!, one))
  }
  expect(await signedBy(secret, next)).toEqual([true, true])
  await server().database.query(
    `update webhook_receiver set previous_secret_until = now() where id = $1`,
    [row.id],
  )
  expect(await signedBy(secret, next)).toEqual([false, true])
  const { secret: third } = await renew(row.id, { overlapHours: 1 })
  expect(await signedBy(secret, next, third)).toEqual([false, true, true])
  const { secret: last } = await renew(row.id)
  expect(await signedBy(next, third, last)).toEqual([false, false, true])
  const tooLong = await send('POST', `/api/webhooks/receivers/${row.id}/secret`, {
    overlapHours: 721,
  })
  expect(tooLong.status).toBe(400)
})

test('a deleted receiver gets nothing more, its log stays readable, and its name is free', async () => {
  const { receiver, row, name } = await receiverFor(await program('removed'))
  const sent = await newNote()
  await expect.poll(() => statesOf(sent.id), patience).toEqual(['draft sent'])
  receiver.answer = (response) => void response.writeHead(503).end()
  const waiting = await newNote()
  await expect.poll(() => receiver.received.length, patience).toBe(2)
  await expect.poll(() => statesOf(waiting.id), patience).toEqual(['draft pending'])
  await server().database.query(
    `update webhook_delivery set due_at = now() + interval '1 hour' where document_id = $1`,
    [waiting.id],
  )
  const path = `/api/webhooks/receivers/${row.id}`
  const stale = await send('POST', `${path}/delete`, { version: row.version + 1 })
  expect(stale.body.datas.code).toBe('version-stale')
  expect((await send('POST', `${path}/delete`, { version: row.version })).status).toBe(200)
  expect(await statesOf(waiting.id)).toEqual(['draft skipped'])
  const list = await send<WebhookReceiver[]>('GET', '/api/webhooks/receivers')
  expect(list.body.datas.map((one) => one.name)).not.toContain(name)
  const log = await send<ListResponse>('POST', '/api/webhooks/deliveries/list', {
    filters: [{ field: 'receiverName', operator: 'eq', value: name }],
  })
  const rows = log.body.datas.rows as Record<string, unknown>[]
  expect(rows.map(({ documentNo }) => documentNo)).toEqual([waiting.docNo, sent.docNo])
  const event = `/api/webhooks/deliveries/${mainPlace.companyCode}/${String(rows[1]!['id'])}`
  expect((await send<{ url: string }>('GET', event)).body.datas.url).toBe(receiver.url)
  expect((await send('POST', `${event}/resend`)).body.datas.code).toBe('not-found')
  expect((await send('POST', `${path}/delete`, { version: row.version })).body.datas.code).toBe(
    'not-found',
  )
  const stored = await server().database.query(
    `select secret, previous_secret from webhook_receiver where id = $1`,
    [row.id],
  )
  expect(stored).toEqual([{ secret: '', previousSecret: null }])
  const later = await newNote()
  expect(await deliveriesOf(later.id)).toEqual([])
  const again = await send('POST', '/api/webhooks/receivers', {
    name,
    url: receiver.url,
    account: 'removed',
    isOn: false,
  })
  expect(again.status).toBe(200)
})

test('an event written while its receiver was being deleted is ended by the job', async () => {
  const { row } = await receiverFor(await program('late'), { documents: { requisition: [] } })
  const note = await newNote()
  await send('POST', `/api/webhooks/receivers/${row.id}/delete`, { version: row.version })
  await server().database.query(
    `insert into webhook_delivery (company_code, id, receiver_id, document_type, document_id, document_no, state_before, state_after)
     values ($1, gen_random_uuid(), $2, 'delivery-note', $3, $4, '', 'draft')`,
    [mainPlace.companyCode, row.id, note.id, note.docNo],
  )
  await cleanUpWebhooks(server().database)
  expect(await deliveriesOf(note.id)).toMatchObject([
    { state: 'skipped', problemEn: 'the receiver was deleted' },
  ])
})

async function renew(id: string, body?: { overlapHours: number }) {
  const answer = await send<{ receiver: WebhookReceiver; secret: string }>(
    'POST',
    `/api/webhooks/receivers/${id}/secret`,
    body,
  )
  expect(answer.status).toBe(200)
  return answer.body.datas
}
