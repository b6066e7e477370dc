import type { Database } from '../database/database.ts'

/** Days that an idempotency key protects its request; far longer than any client retries. */
const requestDays = 30
/** Days that ended tokens stay, for questions about who was signed in. */
const tokenDays = 90

/**
 * Removes what nobody can need any more: answers of old requests, tokens long ended, failed sign-ins
 * long ago. Evidence (ledger, audit, attachments) is never touched.
 */
export async function cleanUp(database: Database): Promise<{ requests: number; tokens: number }> {
  return database.transaction(async (tx) => {
    const requests = await tx.query(
      `delete from action_request where created_at < now() - make_interval(days => $1) returning 1 as gone`,
      [requestDays],
    )
    const tokens = await tx.query(
      `delete from user_token where expires_at < now() - make_interval(days => $1) returning 1 as gone`,
      [tokenDays],
    )
    await tx.query(
      `delete from sign_in_failure where last_failed_at < now() - interval '1 day'
         and (locked_until is null or locked_until < now())`,
    )
    return { requests: requests.length, tokens: tokens.length }
  })
}
