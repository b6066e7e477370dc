import type { Database } from '../database/database.ts'

/** Days for which an idempotency key is kept; far longer than any client retries. */
const requestDays = 30
/** Days for which ended tokens are kept, to answer who was signed in. */
const tokenDays = 90
/** Days after which a browser in which nobody has signed in is forgotten; its cookie ends then too. */
export const deviceDays = 180

/**
 * Deletes obsolete rows: responses of old requests, tokens ended long ago, old failed sign-ins. Evidence (ledger,
 * audit, attachments) is never deleted.
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
    await tx.query(`delete from used_ciphertext where expires_at < now()`)
    await tx.query(
      `delete from sign_in_failure where last_failed_at < now() - interval '1 day'
         and (locked_until is null or locked_until < now())`,
    )
    await tx.query(
      `delete from known_network where last_signed_in_at < now() - make_interval(days => $1)`,
      [tokenDays],
    )
    await tx.query(
      `delete from known_device where last_signed_in_at < now() - make_interval(days => $1)`,
      [deviceDays],
    )
    return { requests: requests.length, tokens: tokens.length }
  })
}
