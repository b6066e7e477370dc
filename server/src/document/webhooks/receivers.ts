import type { WebhookReceiver } from '@kufang/contract/document/webhook.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { staleVersion } from '../../platform/http/stale-version.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { Session } from '../../platform/session/session.ts'
import { endDeliveries } from './delivery-queue.ts'
import { announceReceiverChange } from './receiver-cache.ts'
import { newWebhookSecret } from './signature.ts'

/** What an administrator enters of a receiver. */
export type ReceiverFields = Pick<
  WebhookReceiver,
  'name' | 'url' | 'account' | 'documents' | 'companyCodes' | 'plants' | 'isOn' | 'timeoutMs'
>

/** The encryption context of a secret, so that it cannot be used in a copied row. */
export const secretContextOf = (receiverId: string): string => `webhook-receiver/${receiverId}`

const selected = `select r.id, r.name, r.url, u.account, r.documents, r.company_codes, r.plants, r.is_on, r.timeout_ms,
    case when r.previous_secret_until > now() then r.previous_secret_until end as previous_secret_until,
    r.version, r.changed_at, r.changed_by_name
  from webhook_receiver r join app_user u on u.id = r.user_id where r.deleted_at is null`

/** All receivers by name, without secrets; deleted ones are only in the log. */
export const listReceivers = (queryable: Queryable): Promise<WebhookReceiver[]> =>
  queryable.query<WebhookReceiver>(`${selected} order by r.name`)

/** One receiver; refuses `not-found`. */
export async function readReceiver(queryable: Queryable, id: string): Promise<WebhookReceiver> {
  const [receiver] = await queryable.query<WebhookReceiver>(`${selected} and r.id = $1`, [id])
  if (receiver === undefined)
    throw refuse('not-found', { subject: '推送接收方', subjectEn: 'Receiver of webhooks', no: id })
  return receiver
}

/**
 * Makes a receiver with a new secret.
 * @returns the secret, which is stored sealed and shown only now
 * @throws Refusal `webhook-name-used`, `account-unknown`, `not-technical`
 */
export async function makeReceiver(
  tx: Transaction,
  secrets: SecretBox,
  session: Session,
  fields: ReceiverFields,
): Promise<{ receiver: WebhookReceiver; secret: string }> {
  const id = newId()
  const secret = newWebhookSecret()
  const made = await tx.query(
    `insert into webhook_receiver (id, name, url, secret, user_id, documents, company_codes, plants, is_on, timeout_ms,
       created_by_name, changed_by_name)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10, $11, $11) on conflict (name) where deleted_at is null do nothing returning 1 as made`,
    [
      id,
      fields.name,
      fields.url,
      secrets.seal(secret, secretContextOf(id)),
      await accountIdOf(tx, fields.account),
      JSON.stringify(fields.documents),
      fields.companyCodes,
      fields.plants,
      fields.isOn,
      fields.timeoutMs,
      session.userName,
    ],
  )
  if (made.length === 0) throw refuse('webhook-name-used', { name: fields.name }, { field: 'name' })
  const receiver = await readReceiver(tx, id)
  await noteChange(tx, session, 'create', receiver)
  return { receiver, secret }
}

/** Changes a receiver; refuses `version-stale` and what `makeReceiver` refuses. */
export async function changeReceiver(
  tx: Transaction,
  session: Session,
  { id, version, ...fields }: ReceiverFields & { id: string; version: number },
): Promise<WebhookReceiver> {
  const before = await lockReceiver(tx, id)
  mustBeCurrent(before, version)
  const [used] = await tx.query(
    `select 1 as used from webhook_receiver where name = $1 and id <> $2 and deleted_at is null`,
    [fields.name, id],
  )
  if (used !== undefined)
    throw refuse('webhook-name-used', { name: fields.name }, { field: 'name' })
  await tx.query(
    `update webhook_receiver set name = $2, url = $3, user_id = $4, documents = $5::jsonb, company_codes = $6,
       plants = $7, is_on = $8, timeout_ms = $9, version = version + 1, changed_at = now(), changed_by_name = $10
     where id = $1`,
    [
      id,
      fields.name,
      fields.url,
      await accountIdOf(tx, fields.account),
      JSON.stringify(fields.documents),
      fields.companyCodes,
      fields.plants,
      fields.isOn,
      fields.timeoutMs,
      session.userName,
    ],
  )
  const after = await readReceiver(tx, id)
  await noteChange(tx, session, 'update', after, before)
  return after
}

