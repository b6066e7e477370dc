import { createHash } from 'node:crypto'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../database/database.ts'
import type { Session } from '../session/session.ts'

interface StoredRequest {
  userId: string
  fingerprint: string
  response: { value?: unknown } | null
}

/**
 * Makes a write act once per client key (table action_request). The key is inserted first: a
 * concurrent duplicate waits on that row until this transaction ends, then gets the stored answer
 * (or does the work itself when this one rolled back). Call it first thing in the transaction.
 *
 * @param key the client's own, 8 to 80 characters, one per intended act
 * @param fingerprint of what was asked, see `fingerprintOf`; the same key for another request, or
 *   by another person, is refused with `idempotency-key-reused`
 * @param work does the write; its result must survive JSON, since a repetition returns it from there
 */
export async function withIdempotency<T>(
  tx: Transaction,
  session: Session,
  companyCode: string,
  key: string,
  fingerprint: string,
  work: () => Promise<T>,
): Promise<T> {
  if (key.length < 8 || key.length > 80) {
    throw refuse(
      'input-invalid',
      { field: 'idempotencyKey', problem: '8-80' },
      { field: 'idempotencyKey' },
    )
  }
  const inserted = await tx.query(
    `insert into action_request (company_code, idempotency_key, user_id, fingerprint)
     values ($1, $2, $3, $4) on conflict do nothing returning 1 as made`,
    [companyCode, key, session.userId, fingerprint],
  )
  if (inserted.length === 0) {
    const [stored] = await tx.query<StoredRequest>(
      `select user_id, fingerprint, response from action_request where company_code = $1 and idempotency_key = $2`,
      [companyCode, key],
    )
    if (stored?.userId !== session.userId || stored.fingerprint !== fingerprint) {
      throw refuse('idempotency-key-reused', { key })
    }
    return stored.response?.value as T
  }
  const result = await work()
  await tx.query(
    `update action_request set response = $3::jsonb where company_code = $1 and idempotency_key = $2`,
    [companyCode, key, JSON.stringify({ value: result })],
  )
  return result
}

/** A short digest of what a request asks for: `fingerprintOf('goodsReceipt.post', id, body)`. */
export function fingerprintOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
