import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Database, Queryable, Transaction } from '../database/database.ts'
import type { Session } from '../session/session.ts'

/** Maximum bytes of one value as JSON; a table with 80 columns needs about 8,000. */
export const valueBytesMax = 32 * 1024
/** Maximum bytes and number of all preferences of a user. */
const totalBytesMax = 1024 * 1024
const countMax = 600
/** Clocks of browsers may be ahead; a change in the future would win permanently. */
const aheadMs = 60_000

export interface Preference {
  key: string
  value: unknown
  /** The time of the change on the client. */
  changedAt: string
}

/** A null `value` deletes the key. */
export interface PreferenceChange {
  key: string
  value: unknown
  changedAt: string
}

/** All preferences of the user. */
export function readPreferences(queryable: Queryable, session: Session): Promise<Preference[]> {
  return queryable.query<Preference>(
    `select preference_key as key, value, changed_at from user_preference
     where user_id = $1 and value <> 'null'::jsonb order by preference_key`,
    [session.userId],
  )
}

/**
 * Writes changes of the user's preferences: for each key the latest change wins, regardless of arrival order. Returns
 * the resulting values of these keys, null for deleted ones. Refuses `preference-too-large` and `preferences-too-many`.
 */
export async function writePreferences(
  database: Database,
  session: Session,
  changes: readonly PreferenceChange[],
): Promise<Preference[]> {
  const latest = new Date(Date.now() + aheadMs).toISOString()
  const rows = changes.map(({ key, value, changedAt }) => {
    const text = JSON.stringify(value)
    if (Buffer.byteLength(text) > valueBytesMax) {
      throw refuse('preference-too-large', { key, limit: valueBytesMax / 1024 })
    }
    return { key, value: text, changedAt: changedAt > latest ? latest : changedAt }
  })
  return database.transaction(async (tx) => {
    // A deleted key keeps its time, so that an older change arriving later is still ignored.
    await tx.query(
      `insert into user_preference (user_id, preference_key, value, changed_at)
       select $1, change.key, change.value::jsonb, change."changedAt"
       from json_to_recordset($2::json) as change(key text, value text, "changedAt" timestamptz)
       on conflict (user_id, preference_key) do update
       set value = excluded.value, changed_at = excluded.changed_at
       where excluded.changed_at >= user_preference.changed_at`,
      [session.userId, JSON.stringify(rows)],
    )
    await refuseTooMuch(tx, session)
    return tx.query<Preference>(
      `select preference_key as key, value, changed_at from user_preference
       where user_id = $1 and preference_key = any($2) order by preference_key`,
      [session.userId, rows.map(({ key }) => key)],
    )
  })
}

async function refuseTooMuch(tx: Transaction, session: Session): Promise<void> {
  const sum = firstOf(
    await tx.query<{ count: number; bytes: number }>(
      `select count(*) as count, coalesce(sum(octet_length(value::text)), 0) as bytes
     from user_preference where user_id = $1`,
      [session.userId],
    ),
  )
  if (sum.count > countMax || sum.bytes > totalBytesMax) {
    throw refuse('preferences-too-many', { limit: countMax })
  }
}
