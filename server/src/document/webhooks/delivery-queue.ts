import { newId } from '@kufang/kernel/identifier.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts'

/** An event that this process sends now, with its receiver. */
export interface LeasedDelivery {
  companyCode: string
  id: string
  receiverId: string
  documentType: string
  documentId: string
  documentNo: string
  stateBefore: string
  stateAfter: string
  occurredAt: string
  attempts: number
  triedSince: string
  receiverName: string
  url: string
  /** Sealed. */
  secret: string
  /** Sealed; null unless it still signs beside the current one. */
  previousSecret: string | null
  userId: string
  plants: string[]
  timeoutMs: number
}

/** The outcome of an attempt; its words in both languages. */
export interface Attempt {
  durationMs: number
  status: number | null
  answer: string
  problem: { zh: string; en: string } | null
}

/** Beyond the time-out of the receiver: a process that has not recorded anything by then has died. */
const leaseMarginMs = 10_000
/** Pauses after the first attempts; the last one is repeated. */
const pausesSeconds = [5, 30, 120, 600, 1800, 3600, 7200, 14_400]
const giveUpAfterMs = 24 * 3_600_000

/**
 * Leases due events, oldest first: of a document and receiver only its earliest one that has not ended, so that states
 * arrive in their order.
 */
export function takeDue(database: Queryable, limit: number): Promise<LeasedDelivery[]> {
  return database.query<LeasedDelivery>(
    `with due as (
       select d.company_code, d.id from webhook_delivery d join webhook_receiver r on r.id = d.receiver_id and r.is_on
       where (d.state = 'pending' and d.due_at <= now() or d.state = 'sending' and d.leased_until < now())
         and not exists (select from webhook_delivery o where o.receiver_id = d.receiver_id and o.document_id = d.document_id
           and o.sequence < d.sequence and o.state in ('pending', 'sending'))
       order by d.due_at, d.sequence limit $1 for update of d skip locked)
     update webhook_delivery d
     set state = 'sending', attempts = d.attempts + 1, leased_until = now() + make_interval(secs => (r.timeout_ms + $2) / 1000.0)
     from due, webhook_receiver r where d.company_code = due.company_code and d.id = due.id and r.id = d.receiver_id
     returning d.company_code, d.id, d.receiver_id, d.document_type, d.document_id, d.document_no, d.state_before, d.state_after,
       d.occurred_at, d.attempts, d.tried_since, r.name as receiver_name, r.url, r.secret, r.user_id, r.plants, r.timeout_ms,
       case when r.previous_secret_until > now() then r.previous_secret end as previous_secret`,
    [limit, leaseMarginMs],
  )
}

/** Records that an event has arrived, or that its account does not see the document (`skipped`). */
export async function recordEnd(
  database: Database,
  delivery: LeasedDelivery,
  state: 'sent' | 'skipped',
  body: string,
  attempt: Attempt,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(
      `update webhook_delivery set state = $3, leased_until = null, body = $4, problem_zh = $5, problem_en = $6,
         sent_at = case when $3 = 'sent' then now() end
       where company_code = $1 and id = $2`,
      [
        delivery.companyCode,
        delivery.id,
        state,
        body,
        attempt.problem?.zh ?? '',
        attempt.problem?.en ?? '',
      ],
    )
    await logAttempt(tx, delivery, attempt)
  })
}

/** What administrators are told of an event that is given up. */
export interface GivenUp {
  companyCode: string
  documentNo: string
  receiverName: string
  problem: { zh: string; en: string }
}

/**
 * Records a failure: tried again after a growing pause, or given up a day after the first attempt; then later states of
 * the document are sent, and the administrators are told, of one receiver at most once an hour.
 */
export async function recordFailure(
  database: Database,
  delivery: LeasedDelivery,
  body: string,
  attempt: Attempt & { problem: { zh: string; en: string } },
  tell: (tx: Transaction, givenUp: GivenUp) => Promise<void>,
): Promise<void> {
  const { companyCode, id, receiverId, documentNo, receiverName } = delivery
  const isOver = Date.now() - Date.parse(delivery.triedSince) >= giveUpAfterMs
  const pause = itemAt(pausesSeconds, Math.min(delivery.attempts, pausesSeconds.length) - 1)
  await database.transaction(async (tx) => {
    await tx.query(
      `update webhook_delivery set state = $3, leased_until = null, due_at = now() + make_interval(secs => $4),
         body = $5, problem_zh = $6, problem_en = $7
       where company_code = $1 and id = $2`,
      [
        companyCode,
        id,
        isOver ? 'failed' : 'pending',
        pause,
        body,
        attempt.problem.zh,
        attempt.problem.en,
      ],
    )
    await logAttempt(tx, delivery, attempt)
    if (!isOver) return
    const alarmed = await tx.query(
      `update webhook_receiver set alarmed_at = now()
       where id = $1 and (alarmed_at is null or alarmed_at < now() - interval '1 hour') returning 1 as alarmed`,
      [receiverId],
    )
    if (alarmed.length > 0)
      await tell(tx, { companyCode, documentNo, receiverName, problem: attempt.problem })
  })
}

/** Gives events back that a stopping process did not get to send; it counts as no attempt. */
export async function giveBack(database: Queryable, delivery: LeasedDelivery): Promise<void> {
  await database.query(
    `update webhook_delivery set state = 'pending', leased_until = null, attempts = attempts - 1
     where company_code = $1 and id = $2 and state = 'sending'`,
    [delivery.companyCode, delivery.id],
  )
}

/** Ends what waits for receivers that are deleted; what is being sent ends by itself. */
export async function endDeliveries(queryable: Queryable): Promise<void> {
  await queryable.query(
    `update webhook_delivery d
     set state = 'skipped', leased_until = null, problem_zh = '接收方已删除', problem_en = 'the receiver was deleted'
     from webhook_receiver r where r.id = d.receiver_id and r.deleted_at is not null
       and (d.state = 'pending' or d.state = 'sending' and d.leased_until < now())`,
  )
}

/**
 * Sends an event again from the start, under the same id. False if there is none, it is under way, or its receiver is
 * deleted.
 */
export async function resendDelivery(
  tx: Queryable,
  { companyCode, id }: { companyCode: string; id: string },
): Promise<boolean> {
  const reset = await tx.query(
    `update webhook_delivery set state = 'pending', attempts = 0, due_at = now(), tried_since = now(), sent_at = null
     where company_code = $1 and id = $2 and state <> 'sending'
       and exists (select from webhook_receiver r where r.id = receiver_id and r.deleted_at is null)
     returning 1 as reset`,
    [companyCode, id],
  )
  return reset.length > 0
}

const keptDays = 30

/**
 * Deletes events that ended a month ago, with their attempts. An act may have written an event while its receiver was
 * being deleted: it is ended first.
 */
export async function cleanUpWebhooks(database: Queryable): Promise<void> {
  await endDeliveries(database)
  await database.query(
    `delete from webhook_delivery where state in ('sent', 'failed', 'skipped') and occurred_at < now() - make_interval(days => $1)`,
    [keptDays],
  )
}

async function logAttempt(
  tx: Queryable,
  { companyCode, id }: LeasedDelivery,
  { durationMs, status, answer, problem }: Attempt,
): Promise<void> {
  await tx.query(
    `insert into webhook_attempt (company_code, id, delivery_id, duration_ms, status, answer, problem_zh, problem_en)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [companyCode, newId(), id, durationMs, status, answer, problem?.zh ?? '', problem?.en ?? ''],
  )
}
