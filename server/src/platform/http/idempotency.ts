import { createHash } from 'node:crypto'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Database, Queryable, Transaction } from '../database/database.ts'
import { drawnNumber } from '../database/drawn-number.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Session } from '../session/session.ts'

interface StoredRequest {
  userId: string
  fingerprint: string
  response: { value?: unknown } | null
}

/**
 * Executes a write once per client key (table action_request). The key is inserted first: a concurrent duplicate waits
 * for that row until this transaction ends, then gets the stored response (or executes the write itself if this one
 * rolled back). Call it first in the transaction.
 * @param key the client's key, 8 to 80 characters, one per intended act
 * @param fingerprint of the request, see `fingerprintOf`; the same key for another request, or
 * by another person, is refused with `idempotency-key-reused`
 * @param work executes the write; its result must be representable as JSON, from which a repetition returns it
 */
export async function withIdempotency<T>(
  tx: Transaction,
  session: Session,
  companyCode: string,
  key: string,
  fingerprint: string,
  work: () => Promise<T>,
): Promise<T> {
  assertKey(key)
  const inserted = await tx.query(`${insertText} on conflict do nothing returning 1 as made`, [
    companyCode,
    session.userId,
    [key],
    [fingerprint],
  ])
  if (inserted.length === 0) return answerOf<T>(tx, session, companyCode, key, fingerprint)
  const result = await work()
  tx.write(answerText, [companyCode, [key], [JSON.stringify({ value: result })]])
  return result
}

/** An intended act: the client's key, and the fingerprint of the request (`fingerprintOf`). */
export interface IntendedAct {
  key: string
  fingerprint: string
}

/**
 * The same in its own transaction, without an extra round trip for the key: it is sent with the first statement of the
 * work. A repetition fails on the key before the work has read or locked anything, and gets the stored response.
 * @param numberField the field of the result with the number of a new document; if empty it is stored as the
 * number drawn in this transaction (`numberOrDrawn`)
 */
export async function actOnce<T extends object>(
  database: Database,
  session: Session,
  companyCode: string,
  key: string,
  fingerprint: string,
  work: (tx: Transaction) => Promise<T>,
  numberField?: keyof T & string,
): Promise<T> {
  const done = await actTogetherOnce<T>(
    database,
    session,
    companyCode,
    [{ key, fingerprint }],
    async (tx) => [await work(tx)],
    numberField,
  )
  if (done !== null) return firstOf(done)
  return answerOf<T>(database, session, companyCode, key, fingerprint)
}

/**
 * Several acts in one transaction, each with its own key.
 * @param work executes all of them and returns their results in the order of the acts
 * @returns null if one of the keys was used before; nothing is done then
 */
export async function actTogetherOnce<T extends object>(
  database: Database,
  session: Session,
  companyCode: string,
  acts: readonly IntendedAct[],
  work: (tx: Transaction) => Promise<readonly T[]>,
  numberField?: keyof T & string,
): Promise<readonly T[] | null> {
  const keys = acts.map(({ key }) => key)
  for (const key of keys) assertKey(key)
  try {
    return await database.transaction(async (tx) => {
      // The statements of an act find rows by key and are repeated constantly, so a generic plan is sufficient. Citus
      // has none: the company among the values determines the machine.
      tx.write(tx.isDistributed ? insertText : insertPlanningText, [
        companyCode,
        session.userId,
        keys,
        acts.map(({ fingerprint }) => fingerprint),
      ])
      const results = await work(tx)
      const answers = [companyCode, keys, results.map((value) => JSON.stringify({ value }))]
      if (numberField !== undefined && results.some((result) => result[numberField] === ''))
        tx.write(numberedText, [...answers, numberField])
      else tx.write(answerText, answers)
      return results
    })
  } catch (error) {
    const { code, constraint, message } = error as Error & { code?: string; constraint?: string }
    // Citus reports an internal error, and names the constraint in the message only, with the number of the shard.
    const isTaken = code === '23505' || (database.isDistributed && code === 'XX000')
    if (!isTaken || !/\baction_request_pkey(_\d+)?\b/.test(constraint ?? message)) throw error
  }
  return null
}

// Ordered by key, so that two concurrent repetitions of the same acts wait instead of deadlocking.
const insertText = `insert into action_request (company_code, user_id, idempotency_key, fingerprint)
  select $1, $2, key, fingerprint from unnest($3::text[], $4::text[]) as act (key, fingerprint) order by key`
/** The same, and the statements of the rest of the transaction get generic plans. */
const insertPlanningText = insertText.replace(
  'order by',
  `cross join (select set_config('plan_cache_mode', 'force_generic_plan', true)) as planning order by`,
)
const answerText = `update action_request r set response = act.response::jsonb
  from unnest($2::text[], $3::text[]) as act (key, response) where r.company_code = $1 and r.idempotency_key = act.key`
/** The same if a field of the response is the number drawn in this transaction. */
const numberedText = answerText.replace(
  'act.response::jsonb',
  `jsonb_set(act.response::jsonb, array['value', $4], to_jsonb(${drawnNumber}))`,
)

function assertKey(key: string): void {
  if (key.length >= 8 && key.length <= 80) return
  throw refuse(
    'input-invalid',
    { field: 'idempotencyKey', problem: '8-80' },
    { field: 'idempotencyKey' },
  )
}

/** The stored response of the first request with this key. */
async function answerOf<T>(
  queryable: Queryable,
  session: Session,
  companyCode: string,
  key: string,
  fingerprint: string,
): Promise<T> {
  const [stored] = await queryable.query<StoredRequest>(
    `select user_id, fingerprint, response from action_request where company_code = $1 and idempotency_key = $2`,
    [companyCode, key],
  )
  if (stored?.userId !== session.userId || stored.fingerprint !== fingerprint)
    throw refuse('idempotency-key-reused', { key })
  return stored.response?.value as T
}

/**
 * A digest of a request: `fingerprintOf('goodsReceipt.post', id, body)`. It is stored, so a body with secrets is passed
 * through `withSecretsDigested`.
 */
export function fingerprintOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** A body whose secrets are replaced by keyed digests, from which they cannot be guessed. */
export function withSecretsDigested<Body extends object>(
  secrets: Pick<SecretBox, 'digest'>,
  body: Body,
  names: readonly (keyof Body & string)[],
): Body {
  const digests = names.flatMap((name) => {
    const value = body[name]
    return typeof value === 'string' ? [[name, secrets.digest(value, `fingerprint/${name}`)]] : []
  })
  return { ...body, ...Object.fromEntries(digests) }
}
