import { newId } from '@kufang/kernel/identifier.ts'
import type { WebhookReceiver } from '@kufang/contract/document/webhook.ts'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import '../../../effects.ts'
import { startWebhooks, type BackgroundService } from '../../../background.ts'
import { ensureUser } from '../../../identity/ensure-user.ts'
import type { FailureData } from '../../../platform/http/envelope.ts'
import { startTestServer, type TestServer } from '../../../platform/testing/test-server.ts'
import { goods, newPlace, ordered } from '../../testing/ground.ts'
import { place as mainPlace } from '../../testing/small-company.ts'
import { useWorld } from '../../testing/trade.ts'
import { knownReceivers } from '../receiver-cache.ts'
import { startReceiver, type Receiver } from './receiver.ts'

export const password = 'Kufang@2026'

/** Roles that read delivery notes. */
export const notes = ['SHDCJCGY', 'SHDQRCGY']

/** What is expected is retried until it holds: senders work in the background. */
export const patience = { timeout: 20_000 } as const

export interface DeliveryRow {
  companyCode: string
  id: string
  stateAfter: string
  state: string
  attempts: number
  problemEn: string
}

/** A world with a server that sends webhooks to this machine, for the tests of one file. */
// oxlint-disable-next-line max-lines-per-function -- one world: its parts share the server
export function webhookWorld() {
  const world = useWorld()
  const receivers: Receiver[] = []
  let server: TestServer
  let root: string
  let sender: BackgroundService | undefined
  let made = 0

  beforeAll(async () => {
    // In the demonstration receivers on this machine are permitted.
    server = await startTestServer(world().database.connectionString, { demonstration: true })
    await ensureUser(server.database, {
      account: 'root',
      userName: '管理员',
      password,
      roles: ['admin'],
    })
    root = await server.tokenOf('root', password)
    sender = await startWebhooks(server.context)
  })
  afterEach(async () => {
    await server.database.query(`update webhook_receiver set is_on = false`)
    await server.database.query(`select pg_notify('kufang_webhook_receiver', '')`)
    await expect.poll(() => knownReceivers(server.database), patience).toEqual([])
    for (const receiver of receivers.splice(0)) await receiver.close()
  })
  afterAll(async () => {
    await sender?.stop()
    await server?.close()
  })

  const send = <T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    token = root,
  ) =>
    server.call<T & FailureData>(method, url, {
      token,
      ...(payload === undefined ? {} : { payload }),
      headers: { 'idempotency-key': newId() },
    })

  async function newReceiver(): Promise<Receiver> {
    const receiver = await startReceiver()
    receivers.push(receiver)
    return receiver
  }

  const deliveriesOf = (documentId: string) =>
    server.database.query<DeliveryRow>(
      `select company_code, id, state_after, state, attempts, problem_en from webhook_delivery
       where document_id = $1 order by receiver_id, sequence`,
      [documentId],
    )

  return {
    world,
    server: () => server,
    send,
    newReceiver,
    deliveriesOf,
    statesOf: async (documentId: string) =>
      (await deliveriesOf(documentId)).map(({ stateAfter, state }) => `${stateAfter} ${state}`),
    stopSender: () => sender!.stop(),
    startSender: async () => {
      sender = await startWebhooks(server.context)
    },
    /** Lets the pauses of all events pass. */
    passPauses: () =>
      server.database.query(`update webhook_delivery set due_at = now() where state = 'pending'`),
    /** A technical account with these roles for a company, by default that of the world. */
    program: async (
      account: string,
      roles: readonly string[] = notes,
      companyCode: string = mainPlace.companyCode,
    ): Promise<string> => {
      await server.database.query(
        `insert into app_user (account, user_name, password_hash, is_technical, created_by, changed_by)
         values ($1, $1, '', true, gen_random_uuid(), gen_random_uuid())`,
        [account],
      )
      const [user] = await server.database.query<{ id: string }>(
        `select id from app_user where account = $1`,
        [account],
      )
      const { id } = user!
      await server.database.query(
        `insert into user_role (user_id, role_code, granted_by) select $1, unnest($2::text[]), $1`,
        [id, roles],
      )
      await server.database.query(
        `insert into user_plant (user_id, company_code, created_by, created_by_name) values ($1, $2, $1, 'x')`,
        [id, companyCode],
      )
      await server.database.query(
        `insert into user_storage_location (user_id, company_code, plant, storage_location, created_by, created_by_name)
         values ($1, $2, '*', '*', $1, 'x')`,
        [id, companyCode],
      )
      await server.database.query(
        `insert into user_material_group (user_id, material_group, created_by, created_by_name) values ($1, '*', $1, 'x')`,
        [id],
      )
      return account
    },
    /** A receiver that is on, with its secret. */
    receiverFor: async (account: string, fields: object = {}) => {
      const receiver = await newReceiver()
      const name = `接收方${(made += 1)}`
      const { status, body } = await send<{ receiver: WebhookReceiver; secret: string }>(
        'POST',
        '/api/webhooks/receivers',
        { name, url: receiver.url, account, ...fields },
      )
      expect([status, body.resp_msg]).toEqual([200, ''])
      return { receiver, name, row: body.datas.receiver, secret: body.datas.secret }
    },
    /** A draft of a delivery note. */
    newNote: async () => {
      const order = await ordered(world(), await newPlace(world()), goods(1))
      return world().create('delivery-note', {
        header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
        lines: [{ source: { id: order, lineNo: 1 }, quantity: '1' }],
      })
    },
    confirm: (id: string) =>
      world().act('delivery-note', id, 'confirm', { input: { appointmentSlot: '08:00-10:00' } }),
  }
}