/**
 * Replaces the secret of a receiver. For `overlapHours` the secret before it signs too, so that the receiver changes over
 * without losing an event; with 0 it is void at once, as is one that was still kept from an earlier replacement.
 * @returns the new secret
 * @throws Refusal `not-found`
 */
export async function renewSecret(
  tx: Transaction,
  secrets: SecretBox,
  session: Session,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<{ receiver: WebhookReceiver; secret: string }> {
  const before = await lockReceiver(tx, id)
  const secret = newWebhookSecret()
  await tx.query(
    `update webhook_receiver set secret = $2,
       previous_secret = case when $4::int > 0 then secret end,
       previous_secret_until = case when $4::int > 0 then now() + make_interval(hours => $4::int) end,
       version = version + 1, changed_at = now(), changed_by_name = $3 where id = $1`,
    [id, secrets.seal(secret, secretContextOf(id)), session.userName, overlapHours],
  )
  const receiver = await readReceiver(tx, id)
  await noteChange(tx, session, 'renew-secret', receiver, before)
  return { receiver, secret }
}

/**
 * Deletes a receiver with its secrets; what waits for it is not sent. Its log stays, under its name. Refuses `not-found`
 * and `version-stale`.
 */
export async function deleteReceiver(
  tx: Transaction,
  session: Session,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const before = await lockReceiver(tx, id)
  mustBeCurrent(before, version)
  await tx.query(
    `update webhook_receiver set is_on = false, deleted_at = now(), secret = '', previous_secret = null,
       previous_secret_until = null, version = version + 1, changed_at = now(), changed_by_name = $2
     where id = $1`,
    [id, session.userName],
  )
  await endDeliveries(tx)
  await noteChange(tx, session, 'delete', before, before)
}

async function lockReceiver(tx: Transaction, id: string): Promise<WebhookReceiver> {
  await tx.query(`select 1 as locked from webhook_receiver where id = $1 for update`, [id])
  return readReceiver(tx, id)
}

/** Refuses `version-stale` if somebody else has changed the receiver. */
function mustBeCurrent(receiver: WebhookReceiver, version: number): void {
  if (receiver.version !== version)
    throw staleVersion({
      no: receiver.name,
      user: receiver.changedByName,
      at: receiver.changedAt,
      current: receiver.version,
      given: version,
    })
}

async function accountIdOf(tx: Transaction, account: string): Promise<string> {
  const [user] = await tx.query<{ id: string; isTechnical: boolean }>(
    `select id, is_technical from app_user where account = $1`,
    [account],
  )
  if (user === undefined) throw refuse('account-unknown', { account }, { field: 'account' })
  if (!user.isTechnical) throw refuse('not-technical', { account }, { field: 'account' })
  return user.id
}

async function noteChange(
  tx: Transaction,
  session: Session,
  action: string,
  receiver: WebhookReceiver,
  before?: WebhookReceiver,
): Promise<void> {
  await writeAudit(tx, session, [
    {
      companyCode: '',
      subjectType: 'webhook-receiver',
      subjectId: receiver.id,
      subjectNo: receiver.name,
      action,
      ...(before === undefined ? {} : { before }),
      ...(action === 'delete' ? {} : { after: receiver }),
    },
  ])
  await announceReceiverChange(tx)
}
