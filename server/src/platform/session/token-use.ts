import { runForSystem } from '../database/request-work.ts'
import type { Queryable } from '../database/database.ts'

/** Notes when a token of a technical account was last used. */
export type NoteTokenUse = (tokenDigest: string) => Promise<void>

const precisionMs = 60_000

/** Writes at most once a minute and token, so that a busy program costs nothing. */
export function tokenUse(database: Queryable, now: () => number = Date.now): NoteTokenUse {
  const noted = new Map<string, number>()
  return async (tokenDigest) => {
    const at = noted.get(tokenDigest)
    if (at !== undefined && at + precisionMs > now()) return
    noted.set(tokenDigest, now())
    await runForSystem(() =>
      database.query(`update user_token set last_used_at = now() where token_hash = $1`, [
        tokenDigest,
      ]),
    )
  }
}
